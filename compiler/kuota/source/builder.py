"""Builds documents from parser events, without recursion, counting what aliases would grow to."""

from collections.abc import Callable
from typing import Any, Final

import yaml

from kuota.diag.model import Diagnostic
from kuota.source import trouble
from kuota.source.files import SourceFile
from kuota.source.node import Document, Entry, Mapping, Node, Place, Scalar, Sequence, Style
from kuota.source.span import Position, Span

MAX_DEPTH: Final = 100
MAX_DOCUMENTS: Final = 10_000
MAX_GROWTH: Final = 100_000
"""Units: nodes that the aliases of one file add to it."""

_STYLES: Final[dict[str | None, Style]] = {
    None: "plain",
    "": "plain",
    "'": "single",
    '"': "double",
    "|": "literal",
    ">": "folded",
}

_ScalarEvent = yaml.events.ScalarEvent
_MappingStart = yaml.events.MappingStartEvent
_MappingEnd = yaml.events.MappingEndEvent
_SequenceStart = yaml.events.SequenceStartEvent
_SequenceEnd = yaml.events.SequenceEndEvent
_AliasEvent = yaml.events.AliasEvent
_DocumentStart = yaml.events.DocumentStartEvent
_DocumentEnd = yaml.events.DocumentEndEvent
_StreamEnd = yaml.events.StreamEndEvent


class StopReadingError(Exception):
    """The document cannot be read on. Units: ``line`` counts from 0."""

    def __init__(self, line: int) -> None:
        super().__init__(line)
        self.line = line


class EnoughFindingsError(Exception):
    """The file is not read on, because too much is wrong with it."""


class _Open:
    """A collection whose end has not come. For a mapping ``key`` waits for its value."""

    __slots__ = ("anchor", "entries", "is_flow", "items", "key", "size_before", "start")

    def __init__(self, event: Any, is_mapping: bool, size_before: int) -> None:
        self.anchor: str | None = event.anchor
        self.start = event.start_mark
        self.is_flow: bool = event.flow_style
        self.entries: dict[str, Entry] | None = {} if is_mapping else None
        self.items: list[Node] | None = None if is_mapping else []
        self.key: Node | None = None
        self.size_before = size_before


