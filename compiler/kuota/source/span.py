"""Where something stands in a file."""

from typing import NamedTuple

Path = tuple[str | int, ...]
"""The way from a document's root to a node: keys and indices."""


class Position(NamedTuple):
    """A place in a text. Units: ``line`` and ``column`` count from 1, columns in code points."""

    line: int
    column: int


class Span(NamedTuple):
    """A stretch of one file, ``end`` exclusive. Spans order by file, start and end.

    Units: ``path`` is relative to the working directory, with forward slashes.
    """

    path: str
    start: Position
    end: Position


def pointer(path: Path) -> str:
    """``path`` as a JSON Pointer (RFC 6901), which keeps keys with dots unambiguous."""
    return "".join(f"/{str(part).replace('~', '~0').replace('/', '~1')}" for part in path)
