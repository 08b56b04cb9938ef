"""Where the pods of a full load sit, in flavors without a topology.

Kueue does not say; kube-scheduler by default prefers the node with the most room, which scatters
small pods over all nodes. That is also what hurts a gang most, so it is what is assumed.
"""

from collections.abc import Iterator, Mapping

from kuota.lint.facts import Facts
from kuota.lint.inventory import in_service, offers
from kuota.sim.model import (
    AdmittedPodSet,
)
from kuota.sim.results import WorkloadStatus
from kuota.sim.simulator import Simulator


class Spread:
    """The pods of admitted workloads, scattered over the nodes of their flavors."""

    def __init__(self, facts: Facts, workloads: Mapping[str, WorkloadStatus]) -> None:
        self._inventory = facts.inventory
        self._free = {
            node.name: {resource: offers(node, resource) for resource in node.allocatable}
            for node in facts.cluster.nodes
            if in_service(node)
        }
        self._placed: dict[str, list[tuple[str, dict[str, int]]]] = {}
        for key in sorted(workloads):
            for pod_set in workloads[key].pod_sets:
                self._placed.setdefault(key, []).extend(self._place(pod_set))

    def taken(self, without: Simulator) -> dict[str, dict[str, int]]:
        """What each node gives to the workloads that still hold quota in a later simulator."""
        taken: dict[str, dict[str, int]] = {}
        for key, pods in self._placed.items():
            if not without.workload(key).pod_sets:
                continue
            for node, requests in pods:
                used = taken.setdefault(node, {})
                for resource, units in requests.items():
                    used[resource] = used.get(resource, 0) + units
        return taken

    def _place(self, pod_set: AdmittedPodSet) -> Iterator[tuple[str, dict[str, int]]]:
        flavors = sorted(set(pod_set.flavors.values()))
        topological = any(self._inventory.flavors[f].topology is not None for f in flavors)
        if topological or not pod_set.count or not flavors:
            return
        nodes = set.intersection(
            *({node.name for node in self._inventory.usable(flavor)} for flavor in flavors)
        )
        each = {resource: units // pod_set.count for resource, units in pod_set.usage.items()}
        each["pods"] = 1
        for _ in range(pod_set.count):
            able = [name for name in sorted(nodes) if self._fits(name, each)]
            if not able:
                return
            node = max(able, key=lambda name: self._room(name, each))
            free = self._free[node]
            for resource, units in each.items():
                if resource in free:
                    free[resource] -= units
            yield node, each

    def _fits(self, node: str, each: Mapping[str, int]) -> bool:
        free = self._free[node]
        return all(free[resource] >= units for resource, units in each.items() if resource in free)

    def _room(self, node: str, each: Mapping[str, int]) -> int:
        """How many more such pods the node could take."""
        free = self._free[node]
        limits = [free[name] // units for name, units in each.items() if units and name in free]
        return min(limits, default=0)
