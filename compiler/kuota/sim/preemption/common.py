"""Who may be preempted at all, and in which order victims are taken.

Source: Kueue pkg/scheduler/preemption/common, v0.19.2.
"""

from collections.abc import Callable, Iterator
from functools import cmp_to_key
from typing import Final

from kuota.sim.cluster_queue import ClusterQueue
from kuota.sim.model import (
    Workload,
    WorkloadInfo,
)
from kuota.sim.settings import (
    Settings,
)
from kuota.sim.workload_info import get_queue_order_timestamp

ANY: Final = "Any"
NEVER: Final = "Never"
LOWER_PRIORITY: Final = "LowerPriority"
LOWER_OR_NEWER_EQUAL_PRIORITY: Final = "LowerOrNewerEqualPriority"

TIMESTAMP_PREEMPTION_BUFFER: Final = 5 * 60 * 1000
"""Units: milliseconds."""

CandidateKey = tuple[bool, bool, int, int, str, int]


def displaceable(
    queue: ClusterQueue, preemptor: Workload, policy: str, settings: Settings
) -> Iterator[WorkloadInfo]:
    """The workloads of a queue that the policy lets ``preemptor`` displace.

    Source: SatisfiesPreemptionPolicy, v0.19.2.
    """
    if policy == ANY:
        yield from queue.workloads.values()
    elif policy != NEVER:
        for priority, same in queue.by_priority.items():
            if priority < preemptor.priority:
                yield from same.values()
            elif priority == preemptor.priority and policy == LOWER_OR_NEWER_EQUAL_PRIORITY:
                for info in same.values():
                    if _is_newer(info.obj, preemptor, settings):
                        yield info


def _is_newer(candidate: Workload, preemptor: Workload, settings: Settings) -> bool:
    """Whether the candidate came after the preemptor."""
    lead = get_queue_order_timestamp(candidate, settings) - get_queue_order_timestamp(
        preemptor, settings
    )
    if settings.features.scheduler_timestamp_preemption_buffer:
        return lead > TIMESTAMP_PREEMPTION_BUFFER
    return lead > 0


def candidates_ordering(info: WorkloadInfo, cluster_queue: str, now: int) -> CandidateKey:
    """The key by which candidates are sorted for a preemptor of ``cluster_queue``.

    Evicted ones first, then those of other queues, lower priority, shorter in possession of quota.
    """
    workload = info.obj
    reserved_at = now if workload.quota_reserved_at is None else workload.quota_reserved_at
    return (
        workload.evicted_at is None,
        info.cluster_queue == cluster_queue,
        workload.priority,
        -reserved_at,
        workload.uid,
        workload.sequence,
    )


LocalQueueUsage = Callable[[WorkloadInfo], float | None]
"""Fair-sharing usage of a workload's LocalQueue; None where its ClusterQueue does not go by it."""


def sort_candidates(
    candidates: list[WorkloadInfo],
    cluster_queue: str,
    now: int,
    usage_of: LocalQueueUsage | None,
) -> None:
    """Put candidates in the order in which they are taken.

    With admission fair sharing, of two workloads of one ClusterQueue the one whose LocalQueue has
    used more goes first.
    """
    if usage_of is None:
        candidates.sort(key=lambda info: candidates_ordering(info, cluster_queue, now))
        return
    local_queue_usage = usage_of

    def compare(one: WorkloadInfo, other: WorkloadInfo) -> int:
        one_key = candidates_ordering(one, cluster_queue, now)
        other_key = candidates_ordering(other, cluster_queue, now)
        if (
            one_key[:2] == other_key[:2]
            and one.cluster_queue == other.cluster_queue
            and one.obj.queue_name != other.obj.queue_name
        ):
            one_usage, other_usage = local_queue_usage(one), local_queue_usage(other)
            if one_usage is not None and other_usage is not None and one_usage != other_usage:
                return -1 if one_usage > other_usage else 1
        return -1 if one_key < other_key else 1

    candidates.sort(key=cmp_to_key(compare))


def uses_resources(info: WorkloadInfo, pairs: list[int]) -> bool:
    """Whether the workload holds any of the pairs, be it none of it.

    Source: Kueue pkg/scheduler/preemption/classical/candidate_generator.go,
    WorkloadUsesResources, v0.19.2.
    """
    return not info.usage.quota.keys().isdisjoint(pairs)
