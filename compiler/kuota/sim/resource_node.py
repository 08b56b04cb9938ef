"""Quota and usage of one (flavor, resource) pair at one node of the cohort tree.

A cell knows the cell of the same pair at the parent, so that a question about quota walks up plain
references. Everything that follows from quota alone is worked out once, by ``settle``.

Source: Kueue pkg/cache/scheduler/resource_node.go, v0.19.2.
"""

from typing import TYPE_CHECKING, Final

from kuota.quantity import UNLIMITED, add, subtract
from kuota.sim.model import (
    NO_QUOTA,
    ResourceQuota,
)

if TYPE_CHECKING:
    from kuota.sim.cohort import QuotaNode

INFINITE: Final = 1 << 100
"""Unlimited inside a cell: what is left of it after any bounded amount is still unlimited."""


class QuotaCell:
    """One pair at one node.

    ``subtree_quota`` is what the node and its subtree have, less what lending limits keep below;
    ``local_quota`` is the part of it that the parent never sees; ``usage`` counts against
    ``subtree_quota``. ``borrowing_cap`` bounds what this node may take from its parent, usage
    included; ``potential`` is what the node could have if nothing were used. The cells of active
    queues of one tree share ``over_leaves``: those of them whose usage exceeds their quota.
    """

    __slots__ = (
        "borrowing_cap",
        "height",
        "local_quota",
        "nominal",
        "over",
        "over_leaves",
        "owner",
        "pair",
        "parent",
        "potential",
        "quota",
        "resource",
        "subtree_quota",
        "usage",
    )

    def __init__(
        self, owner: "QuotaNode", pair: int, resource: str, parent: "QuotaCell | None", height: int
    ) -> None:
        self.owner = owner
        self.over_leaves: dict[QuotaCell, None] | None = None
        self.over = False
        self.pair = pair
        self.resource = resource
        self.parent = parent
        self.height = height
        self.quota: ResourceQuota = NO_QUOTA
        self.nominal = 0
        self.subtree_quota = 0
        self.local_quota = 0
        self.borrowing_cap = INFINITE
        self.potential = 0
        self.usage = 0

    def set_quota(self, quota: ResourceQuota) -> None:
        """Own quota of the node; its subtree's is still to be added."""
        self.quota = quota
        self.nominal = _inside(quota.nominal)
        self.subtree_quota = quota.nominal

    def lend_to_parent(self) -> None:
        """Close the sum of the subtree and add what the parent sees of it to the parent."""
        limit = self.quota.lending_limit
        subtree = self.subtree_quota
        local = max(0, subtract(subtree, limit)) if limit < UNLIMITED else 0
        if self.parent is not None:
            self.parent.subtree_quota = add(self.parent.subtree_quota, subtract(subtree, local))
        if self.quota.borrowing_limit < UNLIMITED:
            self.borrowing_cap = _inside(add(subtract(subtree, local), self.quota.borrowing_limit))
        self.subtree_quota = _inside(subtree)
        self.local_quota = _inside(local)

    def settle(self) -> None:
        """Work out what could be had without usage; the parent must be settled first."""
        parent = self.parent
        if parent is None:
            self.potential = self.subtree_quota
            return
        potential = self.local_quota + parent.potential
        if self.quota.borrowing_limit < UNLIMITED:
            potential = min(potential, self.subtree_quota + self.quota.borrowing_limit)
        self.potential = potential

    def local_available(self) -> int:
        """What is free of the part that the parent does not see."""
        free = self.local_quota - self.usage
        return free if free > 0 else 0

    def available(self) -> int:
        """What more the node can use, borrowing included; negative when over quota."""
        cell = self
        total = 0
        bound = INFINITE
        parent = cell.parent
        while parent is not None:
            free = cell.local_quota - cell.usage
            cap = cell.borrowing_cap
            if free > 0:
                total += free
            else:
                cap += free
            if total + cap < bound:
                bound = total + cap
            cell = parent
            parent = cell.parent
        total += cell.subtree_quota - cell.usage
        return bound if bound < total else total

    def add_usage(self, amount: int) -> None:
        """Count ``amount`` here and, past the local quota, at the ancestors."""
        cell = self
        if not cell.over and cell.usage + amount > cell.subtree_quota:
            cell.note_over()
        while True:
            free = cell.local_quota - cell.usage
            cell.usage += amount
            if free > 0:
                amount -= free
                if amount <= 0:
                    return
            elif amount <= 0:
                return
            parent = cell.parent
            if parent is None:
                return
            cell = parent

    def remove_usage(self, amount: int) -> None:
        """Take ``amount`` back, here and where it was stored at the ancestors."""
        cell = self
        if cell.over and cell.usage - amount <= cell.subtree_quota:
            cell.note_not_over()
        while True:
            stored = cell.usage - cell.local_quota
            cell.usage -= amount
            parent = cell.parent
            if stored <= 0 or parent is None:
                return
            if stored < amount:
                amount = stored
            cell = parent

    def take_back(self, amount: int) -> None:
        """Undo exactly what ``add_usage`` did with the same amount.

        A negative amount has been counted here only: a reservation of a queue that is over its
        limit, or a slice that asks for less than the one that it replaces.
        """
        if amount >= 0:
            self.remove_usage(amount)
            return
        self.usage -= amount
        if not self.over and self.usage > self.subtree_quota:
            self.note_over()

    def note_over(self) -> None:
        """List the cell among those that exceed their quota."""
        if self.over_leaves is not None:
            self.over = True
            self.over_leaves[self] = None

    def note_not_over(self) -> None:
        """Take the cell off that list."""
        if self.over_leaves is not None:
            self.over = False
            del self.over_leaves[self]

    def borrowing_with(self, amount: int) -> bool:
        """Whether usage and ``amount`` exceed what the subtree has itself."""
        return self.subtree_quota < self.usage + amount


def finite(amount: int) -> int:
    """An amount computed with cells as the rest of kuota spells it: UNLIMITED when unbounded."""
    return UNLIMITED if amount >= UNLIMITED else amount


def _inside(amount: int) -> int:
    return INFINITE if amount >= UNLIMITED else amount
