"""What it takes to undo everything since a moment, so that a question "what if" leaves no trace.

Before something changes for the first time since that moment, its image is kept. Undoing costs what
was changed, not what there is.
"""

from collections.abc import Callable

from kuota.sim.model import (
    AdmissionCheckState,
    Workload,
    WorkloadInfo,
)

Undo = Callable[[], object]


class Journal:
    """Keeps images while at least one mark is set; the last mark is undone first."""

    __slots__ = ("_kept", "_undo", "recording")

    def __init__(self) -> None:
        self.recording = False
        self._undo: list[list[Undo]] = []
        self._kept: list[dict[int, object]] = []

    def mark(self) -> None:
        """Remember this moment."""
        self._undo.append([])
        self._kept.append({})
        self.recording = True

    def roll_back(self) -> None:
        """Restore the moment of the last mark, and forget it."""
        steps = self._undo.pop()
        self._kept.pop()
        self.recording = False
        for step in reversed(steps):
            step()
        self.recording = bool(self._undo)

    def add(self, undo: Undo) -> None:
        """Keep a step that undoes what is about to happen."""
        if self.recording:
            self._undo[-1].append(undo)

    def is_kept(self, owner: object) -> bool:
        """Whether there is an image of the object already; if not, one is taken to be made now."""
        kept = self._kept[-1]
        if id(owner) in kept:
            return True
        kept[id(owner)] = owner
        return False

    def keep_workload(self, workload: Workload) -> None:
        """Keep what can change of a workload's spec and status."""
        if self.recording and not self.is_kept(workload):
            self._undo[-1].append(_image_of_workload(workload))

    def keep_info(self, info: WorkloadInfo) -> None:
        """Keep what the scheduler notes about a workload."""
        if self.recording and not self.is_kept(info):
            self._undo[-1].append(_image_of_info(info))


def _image_of_workload(workload: Workload) -> Undo:
    active, finished = workload.active, workload.finished
    admission, reserved, admitted = (
        workload.admission,
        workload.quota_reserved_at,
        workload.admitted_at,
    )
    evicted, evicted_reason = workload.evicted_at, workload.evicted_reason
    preempted, preempted_reason = workload.preempted_at, workload.preempted_reason
    requeued, requeue_at, requeue_count = (
        workload.requeued,
        workload.requeue_at,
        workload.requeue_count,
    )
    pods_ready, past = workload.pods_ready, workload.past_execution_time
    unhealthy = list(workload.unhealthy_nodes)
    checks = [
        AdmissionCheckState(check.name, check.state, check.pod_set_updates)
        for check in workload.admission_checks
    ]
    reclaimable, sequence = workload.reclaimable_pods, workload.sequence

    def undo() -> None:
        workload.active, workload.finished = active, finished
        workload.admission = admission
        workload.quota_reserved_at, workload.admitted_at = reserved, admitted
        workload.evicted_at, workload.evicted_reason = evicted, evicted_reason
        workload.preempted_at, workload.preempted_reason = preempted, preempted_reason
        workload.requeued, workload.requeue_at = requeued, requeue_at
        workload.requeue_count = requeue_count
        workload.pods_ready, workload.past_execution_time = pods_ready, past
        workload.unhealthy_nodes = unhealthy
        workload.admission_checks = checks
        workload.reclaimable_pods, workload.sequence = reclaimable, sequence

    return undo


def _image_of_info(info: WorkloadInfo) -> Undo:
    queue, totals, usage = info.cluster_queue, info.total_requests, info.usage
    scheduling_hash, last = info.scheduling_hash, info.last_assignment
    iteration, share = info.second_pass_iteration, info.local_queue_fs_usage

    def undo() -> None:
        info.cluster_queue, info.total_requests, info.usage = queue, totals, usage
        info.scheduling_hash, info.last_assignment = scheduling_hash, last
        info.second_pass_iteration, info.local_queue_fs_usage = iteration, share
        info.nomination_mapping = {}

    return undo
