"""One scheduling cycle: the heads of the queues are nominated together, then processed in order.

Kueue works on a snapshot of its cache. Here the live state itself carries what the cycle adds; at
the end of the cycle it is taken back, and what was admitted is committed.

Source: Kueue pkg/scheduler/scheduler.go, v0.19.2.
"""

from collections.abc import Callable

from kuota.sim.assignments import Assigner
from kuota.sim.cluster_queue import ClusterQueue, FitsCheck
from kuota.sim.cycle import Cycle, Preempted
from kuota.sim.entry import Entry, EntryStatus
from kuota.sim.entry_order import classical_order
from kuota.sim.fair_sharing_iterator import FairSharingIterator
from kuota.sim.model import (
    FlavorAssignmentMode,
    Usage,
    WorkloadInfo,
)
from kuota.sim.namespaces import NOT_SELECTED, Namespaces
from kuota.sim.preemption.common import ANY
from kuota.sim.preemption.target import Target, remove, restore_all
from kuota.sim.queues.pending import RequeueReason
from kuota.sim.queues.queueing import Head, Queues
from kuota.sim.reasons import (
    MISCONFIGURED,
    PENDING_EVALUATION,
    SUSPENDED,
    WAITING_FOR_PREEMPTED_WORKLOADS,
    WAITING_FOR_QUOTA,
)
from kuota.sim.settings import (
    Settings,
)
from kuota.sim.workload_info import has_topology_assignment_with_unhealthy_node
from kuota.sim.workload_state import has_failed_checks, needs_second_pass

_DEFERRED_FIT = FlavorAssignmentMode.DEFERRED_FIT
_FIT = FlavorAssignmentMode.FIT
_NO_FIT = FlavorAssignmentMode.NO_FIT
_PREEMPT = FlavorAssignmentMode.PREEMPT


Charge = Callable[[WorkloadInfo, ClusterQueue, int], None]
"""What happens to the LocalQueue of a workload at the moment it gets its reservation."""


