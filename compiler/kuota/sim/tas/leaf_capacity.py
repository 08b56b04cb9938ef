"""What is free at each leaf of a topology.

Source: Kueue pkg/cache/scheduler/tas_flavor_snapshot.go (leafCapacity), v0.19.2.
"""

from typing import Final

from kuota.sim.tas.capacity_classes import CapacityClasses, RequestShapes
from kuota.sim.tas.topology_tree import TopologyTree

_SPARE: Final = 4096


class LeafCapacities:
    """The capacity class of each leaf of one flavor.

    ``free`` has the class of a leaf with no TAS workload on it, ``remaining`` the class with the
    present ones. ``changes`` lists leaves in the order in which their remaining class changed;
    ``changes_start`` counts the entries dropped from its head.
    """

    __slots__ = ("changes", "changes_start", "classes", "free", "remaining")

    def __init__(self, classes: CapacityClasses, free: list[int], remaining: list[int]) -> None:
        self.classes = classes
        self.free = free
        self.remaining = remaining
        self.changes: list[int] = []
        self.changes_start = 0

    def copy(self) -> "LeafCapacities":
        """Independent capacities with the same usage; classes are shared."""
        return LeafCapacities(self.classes, self.free, list(self.remaining))

    def take(self, leaf: int, shape: int, count: int) -> None:
        """Puts ``count`` pods of a shape onto a leaf; a negative count removes them again."""
        self.remaining[leaf] = self.classes.after(self.remaining[leaf], shape, count)
        self.changes.append(leaf)

    def compact(self) -> bool:
        """Forgets unused classes when there are too many; True when numbers changed."""
        old = self.classes
        if len(old.amounts) <= 2 * len(self.free) + _SPARE:
            return False
        new = self.classes = CapacityClasses(old.resources, old.shapes)
        self.free = [new.number(old.amounts[number]) for number in self.free]
        self.remaining = [new.number(old.amounts[number]) for number in self.remaining]
        return True

    def trim_changes(self) -> None:
        """Drops the older half of a change list that costs more to replay than to recompute."""
        if len(self.changes) > 4 * len(self.remaining) + _SPARE:
            half = len(self.changes) // 2
            self.changes_start += half
            del self.changes[:half]


def empty_leaves(tree: TopologyTree, shapes: RequestShapes) -> LeafCapacities:
    """The leaves of a tree without any TAS workload."""
    classes = CapacityClasses(tree.resources, shapes)
    free = [classes.of(leaf.capacity) for leaf in tree.leaves]
    return LeafCapacities(classes, free, list(free))
