"""The assignment that workloads of one equivalence class share as long as their first flavor fits.

Such an assignment differs from one workload of the class to the next only in how far the quota is
borrowed from, so it is kept for the queue, and only the amounts are checked anew. Anything else -
another flavor first, a place on nodes, victims - takes the full scan.
"""

from collections.abc import Iterable

from kuota.sim.cluster_queue import ClusterQueue
from kuota.sim.flavor_assignment import Assignment
from kuota.sim.model import (
    Admission,
    AssignmentClusterQueueState,
    FlavorAssignmentMode,
    PodSetResources,
    Usage,
    WorkloadInfo,
)
from kuota.sim.preemption.classical import height_of_lowest_subtree_that_fits
from kuota.sim.reasons import Mismatch
from kuota.sim.resource_node import QuotaCell
from kuota.sim.settings import (
    Settings,
)
from kuota.sim.workload_info import SCHEDULING_HASH_UNKNOWN

_FIT = FlavorAssignmentMode.FIT


class FitTemplate:
    """An assignment to reuse, and what follows from it; nothing of it may be changed."""

    __slots__ = ("admission", "amounts", "assignment", "may_borrow", "totals", "usage")

    def __init__(self, assignment: Assignment, queue: ClusterQueue) -> None:
        self.assignment = assignment
        self.may_borrow = queue.flavor_fungibility.when_can_borrow != "TryNextFlavor"
        self.usage: Usage = assignment.usage
        self.amounts: list[tuple[QuotaCell, int]] = [
            (queue.pair_cell(pair), amount) for pair, amount in assignment.usage.quota.items()
        ]
        self.admission: Admission = assignment.to_admission(queue.name)
        self.totals: list[PodSetResources] = [
            PodSetResources(pod_set.name, pod_set.usage, pod_set.count, pod_set.flavors)
            for pod_set in self.admission.pod_sets
        ]

    def apply(self, queue: ClusterQueue, wl: WorkloadInfo, cycle: int) -> Assignment | None:
        """The assignment for a workload of the class; None when the amounts are not free."""
        borrowing = 0
        for cell, amount in self.amounts:
            if amount > 0 and cell.available() < amount:
                return None
            height = height_of_lowest_subtree_that_fits(cell, amount)
            if height > borrowing:
                if not self.may_borrow:
                    return None
                borrowing = height
        last_state = AssignmentClusterQueueState(
            queue.allocatable_resource_generation, cycle, wl.scheduling_hash
        )
        last_state.last_tried_flavor_idx = self.assignment.last_state.last_tried_flavor_idx
        return self.assignment.reused(last_state, borrowing, self)


def applies_to(wl: WorkloadInfo, settings: Settings) -> bool:
    """Whether a workload is scanned for flavors from the beginning, with nothing given before."""
    workload = wl.obj
    return (
        wl.last_assignment is None
        and not wl.nomination_mapping
        and workload.quota_reserved_at is None
        and not workload.reclaimable_pods
        and not workload.annotations
        and settings.features.flavor_fungibility
        and wl.scheduling_hash != SCHEDULING_HASH_UNKNOWN
    )


def _never_suits(reasons: Iterable[object]) -> bool:
    return all(isinstance(reason, Mismatch) for reason in reasons)


def template_from(
    assignment: Assignment, wl: WorkloadInfo, queue: ClusterQueue
) -> FitTemplate | None:
    """The template that an assignment gives; None unless its first suitable flavors fitted."""
    if assignment.representative_mode() != _FIT or assignment.usage.tas:
        return None
    if assignment.borrowing and queue.flavor_fungibility.when_can_borrow == "TryNextFlavor":
        return None
    if len(assignment.pod_sets) != len(wl.total_requests):
        return None
    for pod_set, total in zip(assignment.pod_sets, wl.total_requests, strict=True):
        if pod_set.count != total.count:
            return None
        if pod_set.status.reasons or pod_set.topology_assignment is not None:
            return None
        if pod_set.delayed_topology_request:
            return None
        for _, tried in pod_set.attempts:
            for attempt in tried[:-1]:
                if not attempt.reasons or not _never_suits(attempt.reasons):
                    return None
    return FitTemplate(assignment, queue)
