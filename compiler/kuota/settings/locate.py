"""Where a key stands in a TOML file: tomllib gives values without positions."""

import re
from collections.abc import Iterator

from kuota.source.files import SourceFile
from kuota.source.span import Position, Span

_KEY = r"""(?:[A-Za-z0-9_-]+|"(?:[^"\\]|\\.)*"|'[^']*')"""
_HEADER = re.compile(rf"\s*\[\s*({_KEY}(?:\s*\.\s*{_KEY})*)\s*\]")
_ASSIGNMENT = re.compile(rf"\s*({_KEY}(?:\s*\.\s*{_KEY})*)\s*=")
_PART = re.compile(_KEY)


def key_span(file: SourceFile, path: tuple[str, ...]) -> Span:
    """The span of the last key of ``path``; of the nearest key above it where it is not found.

    A key inside an inline table is looked for on the lines of that table.
    """
    places = dict(_keys(file.lines))
    for length in range(len(path), 0, -1):
        place = places.get(path[:length])
        if place is not None:
            inside = path[length:]
            return _inline(file, place, inside) if inside else _span(file.path, *place)
    return Span(file.path, Position(1, 1), Position(1, 1))


def _keys(lines: list[str]) -> Iterator[tuple[tuple[str, ...], tuple[int, int, int]]]:
    """Each key with its table as a path, and its line, start and end; later ones win."""
    table: tuple[str, ...] = ()
    for number, line in enumerate(lines, start=1):
        header = _HEADER.match(line)
        match = header or _ASSIGNMENT.match(line)
        if match is None:
            continue
        parts = list(_PART.finditer(line, match.start(1), match.end(1)))
        names = tuple(_unquoted(part.group()) for part in parts)
        base = () if header else table
        for length, part in enumerate(parts, start=1):
            yield base + names[:length], (number, part.start() + 1, part.end() + 1)
        if header:
            table = names


def _inline(file: SourceFile, place: tuple[int, int, int], inside: tuple[str, ...]) -> Span:
    """The span of a key in the inline table that starts at ``place``."""
    line, _, column = place
    for name in inside:
        pattern = re.compile(rf"""(?<![A-Za-z0-9_-])["']?{re.escape(name)}["']?\s*=""")
        for number in range(line, len(file.lines) + 1):
            start = column if number == line else 0
            match = pattern.search(file.lines[number - 1], start)
            if match is not None:
                end = match.end() - len(match.group()) + len(match.group()[:-1].rstrip())
                return _span(file.path, number, match.start() + 1, end + 1)
    return _span(file.path, *place)


def _span(path: str, line: int, start: int, end: int) -> Span:
    return Span(path, Position(line, start), Position(line, end))


def _unquoted(key: str) -> str:
    return key[1:-1] if key[0] in "\"'" else key
