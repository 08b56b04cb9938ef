"""The kinds of Kueue, and which fields and values each release and API version knows."""

from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from kuota.kueue.release import API_VERSIONS, Release
from kuota.kueue.schema.node import Node, schema_of
from kuota.kueue.violation import Pointer

GROUP: Final = "kueue.x-k8s.io"


class Kind(NamedTuple):
    """A kind of Kueue: its plural in URLs, whether it lives in a namespace and has a status."""

    name: str
    plural: str
    namespaced: bool = False
    has_status: bool = True


KINDS: Final[Mapping[str, Kind]] = {
    kind.name: kind
    for kind in (
        Kind("AdmissionCheck", "admissionchecks"),
        Kind("ClusterQueue", "clusterqueues"),
        Kind("Cohort", "cohorts"),
        Kind("LocalQueue", "localqueues", namespaced=True),
        Kind("MultiKueueCluster", "multikueueclusters"),
        Kind("MultiKueueConfig", "multikueueconfigs", has_status=False),
        Kind("ProvisioningRequestConfig", "provisioningrequestconfigs", has_status=False),
        Kind("ResourceFlavor", "resourceflavors", has_status=False),
        Kind("Topology", "topologies", has_status=False),
        Kind("WorkloadPriorityClass", "workloadpriorityclasses", has_status=False),
    )
}
"""The kinds that people write; Workload, which Kueue makes itself, is not among them."""

UNCHECKED_KINDS: Final = frozenset({"Workload"})
"""Kinds of the group whose content is not judged here."""


def is_kueue(obj: Mapping[str, Any]) -> bool:
    """Whether the object claims to be of Kueue's API group, of whatever version and kind."""
    version = obj.get("apiVersion")
    return isinstance(version, str) and version.partition("/")[0] == GROUP


def node_of(obj: Mapping[str, Any], release: Release) -> Node | None:
    """The schema that judges ``obj`` in ``release``; None for an unknown kind or API version."""
    version, kind = obj.get("apiVersion"), obj.get("kind")
    if version not in API_VERSIONS or not isinstance(kind, str) or kind not in KINDS:
        return None
    return schema_of(kind, version.partition("/")[2], release.minor)


def field_node(release: Release, api_version: str, kind: str, pointer: Pointer) -> Node | None:
    """The schema of the field at ``pointer``, whose list positions may be left out."""
    node = node_of({"apiVersion": api_version, "kind": kind}, release)
    for step in pointer:
        while node is not None and node.item is not None:
            node = node.item
        if node is not None and isinstance(step, str):
            node = node.fields.get(step, node.extra)
    return node


def knows(release: Release, api_version: str, kind: str, pointer: Pointer) -> bool:
    """Whether this release has the field, in this API version of the kind."""
    return field_node(release, api_version, kind, pointer) is not None


def enum_values(release: Release, api_version: str, kind: str, pointer: Pointer) -> tuple[str, ...]:
    """The values that the field may take; empty when it is unknown or free."""
    node = field_node(release, api_version, kind, pointer)
    return () if node is None else node.enum


def known_since(release: Release, api_version: str, kind: str, pointer: Pointer) -> str | None:
    """The first known release after ``release`` that has the field, as ``0.18``; None if none."""
    from kuota.kueue.release import KNOWN

    for later in KNOWN:
        if later.minor > release.minor and knows(later, api_version, kind, pointer):
            return later.name
    return None
