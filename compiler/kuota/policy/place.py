"""A place in a YAML document, walked beside the typed model of it."""

from kuota.source.node import Document, Mapping, Node, Scalar, Sequence
from kuota.source.span import Span


class Place:
    """A node that may be absent, with the span that a finding about it points at.

    ``span`` is that of the value, ``key`` that of the key or list item. Where a key is absent both
    are the key of the nearest ancestor. A scalar in place of a mapping is the short form of one of
    its keys: going down into it stays on the scalar.
    """

    __slots__ = ("key", "node", "span")

    def __init__(self, node: Node | None, key: Span, span: Span) -> None:
        self.node = node
        self.key = key
        self.span = span

    def at(self, part: str | int) -> "Place":
        """The place below: a key of a mapping or a position of a list."""
        node = self.node
        if type(node) is Mapping:
            entry = node.entries.get(part)  # type: ignore[arg-type]
            if entry is not None:
                return Place(entry.value, entry.key.span, entry.value.span)
        elif type(node) is Sequence:
            if type(part) is int and part < len(node.items):
                item = node.items[part]
                return Place(item, item.span, item.span)
        elif type(node) is Scalar:
            return self
        return Place(None, self.key, self.key)

    def down(self, *parts: str | int) -> "Place":
        """The place that ``parts`` lead to, one below the other."""
        place = self
        for part in parts:
            place = place.at(part)
        return place


def top(document: Document) -> Place:
    """The place of a document's root."""
    span = document.span
    return Place(document.root, span, span)
