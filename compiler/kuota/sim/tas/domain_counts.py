"""How many pods, slices and leaders fit into each domain: the first phase of placement.

Kueue recomputes this for every attempt. Here the counts of one combination of requests are kept;
before each use only the leaves whose capacity changed, and the domains above them, are recomputed.

Source: Kueue pkg/cache/scheduler/tas_flavor_snapshot.go (fillInCounts, fillLeafCounts,
fillInCountsHelper, sortedDomains), v0.19.2.
"""

from bisect import bisect_left, insort
from collections.abc import Iterable
from typing import Final

from kuota.sim.tas.capacity_classes import MAX_COUNT
from kuota.sim.tas.leaf_capacity import LeafCapacities
from kuota.sim.tas.matching_leaves import MatchingLeaves
from kuota.sim.tas.topology_tree import TopologyTree

DOMAIN_BITS: Final = 21
POD_BITS: Final = 32
DOMAIN_MASK: Final = (1 << DOMAIN_BITS) - 1
SLICE_SHIFT: Final = DOMAIN_BITS + POD_BITS


class SliceLayers:
    """How pods are grouped: slices of ``size`` at ``level``, smaller ones in levels below.

    ``inner`` maps a level below to the size its domains take pods in; empty for a single layer.
    """

    __slots__ = ("inner", "level", "size")

    def __init__(self, size: int, level: int, inner: dict[int, int]) -> None:
        self.size = size
        self.level = level
        self.inner = inner

    def key(self) -> tuple[int, ...]:
        """A value that is equal for equal layers."""
        flat = [self.size, self.level]
        for level in sorted(self.inner):
            flat += (level, self.inner[level])
        return tuple(flat)


