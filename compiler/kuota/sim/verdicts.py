"""What stands between each pending workload and its admission.

The scheduler speaks of the workloads that it tried; Kueue's workload controller of those that it
cannot try. What was said is kept as it was found and put into words when somebody asks.

Source: Kueue pkg/controller/core/workload_controller.go (resolveGranularUnadmittedQuotaReserved-
Condition, getQueueBlocker), pkg/scheduler/preemption/preemption.go (preemptionMessage), v0.19.2.
"""

from collections.abc import Callable
from functools import partial
from typing import Final

from kuota.sim.cluster_queue import ClusterQueue
from kuota.sim.entry import Entry
from kuota.sim.journal import Journal
from kuota.sim.model import (
    Workload,
)
from kuota.sim.preemption.target import (
    IN_CLUSTER_QUEUE,
    IN_COHORT_FAIR_SHARING,
    IN_COHORT_RECLAIM_WHILE_BORROWING,
    IN_COHORT_RECLAMATION,
)
from kuota.sim.queues.pending import RequeueReason
from kuota.sim.reasons import (
    ADMISSION_GATED,
    DEACTIVATED,
    MISCONFIGURED,
    ON_HOLD,
    PENDING_EVALUATION,
    SUSPENDED,
)

JOB_UID: Final = "kueue.x-k8s.io/job-uid"

RULES_IN_WORDS: Final = {
    IN_CLUSTER_QUEUE: "prioritization in the ClusterQueue",
    IN_COHORT_RECLAMATION: "reclamation within the cohort",
    IN_COHORT_FAIR_SHARING: "Fair Sharing within the cohort",
    IN_COHORT_RECLAIM_WHILE_BORROWING: "reclamation within the cohort while borrowing",
}

_SPEAK_FOR_CLASS: Final = (RequeueReason.NO_FIT, RequeueReason.PREEMPTION_NO_CANDIDATES)

Verdict = tuple[str, str]
"""Reason token and Kueue's message, which is empty when Kueue has written none."""


class EvictionNotice:
    """Why a workload that ran had to leave."""

    __slots__ = ("preempted_in", "preemptor", "preemptor_in", "rule", "text", "unhealthy_nodes")

    def __init__(self, unhealthy_nodes: list[str], text: str = "") -> None:
        self.unhealthy_nodes = unhealthy_nodes
        self.text = text
        self.rule = ""
        self.preemptor: Workload | None = None
        self.preemptor_in: ClusterQueue | None = None
        self.preempted_in: ClusterQueue | None = None

    def message(self) -> str:
        """Kueue's words for it."""
        if self.text:
            return self.text
        if self.preemptor is None or self.preemptor_in is None or self.preempted_in is None:
            nodes = ",".join(self.unhealthy_nodes)
            return (
                f"Workload was evicted as there was no replacement for unhealthy node(s): {nodes}"
            )
        return (
            f"Preempted to accommodate a workload (UID: {self.preemptor.uid or 'UNKNOWN'}, "
            f"JobUID: {self.preemptor.labels.get(JOB_UID) or 'UNKNOWN'}) "
            f"due to {RULES_IN_WORDS[self.rule]}; preemptor path: {path(self.preemptor_in)}; "
            f"preemptee path: {path(self.preempted_in)}"
        )


def preempted_by(
    preemptor: Workload, preemptor_in: ClusterQueue, preempted_in: ClusterQueue, rule: str
) -> EvictionNotice:
    """The notice of a workload that made room for another."""
    notice = EvictionNotice([])
    notice.rule = rule
    notice.preemptor = preemptor
    notice.preemptor_in = preemptor_in
    notice.preempted_in = preempted_in
    return notice


