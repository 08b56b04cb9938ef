"""The tree that a YAML document is read into: scalars stay text, every node has its span.

Nodes are immutable in meaning and slotted for size: ten thousand files of them fit in memory.
They keep four bare numbers and make a ``Span`` when asked, because few are ever asked.
"""

from collections.abc import Iterator
from typing import Literal

from kuota.source.span import Path, Position, Span

Style = Literal["plain", "single", "double", "literal", "folded"]

Place = tuple[str, int, int, int, int]
"""File, then start line and column, end line and column, all counted from 0."""


class _Placed:
    """Something at a place in a file."""

    __slots__ = ("place",)

    place: Place

    @property
    def span(self) -> Span:
        """Where it stands."""
        path, line, column, end_line, end_column = self.place
        return Span(path, Position(line + 1, column + 1), Position(end_line + 1, end_column + 1))


class Scalar(_Placed):
    """A scalar as written. ``text`` is the content after YAML's own unquoting and folding."""

    __slots__ = ("style", "text")

    def __init__(self, text: str, style: Style, place: Place) -> None:
        self.text = text
        self.style = style
        self.place = place


class Sequence(_Placed):
    """A list of nodes."""

    __slots__ = ("items",)

    def __init__(self, items: list["Node"], place: Place) -> None:
        self.items = items
        self.place = place


class Mapping(_Placed):
    """Keys and values in the order of the file; duplicate keys were reported and the first kept."""

    __slots__ = ("entries",)

    def __init__(self, entries: dict[str, "Entry"], place: Place) -> None:
        self.entries = entries
        self.place = place

    def get(self, key: str) -> "Node | None":
        """The value of ``key``, or None when it is absent."""
        entry = self.entries.get(key)
        return None if entry is None else entry.value


class Entry:
    """One key of a mapping with its value."""

    __slots__ = ("key", "value")

    def __init__(self, key: Scalar, value: "Node") -> None:
        self.key = key
        self.value = value


Node = Scalar | Sequence | Mapping


class Document:
    """One YAML document of a file; ``root`` is None when it is empty.

    ``span`` is where a finding about the whole document points: its first key or scalar.
    """

    __slots__ = ("index", "root", "span")

    def __init__(self, root: Node | None, index: int, span: Span) -> None:
        self.root = root
        self.index = index
        self.span = span

    def node_at(self, path: Path) -> Node | None:
        """The node at ``path``, or None where the way breaks off."""
        node = self.root
        for part in path:
            if isinstance(node, Mapping):
                node = node.get(str(part))
            elif isinstance(node, Sequence) and isinstance(part, int) and part < len(node.items):
                node = node.items[part]
            else:
                return None
        return node

    def span_of(self, path: Path) -> Span:
        """The span of the value at ``path``.

        Where the way breaks off, because a key is absent, the key of the nearest ancestor; where it
        breaks off at a scalar or list in place of a mapping, that. A key without a value stands for
        its value.
        """
        return self._spans(path)[1]

    def key_span_of(self, path: Path) -> Span:
        """The span of the key at ``path``, climbing like ``span_of``; of the item in a list."""
        return self._spans(path)[0]

    def _spans(self, path: Path) -> tuple[Span, Span]:
        key = self.span
        node = self.root
        for part in path:
            if isinstance(node, Mapping) and str(part) in node.entries:
                entry = node.entries[str(part)]
                key, node = entry.key.span, entry.value
            elif isinstance(node, Sequence) and isinstance(part, int) and part < len(node.items):
                node = node.items[part]
                key = node.span
            elif node is None or isinstance(node, Mapping) or _is_absent(node):
                return key, key
            else:
                return key, node.span
        if node is None or not path or _is_absent(node):
            return key, key
        return key, node.span


def _is_absent(node: Node) -> bool:
    return isinstance(node, Scalar) and not node.text and node.style == "plain"


def walk(node: Node) -> Iterator[Node]:
    """``node`` and everything below it, keys too, in the order of the file."""
    pending: list[Node] = [node]
    while pending:
        current = pending.pop()
        yield current
        if isinstance(current, Sequence):
            pending.extend(reversed(current.items))
        elif isinstance(current, Mapping):
            for entry in reversed(current.entries.values()):
                pending.append(entry.value)
                pending.append(entry.key)
