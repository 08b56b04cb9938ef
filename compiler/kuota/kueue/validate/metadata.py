"""What the API server asks of an object's metadata, and what it cannot mean.

Source: k8s.io/apimachinery pkg/api/validation/objectmeta.go, v0.36.
"""

from collections.abc import Iterator, Mapping
from typing import Any, Final

from kuota.kueue.model import Kind
from kuota.kueue.near import choice, near_names
from kuota.kueue.validate.labels import (
    is_dns_label,
    key_fault,
    label_faults,
    subdomain_fault,
)
from kuota.kueue.validate.wording import TYPES, plain, shown
from kuota.kueue.violation import Pointer, Violation

_FIELDS: Final[Mapping[str, str]] = {
    "annotations": "object",
    "creationTimestamp": "string",
    "deletionGracePeriodSeconds": "integer",
    "deletionTimestamp": "string",
    "finalizers": "array",
    "generateName": "string",
    "generation": "integer",
    "labels": "object",
    "managedFields": "array",
    "name": "string",
    "namespace": "any",
    "ownerReferences": "array",
    "resourceVersion": "string",
    "selfLink": "string",
    "uid": "string",
}
"""The fields of metadata and their types; what is wrong with a namespace is a doubt, see below."""

_CLASSES: Final[Mapping[str, type]] = {"object": dict, "array": list, "string": str, "integer": int}

_ANNOTATIONS_LIMIT: Final = 256 * 1024


def metadata_faults(obj: Mapping[str, Any]) -> Iterator[Violation]:
    """Why the API server refuses the metadata of an object that is to be created by apply."""
    metadata = obj.get("metadata")
    if metadata is None:
        metadata = {}
    if not isinstance(metadata, dict):
        headline = f"metadata is {shown(metadata)}, not a mapping"
        yield Violation(("metadata",), False, "metadata", headline)
        return
    yield from _field_faults(metadata)
    yield from _name_faults(metadata)
    for key in ("labels", "annotations"):
        entries = metadata.get(key)
        if isinstance(entries, dict):
            yield from _entry_faults(key, entries)
    finalizers = metadata.get("finalizers")
    for at, finalizer in enumerate(finalizers if isinstance(finalizers, list) else ()):
        fault = key_fault(finalizer) if isinstance(finalizer, str) else ("is not text", "")
        if fault is not None:
            headline = f"finalizer {shown(finalizer)} {fault[0]}"
            yield _fault(("metadata", "finalizers", at), headline, fault[1])


def _field_faults(metadata: Mapping[Any, Any]) -> Iterator[Violation]:
    for key, value in metadata.items():
        kind = _FIELDS.get(key)
        if kind is None:
            near = near_names(str(key), _FIELDS)
            headline = f"unknown field {shown(str(key))} in metadata"
            help_ = choice(near, ("name", "namespace", "labels", "annotations"), "fields")
            yield Violation(("metadata", key), True, "unknown", headline, "", help_, near)
        elif kind != "any" and value is not None:
            sound = isinstance(value, _CLASSES[kind]) and not isinstance(value, bool)
            if not sound and key != "name":
                headline = f"{key} is {shown(value)}, not {TYPES[kind]}"
                yield _fault(("metadata", key), headline)


def _name_faults(metadata: Mapping[str, Any]) -> Iterator[Violation]:
    name = metadata.get("name")
    if name is None or name == "":
        pointer: Pointer = ("metadata", "name") if "name" in metadata else ("metadata",)
        note = ""
        if metadata.get("generateName"):
            note = "generateName works with create only, not with apply"
        yield Violation(
            pointer,
            "name" not in metadata,
            "metadata",
            "the object has no name",
            note,
            "add a name",
        )
    elif not isinstance(name, str):
        headline = f"name is {shown(name)}, not text"
        yield _fault(("metadata", "name"), headline, "put it in quotes")
    else:
        fault = subdomain_fault(name)
        if fault is not None:
            yield _fault(("metadata", "name"), f"name {shown(name)} {fault[0]}", fault[1])


def _entry_faults(key: str, entries: Mapping[Any, Any]) -> Iterator[Violation]:
    """The faults of labels or annotations."""
    noun = key.removesuffix("s")
    sound: dict[str, str] = {}
    for name, value in entries.items():
        if not isinstance(name, str):
            headline = f"the key {shown(name)} of {key} is not text"
            yield Violation(("metadata", key, str(name)), True, "metadata", headline)
        elif value is not None and not isinstance(value, str):
            headline = f"{noun} {plain(name)} is {shown(value)}, not text"
            yield _fault(("metadata", key, name), headline, "put it in quotes")
        else:
            sound[name] = value or ""
    if key == "labels":
        yield from label_faults(sound, ("metadata", key), "metadata")
        return
    for name in sound:
        fault = key_fault(name.lower())
        if fault is not None:
            headline = f"annotation {shown(name)} {fault[0]}"
            yield Violation(("metadata", key, name), True, "metadata", headline, "", fault[1])
    size = sum(len(name.encode()) + len(value.encode()) for name, value in sound.items())
    if size > _ANNOTATIONS_LIMIT:
        yield _fault(("metadata", key), f"annotations have {size} bytes, the limit is 262144")


def namespace_doubts(obj: Mapping[str, Any], kind: Kind) -> Iterator[Violation]:
    """A namespace that cannot be meant: ignored by the kind, or one that cannot exist."""
    metadata = obj.get("metadata")
    namespace = metadata.get("namespace") if isinstance(metadata, dict) else None
    pointer = ("metadata", "namespace")
    if namespace is None or namespace == "":
        if kind.namespaced:
            headline = f"the {kind.name} has no namespace"
            note = "it goes wherever the apply command points"
            yield Violation(("metadata",), True, "metadata", headline, note, "add a namespace")
        return
    if not kind.namespaced:
        headline = f"namespace {shown(namespace)} has no effect on a {kind.name}"
        note = "the kind belongs to the whole cluster"
        yield Violation(pointer, True, "metadata", headline, note, "remove it")
    elif not isinstance(namespace, str) or not is_dns_label(namespace):
        headline = f"{shown(namespace)} cannot be the name of a namespace"
        help_ = "use lower case letters, digits and '-'"
        yield Violation(pointer, False, "metadata", headline, "", help_)


def _fault(pointer: Pointer, headline: str, help_: str = "") -> Violation:
    return Violation(pointer, False, "metadata", headline, help=help_)
