"""The documentation of findings, taken apart: a summary line, then titled sections."""

from inspect import cleandoc

TITLES = ("What it finds", "Why it matters", "How to fix", "Example", "Sources")
"""In their order; the first three are never missing."""

REQUIRED = TITLES[:3]
SIDES = ("Bad:", "Good:")


def sections(documentation: str) -> dict[str, str]:
    """The text below each title, without its indentation."""
    return _below(cleandoc(documentation), TITLES)


def example(documentation: str, side: str) -> str:
    """The ``Bad`` or ``Good`` side of the example; empty when there is none."""
    return _below(sections(documentation).get("Example", ""), SIDES).get(f"{side}:", "")


def _below(text: str, titles: tuple[str, ...]) -> dict[str, str]:
    found: dict[str, list[str]] = {}
    title = ""
    for line in text.splitlines():
        if line in titles:
            title = line
            found[title] = []
        elif title:
            found[title].append(line)
    return {name: cleandoc("\n" + "\n".join(lines)) for name, lines in found.items()}
