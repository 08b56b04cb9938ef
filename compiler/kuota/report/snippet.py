"""Source lines with underlines, as rustc prints them: the frame below a finding's headline."""

import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from kuota.diag.model import Diagnostic
from kuota.report.escape import visible
from kuota.source.files import SourceFile
from kuota.source.span import Span

_TAB = "    "
_CONTEXT = 20
_MIN_WIDTH = 40


class Mark(NamedTuple):
    """One underlined stretch of a line. ``start`` and ``end`` count code points from 0."""

    start: int
    end: int
    text: str
    primary: bool


class Piece(NamedTuple):
    """A part of a printed line and the role that decides its colour."""

    text: str
    role: str = ""


Line = tuple[Piece, ...]


def frames(
    finding: Diagnostic, sources: Mapping[str, SourceFile], width: int
) -> tuple[int, list[Line]]:
    """The gutter's width, and the lines that show all labels of ``finding``, file by file."""
    spans = [(finding.span, finding.label, True)]
    spans += [(label.span, label.text, False) for label in finding.others]
    gutter = max(len(str(span.start.line)) for span, _, _ in spans) + 1
    lines: list[Line] = []
    for position, (path, marks) in enumerate(_by_file(spans).items()):
        first = marks[0][0]
        arrow = "-->" if position == 0 else ":::"
        place = f"{visible(path)}:{first.start.line}:{first.start.column}"
        lines.append((Piece(" " * gutter + arrow + " ", "gutter"), Piece(place)))
        source = sources.get(path)
        if source is not None:
            lines += _file_frame(source, marks, gutter, width)
    return gutter, lines


def _by_file(spans: Iterable[tuple[Span, str, bool]]) -> dict[str, list[tuple[Span, str, bool]]]:
    """Labels grouped by file, the file of the primary label first."""
    files: dict[str, list[tuple[Span, str, bool]]] = {}
    for label in spans:
        files.setdefault(label[0].path, []).append(label)
    return files


def _file_frame(
    source: SourceFile, labels: list[tuple[Span, str, bool]], gutter: int, width: int
) -> Iterator[Line]:
    marks: dict[int, list[Mark]] = {}
    for span, text, primary in labels:
        line = span.start.line
        content = source.lines[line - 1] if line <= len(source.lines) else ""
        end = span.end.column - 1 if span.end.line == line else len(content)
        start = min(span.start.column - 1, len(content))
        marks.setdefault(line, []).append(Mark(start, max(end, start + 1), text, primary))
    yield (Piece(" " * gutter + "|", "gutter"),)
    previous = 0
    for line in sorted(marks):
        if previous and line > previous + 1:
            yield (Piece("...", "gutter"),)
        content = source.lines[line - 1] if line <= len(source.lines) else ""
        yield from _marked_line(content, line, marks[line], gutter, width)
        previous = line


def _marked_line(
    content: str, number: int, marks: list[Mark], gutter: int, width: int
) -> Iterator[Line]:
    room = max(width - gutter - 3, _MIN_WIDTH)
    first = min(mark.start for mark in marks)
    shown, columns = _window(content, first, room)
    head = Piece(f"{number:>{gutter - 1}} |", "gutter")
    yield (head, Piece(f" {shown}".rstrip()))
    for mark in sorted(marks, key=lambda mark: (not mark.primary, mark.start)):
        start = min(columns(mark.start), room)
        length = max(min(columns(mark.end), room) - start, 1)
        line = ("^" if mark.primary else "-") * length
        role = "primary" if mark.primary else "secondary"
        text = f"{line} {visible(mark.text)}".rstrip()
        yield (
            Piece(" " * gutter + "|", "gutter"),
            Piece(" " * (start + 1)),
            Piece(text, role),
        )


class _Columns:
    """Printed column of a code point of a line, when the line is printed from ``cut`` on."""

    def __init__(self, widths: list[int], cut: int, lead: int) -> None:
        self._widths = widths
        self._cut = cut
        self._lead = lead

    def __call__(self, index: int) -> int:
        known = self._widths[self._cut : max(index, self._cut)]
        beyond = max(index - len(self._widths), 0)
        return self._lead + sum(known) + beyond


def _window(content: str, first: int, room: int) -> tuple[str, _Columns]:
    """The part of a line around ``first`` that fits in ``room`` columns, and its columns.

    Only the neighbourhood is looked at: a line may be megabytes long.
    """
    cut = max(first - _CONTEXT, 0) if first + _CONTEXT > room else 0
    part = content[: cut + room]
    printed = [_printed(part, index) for index in range(len(part))]
    widths = [_width(text) for text in printed]
    text, used, index = "…" if cut else "", 1 if cut else 0, cut
    while index < len(part) and used + widths[index] <= room:
        text += printed[index]
        used += widths[index]
        index += 1
    if index < len(content):
        text += "…"
    return text, _Columns(widths[:index], cut, 1 if cut else 0)


def _printed(line: str, index: int) -> str:
    """What stands on the terminal for one character of a line."""
    character = line[index]
    if character == "\t":
        return _TAB
    if character == "[" and line[max(index - 2, 0) : index] == "##":
        return visible("##[")[2:]
    return visible(character)


def _width(text: str) -> int:
    """Columns that ``text`` takes on a terminal."""
    if text.isascii():
        return len(text)
    return sum(
        0
        if unicodedata.combining(character)
        else 1 + (unicodedata.east_asian_width(character) in "WF")
        for character in text
    )
