"""Which flavors of a ClusterQueue suit a podSet, quota apart.

The answer depends on the shape of the podSet and on the objects alone, so it is worked out once for
each and kept.

Source: pkg/scheduler/flavorassigner/flavorassigner.go (checkFlavorForPodSets, flavorSelector),
tas_flavorassigner.go (checkPodSetAndFlavorMatchForTAS), v0.19.2.
"""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from kuota.sim.model import (
    FlavorResources,
    PodSet,
    ResourceFlavor,
    ResourceGroup,
)
from kuota.sim.node_affinity import InvalidNodeAffinityError
from kuota.sim.reasons import AssignmentError, Mismatch
from kuota.sim.taints import taint_text, untolerated_taint
from kuota.sim.workload_info import is_explicitly_requesting_tas

if TYPE_CHECKING:
    from kuota.sim.cluster_queue import ClusterQueue


class FlavorMatch:
    """One flavor of a resource group, and what keeps a podSet from it, if anything does."""

    __slots__ = ("mismatch", "name", "pairs")

    def __init__(self, name: str, mismatch: Mismatch | None, pairs: dict[str, int]) -> None:
        self.name = name
        self.mismatch = mismatch
        self.pairs = pairs


class FlavorMatches:
    """The flavors of one ClusterQueue, by resource group and shape of the podSets to place."""

    __slots__ = ("_groups", "_known")

    def __init__(self) -> None:
        self._groups: dict[int, ResourceGroup] = {}
        self._known: dict[tuple[int, str], list[FlavorMatch]] = {}

    def of(
        self,
        cq: "ClusterQueue",
        group: ResourceGroup,
        pod_sets: list[PodSet],
        resource_flavors: Mapping[str, ResourceFlavor],
        use_topology: bool,
    ) -> list[FlavorMatch]:
        """The flavors of ``group`` in order of trial; all of ``pod_sets`` must get the same."""
        shape = pod_sets[0].shape
        if len(pod_sets) > 1:
            shape = "+".join([pod_set.shape for pod_set in pod_sets])
        key = (id(group), shape)
        known = self._known.get(key)
        if known is None:
            self._groups[id(group)] = group
            known = self._known[key] = [
                FlavorMatch(
                    name,
                    _mismatch(cq, name, group, pod_sets, resource_flavors, use_topology),
                    _pairs(cq.flavor_resources, name, group),
                )
                for name in group.flavors
            ]
        return known


def is_tas_requested(cq: "ClusterQueue", pod_set: PodSet) -> bool:
    """Whether the podSet is to be placed in a topology, by its own wish or its queue's nature."""
    return is_explicitly_requesting_tas((pod_set,)) or cq.is_tas_only()


def is_tas_implied(cq: "ClusterQueue", pod_set: PodSet) -> bool:
    """Whether the podSet is placed in a topology only because its queue has no other flavors."""
    return cq.is_tas_only() and not is_explicitly_requesting_tas((pod_set,))


def _pairs(table: FlavorResources, flavor: str, group: ResourceGroup) -> dict[str, int]:
    return {resource: table.pair(flavor, resource) for resource in group.covered_resources}


def _mismatch(
    cq: "ClusterQueue",
    name: str,
    group: ResourceGroup,
    pod_sets: list[PodSet],
    resource_flavors: Mapping[str, ResourceFlavor],
    use_topology: bool,
) -> Mismatch | None:
    flavor = resource_flavors.get(name)
    if flavor is None:
        return Mismatch(name, f"flavor {name} not found")
    for pod_set in pod_sets:
        if use_topology and (text := _topology_mismatch(cq, pod_set, flavor, group)):
            return Mismatch(name, text)
        taint = untolerated_taint(flavor.node_taints, pod_set.tolerations + flavor.tolerations)
        if taint is not None:
            return Mismatch(name, f"untolerated taint {taint_text(taint)} in flavor {name}")
        try:
            accepted = pod_set.node_affinity.restricted_to(flavor.node_labels).matches(
                flavor.node_labels
            )
        except InvalidNodeAffinityError as error:
            return AssignmentError(name, str(error))
        if not accepted:
            return Mismatch(name, f"flavor {name} doesn't match node affinity")
    return None


def _topology_mismatch(
    cq: "ClusterQueue", pod_set: PodSet, flavor: ResourceFlavor, group: ResourceGroup
) -> str:
    """Why topology keeps the podSet from the flavor; empty when it does not."""
    if not is_tas_requested(cq, pod_set):
        if flavor.topology_name:
            return f'Flavor "{flavor.name}" supports only TopologyAwareScheduling'
        return ""
    if is_tas_implied(cq, pod_set):
        return ""
    if not flavor.topology_name:
        if all(resource not in group.covered_resources for resource in pod_set.requests):
            return ""
        return f'Flavor "{flavor.name}" does not support TopologyAwareScheduling'
    snapshot = cq.tas_flavors.get(flavor.name)
    if snapshot is None:
        return f'Flavor "{flavor.name}" information missing in TAS cache'
    if not snapshot.has_level(pod_set.topology_request):
        return f'Flavor "{flavor.name}" does not contain the requested level'
    return ""
