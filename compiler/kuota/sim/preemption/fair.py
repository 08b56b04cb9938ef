"""Preemption with fair sharing: victims from the queues with the greatest share.

Source: Kueue pkg/scheduler/preemption/preemption.go (fairPreemptions and below), v0.19.2.
"""

from math import inf
from typing import Final

from kuota.sim.cluster_queue import ClusterQueue
from kuota.sim.fair_sharing import DominantResourceShare, compare
from kuota.sim.model import (
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
from kuota.sim.preemption.fair_ordering import ClusterQueueOrdering, TargetClusterQueue
from kuota.sim.preemption.target import (
    IN_CLUSTER_QUEUE,
    IN_COHORT_FAIR_SHARING,
    IN_COHORT_RECLAMATION,
    Target,
    fill_back,
    remove,
    restore_all,
)

LESS_THAN_OR_EQUAL_TO_FINAL_SHARE: Final = "LessThanOrEqualToFinalShare"
LESS_THAN_INITIAL_SHARE: Final = "LessThanInitialShare"
DEFAULT_STRATEGIES: Final = (LESS_THAN_OR_EQUAL_TO_FINAL_SHARE, LESS_THAN_INITIAL_SHARE)


def fair_preemptions(context: PreemptionContext, usage_of: LocalQueueUsage | None) -> list[Target]:
    """A small set of workloads whose removal makes room; empty when there is none."""
    candidates = _find_candidates(context)
    if not candidates:
        return []
    sort_candidates(candidates, context.cluster_queue.name, context.now, usage_of)
    strategies = context.settings.preemption_strategies or DEFAULT_STRATEGIES
    # Shares are those with the preemptor admitted.
    context.cluster_queue.add_usage(context.usage)
    targets: list[Target] = []
    retry: list[WorkloadInfo] = []
    fits = _run_first_strategy(context, candidates, strategies[0], targets, retry)
    if not fits and len(strategies) > 1:
        fits = _run_second_strategy(context, retry, targets)
    context.cluster_queue.take_back_usage(context.usage)
    if fits:
        targets = fill_back(context, targets, allow_borrowing=True)
    restore_all(targets)
    return targets if fits else []


def _run_first_strategy(
    context: PreemptionContext,
    candidates: list[WorkloadInfo],
    strategy: str,
    targets: list[Target],
    retry: list[WorkloadInfo],
) -> bool:
    """Remove candidates that the strategy gives up until the preemptor fits.

    Those it does not give up are added to ``retry``.
    """
    ordering = ClusterQueueOrdering(context.cluster_queue, candidates, context.now)
    within_nominal = (
        context.settings.features.fair_sharing_preempt_within_nominal and context.within_nominal()
    )
    while (target_queue := ordering.next()) is not None:
        own = target_queue.is_preemptors_own()
        if own or within_nominal:
            reason = IN_CLUSTER_QUEUE if own else IN_COHORT_RECLAMATION
            if _take(context, target_queue, target_queue.pop_workload(), reason, targets):
                return True
            continue
        preemptor_new, target_old = target_queue.compute_shares()
        if _unsatisfiable(preemptor_new, target_old):
            while target_queue.has_workload():
                retry.append(target_queue.pop_workload())
            continue
        while target_queue.has_workload():
            info = target_queue.pop_workload()
            if strategy == LESS_THAN_INITIAL_SHARE:
                passed = compare(preemptor_new, target_old) < 0
            else:
                target_new = target_queue.compute_target_share_after_removal(info)
                passed = compare(preemptor_new, target_new) <= 0
            if not passed:
                retry.append(info)
                continue
            if _take(context, target_queue, info, IN_COHORT_FAIR_SHARING, targets):
                return True
            break
    return False


def _run_second_strategy(
    context: PreemptionContext, retry: list[WorkloadInfo], targets: list[Target]
) -> bool:
    """Remove at most one candidate a queue, if the preemptor's share stays below the queue's."""
    ordering = ClusterQueueOrdering(context.cluster_queue, retry, context.now)
    while (target_queue := ordering.next()) is not None:
        preemptor_new, target_old = target_queue.compute_shares()
        info = target_queue.pop_workload()
        if compare(preemptor_new, target_old) < 0 and _take(
            context, target_queue, info, IN_COHORT_FAIR_SHARING, targets
        ):
            return True
        ordering.drop_queue(target_queue)
    return False


def _take(
    context: PreemptionContext,
    target_queue: TargetClusterQueue,
    info: WorkloadInfo,
    reason: str,
    targets: list[Target],
) -> bool:
    """Remove one victim; whether the preemptor fits now."""
    target = Target(info, reason, target_queue.cluster_queue)
    remove(target)
    targets.append(target)
    context.cluster_queue.take_back_usage(context.usage)
    fits = context.fits(allow_borrowing=True)
    context.cluster_queue.add_usage(context.usage)
    return fits


def _unsatisfiable(preemptor_new: DominantResourceShare, target_old: DominantResourceShare) -> bool:
    """Whether no candidate can pass: only the preemptor would borrow on a weight of zero."""
    return (
        preemptor_new.precise_weighted_share() == inf and target_old.precise_weighted_share() != inf
    )


def _find_candidates(context: PreemptionContext) -> list[WorkloadInfo]:
    """Workloads that policy lets the preemptor displace: its own queue's, and borrowers'."""
    queue = context.cluster_queue
    policies = queue.preemption
    found: list[WorkloadInfo] = []
    _collect(context, queue, policies.within_cluster_queue, found)
    if policies.reclaim_within_cohort != NEVER:
        for other in queue.over_queues(context.pairs):
            _collect(context, other, policies.reclaim_within_cohort, found)
    return found


def _collect(
    context: PreemptionContext, queue: ClusterQueue, policy: str, found: list[WorkloadInfo]
) -> None:
    for info in displaceable(queue, context.preemptor.obj, policy, context.settings):
        if info.obj.key not in context.excluded and uses_resources(info, context.pairs):
            found.append(info)
