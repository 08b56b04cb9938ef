"""The nodes of a cluster, by the flavors that select them, and what they can hold."""

from collections.abc import Hashable, Iterable
from typing import NamedTuple

from kuota.lint.taints import HARD, same_taint, untolerated
from kuota.policy.cluster import Cluster, Flavor, Node, Taint
from kuota.source.span import Span

HOSTNAME = "kubernetes.io/hostname"


class Capacity(NamedTuple):
    """What the nodes of a flavor offer of one resource, less reserve and headroom.

    ``declared`` are the places in the inventory that say so; ``text`` is the arithmetic.
    """

    units: int
    parts: tuple[tuple[int, int], ...]
    reserved: bool
    held_back: tuple[int, ...]
    out_of_service: int
    declared: tuple[Span, ...]


class Inventory:
    """Which nodes each flavor selects. A node out of service holds no quota."""

    def __init__(self, cluster: Cluster) -> None:
        self.flavors = {flavor.name: flavor for flavor in cluster.flavors}
        self.nodes = cluster.nodes
        self._selected = {
            flavor.name: tuple(node for node in cluster.nodes if selects(flavor, node))
            for flavor in cluster.flavors
        }
        self._flavors_of: dict[str, tuple[str, ...]] = {}
        for flavor, nodes in self._selected.items():
            for node in nodes:
                self._flavors_of[node.name] = (*self._flavors_of.get(node.name, ()), flavor)
        self._shapes = _shapes(cluster.nodes)
        self._listed = {resource for node in cluster.nodes for resource in node.allocatable}
        self._capacity: dict[tuple[str, str], Capacity] = {}

    def nodes_of(self, flavor: str) -> tuple[Node, ...]:
        """All nodes that the flavor selects, in order of name."""
        return self._selected.get(flavor, ())

    def usable(self, flavor: str) -> tuple[Node, ...]:
        """The nodes of the flavor that are in service."""
        return tuple(node for node in self.nodes_of(flavor) if in_service(node))

    def shape(self, node: Node) -> int:
        """A number that nodes with the same amounts share."""
        return self._shapes[node.name]

    def flavors_of(self, node: Node) -> tuple[str, ...]:
        """The flavors that select the node, in order of name."""
        return self._flavors_of.get(node.name, ())

    def shared(self, node: Node) -> bool:
        """Whether several flavors select the node."""
        return len(self.flavors_of(node)) > 1

    def lists(self, resource: str) -> bool:
        """Whether any node of the inventory says anything of the resource."""
        return resource in self._listed

    def measures(self, resource: str) -> bool:
        """Whether a node without it has none: a device that is listed nowhere is absent."""
        return self.lists(resource) or is_accelerator(resource)

    def capacity(self, flavor: str, resource: str) -> Capacity:
        """What the flavor's nodes offer of the resource."""
        key = (flavor, resource)
        if key not in self._capacity:
            self._capacity[key] = self._measure(flavor, resource)
        return self._capacity[key]

    def _measure(self, flavor: str, resource: str) -> Capacity:
        usable = self.usable(flavor)
        amounts = sorted((offers(node, resource) for node in usable), reverse=True)
        held = amounts[: self.flavors[flavor].headroom_nodes] if flavor in self.flavors else []
        written = {
            id(node.allocatable[resource]): node.allocatable[resource]
            for node in usable
            if resource in node.allocatable
        }
        counts: dict[int, int] = {}
        for units in amounts:
            counts[units] = counts.get(units, 0) + 1
        return Capacity(
            units=sum(amounts) - sum(held),
            parts=tuple((count, units) for units, count in counts.items()),
            reserved=any(resource in node.reserve for node in usable),
            held_back=tuple(held),
            out_of_service=len(self.nodes_of(flavor)) - len(usable),
            declared=tuple(dict.fromkeys(amount.origin.span for amount in written.values())),
        )


def _shapes(nodes: Iterable[Node]) -> dict[str, int]:
    """A number for each node by name; nodes of one group of the inventory share their amounts."""
    numbers: dict[Hashable, int] = {}
    known: dict[tuple[int, int], int] = {}
    found = {}
    for node in nodes:
        same = (id(node.allocatable), id(node.reserve))
        if same not in known:
            known[same] = numbers.setdefault(_amounts(node), len(numbers))
        found[node.name] = known[same]
    return found


def _amounts(node: Node) -> Hashable:
    have = tuple((resource, amount.units) for resource, amount in node.allocatable.items())
    return have, tuple((resource, amount.units) for resource, amount in node.reserve.items())


def in_service(node: Node) -> bool:
    """Whether pods can start on the node."""
    return node.ready and not node.unschedulable


def offers(node: Node, resource: str) -> int:
    """What the node offers of the resource after its reserve."""
    have, keep = node.allocatable.get(resource), node.reserve.get(resource)
    return max(0, (have.units if have else 0) - (keep.units if keep else 0))


def selects(flavor: Flavor, node: Node) -> bool:
    """Whether pods of the flavor go to the node.

    A flavor without labels selects every node whose taints it tolerates or declares; one with
    labels means the nodes that carry them, and a taint it forgets is a finding of its own.
    """
    if flavor.node_labels:
        return carries(node, flavor.node_labels.items())
    return undeclared_taint(flavor, node) is None


def undeclared_taint(flavor: Flavor, node: Node) -> Taint | None:
    """The first hard taint of the node that the flavor neither declares nor tolerates."""
    for taint in node.taints:
        known = any(same_taint(taint, declared) for declared in flavor.node_taints)
        if taint.effect in HARD and not known and untolerated((taint,), flavor.tolerations):
            return taint
    return None


def carries(node: Node, labels: Iterable[tuple[str, str]]) -> bool:
    """Whether the node has all the labels; its host name counts as its name when unwritten."""
    return all(label(node, key) == value for key, value in labels)


def label(node: Node, key: str) -> str | None:
    """The value of the node's label; the kubelet sets the host name, so it is never missing."""
    return node.labels.get(key, node.name if key == HOSTNAME else None)


def is_accelerator(resource: str) -> bool:
    """Whether the resource is a device: an extended resource, which has a domain in its name."""
    domain, slash, _ = resource.partition("/")
    return bool(slash) and domain != "kubernetes.io"


def is_whole_device(resource: str) -> bool:
    """Whether one unit is a whole accelerator, so not a slice, a share or a network device."""
    return is_accelerator(resource) and resource.rpartition("/")[2] in ("gpu", "tpu")
