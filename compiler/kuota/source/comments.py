"""Suppression comments: ``# kuota: allow NAME[, NAME] [until 2026-12-31] -- reason``.

At the end of a line it covers that line. On a line of its own it covers the key or list item below
it and everything under that.
"""

import re
from collections.abc import Sequence as Items
from dataclasses import dataclass
from datetime import date
from typing import Final

from kuota.source.files import SourceFile
from kuota.source.node import Document, Mapping, Node, Scalar, Sequence, walk
from kuota.source.span import Position, Span

MARK: Final = "kuota:"

_COMMENT = re.compile(r"(?:^|(?<=\s))#[ \t]*kuota:")
_ALLOW = re.compile(r"#[ \t]*kuota:[ \t]*(allow)\b[ \t]*")
_NAME = re.compile(r"[A-Za-z0-9-]+")
_UNTIL = re.compile(r"until[ \t]+(\S+)")


@dataclass(frozen=True, slots=True)
class AllowedName:
    """A rule's name or code as a comment gives it."""

    text: str
    span: Span


@dataclass(frozen=True, slots=True)
class Comment:
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
    texts: list[Scalar] | None = None
    found: list[Comment] = []
    for number, line in enumerate(file.lines, start=1):
        if MARK not in line:
            continue
        for match in _COMMENT.finditer(line):
            if texts is None:
                texts = _scalars_with_mark(documents)
            if not any(_covers(scalar.span, number, match.start() + 1) for scalar in texts):
                found.append(_comment(file, documents, number, match.start()))
                break
    return tuple(found)


def _scalars_with_mark(documents: Items[Document]) -> list[Scalar]:
    return [
        node
        for document in documents
        if document.root is not None
        for node in walk(document.root)
        if isinstance(node, Scalar) and MARK in node.text
    ]


def _covers(span: Span, line: int, column: int) -> bool:
    return span.start <= (line, column) < span.end


def _comment(file: SourceFile, documents: Items[Document], number: int, column: int) -> Comment:
    line = file.lines[number - 1]
    text = line[column:].rstrip()
    first, last = (number, number) if line[:column].strip() else _below(file, documents, number)
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


def _below(file: SourceFile, documents: Items[Document], number: int) -> tuple[int, int]:
    """The lines that a comment alone on line ``number`` covers: of the key or item below it."""
    start = number
    lines = file.lines
    while start < len(lines):
        text = lines[start].strip()
        if text and not text.startswith("#"):
            break
        start += 1
    else:
        return number, number
    target = start + 1
    for document in documents:
        if document.root is not None:
            last = _last_line(document.root, target)
            if last is not None:
                return target, last
    return target, target


def _last_line(root: Node, line: int) -> int | None:
    """The last line of the outermost key or list item that begins on ``line``."""
    pending: list[Node] = [root]
    while pending:
        node = pending.pop()
        parts: list[tuple[Span, Node]] = []
        if isinstance(node, Mapping):
            parts = [(entry.key.span, entry.value) for entry in node.entries.values()]
        elif isinstance(node, Sequence):
            parts = [(item.span, item) for item in node.items]
        for start, value in parts:
            if start.start.line == line:
                return max(start.end.line, value.span.end.line)
            if start.start.line < line <= value.span.end.line:
                pending.append(value)
    return None
