"""The tree that a YAML document is read into: scalars stay text, every node has its span.

Nodes are immutable in meaning and slotted for size: ten thousand files of them fit in memory.
"""

from collections.abc import Iterator
from typing import Literal

from kuota.source.span import Path, Span

Style = Literal["plain", "single", "double", "literal", "folded"]


class Scalar:
    """A scalar as written. ``text`` is the content after YAML's own unquoting and folding."""

    __slots__ = ("span", "style", "text")

    def __init__(self, text: str, style: Style, span: Span) -> None:
        self.text = text
        self.style = style
        self.span = span


class Sequence:
    """A list of nodes."""

    __slots__ = ("items", "span")

    def __init__(self, items: tuple["Node", ...], span: Span) -> None:
        self.items = items
        self.span = span


class Mapping:
    """Keys and values in the order of the file; duplicate keys were reported and the first kept."""

    __slots__ = ("entries", "span")

    def __init__(self, entries: dict[str, "Entry"], span: Span) -> None:
        self.entries = entries
        self.span = span

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

    def span_of(self, path: Path) -> Span:
        """The span of the value at ``path``.

        Where the way breaks off, because a key is absent, the key of the nearest ancestor.
        """
        return self._spans(path)[1]

    def key_span_of(self, path: Path) -> Span:
        """The span of the key at ``path``, climbing like ``span_of``; of the item in a list."""
        return self._spans(path)[0]

    def _spans(self, path: Path) -> tuple[Span, Span]:
        key = self.span
        node = self.root
        for part in path:
            if isinstance(node, Mapping) and part in node.entries:
                entry = node.entries[str(part)]
                key, node = entry.key.span, entry.value
            elif isinstance(node, Sequence) and isinstance(part, int) and part < len(node.items):
                node = node.items[part]
                key = node.span
            else:
                return key, key
        return key, key if node is None or not path else node.span


def walk(node: Node) -> Iterator[Node]:
    """``node`` and everything below it, in the order of the file."""
    yield node
    if isinstance(node, Sequence):
        for item in node.items:
            yield from walk(item)
    elif isinstance(node, Mapping):
        for entry in node.entries.values():
            yield entry.key
            yield from walk(entry.value)
