"""The simulator: Kueue objects, nodes and workloads in; admissions, evictions and reasons out.

    simulator = Simulator(objects, workloads)
    step = simulator.schedule()
    step.events, simulator.workloads()["team-a/job-1"].message

Everything is deterministic, and time only passes in ``advance``.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from kuota.sim.cluster import Cluster, Object
from kuota.sim.cycle import Cycle
from kuota.sim.entry import Entry
from kuota.sim.explanation import Explanation, explain
from kuota.sim.model import Workload, WorkloadInfo
from kuota.sim.results import Event, StepResult, WorkloadStatus
from kuota.sim.settings import make_settings, timestamp
from kuota.sim.verdicts import EvictionNotice, Verdicts, preempted_by
from kuota.sim.workload_info import reserve, reserve_as, update_info, workload_from
from kuota.sim.workload_state import (
    EVICTED_BY_NODE_FAILURES,
    EVICTED_BY_PREEMPTION,
    set_evicted,
    set_quota_reservation,
    sync_admitted,
    unset_quota_reservation,
)

IDLE_CYCLES = 7
"""Cycles without a change after which heads that stay in their heap are taken to be stuck."""


class Simulator:
    """A cluster with Kueue in it, stepped cycle by cycle."""

    def __init__(
        self,
        objects: Iterable[Object],
        workloads: Iterable[Object] = (),
        *,
        fair_sharing: bool = False,
        preemption_strategies: Iterable[str] = (),
        feature_gates: Mapping[str, bool] | None = None,
        admission_fair_sharing: Mapping[str, Any] | None = None,
        release: tuple[int, int] = (0, 19),
        controllers: bool = True,
        now: str = "2026-01-01T12:00:00Z",
    ) -> None:
        self.settings = make_settings(
            fair_sharing=fair_sharing,
            preemption_strategies=preemption_strategies,
            feature_gates=feature_gates,
            admission_fair_sharing=admission_fair_sharing,
            release=release,
        )
        self.controllers = controllers
        self.now = timestamp(now)
        self.cluster = Cluster(objects, self.settings, controllers)
        self._workloads: dict[str, Workload] = {}
        self.verdicts = Verdicts()
        self._evictions: dict[str, int] = {}
        self._sequence = 0
        initial = [workload_from(obj, self.settings.features) for obj in workloads]
        for workload in self.cluster.in_order_of_discovery(initial):
            self.submit_workload(workload)
        self.cluster.queues.notify_retry_inadmissible(
            queue.tree for queue in self.cluster.cluster_queues.values()
        )
        self.cluster.reconcile_usage(self.now)

    def submit(self, workload: Object) -> None:
        """Create a workload; one that holds an admission has its quota at once."""
        self.submit_workload(workload_from(workload, self.settings.features))

    def submit_workload(self, workload: Workload) -> None:
        """Create a workload that is already typed."""
        self._sequence += 1
        workload.sequence = self._sequence
        self._workloads[workload.key] = workload
        if workload.quota_reserved_at is not None and workload.admission is not None:
            info = WorkloadInfo(workload)
            update_info(info, self.settings, self.cluster.flavor_resources)
            self.cluster.add_workload(info)
        else:
            self.cluster.queues.add_or_update_workload(workload, self.now)

    def finish(self, key: str) -> None:
        """A workload is done and deleted; others may be tried again at once."""
        self.remove(key)
        self.cluster.queues.carry_out_retries(self.now)

    def remove(self, key: str) -> None:
        """Delete a workload; its quota is free, and it is noted that others may be tried again."""
        workload = self._workloads.pop(key)
        self.cluster.queues.notify_workload_gone(workload)
        self.cluster.delete_workload(workload)
        self.cluster.forget_charge(workload)
        self.cluster.queues.delete_workload(workload)
        self.verdicts.forget(key)
        self._evictions.pop(key, None)

    def advance(self, seconds: int) -> None:
        """Let time pass."""
        self.advance_to(self.now + seconds * 1000)

    def advance_to(self, end: int) -> None:
        """Let time pass until a moment. Units: milliseconds since 1970."""
        sharing = self.settings.admission_fair_sharing
        if sharing is not None and sharing.usage_sampling_interval > 0:
            while self.now + sharing.usage_sampling_interval <= end:
                self.now += sharing.usage_sampling_interval
                self.cluster.reconcile_usage(self.now)
        self.now = end

    def schedule(self, max_cycles: int = 1000) -> StepResult:
        """Run cycles until nothing moves any more."""
        events: list[Event] = []
        cycles = 0
        idle = 0
        while True:
            if idle < IDLE_CYCLES and self.has_heads():
                if cycles >= max_cycles:
                    return StepResult(cycles, True, tuple(events))
                cycles += 1
                active = self.cluster.queues.active_count()
                cycle = self.run_cycle()
                events.extend(_events(cycle, cycles))
                if cycle.changed() or self.cluster.queues.active_count() != active:
                    idle = 0
                else:
                    idle += 1
            elif self.cluster.queues.carry_out_retries(self.now):
                idle = 0
            else:
                return StepResult(cycles, False, tuple(events))

    def workloads(self) -> dict[str, WorkloadStatus]:
        """Where every workload stands, by key."""
        return {key: self.workload(key) for key in self._workloads}

    def workload(self, key: str) -> WorkloadStatus:
        """Where one workload stands."""
        workload = self._workloads[key]
        evictions = self._evictions.get(key, 0)
        admission = workload.admission
        if admission is not None:
            state = "reserved" if workload.admitted_at is None else "admitted"
            return WorkloadStatus(state, admission.cluster_queue, admission.pod_sets, evictions)
        queue = self.cluster.queues.cluster_queue_of(workload)
        name = "" if queue is None else queue.name
        verdict = self.cluster.blocked(workload) if self.controllers else None
        reason, message = verdict or self.verdicts.of(workload, queue)
        return WorkloadStatus("pending", name, (), evictions, message, reason)

    def explain(self, key: str) -> Explanation:
        """Why a workload is pending, with the arithmetic of each flavor that was tried for it."""
        status = self.workload(key)
        workload = self._workloads[key]
        queue = self.cluster.queues.cluster_queue_of(workload)
        attempt = self.verdicts.attempt(workload, queue) if status.state == "pending" else None
        return explain(status.reason, status.message, attempt)

    def has_heads(self) -> bool:
        """Whether a cycle would have a workload to consider."""
        return self.cluster.queues.has_heads()

    def run_cycle(self) -> Cycle:
        """Run one cycle and let its decisions take effect."""
        self.cluster.begin_cycle()
        cycle = self.cluster.scheduler.schedule(self.now, [])
        for entry in cycle.requeued:
            self.verdicts.note_tried(entry)
        for entry in cycle.admitted:
            self._admit(entry)
        for entry in cycle.admitted:
            self.cluster.settle(entry.info, self.now)
        if cycle.preempted or cycle.node_failures:
            self._evict(cycle)
        self.cluster.reconcile_usage(self.now)
        return cycle

    def _admit(self, entry: Entry) -> None:
        info = entry.info
        workload = info.obj
        queue = entry.cluster_queue
        assignment = entry.assigned()
        template = assignment.template
        admission = assignment.to_admission(queue.name) if template is None else template.admission
        held = workload.quota_reserved_at is not None
        if held:
            self.cluster.delete_workload(workload)
        set_quota_reservation(workload, admission, self.now)
        if held or assignment.replace_workload_slice is not None:
            update_info(info, self.settings, self.cluster.flavor_resources)
            info.last_assignment = None
        elif template is not None:
            reserve_as(info, template.totals, template.usage)
        else:
            reserve(info, assignment.usage.quota, self.settings)
        self.verdicts.forget(workload.key)
        if self.controllers:
            queue.pending.delete(workload.key)
        sync_admitted(workload, self.cluster.required_checks(queue, admission), self.now)
        self.cluster.add_workload(info)
        for target in entry.targets:
            if not target.reason:
                self.remove(target.info.obj.key)

    def _evict(self, cycle: Cycle) -> None:
        """Evict the victims of a cycle; in the order of their names they stop at once."""
        leaving: dict[str, WorkloadInfo] = {}
        for preempted in cycle.preempted:
            info = preempted.target.info
            info.obj.preempted_at = self.now
            info.obj.preempted_reason = preempted.target.reason
            set_evicted(info.obj, EVICTED_BY_PREEMPTION, self.now)
            self.verdicts.note_evicted(
                info.obj.key,
                preempted_by(
                    preempted.preemptor.obj,
                    self.cluster.cluster_queues[preempted.preemptor.cluster_queue],
                    preempted.target.cluster_queue,
                    preempted.target.reason,
                ),
            )
            leaving[info.obj.key] = info
        for info in cycle.node_failures:
            self.verdicts.note_evicted(info.obj.key, EvictionNotice(list(info.obj.unhealthy_nodes)))
            set_evicted(info.obj, EVICTED_BY_NODE_FAILURES, self.now)
            leaving[info.obj.key] = info
        for key in sorted(leaving):
            self._stop(leaving[key].obj)

    def _stop(self, workload: Workload) -> None:
        """The pods of an evicted workload are gone: it gives its quota back and queues again."""
        key = workload.key
        self._evictions[key] = self._evictions.get(key, 0) + 1
        self.cluster.queues.notify_workload_gone(workload)
        self.cluster.delete_workload(workload)
        unset_quota_reservation(workload)
        workload.requeued = True
        self.cluster.queues.add_or_update_workload(workload, self.now)


def _events(cycle: Cycle, number: int) -> list[Event]:
    """What a cycle did, in the order in which it did it."""
    events = [Event(number, "admitted", entry.info.obj.key) for entry in cycle.admitted]
    events.extend(
        Event(
            number,
            "preempted",
            preempted.target.info.obj.key,
            preempted.target.reason,
            preempted.preemptor.obj.key,
        )
        for preempted in cycle.preempted
    )
    events.extend(
        Event(number, "evicted", info.obj.key, EVICTED_BY_NODE_FAILURES)
        for info in cycle.node_failures
    )
    return events
