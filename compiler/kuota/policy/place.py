"""A place in a YAML document, walked beside the typed model of it."""

from kuota.policy.origin import Anchor, span_at
from kuota.source.node import Document, Mapping, Node, Scalar, Sequence
from kuota.source.span import Span


class Place:
    """A node that may be absent, with the places that a finding about it points at.

    ``anchor`` is that of the value, ``key_anchor`` that of the key or list item; ``span`` and
    ``key`` are the same, worked out. Where a key or its value is absent both are the key of the
    nearest ancestor. A scalar in place of a mapping is the short form of one of its keys: going
    down into it stays on the scalar.
    """

    __slots__ = ("anchor", "key_anchor", "node")

    def __init__(self, node: Node | None, key_anchor: Anchor) -> None:
        if type(node) is Scalar and not node.text and node.style == "plain":
            node = None
        self.node = node
        self.key_anchor = key_anchor
        self.anchor: Anchor = key_anchor if node is None else node.place

    @property
    def span(self) -> Span:
        """Where the value stands."""
        return span_at(self.anchor)

    @property
    def key(self) -> Span:
        """Where the key or the list item stands."""
        return span_at(self.key_anchor)

    def at(self, part: str | int) -> "Place":
        """The place below: a key of a mapping or a position of a list."""
        node = self.node
        if type(node) is Mapping:
            entry = node.entries.get(part)  # type: ignore[arg-type]
            if entry is not None:
                return Place(entry.value, entry.key.place)
        elif type(node) is Sequence:
            if type(part) is int and part < len(node.items):
                item = node.items[part]
                return Place(item, item.place)
        elif type(node) is Scalar:
            return self
        return Place(None, self.key_anchor)

    def anchor_at(self, part: str | int) -> Anchor:
        """The anchor of the place below, for those who go no further."""
        node = self.node
        if type(node) is Mapping:
            entry = node.entries.get(part)  # type: ignore[arg-type]
            if entry is None:
                return self.key_anchor
            value = entry.value
            absent = type(value) is Scalar and not value.text and value.style == "plain"
            return entry.key.place if absent else value.place
        return self.at(part).anchor

    def down(self, *parts: str | int) -> "Place":
        """The place that ``parts`` lead to, one below the other."""
        place = self
        for part in parts:
            place = place.at(part)
        return place


def top(document: Document) -> Place:
    """The place of a document's root."""
    return Place(document.root, document.span)