class CountArrays:
    """Counts of all domains, by domain number.

    ``pods`` and ``slices`` fit without a leader; ``pods_with_leader`` and ``slices_with_leader``
    fit when the leader is in the domain too, ``leaders`` says whether it can be. Without a leader
    in the request the arrays with and without are the same objects. ``scores`` are sums of node
    affinity weights.
    """

    __slots__ = (
        "has_leader",
        "has_scores",
        "leaders",
        "pods",
        "pods_with_leader",
        "scores",
        "slices",
        "slices_with_leader",
        "tree",
    )

    def __init__(self, tree: TopologyTree, has_leader: bool, has_scores: bool) -> None:
        size = tree.domain_count()
        self.tree = tree
        self.has_leader = has_leader
        self.has_scores = has_scores
        self.pods = [0] * size
        self.slices = [0] * size
        self.leaders = [0] * size
        self.scores = [0] * size
        self.pods_with_leader = [0] * size if has_leader else self.pods
        self.slices_with_leader = [0] * size if has_leader else self.slices

    def copy(self) -> "CountArrays":
        """Independent arrays with the same counts."""
        other = CountArrays(self.tree, self.has_leader, self.has_scores)
        other.pods[:] = self.pods
        other.slices[:] = self.slices
        other.leaders[:] = self.leaders
        other.scores[:] = self.scores
        if self.has_leader:
            other.pods_with_leader[:] = self.pods_with_leader
            other.slices_with_leader[:] = self.slices_with_leader
        return other

    def roll_up(self, domain: int, level: int, layers: SliceLayers) -> None:
        """Recomputes a domain from its children."""
        tree = self.tree
        start, end = tree.child_start[domain], tree.child_end[domain]
        inner = layers.inner.get(level + 1, 0)
        if inner:
            pods = sum([count // inner for count in self.pods[start:end]]) * inner
        else:
            pods = sum(self.pods[start:end])
        self.pods[domain] = pods
        if level == layers.level:
            self.slices[domain] = pods // layers.size
        elif level < layers.level:
            self.slices[domain] = sum(self.slices[start:end])
        if self.has_leader:
            self._roll_up_with_leader(domain, level, layers)
        if self.has_scores:
            self.scores[domain] = sum(self.scores[start:end])

    def _roll_up_with_leader(self, domain: int, level: int, layers: SliceLayers) -> None:
        """Puts the leader into the child where it costs the fewest pods, and slices."""
        inner = layers.inner.get(level + 1, 1)
        pod_cost = slice_cost = MAX_COUNT
        leaders = slices = 0
        for child in self.tree.children(domain):
            slices += self.slices[child]
            if self.leaders[child]:
                leaders = 1
                cost = self.pods[child] // inner - self.pods_with_leader[child] // inner
                pod_cost = min(pod_cost, cost * inner)
                cost = self.slices[child] - self.slices_with_leader[child]
                slice_cost = min(slice_cost, cost)
        self.leaders[domain] = leaders
        pods = self.pods[domain] - pod_cost if leaders else 0
        self.pods_with_leader[domain] = pods
        if level == layers.level:
            self.slices_with_leader[domain] = pods // layers.size
        else:
            self.slices_with_leader[domain] = slices - slice_cost if leaders else 0

    def regroup(self, domains: Iterable[int], size: int) -> None:
        """Counts the pods of these domains in slices of another size."""
        for domain in domains:
            self.slices[domain] = self.pods[domain] // size
            self.slices_with_leader[domain] = self.pods_with_leader[domain] // size

    def sort(self, domains: Iterable[int], ascending: bool) -> list[int]:
        """Domains by slices (descending unless ``ascending``), then fewest pods, then values.

        Where nodes have affinity scores, higher scores come first.
        """
        return self._sorted(domains, ascending, self.slices, self.pods)

    def sort_with_leader(self, domains: Iterable[int], ascending: bool) -> list[int]:
        """As ``sort`` by the counts with the leader, domains that can take the leader first."""
        if not self.has_leader:
            return self._sorted(domains, ascending, self.slices, self.pods)
        ordered = self._sorted(domains, ascending, self.slices_with_leader, self.pods_with_leader)
        leaders = self.leaders
        return [d for d in ordered if leaders[d]] + [d for d in ordered if not leaders[d]]

    def _sorted(
        self, domains: Iterable[int], ascending: bool, slices: list[int], pods: list[int]
    ) -> list[int]:
        sign = 1 if ascending else -1
        keys = [((sign * slices[d]) << SLICE_SHIFT) + (pods[d] << DOMAIN_BITS) + d for d in domains]
        keys.sort()
        ordered = [key & DOMAIN_MASK for key in keys]
        if self.has_scores:
            scores = self.scores
            ordered.sort(key=lambda d: -scores[d])
        return ordered


class DomainCounts:
    """The counts for one combination of requests, kept in step with the capacity of the leaves.

    ``excluded_by_resource`` counts matching leaves that take no pod, by their scarcest resource.
    """

    __slots__ = (
        "_class_of_leaf",
        "_classes",
        "_leader",
        "_orders",
        "_position",
        "_stale",
        "_targets",
        "_workers",
        "arrays",
        "capacities",
        "excluded_by_resource",
        "layers",
        "leader_shape",
        "matching",
        "tree",
    )

    def __init__(
        self,
        tree: TopologyTree,
        capacities: LeafCapacities,
        matching: MatchingLeaves,
        layers: SliceLayers,
        shape: int,
        leader_shape: int,
        on_empty: bool,
    ) -> None:
        self.capacities = capacities
        self.tree = tree
        self.matching = matching
        self.layers = layers
        self.leader_shape = leader_shape
        self._classes = capacities.classes
        self._workers = self._classes.fit(shape)
        self._leader = self._classes.fit(leader_shape) if leader_shape >= 0 else None
        self._targets = capacities.free if on_empty else capacities.remaining
        self.arrays = CountArrays(self.tree, leader_shape >= 0, matching.scores is not None)
        self.excluded_by_resource: dict[str, int] = {}
        self._class_of_leaf: list[int] = []
        self._stale: list[int] = []
        self._orders: dict[int, list[int]] = {}
        self._position = -1

    def synchronize(self) -> None:
        """Brings the counts up to date with the capacity of the leaves."""
        capacities = self.capacities
        end = capacities.changes_start + len(capacities.changes)
        if self._position < capacities.changes_start:
            self._fill()
        else:
            changed = capacities.changes[self._position - capacities.changes_start :]
            targets = self._targets
            self._update([(leaf, targets[leaf]) for leaf in dict.fromkeys(self._stale + changed)])
        self._stale = []
        self._position = end

    def assume(self, leaf_classes: list[tuple[int, int]]) -> None:
        """Gives leaves another capacity class until the next ``synchronize``."""
        self._update(leaf_classes)
        self._stale += [leaf for leaf, _ in leaf_classes]

    def ordered_level(self, level: int, ascending: bool) -> list[int]:
        """All domains of a level in the order of ``CountArrays.sort_with_leader``.

        Without a leader and scores the order is kept from call to call.
        """
        arrays = self.arrays
        if arrays.has_leader or arrays.has_scores:
            return arrays.sort_with_leader(self.tree.level_range(level), ascending)
        return [key & DOMAIN_MASK for key in self.level_keys(level, ascending)]

    def level_keys(self, level: int, ascending: bool) -> list[int]:
        """The sort keys of a level, sorted; each holds slices, pods and the domain."""
        slot = 2 * level + ascending
        keys = self._orders.get(slot)
        if keys is None:
            keys = self._orders[slot] = sorted(
                [self._key(domain, ascending) for domain in self.tree.level_range(level)]
            )
        return keys

    def _key(self, domain: int, ascending: bool) -> int:
        slices = self.arrays.slices[domain]
        pods = self.arrays.pods[domain]
        return ((slices if ascending else -slices) << SLICE_SHIFT) + (pods << DOMAIN_BITS) + domain

    def _fill(self) -> None:
        tree = self.tree
        arrays = self.arrays
        self._orders.clear()
        self._class_of_leaf = list(self._targets)
        if self.matching.scores is not None:
            arrays.scores[tree.leaf_offset :] = self.matching.scores
        if self._leader is None and self.matching.matches is None:
            self._fill_leaves()
        else:
            self.excluded_by_resource = {}
            for leaf, capacity_class in enumerate(self._class_of_leaf):
                self._count_leaf(leaf, capacity_class)
        for level in range(len(tree.levels) - 2, -1, -1):
            for domain in tree.level_range(level):
                arrays.roll_up(domain, level, self.layers)

    def _fill_leaves(self) -> None:
        """Counts of all leaves in the common case: every leaf matches, no leader."""
        offset = self.tree.leaf_offset
        workers = self._workers
        nodes_of_class: dict[int, int] = {}
        for capacity_class in self._class_of_leaf:
            nodes_of_class[capacity_class] = nodes_of_class.get(capacity_class, 0) + 1
        counts = {found: workers.count(found) for found in nodes_of_class}
        pods = [counts[capacity_class] for capacity_class in self._class_of_leaf]
        self.arrays.pods[offset:] = pods
        if self.layers.level == len(self.tree.levels) - 1:
            size = self.layers.size
            self.arrays.slices[offset:] = pods if size == 1 else [count // size for count in pods]
        excluded: dict[str, int] = {}
        for capacity_class, nodes in nodes_of_class.items():
            if counts[capacity_class] == 0:
                resource = workers.limiting_resource(capacity_class)
                excluded[resource] = excluded.get(resource, 0) + nodes
        self.excluded_by_resource = excluded

    def _update(self, leaf_classes: list[tuple[int, int]]) -> None:
        tree = self.tree
        classes = self._class_of_leaf
        offset = tree.leaf_offset
        moved = [item for item in leaf_classes if classes[item[0]] != item[1]]
        if not moved:
            return
        level = len(tree.levels) - 1
        dirty: dict[int, None] = {}
        self._forget_order(level, len(moved))
        for leaf, capacity_class in moved:
            domain = offset + leaf
            self._unplace(domain, level)
            self._set_leaf(leaf, capacity_class)
            self._place(domain, level)
            dirty[tree.parent[domain]] = None
        while level > 0:
            level -= 1
            above: dict[int, None] = {}
            self._forget_order(level, len(dirty))
            for domain in dirty:
                self._unplace(domain, level)
                self.arrays.roll_up(domain, level, self.layers)
                self._place(domain, level)
                above[tree.parent[domain]] = None
            dirty = above

    def _set_leaf(self, leaf: int, capacity_class: int) -> None:
        matches = self.matching.matches
        before = self._class_of_leaf[leaf]
        self._class_of_leaf[leaf] = capacity_class
        if matches is None or matches[leaf]:
            if self.arrays.pods[self.tree.leaf_offset + leaf] == 0:
                self.excluded_by_resource[self._workers.limiting_resource(before)] -= 1
            self._count_leaf(leaf, capacity_class)

    def _count_leaf(self, leaf: int, capacity_class: int) -> None:
        matches = self.matching.matches
        if matches is not None and not matches[leaf]:
            return
        workers = self._workers
        arrays = self.arrays
        domain = self.tree.leaf_offset + leaf
        pods = workers.count(capacity_class)
        if pods == 0:
            resource = workers.limiting_resource(capacity_class)
            excluded = self.excluded_by_resource
            excluded[resource] = excluded.get(resource, 0) + 1
        is_slice_level = self.layers.level == len(self.tree.levels) - 1
        arrays.pods[domain] = pods
        if is_slice_level:
            arrays.slices[domain] = pods // self.layers.size
        if self._leader is None:
            return
        fits_leader = self._leader.count(capacity_class) > 0
        arrays.leaders[domain] = 1 if fits_leader else 0
        if fits_leader:
            pods = workers.count(self._classes.after(capacity_class, self.leader_shape, 1))
        arrays.pods_with_leader[domain] = pods
        if is_slice_level:
            arrays.slices_with_leader[domain] = pods // self.layers.size

    def _forget_order(self, level: int, changes: int) -> None:
        """Drops the kept orders of a level where sorting anew is cheaper than moving entries."""
        if 4 * changes > len(self.tree.level_range(level)):
            self._orders.pop(2 * level, None)
            self._orders.pop(2 * level + 1, None)

    def _unplace(self, domain: int, level: int) -> None:
        for ascending in (False, True):
            keys = self._orders.get(2 * level + ascending)
            if keys is not None:
                del keys[bisect_left(keys, self._key(domain, ascending))]

    def _place(self, domain: int, level: int) -> None:
        for ascending in (False, True):
            keys = self._orders.get(2 * level + ascending)
            if keys is not None:
                insort(keys, self._key(domain, ascending))
