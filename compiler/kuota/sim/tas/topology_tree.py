"""The domains of a topology over a set of nodes, as arrays.

Domains are numbered level by level from the widest to the narrowest, within a level in the order of
their level values. So the children of a domain are a range of numbers, and comparing numbers of one
level is comparing level values, which is Kueue's last tie-break everywhere.

Source: Kueue pkg/cache/scheduler/tas_topology_tree.go, v0.19.2.
"""

from collections.abc import Mapping, Sequence

from kuota.sim.model import (
    Requests,
)
from kuota.sim.tas.nodes import HOSTNAME_LABEL, PODS, Node


class Leaf:
    """A domain of the narrowest level; ``node`` is None unless that level is the hostname."""

    __slots__ = ("capacity", "domain_id", "node", "values")

    def __init__(self, domain_id: str, values: tuple[str, ...], node: Node | None) -> None:
        self.domain_id = domain_id
        self.values = values
        self.node = node
        self.capacity: Requests = {}

    def add(self, requests: Requests, sign: int = 1) -> None:
        """Adds (or, with ``sign`` -1, takes away) capacity."""
        capacity = self.capacity
        for resource, amount in requests.items():
            capacity[resource] = capacity.get(resource, 0) + sign * amount


class TopologyTree:
    """The static structure of one flavor: levels, domains, capacity of the leaves.

    ``leaves[i]`` is domain ``leaf_offset + i``. ``capacity`` of a leaf is the sum of what its nodes
    can allocate, less what other pods take there. ``resources`` names every resource of a leaf.
    """

    __slots__ = (
        "assignment_levels",
        "assignment_values",
        "child_end",
        "child_start",
        "is_lowest_level_node",
        "leaf_index",
        "leaf_offset",
        "leaves",
        "level_offset",
        "levels",
        "parent",
        "resources",
        "values",
    )

    def __init__(
        self,
        levels: Sequence[str],
        nodes: Sequence[Node],
        non_tas_usage: Mapping[str, Requests] | None = None,
    ) -> None:
        self.levels = tuple(levels)
        self.is_lowest_level_node = bool(levels) and levels[-1] == HOSTNAME_LABEL
        self.leaves = self._leaves(nodes, non_tas_usage or {})
        self.leaf_index = {leaf.domain_id: index for index, leaf in enumerate(self.leaves)}
        self.values: list[tuple[str, ...]] = []
        self.parent: list[int] = []
        self.child_start: list[int] = []
        self.child_end: list[int] = []
        self.level_offset: list[int] = [0]
        self._number_domains()
        self.leaf_offset = self.level_offset[-2] if levels else 0
        first = len(self.levels) - 1 if self.is_lowest_level_node else 0
        self.assignment_levels = self.levels[first:]
        self.assignment_values = [leaf.values[first:] for leaf in self.leaves]
        names = {PODS: None}
        for leaf in self.leaves:
            names.update(dict.fromkeys(leaf.capacity))
        self.resources = tuple(sorted(names))

    def domain_count(self) -> int:
        """How many domains there are over all levels."""
        return self.level_offset[-1]

    def level_of(self, key: str) -> int:
        """The index of the level with this node label, -1 when the topology has none."""
        return self.levels.index(key) if key in self.levels else -1

    def level_range(self, level: int) -> range:
        """The domains of a level."""
        return range(self.level_offset[level], self.level_offset[level + 1])

    def children(self, domain: int) -> range:
        """The domains right below ``domain``."""
        return range(self.child_start[domain], self.child_end[domain])

    def domain_id(self, domain: int) -> str:
        """Kueue's identifier of a domain, unique within its level."""
        if domain >= self.leaf_offset:
            return self.leaves[domain - self.leaf_offset].domain_id
        return ",".join(self.values[domain])

    def _leaves(self, nodes: Sequence[Node], non_tas_usage: Mapping[str, Requests]) -> list[Leaf]:
        found: dict[str, Leaf] = {}
        for node in nodes:
            values = tuple(node.labels.get(level, "") for level in self.levels)
            domain_id = values[-1] if self.is_lowest_level_node else ",".join(values)
            leaf = found.get(domain_id)
            if leaf is None:
                at_leaf = node if self.is_lowest_level_node else None
                leaf = found[domain_id] = Leaf(domain_id, values, at_leaf)
            leaf.add(node.allocatable)
            if node.name in non_tas_usage:
                leaf.add(non_tas_usage[node.name], -1)
        return sorted(found.values(), key=_leaf_values)

    def _number_domains(self) -> None:
        for level in range(len(self.levels)):
            offset = self.level_offset[-1]
            numbers: dict[tuple[str, ...], int] = {}
            above = self.level_offset[level - 1] if level else 0
            for leaf in self.leaves:
                values = leaf.values[: level + 1]
                if values not in numbers:
                    numbers[values] = offset + len(numbers)
            parents = {self.values[d]: d for d in range(above, offset)}
            for values, number in numbers.items():
                parent = parents[values[:-1]] if level else -1
                self._append(values, number, parent)
            self.level_offset.append(offset + len(numbers))

    def _append(self, values: tuple[str, ...], number: int, parent: int) -> None:
        self.values.append(values)
        self.parent.append(parent)
        self.child_start.append(0)
        self.child_end.append(0)
        if parent >= 0:
            if self.child_end[parent] == 0:
                self.child_start[parent] = number
            self.child_end[parent] = number + 1


def _leaf_values(leaf: Leaf) -> tuple[str, ...]:
    return leaf.values
