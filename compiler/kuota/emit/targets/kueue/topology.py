"""Topologies.

Source: Kueue apis/kueue/v1beta2/topology_types.go, v0.19.2.
"""

from kuota.emit.artifact import EmittedObject
from kuota.emit.targets.kueue.metadata import metadata
from kuota.kueue.release import V1BETA2
from kuota.policy.cluster import Topology
from kuota.policy.origin import Origin
from kuota.source.span import Path

_KIND = "Topology"


def topology(file: str, tree: Topology) -> EmittedObject:
    """The Topology, its widest level first."""
    origins: dict[Path, Origin] = {(): tree.origin}
    for position, level in enumerate(tree.levels):
        origins["spec", "levels", position] = level.origin
    data: dict[str, object] = {
        "apiVersion": V1BETA2,
        "kind": _KIND,
        "metadata": metadata(_KIND, tree.name, file),
        "spec": {"levels": [{"nodeLabel": level.value} for level in tree.levels]},
    }
    return EmittedObject(data, origins)
