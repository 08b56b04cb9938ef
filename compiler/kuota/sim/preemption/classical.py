"""Preemption without fair sharing: victims by their place in the cohort tree.

Source: Kueue pkg/scheduler/preemption/classical and preemption.go, v0.19.2.
"""

from collections.abc import Container
from enum import IntEnum
from typing import Final

from kuota.sim.cluster_queue import ClusterQueue
from kuota.sim.cohort import Cohort, QuotaNode
from kuota.sim.model import (
    ClusterQueuePreemption,
    QuotaUsage,
    WorkloadInfo,
)
from kuota.sim.preemption.common import (
    NEVER,
    LocalQueueUsage,
    displaceable,
    sort_candidates,
    uses_resources,
)
from kuota.sim.preemption.context import PreemptionContext
from kuota.sim.preemption.target import (
    IN_CLUSTER_QUEUE,
    IN_COHORT_RECLAIM_WHILE_BORROWING,
    IN_COHORT_RECLAMATION,
    Target,
    fill_back,
    remove,
    restore_all,
)
from kuota.sim.resource_node import QuotaCell


class PreemptionVariant(IntEnum):
    """Why a candidate may be preempted."""

    WITHIN_CLUSTER_QUEUE = 1
    HIERARCHICAL_RECLAIM = 2
    RECLAIM_WITHOUT_BORROWING = 3
    RECLAIM_WHILE_BORROWING = 4


_REASONS: Final = {
    PreemptionVariant.WITHIN_CLUSTER_QUEUE: IN_CLUSTER_QUEUE,
    PreemptionVariant.HIERARCHICAL_RECLAIM: IN_COHORT_RECLAMATION,
    PreemptionVariant.RECLAIM_WITHOUT_BORROWING: IN_COHORT_RECLAMATION,
    PreemptionVariant.RECLAIM_WHILE_BORROWING: IN_COHORT_RECLAIM_WHILE_BORROWING,
}


class Candidate:
    """A workload that may have to leave.

    ``lca`` is the lowest cohort that its queue and the preemptor's have in common.
    """

    __slots__ = ("cluster_queue", "info", "lca", "variant")

    def __init__(
        self,
        info: WorkloadInfo,
        cluster_queue: ClusterQueue,
        lca: Cohort | None,
        variant: PreemptionVariant,
    ) -> None:
        self.info = info
        self.cluster_queue = cluster_queue
        self.lca = lca
        self.variant = variant


def classical_preemptions(
    context: PreemptionContext, usage_of: LocalQueueUsage | None
) -> list[Target]:
    """A small set of workloads whose removal makes room; empty when there is none.

    Candidates leave one by one until the preemptor fits, then come back, last first, as long as it
    still does. Some may only be taken if the preemptor does not borrow, so up to two attempts.
    """
    same_queue = _same_queue_candidates(context)
    hierarchy, priority = _candidates_for_hierarchical_reclaim(context)
    if not (same_queue or hierarchy or priority):
        return []
    ordered = _in_order(context, hierarchy, priority, same_queue, usage_of)
    forbidden = borrowing_within_cohort_forbidden(context.cluster_queue.preemption)
    if not (hierarchy or priority) or (forbidden and not context.under_nominal()):
        attempts = [True]
    elif forbidden and not hierarchy:
        attempts = [False, True]
    else:
        attempts = [True, False]
    for allow_borrowing in attempts:
        targets = _attempt(context, ordered, allow_borrowing)
        if targets:
            return targets
    return []


def borrowing_within_cohort_forbidden(preemption: ClusterQueuePreemption) -> bool:
    """Whether a preemptor that ends up borrowing may not displace workloads of other queues."""
    return preemption.borrow_within_cohort_policy == NEVER


def find_height_of_lowest_subtree_that_fits(
    queue: ClusterQueue, pair: int, amount: int
) -> tuple[int, bool]:
    """Height of the smallest subtree with quota for ``amount``, and whether it has a parent.

    0 is the queue itself; when no subtree has enough it is the height of the whole tree.
    """
    cell = queue.pair_cell(pair)
    above = cell.parent
    if above is None or not cell.borrowing_with(amount):
        return 0, queue.parent is not None
    remaining = amount - cell.local_available()
    while True:
        if not above.borrowing_with(remaining):
            return above.height, above.parent is not None
        remaining -= above.local_available()
        if above.parent is None:
            return above.height, False
        above = above.parent


def height_of_lowest_subtree_that_fits(cell: QuotaCell, amount: int) -> int:
    """Height of the smallest subtree with quota for ``amount``, 0 for the queue itself."""
    above = cell.parent
    if above is None or cell.subtree_quota >= cell.usage + amount:
        return 0
    remaining = amount - cell.local_available()
    while above.borrowing_with(remaining) and above.parent is not None:
        remaining -= above.local_available()
        above = above.parent
    return above.height


def quantities_fit_in_quota(node: QuotaNode, requests: QuotaUsage) -> tuple[bool, QuotaUsage]:
    """Whether requests fit the quota of a node, and what of them exceeds its guaranteed part.

    Source: Kueue pkg/cache/scheduler/resource_node.go, QuantitiesFitInQuota, v0.19.2.
    """
    fits = True
    remaining: QuotaUsage = {}
    for pair, amount in requests.items():
        cell = node.cells.get(pair)
        if cell is None:
            fits = fits and amount <= 0
            remaining[pair] = max(0, amount)
            continue
        if cell.borrowing_with(amount):
            fits = False
        remaining[pair] = max(0, amount - cell.local_available())
    return fits, remaining


