"""The way back: from a compiled object to the lines that decided it."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from kuota.diag.near import near_names
from kuota.emit.artifact import Artifact, EmittedObject
from kuota.kueue.model import KINDS
from kuota.source.span import Path, Span


class Located(NamedTuple):
    """One compiled object: the file it is written to, and the place that it comes from.

    ``parts`` has the place of each value that somebody decided, by its path in the object.
    """

    reference: str
    artifact: str
    span: Span
    parts: tuple[tuple[Path, Span], ...]


def where(artifacts: Iterable[Artifact], wanted: str) -> tuple[Located, ...]:
    """The objects that ``KIND/NAME`` or ``KIND/NAMESPACE/NAME`` names, in order of their files.

    The kind may be in lower case, or the plural as kubectl has it. Several clusters may each have
    the object, several namespaces a LocalQueue.
    """
    kind, _, rest = wanted.partition("/")
    name = rest.rpartition("/")
    return tuple(
        Located(
            each.reference,
            artifact.path,
            each.origin_of(()),
            tuple((path, each.origin_of(path)) for path in each.origins if path),
        )
        for artifact, each in _objects(artifacts)
        if _is_kind(each, kind) and _is_named(each, name[0], name[2])
    )


def near_references(artifacts: Iterable[Artifact], wanted: str) -> tuple[str, ...]:
    """References that ``wanted``, which names nothing, may have meant."""
    known = {each.reference for _, each in _objects(artifacts)}
    return near_names(wanted, known)


def _objects(artifacts: Iterable[Artifact]) -> Iterator[tuple[Artifact, EmittedObject]]:
    for artifact in artifacts:
        for each in artifact.objects:
            yield artifact, each


def _is_kind(each: EmittedObject, wanted: str) -> bool:
    kind = str(each.data["kind"])
    known = KINDS.get(kind)
    names = (kind, kind + "s" if known is None else known.plural)
    return wanted.lower() in (name.lower() for name in names)


def _is_named(each: EmittedObject, namespace: str, name: str) -> bool:
    metadata = each.data["metadata"]
    assert isinstance(metadata, dict)
    return metadata["name"] == name and namespace in ("", metadata.get("namespace"))
