"""Edits applied to the text of a file: nothing but the edited stretches changes."""

import re
from collections.abc import Iterable
from dataclasses import dataclass

from kuota.diag.model import Edit, Fix
from kuota.source.files import SourceFile
from kuota.source.span import Position

_LINE_END = re.compile("\r\n|\r|\n")


@dataclass(frozen=True, slots=True)
class _Replacement:
    """A stretch of text by offset, in code points, and what replaces it."""

    start: int
    end: int
    text: str


def apply_fixes(file: SourceFile, fixes: Iterable[Fix]) -> tuple[str, int]:
    """The text of ``file`` with its part of ``fixes``, and how many of them it holds.

    A fix that overlaps one before it is left out as a whole: after the next check it may apply.
    """
    starts = _line_starts(file.text)
    chosen: list[_Replacement] = []
    count = 0
    for fix in fixes:
        edits = [_located(edit, starts) for edit in fix.edits if edit.span.path == file.path]
        if edits and not any(_overlap(edit, other) for edit in edits for other in chosen):
            chosen += edits
            count += 1
    text = file.text
    for edit in sorted(chosen, key=lambda edit: edit.start, reverse=True):
        text = text[: edit.start] + edit.text + text[edit.end :]
    return text, count


def _line_starts(text: str) -> list[int]:
    """The offset at which each line begins, line 1 first."""
    return [0, *(match.end() for match in _LINE_END.finditer(text))]


def _located(edit: Edit, starts: list[int]) -> _Replacement:
    return _Replacement(
        _offset(edit.span.start, starts), _offset(edit.span.end, starts), edit.replacement
    )


def _offset(position: Position, starts: list[int]) -> int:
    return starts[position.line - 1] + position.column - 1


def _overlap(one: _Replacement, other: _Replacement) -> bool:
    """Whether both touch a common stretch; two insertions at one place do as well."""
    if one.start == other.start:
        return True
    return one.start < other.end and other.start < one.end
