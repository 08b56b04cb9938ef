"""How many pods of a podSet the nodes can hold: bounds for a cluster with nothing else on it."""

from collections.abc import Hashable, Iterable, Sequence

from kuota.lint.inventory import HOSTNAME, Inventory, carries, label, offers
from kuota.lint.taints import Toleration, untolerated
from kuota.policy.cluster import Cluster, Node
from kuota.policy.team import PodSet

PODS = "pods"

Domain = tuple[str, ...]
"""The values of a domain's level labels, the widest first."""

Choices = tuple[tuple[str, ...], ...]
"""For each resource group that pods need, the flavors that take them."""

Kinds = tuple[tuple[int, Node], ...]
"""Nodes that hold the same, each kind once: how many there are, and the first of them."""


class Placement:
    """Placement bounds of one cluster. Gangs of one shape and nodes of one shape share answers."""

    def __init__(self, cluster: Cluster, inventory: Inventory) -> None:
        self._inventory = inventory
        self._levels = {t.name: tuple(lv.value for lv in t.levels) for t in cluster.topologies}
        self._rooms: dict[Hashable, tuple[int, str]] = {}
        self._eligible: dict[Hashable, tuple[Node, ...]] = {}
        self._shared: dict[Hashable, Kinds] = {}
        self._domains: dict[Hashable, dict[Domain, Kinds]] = {}
        self._alike: dict[Hashable, Kinds] = {}
        self._sizes: dict[Hashable, dict[Domain, int]] = {}

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

    def shared(self, choices: Choices, pod_set: PodSet) -> Kinds:
        """The nodes that one of each choice of flavors selects: no pod goes elsewhere."""
        key = (choices, _access(pod_set))
        if key not in self._shared:
            names = self._names(choices, pod_set)
            nodes = (node for node in self._inventory.nodes if node.name in names)
            self._shared[key] = self._kinds(nodes)
        return self._shared[key]

    def domains(
        self, flavor: str, level: str, choices: Choices, pod_set: PodSet
    ) -> dict[Domain, Kinds]:
        """The shared nodes of the flavor, by domain of the level.

        A node without the labels of all levels is in no domain.
        """
        key = (flavor, level, choices, _access(pod_set))
        if key not in self._domains:
            levels = self.levels_of(flavor)
            wide = levels[: levels.index(level) + 1] if level in levels else (HOSTNAME,)
            names = self._names(choices, pod_set)
            found: dict[Domain, list[Node]] = {}
            for node in self.eligible(flavor, pod_set):
                labelled = all(label(node, name) is not None for name in levels)
                if labelled and node.name in names:
                    values = tuple(str(label(node, name)) for name in wide)
                    found.setdefault(values, []).append(node)
            self._domains[key] = {name: self._kinds(nodes) for name, nodes in found.items()}
        return self._domains[key]

    def sizes(
        self, flavor: str, level: str, choices: Choices, pod_set: PodSet
    ) -> dict[Domain, int]:
        """How many of the pods each empty domain of the level holds."""
        key = (flavor, level, choices, _access(pod_set), _shape(pod_set))
        if key not in self._sizes:
            domains = self.domains(flavor, level, choices, pod_set)
            sums: dict[int, int] = {}
            for kinds in domains.values():
                if id(kinds) not in sums:
                    sums[id(kinds)] = self.held(kinds, pod_set)
            self._sizes[key] = {domain: sums[id(kinds)] for domain, kinds in domains.items()}
        return self._sizes[key]

    def held(self, kinds: Kinds, pod_set: PodSet) -> int:
        """How many of the pods the empty nodes hold together."""
        return sum(count * self.pods_on(pod_set, node)[0] for count, node in kinds)

    def _names(self, choices: Choices, pod_set: PodSet) -> set[str]:
        sets = [{n.name for f in fs for n in self.eligible(f, pod_set)} for fs in choices]
        return set.intersection(*sets) if sets else set()

    def _kinds(self, nodes: Iterable[Node]) -> Kinds:
        """The nodes, equal ones counted; domains that hold the same share one value."""
        counts: dict[int, int] = {}
        first: dict[int, Node] = {}
        for node in nodes:
            shape = self._inventory.shape(node)
            first.setdefault(shape, node)
            counts[shape] = counts.get(shape, 0) + 1
        key = tuple(counts.items())
        if key not in self._alike:
            self._alike[key] = tuple((counts[shape], node) for shape, node in first.items())
        return self._alike[key]

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