def _attempt(
    context: PreemptionContext, candidates: list[Candidate], allow_borrowing: bool
) -> list[Target]:
    targets: list[Target] = []
    for candidate in candidates:
        if not _is_valid(context, candidate, allow_borrowing):
            continue
        target = Target(candidate.info, _REASONS[candidate.variant], candidate.cluster_queue)
        remove(target)
        targets.append(target)
        if context.fits(allow_borrowing):
            targets = fill_back(context, targets, allow_borrowing)
            restore_all(targets)
            return targets
    restore_all(targets)
    return []


def _is_valid(context: PreemptionContext, candidate: Candidate, allow_borrowing: bool) -> bool:
    """Whether a candidate still counts after the removals so far."""
    queue = candidate.cluster_queue
    if queue is context.cluster_queue:
        return True
    if allow_borrowing and candidate.variant == PreemptionVariant.RECLAIM_WITHOUT_BORROWING:
        return False
    if queue.is_within_nominal_in(context.pairs):
        return False
    node = queue.parent
    while node is not None and node is not candidate.lca:
        if node.is_within_nominal_in(context.pairs):
            return False
        node = node.parent
    return True


def _in_order(
    context: PreemptionContext,
    hierarchy: list[Candidate],
    priority: list[Candidate],
    same_queue: list[Candidate],
    usage_of: LocalQueueUsage | None,
) -> list[Candidate]:
    """Evicted candidates first, then by kind; within a kind by the common order."""
    evicted: list[Candidate] = []
    others: list[Candidate] = []
    for kind in (hierarchy, priority, same_queue):
        by_key = {candidate.info.obj.key: candidate for candidate in kind}
        infos = [candidate.info for candidate in kind]
        sort_candidates(infos, context.cluster_queue.name, context.now, usage_of)
        for info in infos:
            chosen = others if info.obj.evicted_at is None else evicted
            chosen.append(by_key[info.obj.key])
    return evicted + others


def _same_queue_candidates(context: PreemptionContext) -> list[Candidate]:
    queue = context.cluster_queue
    return [
        Candidate(info, queue, None, PreemptionVariant.WITHIN_CLUSTER_QUEUE)
        for info in displaceable(
            queue,
            context.preemptor.obj,
            queue.preemption.within_cluster_queue,
            context.settings,
        )
        if _is_eligible(context, info)
    ]


def _candidates_for_hierarchical_reclaim(
    context: PreemptionContext,
) -> tuple[list[Candidate], list[Candidate]]:
    """Candidates of other queues: over those of the first list the preemptor has the advantage that
    its own subtree has quota for it.

    They come from queues that exceed their quota, below cohorts that exceed theirs, up to where
    their path meets the preemptor's.
    """
    hierarchy: list[Candidate] = []
    priority: list[Candidate] = []
    queue = context.cluster_queue
    policy = queue.preemption.reclaim_within_cohort
    if policy == NEVER:
        return hierarchy, priority
    others = queue.over_queues(context.pairs)
    if not others:
        return hierarchy, priority
    advantages = _advantages(context)
    # A queue that would borrow, and may not displace others for that, takes none by priority.
    priority_is_idle = (
        borrowing_within_cohort_forbidden(queue.preemption) and not context.under_nominal()
    )
    if priority_is_idle and not any(advantages.values()):
        return hierarchy, priority
    for other in others:
        lca = _meeting_cohort(context, other, advantages)
        if lca is None:
            continue
        advantage = advantages[lca]
        if priority_is_idle and not advantage:
            continue
        found = hierarchy if advantage else priority
        for info in displaceable(other, context.preemptor.obj, policy, context.settings):
            if _is_eligible(context, info):
                found.append(Candidate(info, other, lca, _variant(context, info, advantage)))
    return hierarchy, priority


def _advantages(context: PreemptionContext) -> dict[Cohort, bool]:
    """By ancestor of the preemptor's queue, whether a subtree below it can hold the request."""
    found: dict[Cohort, bool] = {}
    queue = context.cluster_queue
    advantage, remaining = quantities_fit_in_quota(queue, context.usage.quota)
    for cohort in queue.path_parent_to_root():
        found[cohort] = advantage
        fits, remaining = quantities_fit_in_quota(cohort, remaining)
        advantage = advantage or fits
    return found


def _meeting_cohort(
    context: PreemptionContext, other: ClusterQueue, ancestors: Container[Cohort]
) -> Cohort | None:
    """The lowest common cohort; None when a cohort on the way there is within its quota."""
    node = other.parent
    while node is not None and node not in ancestors:
        if node.is_within_nominal_in(context.pairs):
            return None
        node = node.parent
    return node


def _is_eligible(context: PreemptionContext, info: WorkloadInfo) -> bool:
    return info.obj.key not in context.excluded and uses_resources(info, context.pairs)


def _variant(context: PreemptionContext, info: WorkloadInfo, advantage: bool) -> PreemptionVariant:
    """Why a workload of another queue may be preempted.

    Source: classifyPreemptionVariant, v0.19.2.
    """
    if advantage:
        return PreemptionVariant.HIERARCHICAL_RECLAIM
    preemption = context.cluster_queue.preemption
    if borrowing_within_cohort_forbidden(preemption):
        return PreemptionVariant.RECLAIM_WITHOUT_BORROWING
    threshold = preemption.max_priority_threshold
    above = info.obj.priority >= context.preemptor.obj.priority or (
        threshold is not None and info.obj.priority > threshold
    )
    if above:
        return PreemptionVariant.RECLAIM_WITHOUT_BORROWING
    return PreemptionVariant.RECLAIM_WHILE_BORROWING
