"""The documentation of findings, taken apart for ``kuota explain`` and the README's table.

Rules document themselves in their module's docstring, the other kinds in their ``Kind``; both have
one form: a summary line, then sections whose titles stand at the margin and whose text is indented.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from inspect import cleandoc

from kuota.diag.kind import Kind
from kuota.diag.model import Code, Severity
from kuota.lint.registry import Registered

SECTIONS = ("What it finds", "Why it matters", "How to fix", "Example", "Sources")
"""The titles that a documentation may have, in their order; the first three are never missing."""

REQUIRED = SECTIONS[:3]


@dataclass(frozen=True, slots=True)
class Documentation:
    """What kuota says of one kind of finding. ``sections`` maps a title to its text."""

    code: Code
    severity: Severity
    summary: str
    sections: Mapping[str, str]

    def example(self, side: str) -> str:
        """The ``Bad`` or ``Good`` side of the example; empty when there is none."""
        return _parts(self.sections.get("Example", ""), ("Bad:", "Good:")).get(f"{side}:", "")


def documentation_of(entry: Registered | Kind) -> Documentation:
    """The documentation of a rule or of another kind of finding."""
    if isinstance(entry, Kind):
        code, severity = entry.code, entry.severity
    else:
        code, severity = entry.rule.code, entry.rule.severity
    summary, _, rest = cleandoc(entry.documentation).partition("\n")
    return Documentation(code, severity, summary, _parts(rest, SECTIONS))


def table(documentations: Iterable[Documentation]) -> str:
    """A Markdown table of all kinds of findings, in order of code."""
    lines = ["| Code | Name | Severity | Finds |", "| --- | --- | --- | --- |"]
    lines += [
        f"| {doc.code.number} | `{doc.code.name}` | {doc.severity} | {_cell(doc.summary)} |"
        for doc in sorted(documentations, key=lambda doc: doc.code.number)
    ]
    return "\n".join(lines) + "\n"


def _parts(text: str, titles: tuple[str, ...]) -> dict[str, str]:
    """The text below each title, without its indentation."""
    found: dict[str, list[str]] = {}
    title = ""
    for line in text.splitlines():
        if line in titles:
            title = line
            found[title] = []
        elif title:
            found[title].append(line)
    return {name: cleandoc("\n" + "\n".join(lines)) for name, lines in found.items()}


def _cell(text: str) -> str:
    return text.rstrip(".").replace("|", "\\|")