class Scheduler:
    """Runs cycles; it decides, the simulator carries out."""

    __slots__ = ("assigner", "charge", "namespaces", "queues", "scheduling_cycle", "settings")

    def __init__(
        self,
        queues: Queues,
        assigner: Assigner,
        namespaces: Namespaces,
        settings: Settings,
        charge: Charge,
    ) -> None:
        self.queues = queues
        self.assigner = assigner
        self.namespaces = namespaces
        self.settings = settings
        self.charge = charge
        self.scheduling_cycle = 0

    def schedule(self, now: int, second_pass: list[Head]) -> Cycle:
        """Run one cycle over the heads of all queues and the workloads due for a second pass."""
        self.scheduling_cycle += 1
        self.assigner.begin_cycle(self.scheduling_cycle, now)
        cycle = Cycle(now)
        entries, inadmissible = self._nominate(second_pass + self.queues.heads())
        if self.settings.fair_sharing:
            iterator = FairSharingIterator(entries, self.settings)
            while (entry := iterator.pop()) is not None:
                self._process(entry, cycle)
        else:
            for entry in classical_order(entries, self.settings):
                self._process(entry, cycle)
        cycle.take_back()
        for entry in entries:
            if entry.status not in (EntryStatus.ASSUMED, EntryStatus.EVICTED):
                self._requeue(entry, cycle)
        for entry in inadmissible:
            self._requeue(entry, cycle)
        return cycle

    def _nominate(self, heads: list[Head]) -> tuple[list[Entry], list[Entry]]:
        """Entries with an assignment, and those that cannot be considered at all."""
        entries: list[Entry] = []
        inadmissible: list[Entry] = []
        for head in heads:
            entry = Entry(head, self.settings)
            workload = head.info.obj
            queue = head.cluster_queue
            if workload.key in queue.workloads and not needs_second_pass(workload):
                continue
            if workload.admission_checks and has_failed_checks(workload):
                entry.note = "The workload has failed admission checks"
                entry.quota_reserved_reason = PENDING_EVALUATION
            elif not queue.tree:
                entry.note = f"ClusterQueue {queue.name} is inactive"
                entry.quota_reserved_reason = SUSPENDED
            elif workload.resource_violations or not queue.pending.selects(workload.namespace):
                entry.note = self.namespaces.problem(workload, queue.spec.namespace_selector)
                entry.quota_reserved_reason = MISCONFIGURED
                if entry.note == NOT_SELECTED:
                    entry.requeue_reason = RequeueReason.NAMESPACE_MISMATCH
            else:
                entry.record_assignment(*self.assigner.get_assignments(entry.info, queue))
                entries.append(entry)
                continue
            inadmissible.append(entry)
        return entries, inadmissible

    def _process(self, entry: Entry, cycle: Cycle) -> None:
        """Admit an entry, start its preemptions, or find out that neither is possible now."""
        usage, fits = self._update_assignment_if_needed(entry, cycle)
        assignment = entry.assigned()
        mode = assignment.representative_mode()
        queue = entry.cluster_queue
        workload = entry.info.obj
        features = self.settings.features
        if (
            mode != _FIT
            and features.tas_failed_node_replacement_fail_fast
            and has_topology_assignment_with_unhealthy_node(workload)
        ):
            cycle.node_failures.append(entry.info)
            entry.status = EntryStatus.EVICTED
            return
        if mode == _NO_FIT:
            entry.requeue_reason = RequeueReason.NO_FIT
            entry.quota_reserved_reason = assignment.no_fit_reason
            return
        if mode == _PREEMPT and not entry.targets:
            entry.requeue_reason = RequeueReason.PREEMPTION_NO_CANDIDATES
            entry.quota_reserved_reason = assignment.waiting_reason()
            self._reserve_for_unreclaimable(entry, cycle)
            return
        if mode == _PREEMPT and self._is_gated(entry):
            entry.mark_preemption_gated()
            return
        if mode == _DEFERRED_FIT:
            entry.note = (
                "Workload has overlapping preemption targets with another workload, but will fit "
                "after these preemptions complete"
            )
            entry.quota_reserved_reason = WAITING_FOR_PREEMPTED_WORKLOADS
            entry.requeue_reason = RequeueReason.PENDING_PREEMPTION
            entry.info.last_assignment = None
            cycle.add_usage(queue, usage)
            return
        if cycle.has_any(entry.targets):
            entry.mark_skipped(
                "Workload has overlapping preemption targets with another workload",
                WAITING_FOR_QUOTA,
            )
            return
        if not fits:
            entry.mark_skipped(
                "Workload no longer fits after processing another workload", WAITING_FOR_QUOTA
            )
            return
        cycle.note_targets(entry.targets)
        if mode == _PREEMPT:
            cycle.add_usage(queue, usage)
            victims = [target for target in entry.targets if target.reason]
            self._issue_preemptions(entry, victims, cycle)
            return
        entry.is_counted = not (usage.tas or entry.targets) and workload.quota_reserved_at is None
        if entry.is_counted:
            queue.add_usage(usage)
        else:
            cycle.add_usage(queue, usage)
        entry.status = EntryStatus.ASSUMED
        self.charge(entry.info, queue, cycle.now)
        cycle.admitted.append(entry)

    def _is_gated(self, entry: Entry) -> bool:
        """Whether the workload may not preempt before somebody opens its gate."""
        features = self.settings.features
        return entry.info.obj.preemption_gates_closed and (
            features.concurrent_admission or features.multi_kueue_orchestrated_preemption
        )

    def _issue_preemptions(self, entry: Entry, victims: list[Target], cycle: Cycle) -> None:
        entry.quota_reserved_reason = WAITING_FOR_PREEMPTED_WORKLOADS
        entry.info.last_assignment = None
        for victim in victims:
            if victim.info.obj.evicted_at is None:
                cycle.preempted.append(Preempted(victim, entry.info))
        if victims:
            entry.suffix = f". Pending the preemption of {len(victims)} workload(s)"
            entry.requeue_reason = RequeueReason.PENDING_PREEMPTION

    def _reserve_for_unreclaimable(self, entry: Entry, cycle: Cycle) -> None:
        """Keep what the entry asked from later ones, unless its queue can always take it back."""
        queue = entry.cluster_queue
        if queue.preemption.reclaim_within_cohort != ANY or (
            entry.is_preemptor and self.settings.features.prioritize_preemptor_workloads
        ):
            cycle.add_usage(queue, entry.usage_to_reserve())

    def _update_assignment_if_needed(self, entry: Entry, cycle: Cycle) -> tuple[Usage, bool]:
        """What the entry takes, and whether that still fits after earlier entries of the cycle.

        The assignment is made anew when the places on the nodes are gone, or when victims have been
        claimed by others.
        """
        features = self.settings.features
        queue = entry.cluster_queue
        usage = entry.usage()
        check = self._fits(queue, usage, cycle, entry.targets)
        overlaps = features.recompute_assignment_upon_preemption_targets_overlap and cycle.has_any(
            entry.targets
        )
        displaced = (
            check == FitsCheck.NO_TAS and features.tas_recompute_assignment_within_scheduling_cycle
        )
        if not overlaps and not displaced:
            return usage, check == FitsCheck.OK
        info = entry.info
        info.last_assignment = None
        info.nomination_mapping = {
            pod_set.name: {resource: flavor.name for resource, flavor in pod_set.flavors.items()}
            for pod_set in entry.assigned().pod_sets
        }
        victims = list(cycle.targets.values()) if overlaps else []
        for victim in victims:
            remove(victim)
        self.assigner.exclude(cycle.targets if overlaps else {})
        entry.record_assignment(*self.assigner.get_assignments(info, queue))
        self.assigner.exclude({})
        restore_all(victims)
        assignment = entry.assigned()
        if overlaps and assignment.representative_mode() == _FIT:
            assignment.set_representative_mode(_DEFERRED_FIT)
        info.nomination_mapping = {}
        usage = entry.usage()
        return usage, self._fits(queue, usage, cycle, entry.targets) == FitsCheck.OK

    def _fits(
        self, queue: ClusterQueue, usage: Usage, cycle: Cycle, targets: list[Target]
    ) -> FitsCheck:
        """Whether usage fits once all victims of the cycle, and these targets, have left."""
        if not targets and not cycle.targets:
            return queue.fits(usage)
        leaving = cycle.merge_with_targets(targets, queue.tree, bool(usage.tas))
        for target in leaving:
            remove(target)
        check = queue.fits(usage)
        restore_all(leaving)
        return check

    def _requeue(self, entry: Entry, cycle: Cycle) -> None:
        """Put an entry back that was not admitted, and keep what was found out about it."""
        reason = entry.requeue_reason
        if entry.status != EntryStatus.NOT_NOMINATED and reason == RequeueReason.GENERIC:
            reason = RequeueReason.FAILED_AFTER_NOMINATION
        if needs_second_pass(entry.info.obj):
            cycle.second_pass.append(entry.info)
            return
        pending = entry.cluster_queue.pending
        entry.parked = not pending.requeue_if_not_present(entry.info, reason, cycle.now)
        cycle.requeued.append(entry)
