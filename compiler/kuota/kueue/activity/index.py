"""A set of objects, found by kind and name, and read without trust in their shape."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from kuota.kueue.convert import to_v1beta2
from kuota.kueue.model import KINDS, is_kueue
from kuota.kueue.near import near_names
from kuota.kueue.violation import Pointer


@dataclass(frozen=True, slots=True, order=True)
class ObjectRef:
    """The identity of an object; ``namespace`` is None for kinds of the whole cluster."""

    kind: str
    name: str
    namespace: str | None = None

    def __str__(self) -> str:
        prefix = "" if self.namespace is None else f"{self.namespace}/"
        return f"{self.kind} {prefix}{self.name}"


@dataclass(frozen=True, slots=True)
class Inactivity:
    """Why an object is accepted and yet does not work, at one place of it.

    ``index`` is its position among the objects; ``reason`` is Kueue's own token where it has one
    (see ``kuota.kueue.activity``). ``missing`` is the name that nothing answers to, ``near`` the
    names it may have meant. ``because`` names the object at fault when this one only follows from
    it: tell the other one.
    """

    index: int
    object: ObjectRef
    reason: str
    pointer: Pointer
    at_key: bool
    headline: str
    note: str = ""
    help: str = ""
    missing: str | None = None
    near: tuple[str, ...] = ()
    because: ObjectRef | None = None


@dataclass(frozen=True, slots=True)
class Entry:
    """An object of the set: its spec as v1beta2 has it, and whether it was written as v1beta1.

    ``plain_checks`` says that a v1beta1 queue lists its checks in ``spec.admissionChecks``;
    ``spec_at`` leads to the spec, or to the object when it has none.
    """

    index: int
    ref: ObjectRef
    spec: Mapping[str, Any]
    old_version: bool
    plain_checks: bool
    spec_at: Pointer


class Index:
    """The Kueue objects of a set by kind and name, and the labels of its namespaces.

    Of several objects of one name the last one counts, as it does when they are applied.
    """

    def __init__(self, objects: Sequence[Mapping[str, Any]]) -> None:
        self._kinds: dict[str, dict[ObjectRef, Entry]] = {}
        self._names: dict[str, tuple[str, ...]] = {}
        self._near: dict[tuple[str, str], tuple[str, ...]] = {}
        self.namespaces: dict[str, dict[str, str]] = {}
        for at, obj in enumerate(objects):
            metadata = mapping(obj.get("metadata"))
            name = text(metadata.get("name"))
            if name and obj.get("apiVersion") == "v1" and obj.get("kind") == "Namespace":
                labels = mapping(metadata.get("labels"))
                self.namespaces[name] = {str(k): str(v) for k, v in labels.items()}
            elif name and is_kueue(obj) and obj.get("kind") in KINDS:
                self._add(at, obj, name, text(metadata.get("namespace")))

    def _add(self, at: int, obj: Mapping[str, Any], name: str, namespace: str | None) -> None:
        kind = KINDS[str(obj["kind"])]
        ref = ObjectRef(kind.name, name, namespace if kind.namespaced else None)
        converted = to_v1beta2(obj)
        old_version = converted["apiVersion"] != obj["apiVersion"]
        plain_checks = old_version and bool(mapping(obj.get("spec")).get("admissionChecks"))
        spec = mapping(converted.get("spec"))
        same_kind = self._kinds.setdefault(kind.name, {})
        same_kind.pop(ref, None)
        spec_at: Pointer = ("spec",) if "spec" in obj else ()
        same_kind[ref] = Entry(at, ref, spec, old_version, plain_checks, spec_at)

    def of(self, kind: str) -> list[Entry]:
        """The objects of a kind, in the order in which they were given."""
        return list(self._kinds.get(kind, {}).values())

    def get(self, kind: str, name: str) -> Entry | None:
        """The object of that name, of a kind that belongs to the whole cluster."""
        return self._kinds.get(kind, {}).get(ObjectRef(kind, name))

    def near(self, kind: str, name: str) -> tuple[str, ...]:
        """The names of that kind that ``name`` may have meant."""
        if (kind, name) not in self._near:
            self._near[kind, name] = near_names(name, self.names(kind))
        return self._near[kind, name]

    def names(self, kind: str) -> tuple[str, ...]:
        """The names of all objects of a kind, sorted."""
        if kind not in self._names:
            self._names[kind] = tuple(sorted({entry.ref.name for entry in self.of(kind)}))
        return self._names[kind]


def mapping(value: Any) -> Mapping[str, Any]:
    """``value`` if it is a mapping, else an empty one."""
    return value if isinstance(value, dict) else {}


def entries(value: Any) -> Iterator[tuple[int, Any]]:
    """The entries of ``value`` with their positions if it is a list, else none."""
    return enumerate(value) if isinstance(value, list) else iter(())


def text(value: Any) -> str | None:
    """``value`` if it is text, else None."""
    return value if isinstance(value, str) else None


def flavor_places(spec: Mapping[str, Any]) -> Iterator[tuple[str, Pointer]]:
    """The flavors that the resource groups name, with the places where they do."""
    for i, group in entries(spec.get("resourceGroups")):
        for j, flavor in entries(mapping(group).get("flavors")):
            name = text(mapping(flavor).get("name"))
            if name is not None:
                yield name, ("spec", "resourceGroups", i, "flavors", j, "name")
