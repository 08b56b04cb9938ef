"""The objects in a manifest file, typed as Kubernetes' own reader types them."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from kuota.source.files import SourceFile
from kuota.source.node import Document, Entry, Mapping, Node, Scalar, Sequence
from kuota.source.scalars import kubernetes_value
from kuota.source.span import Path, Span

_MERGE = "<<"


class Manifest(NamedTuple):
    """One object of a file; ``prefix`` leads to it from the root of its document."""

    file: SourceFile
    document: Document
    prefix: Path
    data: dict[str, Any]

    def locate(self, path: Path, at_key: bool) -> Span:
        """The span of a part of the object, or of its key."""
        full = (*self.prefix, *path)
        return self.document.key_span_of(full) if at_key else self.document.span_of(full)

    @property
    def identity(self) -> tuple[str, str, str, str]:
        """API group, kind, namespace and name; empty where it has none."""
        version, kind = self.data.get("apiVersion"), self.data.get("kind")
        group = str(version).rpartition("/")[0]
        metadata = self.data.get("metadata")
        metadata = metadata if isinstance(metadata, dict) else {}
        return (
            group,
            str(kind),
            _text(metadata.get("namespace")),
            _text(metadata.get("name")),
        )

    @property
    def reference(self) -> str:
        """``Kind/name`` or ``Kind/namespace/name``, for headlines."""
        _, kind, namespace, name = self.identity
        return "/".join(part for part in (kind, namespace, name) if part)[:80]


def _text(value: object) -> str:
    return value if isinstance(value, str) else ""


def manifests_of(file: SourceFile, document: Document) -> Iterator[Manifest]:
    """The objects of a document; those of a list one by one."""
    if not isinstance(document.root, Mapping):
        return
    merged = Document(_merged(document.root), document.index, document.span)
    data = _json(merged.root)
    if not isinstance(data, dict):
        return
    kind, items = data.get("kind"), data.get("items")
    if isinstance(kind, str) and kind.endswith("List") and isinstance(items, list):
        for index, item in enumerate(items):
            if isinstance(item, dict):
                yield Manifest(file, merged, ("items", index), item)
    else:
        yield Manifest(file, merged, (), data)


def not_objects(document: Document) -> Iterator[tuple[int, Span]]:
    """The items of a list of objects that are none: their numbers, counted from 1, and places."""
    root = document.root
    if not isinstance(root, Mapping):
        return
    kind, items = root.get("kind"), root.get("items")
    if isinstance(kind, Scalar) and kind.text.endswith("List") and isinstance(items, Sequence):
        for number, item in enumerate(items.items, start=1):
            if not isinstance(item, Mapping):
                yield number, item.span


def _merged(node: Node) -> Node:
    """``node`` with merge keys followed; a key of the mapping itself wins over a merged one."""
    if isinstance(node, Sequence):
        return Sequence([_merged(item) for item in node.items], node.place)
    if not isinstance(node, Mapping):
        return node
    entries: dict[str, Entry] = {}
    for key, entry in node.entries.items():
        if key == _MERGE and entry.key.style == "plain":
            continue
        entries[_key(entry.key)] = Entry(entry.key, _merged(entry.value))
    source = node.get(_MERGE)
    for merged in _sources(source):
        for key, entry in merged.entries.items():
            entries.setdefault(key, entry)
    return Mapping(entries, node.place)


def _sources(source: Node | None) -> Iterator[Mapping]:
    """The mappings that a merge key names, the strongest first."""
    nodes = source.items if isinstance(source, Sequence) else [source] if source else []
    for node in nodes:
        merged = _merged(node)
        if isinstance(merged, Mapping):
            yield merged


def _key(key: Scalar) -> str:
    """A key as JSON has it: ``on:`` is the key ``true`` to Kubernetes' reader."""
    value = _json(key)
    if value is None:
        return "null"
    if isinstance(value, bool):
        return str(value).lower()
    return str(value)


def _json(node: Node | None) -> Any:
    if isinstance(node, Scalar):
        return kubernetes_value(node.text) if node.style == "plain" else node.text
    if isinstance(node, Sequence):
        return [_json(item) for item in node.items]
    if isinstance(node, Mapping):
        return {key: _json(entry.value) for key, entry in node.entries.items()}
    return None
