"""A cohort: an inner node of the quota tree.

Source: Kueue pkg/cache/scheduler/cohort_snapshot.go and pkg/cache/hierarchy/cohort.go, v0.19.2.
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from kuota.sim.model import (
    ResourceQuota,
)
from kuota.sim.resource_node import QuotaCell

if TYPE_CHECKING:
    from kuota.sim.cluster_queue import ClusterQueue


class QuotaNode:
    """What cohorts and ClusterQueues have in common: a name, a parent, quota by pair.

    ``cells`` holds a cell for each pair that the node has had to do with; ``subtree_cells`` those
    for which it or its subtree has quota, be it zero.
    """

    __slots__ = ("cells", "fair_weight", "height", "name", "parent", "quotas", "subtree_cells")

    def __init__(self, name: str, quotas: dict[int, ResourceQuota], fair_weight: float) -> None:
        self.name = name
        self.parent: Cohort | None = None
        self.quotas = quotas
        self.fair_weight = fair_weight
        self.height = 0
        self.cells: dict[int, QuotaCell] = {}
        self.subtree_cells: list[QuotaCell] = []

    def cell(self, pair: int, resource: str) -> QuotaCell:
        """The cell of the pair, made on demand together with those of the ancestors."""
        found = self.cells.get(pair)
        if found is None:
            above = None if self.parent is None else self.parent.cell(pair, resource)
            found = self.cells[pair] = QuotaCell(self, pair, resource, above, self.height)
            found.settle()
            self.watch(found)
        return found

    def watch(self, cell: QuotaCell) -> None:
        """Take part in the lists of the tree, if the node has to."""

    def path_parent_to_root(self) -> "Iterator[Cohort]":
        """The ancestors, nearest first."""
        node = self.parent
        while node is not None:
            yield node
            node = node.parent

    def is_within_nominal_in(self, pairs: list[int]) -> bool:
        """Whether the node stays within its subtree's quota in all these pairs."""
        cells = self.cells
        for pair in pairs:
            cell = cells.get(pair)
            if cell is not None and cell.subtree_quota < cell.usage:
                return False
        return True


class Cohort(QuotaNode):
    """A cohort.

    ``child_cluster_queues`` holds those that take part in scheduling, by name; ``lendable`` caches,
    by resource, what the cohort could have in all flavors if nothing were used; ``over_leaves``
    lists, by pair, the cells of queues below that exceed their quota (at the root only).
    """

    __slots__ = (
        "child_cluster_queues",
        "child_cohorts",
        "has_cycle",
        "inactive_cluster_queues",
        "lendable",
        "over_leaves",
    )

    def __init__(self, name: str, quotas: dict[int, ResourceQuota], fair_weight: float) -> None:
        super().__init__(name, quotas, fair_weight)
        self.child_cohorts: list[Cohort] = []
        self.child_cluster_queues: list[ClusterQueue] = []
        self.inactive_cluster_queues: list[ClusterQueue] = []
        self.has_cycle = False
        self.lendable: dict[str, int] | None = None
        self.over_leaves: dict[int, dict[QuotaCell, None]] = {}

    def root(self) -> "Cohort":
        """The topmost ancestor, the cohort itself when it has no parent."""
        node = self
        while node.parent is not None:
            node = node.parent
        return node

    def subtree_cluster_queues(self) -> "list[ClusterQueue]":
        """The active ClusterQueues at and below the cohort."""
        found = list(self.child_cluster_queues)
        for child in self.child_cohorts:
            found.extend(child.subtree_cluster_queues())
        return found

    def calculate_lendable(self) -> dict[str, int]:
        """By resource, what all flavors together could give to this cohort.

        Source: Kueue pkg/cache/scheduler/fair_sharing.go, calculateLendable, v0.19.2.
        """
        if self.lendable is None:
            totals: dict[str, int] = {}
            for cell in self.root().subtree_cells:
                mine = self.cell(cell.pair, cell.resource)
                totals[cell.resource] = totals.get(cell.resource, 0) + mine.potential
            self.lendable = totals
        return self.lendable
