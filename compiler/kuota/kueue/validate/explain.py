"""Help for what another release, another API version or another place of the object would know."""

from collections.abc import Iterator, Mapping
from typing import Any, Final

from kuota.kueue.model import known_since, node_of
from kuota.kueue.release import V1BETA1, V1BETA2, Release
from kuota.kueue.schema.node import Node
from kuota.kueue.violation import Pointer, Violation

_RENAMED: Final[Mapping[tuple[str, str, Pointer], str]] = {
    ("ClusterQueue", V1BETA2, ("spec", "cohort")): "cohortName",
    ("ClusterQueue", V1BETA1, ("spec", "cohortName")): "cohort",
    ("ClusterQueue", V1BETA2, ("spec", "admissionChecks")): (
        "admissionChecksStrategy.admissionChecks"
    ),
    ("Cohort", V1BETA2, ("spec", "parent")): "parentName",
    ("Cohort", V1BETA1, ("spec", "parent")): "parentName",
    ("MultiKueueCluster", V1BETA2, ("spec", "kubeConfig")): "clusterSource.kubeConfig",
    ("MultiKueueCluster", V1BETA2, ("spec", "clusterProfileRef")): (
        "clusterSource.clusterProfileRef"
    ),
    ("MultiKueueCluster", V1BETA1, ("spec", "clusterSource")): "kubeConfig or clusterProfileRef",
}
"""Fields that the other API version, or an older one, calls differently."""

_VALUES: Final[Mapping[tuple[str, str], str]] = {
    ("whenCanBorrow", "Borrow"): "MayStopSearch",
    ("whenCanPreempt", "Preempt"): "MayStopSearch",
}
"""Values of v1beta1 that v1beta2 renamed."""


def explained(violation: Violation, obj: Mapping[str, Any], release: Release) -> Violation:
    """``violation`` with the help that comparing API versions and releases gives."""
    if violation.kind == "unknown":
        return _unknown_field(violation, obj, release)
    return _old_value(violation, obj)


def _unknown_field(violation: Violation, obj: Mapping[str, Any], release: Release) -> Violation:
    version, kind = str(obj["apiVersion"]), str(obj["kind"])
    pointer = violation.pointer
    renamed = _RENAMED.get((kind, version, pointer))
    if renamed is not None:
        siblings = _at(obj, pointer[:-1])
        if renamed in siblings:
            return violation._replace(help=f"remove it: {renamed} is set already", near=())
        near = (renamed,) if renamed.isalpha() else ()
        name = version.partition("/")[2]
        return violation._replace(help=f"{name} calls it {renamed}", near=near)
    since = known_since(release, version, kind, pointer)
    if since is not None:
        note = f"Kueue knows it from {since} on, the target is {release}"
        return violation._replace(note=note, help="remove it, or raise the target release", near=())
    root = node_of(obj, release)
    homes = list(_homes(root, str(pointer[-1]), "")) if root is not None else []
    if violation.near or not homes:
        return violation
    return violation._replace(help=f"{pointer[-1]} is a field of {' and of '.join(homes[:2])}")


def _homes(node: Node, name: str, path: str) -> Iterator[str]:
    """The places below ``node`` that have a field of this name, status aside."""
    for key, child in node.fields.items():
        if key == "status" and not path:
            continue
        if key == name and path:
            yield path
        yield from _homes(child, name, f"{path}.{key}".lstrip("."))
    if node.item is not None:
        yield from _homes(node.item, name, f"{path}[]")


def _old_value(violation: Violation, obj: Mapping[str, Any]) -> Violation:
    value = _at(obj, violation.pointer)
    if not isinstance(value, str) or obj["apiVersion"] != V1BETA2:
        return violation
    renamed = _VALUES.get((str(violation.pointer[-1]), value))
    if renamed is None:
        return violation
    return violation._replace(help=f"v1beta2 calls it {renamed}", near=(renamed,))


def _at(obj: Any, pointer: Pointer) -> Any:
    """The part of ``obj`` that ``pointer`` leads to; None where it leads nowhere."""
    for step in pointer:
        if isinstance(obj, dict):
            obj = obj.get(step)
        elif isinstance(obj, list) and isinstance(step, int) and step < len(obj):
            obj = obj[step]
        else:
            return None
    return obj
