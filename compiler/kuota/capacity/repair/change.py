"""A change of one file, by paths in its document."""

from collections.abc import Iterator, Mapping
from difflib import SequenceMatcher
from typing import NamedTuple

from kuota.diag.model import Edit
from kuota.policy.items import Item
from kuota.source.edit import set_value
from kuota.source.node import Document, Scalar
from kuota.source.span import Path, Position, Span


class Change(NamedTuple):
    """What to do, in words, and the values to set in the document of one team or platform.

    ``rank`` orders changes: a limit before a quota, the own team before others, files before nodes.
    """

    title: str
    rank: int
    kind: str
    name: str
    values: tuple[tuple[Path, object], ...]


class Files:
    """The documents that changes are made to, by kind and name."""

    def __init__(self, items: tuple[Item, ...]) -> None:
        self._items: dict[tuple[str, str], Item] = {
            (item.model.kind, item.model.metadata.name): item
            for item in items
            if item.model is not None
        }

    def document(self, kind: str, name: str) -> Document | None:
        """The document of a team or platform."""
        item = self._items.get((kind, name))
        return None if item is None else item.document

    def edited(self, change: Change) -> tuple[str, str, str] | None:
        """The path of the file that ``change`` is about, its text and its new text.

        None where the document is not known or the change would break it.
        """
        item = self._items.get((change.kind, change.name))
        if item is None:
            return None
        text = item.file.text
        for path, value in change.values:
            try:
                text = set_value(text, item.document.index, _reachable(item.document, path), value)
            except LookupError:
                return None
        return item.file.path, item.file.text, text


def _reachable(document: Document, path: Path) -> Path:
    """``path``, cut where it leads through the short form of a value: the scalar is replaced."""
    for length in range(1, len(path)):
        if isinstance(document.node_at(path[:length]), Scalar):
            return path[:length]
    return path


def line_edits(path: str, old: str, new: str) -> Iterator[Edit]:
    """The edits of whole lines that turn one text into the other."""
    before, after = old.splitlines(keepends=True), new.splitlines(keepends=True)
    matcher = SequenceMatcher(None, before, after, autojunk=False)
    for tag, start, end, new_start, new_end in matcher.get_opcodes():
        if tag != "equal":
            span = Span(path, Position(start + 1, 1), Position(end + 1, 1))
            yield Edit(span, "".join(after[new_start:new_end]))


Texts = Mapping[str, str]
"""New texts of files, by path."""
