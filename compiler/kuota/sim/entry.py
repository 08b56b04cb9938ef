"""A head of a queue on its way through one scheduling cycle.

Source: Kueue pkg/scheduler/scheduler.go, entry, v0.19.2.
"""

from enum import IntEnum

from kuota.quantity import UNLIMITED
from kuota.sim.flavor_assignment import Assignment
from kuota.sim.model import (
    FlavorAssignmentMode,
    QuotaUsage,
    Usage,
)
from kuota.sim.preemption.target import Target
from kuota.sim.queues.pending import RequeueReason
from kuota.sim.queues.queueing import Head
from kuota.sim.reasons import ADMISSION_GATED
from kuota.sim.settings import (
    Settings,
)


class EntryStatus(IntEnum):
    """How far an entry came in its cycle."""

    NOT_NOMINATED = 0
    NOMINATED = 1
    SKIPPED = 2
    PREEMPTION_GATED = 3
    EVICTED = 4
    ASSUMED = 5


class Entry:
    """One head with what the cycle has found out about it.

    ``is_counted`` tells that its quota is counted for good already, ``parked`` that it has become
    inadmissible, so that the next workload gets its turn.
    ``note`` is Kueue's message as far as it does not follow from the assignment; ``suffix`` is what
    Kueue appends to the assignment's message.
    """

    __slots__ = (
        "assignment",
        "cluster_queue",
        "info",
        "is_counted",
        "is_preemptor",
        "note",
        "parked",
        "quota_reserved_reason",
        "requeue_reason",
        "settings",
        "status",
        "suffix",
        "targets",
    )

    def __init__(self, head: Head, settings: Settings) -> None:
        self.info = head.info
        self.cluster_queue = head.cluster_queue
        self.is_preemptor = head.is_preemptor
        self.settings = settings
        self.status = EntryStatus.NOT_NOMINATED
        self.assignment: Assignment | None = None
        self.targets: list[Target] = []
        self.requeue_reason = RequeueReason.GENERIC
        self.quota_reserved_reason = ""
        self.note = ""
        self.parked = False
        self.is_counted = False
        self.suffix = ""

    def record_assignment(self, assignment: Assignment, targets: list[Target]) -> None:
        """Take over a result of the flavor scan."""
        self.assignment = assignment
        self.targets = targets
        self.info.last_assignment = assignment.last_state

    def assigned(self) -> Assignment:
        """The assignment of an entry that has one."""
        assert self.assignment is not None
        return self.assignment

    def mark_skipped(self, note: str, reason: str) -> None:
        """Leave the entry out for this cycle, for a cause that lies with others."""
        self.status = EntryStatus.SKIPPED
        self.note = note
        self.quota_reserved_reason = reason
        if not self.settings.features.flavor_fungibility_preserve_scan_progress:
            self.info.last_assignment = None

    def mark_preemption_gated(self) -> None:
        """Leave the entry out because it may not preempt yet."""
        self.status = EntryStatus.PREEMPTION_GATED
        self.note = "Workload requires preemption, but it's gated"
        self.quota_reserved_reason = ADMISSION_GATED
        self.requeue_reason = RequeueReason.PREEMPTION_GATED
        self.info.last_assignment = None

    def message(self) -> str:
        """Why the workload is not admitted, in Kueue's words."""
        if self.note:
            return self.note
        return "" if self.assignment is None else self.assignment.message() + self.suffix

    def usage(self) -> Usage:
        """What the entry takes beyond what it already holds."""
        return self._net_usage(self.assigned().usage.quota)

    def usage_to_reserve(self) -> Usage:
        """What is kept free for an entry that has to wait for others to leave.

        Source: resourcesToReserve and quotaResourcesToReserve, v0.19.2.
        """
        return self._net_usage(self._quota_to_reserve())

    def _net_usage(self, quota: QuotaUsage) -> Usage:
        workload = self.info.obj
        assignment = self.assigned()
        held = workload.quota_reserved_at is not None
        if not held:
            own = assignment.usage
            return own if quota is own.quota else Usage(quota, own.tas)
        tas = assignment.compute_tas_net_usage(self.cluster_queue, self.info, workload.admission)
        return Usage({}, tas)

    def _quota_to_reserve(self) -> QuotaUsage:
        assignment = self.assigned()
        quota = assignment.usage.quota
        if assignment.representative_mode() != FlavorAssignmentMode.PREEMPT:
            return quota
        queue = self.cluster_queue
        reserved: QuotaUsage = {}
        for pair, amount in quota.items():
            own = queue.quota_for(pair)
            if assignment.borrowing == 0:
                room = own.nominal - queue.usage_of(pair)
                reserved[pair] = max(0, min(amount, room))
            elif own.borrowing_limit >= UNLIMITED or own.nominal >= UNLIMITED:
                reserved[pair] = amount
            else:
                room = own.nominal + own.borrowing_limit - queue.usage_of(pair)
                reserved[pair] = min(amount, room)
        return reserved
