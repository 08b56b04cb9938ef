"""The output folder's difference as a unified diff, as ``git diff`` would show it."""

from collections.abc import Iterator, Mapping
from difflib import unified_diff
from pathlib import Path

from kuota.cli.output.compare import Comparison


def diff(folder: Path, shown: str, files: Mapping[str, str], comparison: Comparison) -> str:
    """The diff from what is in ``folder``, called ``shown``, to ``files``."""
    parts: list[str] = []
    for path in sorted((*comparison.changed, *comparison.missing, *comparison.stray)):
        old = None if path in comparison.missing else (folder / path).read_bytes().decode()
        parts += text_diff(f"{shown}/{path}", old, files.get(path))
    return "".join(parts)


def text_diff(path: str, old: str | None, new: str | None) -> Iterator[str]:
    """The diff of one file; None stands for no file."""
    before = "/dev/null" if old is None else f"a/{path}"
    after = "/dev/null" if new is None else f"b/{path}"
    lines = unified_diff(_lines(old), _lines(new), before, after)
    for line in lines:
        yield line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n"


def _lines(text: str | None) -> list[str]:
    """The lines of a text with their ends; only a newline ends a line."""
    *whole, rest = (text or "").split("\n")
    return [f"{line}\n" for line in whole] + ([rest] if rest else [])
