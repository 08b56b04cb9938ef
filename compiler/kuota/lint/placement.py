"""How many pods of a podSet the nodes can hold: bounds for a cluster with nothing else on it."""

from collections.abc import Hashable, Sequence

from kuota.lint.inventory import HOSTNAME, Inventory, carries, label, offers
from kuota.lint.taints import Toleration, untolerated
from kuota.policy.cluster import Cluster, Node
from kuota.policy.team import PodSet

PODS = "pods"

Domain = tuple[str, ...]
"""The values of a domain's level labels, the widest first."""


class Placement:
    """Placement bounds of one cluster. Gangs of one shape and nodes of one shape share answers."""

    def __init__(self, cluster: Cluster, inventory: Inventory) -> None:
        self._inventory = inventory
        self._levels = {t.name: tuple(lv.value for lv in t.levels) for t in cluster.topologies}
        self._rooms: dict[Hashable, tuple[int, str]] = {}
        self._eligible: dict[Hashable, tuple[Node, ...]] = {}
        self._shared: dict[Hashable, tuple[Node, ...]] = {}
        self._domains: dict[Hashable, dict[Domain, list[Node]]] = {}

    def levels_of(self, flavor: str) -> tuple[str, ...]:
        """The levels of the flavor's topology, the widest first; none without a topology."""
        topology = self._inventory.flavors[flavor].topology
        return () if topology is None else self._levels.get(topology.value, ())

    def pods_on(self, pod_set: PodSet, node: Node) -> tuple[int, str]:
        """How many of the pods the empty node holds, and the resource that is short first."""
        key = (_shape(pod_set), self._inventory.shape(node))
        if key not in self._rooms:
            self._rooms[key] = self._room(pod_set, node)
        return self._rooms[key]

    def eligible(self, flavor: str, pod_set: PodSet) -> tuple[Node, ...]:
        """The flavor's nodes in service whose labels and taints let the pods in."""
        key = (flavor, _access(pod_set))
        if key not in self._eligible:
            own = self._inventory.flavors[flavor].tolerations
            tolerations: Sequence[Toleration] = (*pod_set.tolerations, *own)
            self._eligible[key] = tuple(
                node
                for node in self._inventory.usable(flavor)
                if carries(node, pod_set.node_selector.items())
                and untolerated(node.taints, tolerations) is None
            )
        return self._eligible[key]

    def shared(self, choices: tuple[tuple[str, ...], ...], pod_set: PodSet) -> tuple[Node, ...]:
        """The nodes that one of each choice of flavors selects: no pod goes elsewhere."""
        key = (choices, _access(pod_set))
        if key not in self._shared:
            pool: tuple[Node, ...] = self._inventory.nodes
            for flavors in choices:
                names = {n.name for f in flavors for n in self.eligible(f, pod_set)}
                pool = tuple(node for node in pool if node.name in names)
            self._shared[key] = pool
        return self._shared[key]

    def domains(self, flavor: str, level: str, pod_set: PodSet) -> dict[Domain, list[Node]]:
        """The nodes of each domain of the level; a node without all level labels is in none."""
        key = (flavor, level, _access(pod_set))
        if key not in self._domains:
            levels = self.levels_of(flavor)
            wide = levels[: levels.index(level) + 1] if level in levels else (HOSTNAME,)
            found: dict[Domain, list[Node]] = {}
            for node in self.eligible(flavor, pod_set):
                if all(label(node, name) is not None for name in levels):
                    values = tuple(str(label(node, name)) for name in wide)
                    found.setdefault(values, []).append(node)
            self._domains[key] = found
        return self._domains[key]

    def _room(self, pod_set: PodSet, node: Node) -> tuple[int, str]:
        limit, short = pod_set.count, PODS
        wanted = {resource: amount.units for resource, amount in pod_set.requests.items()}
        for resource, units in (*wanted.items(), (PODS, 1)):
            if units <= 0 or not self._inventory.measures(resource):
                continue
            room = offers(node, resource) // units
            if room < limit:
                limit, short = room, resource
        return limit, short


def _shape(pod_set: PodSet) -> Hashable:
    return pod_set.count, tuple((r, amount.units) for r, amount in pod_set.requests.items())


def _access(pod_set: PodSet) -> Hashable:
    """What decides which nodes let the pods in."""
    if not pod_set.node_selector and not pod_set.tolerations:
        return ()
    return tuple(pod_set.node_selector.items()), repr(pod_set.tolerations)