class Verdicts:
    """What was last said of each pending workload, and of each class of equivalent ones."""

    __slots__ = ("_by_class", "_by_workload")

    def __init__(self) -> None:
        self._by_workload: dict[str, Entry | EvictionNotice] = {}
        self._by_class: dict[tuple[str, str], Entry] = {}

    def copy(self) -> "Verdicts":
        """The same verdicts, to go another way from here."""
        other = Verdicts()
        other._by_workload = dict(self._by_workload)
        other._by_class = dict(self._by_class)
        return other

    def keep(self, journal: Journal, key: str, queue: str = "", scheduling_hash: str = "") -> None:
        """Keep what was said of a workload, and of its class, before that changes."""
        if journal.recording:
            said = self._by_workload.get(key)
            of_class = self._by_class.get((queue, scheduling_hash))
            journal.add(partial(self._put_back, key, said, (queue, scheduling_hash), of_class))

    def _put_back(
        self,
        key: str,
        said: Entry | EvictionNotice | None,
        class_key: tuple[str, str],
        of_class: Entry | None,
    ) -> None:
        if said is None:
            self._by_workload.pop(key, None)
        else:
            self._by_workload[key] = said
        if of_class is None:
            self._by_class.pop(class_key, None)
        else:
            self._by_class[class_key] = of_class

    def note_tried(self, entry: Entry) -> None:
        """The scheduler tried a workload in vain; it goes for all that are equivalent to it."""
        self._by_workload[entry.info.obj.key] = entry
        if entry.requeue_reason in _SPEAK_FOR_CLASS:
            self._by_class[(entry.cluster_queue.name, entry.info.scheduling_hash)] = entry

    def note_evicted(self, key: str, notice: EvictionNotice) -> None:
        """A workload had to leave."""
        self._by_workload[key] = notice

    def forget(self, key: str) -> None:
        """A workload is admitted, or gone."""
        self._by_workload.pop(key, None)

    def attempt(self, workload: Workload, queue: ClusterQueue | None) -> Entry | None:
        """The last attempt for a workload since it ran, or for one that is equivalent to it."""
        said = self._by_workload.get(workload.key)
        if isinstance(said, Entry):
            return said
        if queue is None:
            return None
        place = queue.pending.places.get(workload.key)
        if place is None or place.info.scheduling_hash not in queue.pending.bulk_moved:
            return None
        return self._by_class.get((queue.name, place.info.scheduling_hash))

    def of(self, workload: Workload, queue: ClusterQueue | None) -> Verdict:
        """What the scheduler last said of a workload.

        It says nothing of workloads that it leaves out because an equivalent one failed; they share
        its reason.
        """
        said = self._by_workload.get(workload.key)
        if isinstance(said, EvictionNotice):
            return PENDING_EVALUATION, said.message()
        attempt = self.attempt(workload, queue)
        reason = "" if attempt is None else attempt.quota_reserved_reason
        return reason or PENDING_EVALUATION, "" if said is None else said.message()


def blocked(
    workload: Workload,
    local_queue_stopped: bool | None,
    queue_name: str,
    queue: ClusterQueue | None,
    namespace_problem: Callable[[ClusterQueue, Workload], str],
) -> Verdict | None:
    """What Kueue's controller says of a workload that cannot even be tried; None when it can.

    ``local_queue_stopped`` is None when there is no such LocalQueue.
    """
    if not workload.active:
        return DEACTIVATED, "The workload is deactivated"
    if workload.on_hold:
        return ON_HOLD, ""
    if local_queue_stopped is None:
        return MISCONFIGURED, f"LocalQueue {workload.queue_name} doesn't exist"
    if local_queue_stopped:
        return SUSPENDED, f"LocalQueue {workload.queue_name} is inactive"
    if queue is None:
        return MISCONFIGURED, f"ClusterQueue {queue_name} doesn't exist"
    if not queue.is_active():
        return SUSPENDED, f"ClusterQueue {queue_name} is inactive"
    if problem := namespace_problem(queue, workload):
        return MISCONFIGURED, problem
    if workload.admission_gated_by:
        return ADMISSION_GATED, f"Admission is gated by: {workload.admission_gated_by}"
    return None


def path(queue: ClusterQueue) -> str:
    """Where a queue stands in its cohort tree, from the root: ``/root/team/queue``."""
    names = [queue.name]
    node = queue.parent
    while node is not None:
        names.append(node.name)
        node = node.parent
    return "/" + "/".join(reversed(names))
