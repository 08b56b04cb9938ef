"""Results for people: a line for each scenario, and below a failed one what is wrong."""

from kuota.capacity.scenario_errors import NEVER_SETTLES, NOT_MET
from kuota.diag.model import Diagnostic
from kuota.report.escape import visible, visible_lines
from kuota.report.formats.text import paint
from kuota.report.formats.text import render as render_findings
from kuota.report.model import Presentation, Report
from kuota.report.scenarios.model import Entry, Tests

_WORDS = {"passed": ("ok", "good"), "failed": ("FAILED", "error"), "not-run": ("NOT RUN", "error")}


def render(tests: Tests, presentation: Presentation) -> str:
    """All scenarios in order, then errors that stand elsewhere, then a summary line."""
    blocks = [_entry(entry, tests, presentation) for entry in tests.entries]
    if tests.diagnostics:
        blocks.append(_findings(tests.diagnostics, tests, presentation))
    text = _apart([block for block in blocks if block])
    return text if presentation.quiet else f"{text}\n{_summary(tests, presentation.color)}"


def _apart(blocks: list[str]) -> str:
    """The blocks one after the other, longer ones than a line with an empty line around them."""
    text = ""
    for before, block in zip(["", *blocks], blocks, strict=False):
        is_line = block.count("\n") == 1 and before.count("\n") == 1
        text += block if is_line or not before else f"\n{block}"
    return text


def _entry(entry: Entry, tests: Tests, presentation: Presentation) -> str:
    word, role = _WORDS[entry.status]
    color = presentation.color
    place = f"{visible(entry.span.path)}:{entry.span.start.line}"
    head = f"{paint(f'{word:<7}', role, color)} {visible(entry.name)}  {place}{_counts(entry)}\n"
    if presentation.quiet and entry.status == "passed":
        return ""
    if entry.result is not None and (tests.verbose or _is_told(entry)):
        head += "".join(f"    {line}\n" for line in visible_lines(entry.result.told))
    if entry.diagnostics:
        without = tuple(d._replace(note="") if _tells(d) else d for d in entry.diagnostics)
        head += "\n" + _findings(without, tests, presentation)
    return head


def _is_told(entry: Entry) -> bool:
    return any(map(_tells, entry.diagnostics))


def _tells(finding: Diagnostic) -> bool:
    """Whether the note is the timeline, which is shown once for all findings of a scenario."""
    return finding.code in (NOT_MET.code, NEVER_SETTLES.code)


def _counts(entry: Entry) -> str:
    if entry.result is None:
        return ""
    total = len(entry.result.scenario.expectations)
    missed = entry.result.missed
    noun = "expectation" if total == 1 else "expectations"
    return f"  {missed} of {total} {noun} not met" if missed else f"  {total} {noun}"


def _findings(diagnostics: tuple[Diagnostic, ...], tests: Tests, presentation: Presentation) -> str:
    quiet = Presentation(presentation.color, presentation.width, quiet=True)
    return render_findings(Report(diagnostics, tests.sources, len(tests.sources)), quiet)


def _summary(tests: Tests, color: bool) -> str:
    number = len(tests.entries)
    parts = [f"{tests.count('passed')} ok"]
    parts += [f"{tests.count('failed')} failed"] if tests.count("failed") else []
    parts += [f"{tests.count('not-run')} not run"] if tests.count("not-run") else []
    noun = "scenario" if number == 1 else "scenarios"
    met = f"{tests.expectations - tests.missed} of {tests.expectations} expectations met"
    good = tests.count("passed") == number and not tests.diagnostics
    text = f"{number} {noun}: {', '.join(parts)}; {met}"
    return paint(text, "good" if good else "error", color) + "\n"
