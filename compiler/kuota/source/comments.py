"""Suppression comments: ``# kuota: allow NAME[, NAME] [until 2026-12-31] -- reason``.

At the end of a line it covers that line. On a line of its own it covers the key or list item below
it and everything under that.
"""

import re
from collections.abc import Callable
from collections.abc import Sequence as Items
from datetime import date
from typing import Final, NamedTuple

from kuota.source.files import SourceFile
from kuota.source.node import Document, Mapping, Node, Scalar, Sequence, walk
from kuota.source.span import Position, Span

MARK: Final = "kuota:"
MAX_COMMENTS: Final = 1000
"""Units: comments of one file; those after them hide nothing."""

_COMMENT = re.compile(r"(?:^|(?<=\s))#[ \t]*kuota:")
_ALLOW = re.compile(r"#[ \t]*kuota:[ \t]*(allow)\b[ \t]*")
_NAME = re.compile(r"[A-Za-z0-9-]+")
_UNTIL = re.compile(r"until[ \t]+(\S+)")


class AllowedName(NamedTuple):
    """A rule's name or code as a comment gives it."""

    text: str
    span: Span


class Comment(NamedTuple):
    """A comment that asks to allow something.

    ``problem`` says, in words for a headline, why it cannot be read; it then covers nothing.
    ``last_line`` is the last line that it covers; ``removal`` is what to delete to take it out.
    Units: lines count from 1.
    """

    span: Span
    names: tuple[AllowedName, ...]
    until: date | None
    reason: str
    first_line: int
    last_line: int
    removal: Span
    problem: str = ""


def find_comments(file: SourceFile, documents: Items[Document]) -> tuple[Comment, ...]:
    """The suppression comments of ``file``, in the order of its lines."""
    if MARK not in file.text:
        return ()
    places: list[tuple[int, int]] = []
    for number, line in enumerate(file.lines, start=1):
        if MARK in line:
            places += ((number, match.start()) for match in _COMMENT.finditer(line))
    if not places:
        return ()
    inside = _inside_scalars(documents)
    covered = _Covered(file, documents)
    found: dict[int, Comment] = {}
    for number, column in places:
        if len(found) == MAX_COMMENTS:
            break
        if number not in found and not inside(number, column + 1):
            found[number] = _comment(file, covered, number, column)
    return tuple(found.values())


def _inside_scalars(documents: Items[Document]) -> Callable[[int, int], bool]:
    """Whether a place is inside of a scalar with the mark, and so part of a text."""
    by_line: dict[int, list[Span]] = {}
    for scalar in _scalars_with_mark(documents):
        span = scalar.span
        for line in range(span.start.line, span.end.line + 1):
            by_line.setdefault(line, []).append(span)
    return lambda line, column: any(
        span.start <= (line, column) < span.end for span in by_line.get(line, ())
    )


def _scalars_with_mark(documents: Items[Document]) -> list[Scalar]:
    return [
        node
        for document in documents
        if document.root is not None
        for node in walk(document.root)
        if isinstance(node, Scalar) and MARK in node.text
    ]


def _comment(file: SourceFile, covered: "_Covered", number: int, column: int) -> Comment:
    line = file.lines[number - 1]
    text = line[column:].rstrip()
    first, last = (number, number) if line[:column].strip() else covered.below(number)
    span = _span(file, number, column, column + len(text))
    before = len(line[:column].rstrip())
    removal = _span(file, number, before, len(line))
    if not before:
        removal = Span(file.path, Position(number, 1), Position(number + 1, 1))
    body, dashes, reason = text.partition("--")
    names, until, problem = _read(file, number, column, body)
    return Comment(
        span, names, until, reason.strip() if dashes else "", first, last, removal, problem
    )


def _read(
    file: SourceFile, number: int, column: int, body: str
) -> tuple[tuple[AllowedName, ...], date | None, str]:
    """The names and the end that ``body`` gives, or what is wrong with it."""
    match = _ALLOW.match(body)
    if match is None:
        return (), None, "a kuota comment says something other than allow"
    names: list[AllowedName] = []
    until: date | None = None
    position = match.end()
    while position < len(body.rstrip()):
        end = _UNTIL.match(body, position) if names else None
        if end is not None:
            try:
                until = date.fromisoformat(end[1])
            except ValueError:
                return (), None, f"{end[1][:40]} is not a day such as 2026-12-31"
            position = end.end()
            if body[position:].strip():
                return (), None, "text stands between the day and the reason"
            break
        name = _NAME.match(body, position)
        if name is None:
            return (), None, "the names of what is allowed cannot be read"
        span = _span(file, number, column + name.start(), column + name.end())
        names.append(AllowedName(name[0], span))
        position = name.end()
        separator = re.compile(r"[ \t]*(,)?[ \t]*").match(body, position)
        assert separator is not None
        position = separator.end()
        if separator[1] is None and position < len(body) and not _UNTIL.match(body, position):
            return (), None, "names need a comma between them, the reason needs -- before it"
    if not names:
        return (), None, "a kuota comment does not say what it allows"
    return tuple(names), until, ""


def _span(file: SourceFile, line: int, start: int, end: int) -> Span:
    return Span(file.path, Position(line, start + 1), Position(line, end + 1))


class _Covered:
    """Which lines a comment on a line of its own covers, worked out once for the whole file."""

    def __init__(self, file: SourceFile, documents: Items[Document]) -> None:
        self._next = _next_content(file.lines)
        self._last: dict[int, int] = {}
        for document in documents:
            if document.root is not None:
                _collect_last_lines(document.root, self._last)

    def below(self, number: int) -> tuple[int, int]:
        """The lines of the outermost key or item that begins below line ``number``."""
        target = self._next[number]
        return (target, self._last.get(target, target)) if target else (number, number)


def _next_content(lines: list[str]) -> list[int]:
    """For each line, by number, the next line that is neither empty nor a comment; 0 if none."""
    following = [0] * (len(lines) + 1)
    content = 0
    for number in range(len(lines), 0, -1):
        following[number] = content
        text = lines[number - 1].strip()
        if text and not text.startswith("#"):
            content = number
    return following


def _collect_last_lines(root: Node, last: dict[int, int]) -> None:
    """Note the last line of each key and list item under the line where it begins."""
    pending: list[Node] = [root]
    while pending:
        node = pending.pop()
        if isinstance(node, Mapping):
            for entry in node.entries.values():
                end = max(entry.key.span.end.line, entry.value.span.end.line)
                _note(last, entry.key.span.start.line, end)
                pending.append(entry.value)
        elif isinstance(node, Sequence):
            for item in node.items:
                _note(last, item.span.start.line, item.span.end.line)
            pending += node.items


def _note(last: dict[int, int], line: int, end: int) -> None:
    last[line] = max(last.get(line, line), end)
