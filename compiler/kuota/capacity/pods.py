"""Where pods sit in flavors without a topology, as workloads come and go.

Kueue looks at quota only there, and kube-scheduler places the pods one by one, by default on the
node with the most room. A pod without room stays pending while its workload holds the quota.
"""

from collections.abc import Iterator, Mapping

from kuota.capacity.room import PODS
from kuota.capacity.world import ASSUMED_PODS
from kuota.lint.facts import Facts
from kuota.lint.inventory import carries, in_service, offers, selects
from kuota.lint.taints import untolerated
from kuota.policy.cluster import Node
from kuota.policy.team import Gang, PodSet
from kuota.sim.model import AdmittedPodSet
from kuota.sim.results import WorkloadStatus

Requests = dict[str, int]


class Pods:
    """The nodes of a cluster, and the pods on them that no topology placed."""

    def __init__(self, facts: Facts) -> None:
        self._inventory = facts.inventory
        self._flavors = {flavor.name: flavor for flavor in facts.cluster.flavors}
        self._nodes = {node.name: node for node in facts.cluster.nodes if in_service(node)}
        self._free = {name: _offered(node) for name, node in self._nodes.items()}
        self._sits: dict[str, list[tuple[str, Requests]]] = {}
        self._statuses: dict[str, WorkloadStatus] = {}
        self.unplaced: dict[str, int] = {}

    def update(
        self, changed: Mapping[str, WorkloadStatus | None], gangs: Mapping[str, Gang]
    ) -> None:
        """Pods of workloads that lost their quota go; those of others look for a node.

        ``changed`` are the workloads that came, went, or were decided on; None for one that is
        gone. Workloads that lack a node look again.
        """
        for name, status in changed.items():
            self._release(name)
            self.unplaced.pop(name, None)
            self._statuses.pop(name, None)
            if status is not None and status.pod_sets and self._is_known(status):
                self._statuses[name] = status
                self.unplaced[name] = 1
        for name in [name for name, short in self.unplaced.items() if short]:
            self._release(name)
            self.unplaced[name] = self._place(gangs[name], name, self._statuses[name])

    def fail(self, node: str) -> None:
        """A node is gone; its pods look for another one at the next update."""
        self._nodes.pop(node, None)
        for name, sits in self._sits.items():
            if any(place == node for place, _ in sits):
                self.unplaced[name] = 1

    def _is_known(self, status: WorkloadStatus) -> bool:
        flavors = {flavor for each in status.pod_sets for flavor in each.flavors.values()}
        return all(self._inventory.nodes_of(flavor) for flavor in flavors)

    def _release(self, name: str) -> None:
        for node, requests in self._sits.pop(name, ()):
            for resource, units in requests.items():
                self._free[node][resource] += units

    def _place(self, gang: Gang, name: str, status: WorkloadStatus) -> int:
        """How many pods find no node."""
        shapes = {pod_set.name: pod_set for pod_set in gang.pod_sets}
        sits = self._sits.setdefault(name, [])
        short = 0
        for admitted in status.pod_sets:
            if admitted.topology_assignment is not None or not admitted.flavors:
                continue
            shape = shapes[admitted.name]
            asked = self._requests(shape)
            nodes = list(self._usable(shape, admitted))
            for _ in range(admitted.count):
                able = [node for node in nodes if self._fits(node, asked)]
                if not able:
                    short += 1
                    continue
                chosen = max(able, key=lambda node: self._room(node, asked))
                for resource, units in asked.items():
                    self._free[chosen][resource] -= units
                sits.append((chosen, asked))
        return short

    def _requests(self, shape: PodSet) -> Requests:
        asked = {name: amount.units for name, amount in shape.requests.items()}
        asked.setdefault(PODS, 1)
        # what no node of a hand-written inventory lists is unknown, and not absent
        return {
            name: units
            for name, units in asked.items()
            if units and (name == PODS or self._inventory.measures(name))
        }

    def _usable(self, shape: PodSet, admitted: AdmittedPodSet) -> Iterator[str]:
        flavors = [self._flavors[name] for name in sorted(set(admitted.flavors.values()))]
        tolerations = [*shape.tolerations, *(t for each in flavors for t in each.tolerations)]
        for name, node in self._nodes.items():
            if (
                carries(node, shape.node_selector.items())
                and untolerated(node.taints, tolerations) is None
                and all(selects(flavor, node) for flavor in flavors)
            ):
                yield name

    def _fits(self, node: str, asked: Requests) -> bool:
        free = self._free[node]
        return all(free.get(resource, 0) >= units for resource, units in asked.items())

    def _room(self, node: str, asked: Requests) -> int:
        """How many more such pods the node could take."""
        free = self._free[node]
        return min(free[resource] // units for resource, units in asked.items())


def _offered(node: Node) -> Requests:
    free = {resource: offers(node, resource) for resource in node.allocatable}
    free.setdefault(PODS, ASSUMED_PODS)
    return free
