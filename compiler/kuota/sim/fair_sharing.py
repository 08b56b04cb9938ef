"""Dominant resource shares: how much a node of the cohort tree borrows, relative to its weight.

Source: Kueue pkg/cache/scheduler/fair_sharing.go, v0.19.2.
"""

from math import inf

from kuota.sim.cohort import QuotaNode
from kuota.sim.model import (
    QuotaUsage,
)


class DominantResourceShare:
    """The share of one node. ``unweighted_ratio`` is borrowed over lendable, in thousandths.

    Only ratios are floats, computed from exact amounts in Kueue's order of operations.
    """

    __slots__ = (
        "borrowed_pairs",
        "borrowing",
        "dominant_resource",
        "fair_weight",
        "unweighted_ratio",
    )

    def __init__(self, fair_weight: float, unweighted_ratio: float) -> None:
        self.fair_weight = fair_weight
        self.unweighted_ratio = unweighted_ratio
        self.dominant_resource = ""
        self.borrowing = False
        self.borrowed_pairs: list[int] = []

    def is_borrowing_on(self, requested: QuotaUsage) -> bool:
        """Whether the node borrows something of what is requested."""
        return any(requested.get(pair, 0) > 0 for pair in self.borrowed_pairs)

    def zero_weight_borrows(self) -> bool:
        """Whether the node borrows though its weight gives it no right to."""
        return self.fair_weight == 0 and self.unweighted_ratio != 0

    def precise_weighted_share(self) -> float:
        """The ratio over the weight."""
        if self.unweighted_ratio == 0:
            return 0.0
        if self.fair_weight == 0:
            return inf
        return self.unweighted_ratio / self.fair_weight


NEGATIVE = DominantResourceShare(1.0, -1.0)
"""Less than any share."""


def compare(one: DominantResourceShare, other: DominantResourceShare) -> int:
    """-1, 0 or 1: the smaller share is preferred for admission, the greater for preemption."""
    one_zero, other_zero = one.zero_weight_borrows(), other.zero_weight_borrows()
    if one_zero and other_zero:
        first, second = one.unweighted_ratio, other.unweighted_ratio
    elif one_zero:
        return 1
    elif other_zero:
        return -1
    else:
        first, second = one.precise_weighted_share(), other.precise_weighted_share()
    return (first > second) - (first < second)


def dominant_resource_share(node: QuotaNode) -> DominantResourceShare:
    """The share of a node with its usage of the moment; zero at the root."""
    share = DominantResourceShare(node.fair_weight, 0.0)
    parent = node.parent
    if parent is None:
        return share
    borrowed: dict[str, int] = {}
    for cell in node.subtree_cells:
        excess = cell.usage - cell.subtree_quota
        if excess > 0:
            borrowed[cell.resource] = borrowed.get(cell.resource, 0) + excess
            share.borrowed_pairs.append(cell.pair)
    if not borrowed:
        return share
    share.borrowing = True
    lendable = parent.calculate_lendable()
    for resource, amount in borrowed.items():
        available = lendable.get(resource, 0)
        if available > 0:
            ratio = float(amount) * 1000.0 / float(available)
            if ratio > share.unweighted_ratio or (
                ratio == share.unweighted_ratio and resource < share.dominant_resource
            ):
                share.unweighted_ratio = ratio
                share.dominant_resource = resource
    return share
