"""Placement of admitted pods on nodes where no topology does it: flavors without one.

Kueue then looks at quota only, and kube-scheduler places the pods one by one. Whether all pods of a
gang find room is decided by exact packing over the nodes that the flavors select.
"""

from collections.abc import Iterable, Mapping

from kuota.capacity.packing import Packing, Room, Shape, Vector, pack
from kuota.capacity.verdict import Placement
from kuota.capacity.world import ASSUMED_PODS
from kuota.lint.inventory import Inventory, carries, in_service, offers, selects
from kuota.lint.taints import untolerated
from kuota.policy.cluster import Cluster, Flavor, Node
from kuota.policy.team import PodSet
from kuota.sim.model import (
    AdmittedPodSet,
)

PODS = "pods"


class Rooms:
    """The nodes of a cluster as bins for pods that no topology places."""

    def __init__(self, cluster: Cluster, inventory: Inventory) -> None:
        self._inventory = inventory
        self._flavors = {flavor.name: flavor for flavor in cluster.flavors}
        self._nodes = tuple(node for node in cluster.nodes if in_service(node))

    def is_known(self, flavors: Iterable[str]) -> bool:
        """Whether the inventory lists a node of each flavor; else nothing can be said."""
        return all(self._inventory.nodes_of(flavor) for flavor in flavors)

    def pack(
        self,
        pod_sets: Iterable[PodSet],
        admitted: Mapping[str, AdmittedPodSet],
        taken: Mapping[str, Mapping[str, int]],
        steps: int = 100_000,
    ) -> Packing:
        """Room for all podSets at once; ``taken`` is what each node already gave away."""
        sets = list(pod_sets)
        asked = {resource for pod_set in sets for resource in pod_set.requests}
        # what no node of a hand-written inventory lists is unknown, and not absent
        resources = sorted({PODS, *(r for r in asked if self._inventory.measures(r))})
        shapes = [
            Shape(each.name, admitted[each.name].count, _requests(each, resources)) for each in sets
        ]
        rooms = [
            Room(
                node.name,
                self._free(node, resources, taken.get(node.name, {})),
                tuple(self._admits(node, each, admitted[each.name]) for each in sets),
            )
            for node in self._nodes
        ]
        return pack([room for room in rooms if any(room.admits)], shapes, steps)

    def _free(self, node: Node, resources: list[str], taken: Mapping[str, int]) -> Vector:
        return tuple(self._offer(node, r) - taken.get(r, 0) for r in resources)

    def _offer(self, node: Node, resource: str) -> int:
        if resource == PODS and PODS not in node.allocatable:
            return ASSUMED_PODS
        return offers(node, resource)

    def _admits(self, node: Node, pod_set: PodSet, admitted: AdmittedPodSet) -> bool:
        flavors = [self._flavors[name] for name in set(admitted.flavors.values())]
        tolerations = [*pod_set.tolerations, *(t for each in flavors for t in each.tolerations)]
        return (
            carries(node, pod_set.node_selector.items())
            and untolerated(node.taints, tolerations) is None
            and all(selects(flavor, node) for flavor in flavors)
        )


def placements(
    pod_sets: Iterable[PodSet], admitted: Mapping[str, AdmittedPodSet], packing: Packing
) -> tuple[Placement, ...]:
    """The packing, podSet by podSet."""
    return tuple(
        Placement(
            each.name,
            dict(admitted[each.name].flavors),
            tuple(
                ((node,), counts[index])
                for node, counts in sorted(packing.placement.items())
                if counts[index]
            ),
            packing.short[index],
        )
        for index, each in enumerate(pod_sets)
    )


def is_topological(flavors: Mapping[str, Flavor], admitted: AdmittedPodSet) -> bool:
    """Whether the podSet was placed by Kueue itself, in the topology of its flavor."""
    return any(flavors[name].topology is not None for name in admitted.flavors.values())


def _requests(pod_set: PodSet, resources: list[str]) -> Vector:
    units = {name: amount.units for name, amount in pod_set.requests.items()}
    units.setdefault(PODS, 1)
    return tuple(units.get(resource, 0) for resource in resources)