class Builder:
    """Reads events into documents and adds a finding for each thing that is refused."""

    def __init__(self, file: SourceFile, lenient: bool, diagnostics: list[Diagnostic]) -> None:
        self._file = file
        self._path = file.path
        self._lenient = lenient
        self._diagnostics = diagnostics
        self._growth = 0

    def read(self, get_event: Callable[[], Any], documents: list[Document]) -> None:
        """Add a document for each one in the stream."""
        while True:
            event = get_event()
            kind = event.__class__
            if kind is _DocumentStart:
                if len(documents) >= MAX_DOCUMENTS:
                    self._report(trouble.too_many_documents(self._point(event)))
                    return
                documents.append(self._document(event, get_event, len(documents)))
            elif kind is _StreamEnd:
                return

    def _report(self, finding: Diagnostic) -> None:
        self._diagnostics.append(finding)
        if len(self._diagnostics) == trouble.MAX_FINDINGS:
            self._diagnostics.append(trouble.too_many_findings(finding.span))
            raise EnoughFindingsError

    def _document(self, start: Any, get_event: Callable[[], Any], index: int) -> Document:
        root = self._root(get_event)
        if root is None or (isinstance(root, Scalar) and not root.text and root.style == "plain"):
            return Document(None, index, self._point(start))
        if isinstance(root, Mapping) and root.entries:
            return Document(root, index, next(iter(root.entries.values())).key.span)
        return Document(root, index, root.span)

    def _root(self, get_event: Callable[[], Any]) -> Node | None:
        """The root node of the document whose start has been read; reads through its end."""
        path, styles = self._path, _STYLES
        anchors: dict[str, tuple[Node, int]] = {}
        stack: list[_Open] = []
        root: Node | None = None
        size = 0
        while True:
            event = get_event()
            kind = event.__class__
            size += 1
            node: Node
            if kind is _ScalarEvent:
                start, end, text = event.start_mark, event.end_mark, event.value
                place = (path, start.line, start.column, end.line, end.column)
                style = styles[event.style]
                node = Scalar(text, style, place)
                if event.anchor is not None:
                    anchors[event.anchor] = (node, 1)
                if event.tag is not None:
                    self._tag(event, node)
                if style == "literal" or style == "folded":
                    self._trim(node)
                elif not text and style == "plain":
                    self._clamp(node)
            elif kind is _MappingStart or kind is _SequenceStart:
                if event.tag is not None:
                    self._tag(event, None)
                if len(stack) >= MAX_DEPTH:
                    self._report(trouble.too_deep(self._span(event), MAX_DEPTH))
                    raise StopReadingError(event.start_mark.line)
                stack.append(_Open(event, kind is _MappingStart, size))
                continue
            elif kind is _MappingEnd or kind is _SequenceEnd:
                opened = stack.pop()
                node = self._close(opened, event)
                if opened.anchor is not None:
                    anchors[opened.anchor] = (node, size - opened.size_before + 1)
            elif kind is _AliasEvent:
                node, grown = self._alias(event, anchors, stack)
                size += grown
                self._growth += grown
                if self._growth > MAX_GROWTH:
                    self._report(trouble.excessive_aliases(self._span(event)))
                    raise StopReadingError(event.start_mark.line)
            elif kind is _DocumentEnd:
                return root
            else:
                continue
            if not stack:
                root = node
                continue
            parent = stack[-1]
            if parent.items is not None:
                parent.items.append(node)
            elif parent.key is None:
                parent.key = node
            else:
                self._enter(parent, parent.key, node)
                parent.key = None

    def _enter(self, parent: _Open, key: Node, value: Node) -> None:
        """Add an entry to a mapping, unless its key cannot be one."""
        entries = parent.entries
        assert entries is not None
        if not isinstance(key, Scalar):
            self._report(trouble.complex_key(key.span))
            return
        text = key.text
        if text in entries:
            first = entries[text].key.span
            self._report(trouble.duplicate_key(text, key.span, first))
        elif text == "<<" and key.style == "plain" and not self._lenient:
            self._report(trouble.merge_key(key.span))
        else:
            entries[text] = Entry(key, value)

    def _close(self, opened: _Open, event: Any) -> Node:
        """The finished collection; a block one ends where its last value ends."""
        start, end = opened.start, event.end_mark
        entries = opened.entries
        last: Node | None = None
        if not opened.is_flow:
            if entries:
                last = entries[next(reversed(entries))].value
            elif opened.items:
                last = opened.items[-1]
        place: Place
        if last is not None and last.place[3:] >= (start.line, start.column):
            place = (self._path, start.line, start.column, last.place[3], last.place[4])
        else:
            place = (self._path, start.line, start.column, end.line, end.column)
        if entries is not None:
            return Mapping(entries, place)
        assert opened.items is not None
        return Sequence(opened.items, place)

    def _alias(
        self, event: Any, anchors: dict[str, tuple[Node, int]], stack: list[_Open]
    ) -> tuple[Node, int]:
        """What an alias stands for and how many nodes that is.

        If nothing, an empty text in its place: no absent value, so that what is said of it stands
        where this is said too.
        """
        found = anchors.get(event.anchor)
        inside = any(opened.anchor == event.anchor for opened in stack)
        if found is not None and not inside:
            return found
        self._report(
            trouble.undefined_alias(event.anchor, self._span(event), sorted(anchors), inside)
        )
        start, end = event.start_mark, event.end_mark
        place = (self._path, start.line, start.column, end.line, end.column)
        return Scalar("", "single", place), 0

    def _tag(self, event: Any, node: Scalar | None) -> None:
        tag = event.tag
        if not self._lenient:
            self._report(trouble.tag(tag, self._span(event)))
        elif node is not None and node.style == "plain" and tag in ("!", "tag:yaml.org,2002:str"):
            node.style = "single"

    def _trim(self, node: Scalar) -> None:
        """End a block scalar at the end of its last line with text, not on the line after it."""
        path, line, column, end_line, end_column = node.place
        if end_column:
            return
        lines = self._file.lines
        end_line = min(end_line, len(lines)) - 1
        while end_line > line and not lines[end_line].strip():
            end_line -= 1
        node.place = (path, line, column, end_line, len(lines[end_line].rstrip()))

    def _clamp(self, node: Scalar) -> None:
        """Put a missing value that the parser places after the last line at the end of that."""
        path, line, column, _, _ = node.place
        last = len(self._file.lines) - 1
        if line > last:
            line, column = last, len(self._file.lines[last])
        node.place = (path, line, column, line, column)

    def _span(self, event: Any) -> Span:
        start, end = event.start_mark, event.end_mark
        return Span(
            self._path,
            Position(start.line + 1, start.column + 1),
            Position(end.line + 1, end.column + 1),
        )

    def _point(self, event: Any) -> Span:
        start = event.start_mark
        line = min(start.line, len(self._file.lines) - 1)
        column = start.column if line == start.line else len(self._file.lines[line])
        position = Position(line + 1, column + 1)
        return Span(self._path, position, position)
