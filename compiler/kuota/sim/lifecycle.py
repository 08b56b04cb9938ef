"""What happens to workloads beside the scheduler: admissions, victims that stop, checks, deadlines.

In a cluster that is the work of Kueue's workload controller and of the job controllers.

Source: Kueue pkg/controller/core/workload_controller.go, pkg/controller/jobframework/reconciler.go,
pkg/cache/queue/second_pass_queue.go, v0.19.2.
"""

from collections.abc import Mapping
from functools import partial

from kuota.sim.clock import Clock, Due, Timer
from kuota.sim.cluster import Cluster
from kuota.sim.cycle import Cycle
from kuota.sim.entry import Entry
from kuota.sim.journal import Undo
from kuota.sim.model import Workload, WorkloadInfo
from kuota.sim.queues.queueing import Head
from kuota.sim.results import Event
from kuota.sim.settings import Settings
from kuota.sim.verdicts import EvictionNotice, Verdicts, preempted_by
from kuota.sim.workload_info import new_info, reserve, reserve_as, update_info
from kuota.sim.workload_state import (
    EVICTED_BY_ADMISSION_CHECK,
    EVICTED_BY_CLUSTER_QUEUE_STOPPED,
    EVICTED_BY_DEACTIVATION,
    EVICTED_BY_LOCAL_QUEUE_STOPPED,
    EVICTED_BY_NODE_FAILURES,
    EVICTED_BY_PODS_READY_TIMEOUT,
    EVICTED_BY_PREEMPTION,
    READY,
    REJECTED,
    RETRY,
    needs_second_pass,
    set_checks,
    set_evicted,
    set_quota_reservation,
    sync_admitted,
    unset_quota_reservation,
)

SECOND_PASS_DELAY = 1000
SECOND_PASS_MAXIMUM_DELAY = 30_000
"""Units: milliseconds."""

_BACK_AT_ONCE = (EVICTED_BY_PREEMPTION, EVICTED_BY_NODE_FAILURES)
_BACK_AFTER_BACKOFF = (EVICTED_BY_PODS_READY_TIMEOUT, EVICTED_BY_ADMISSION_CHECK)


class Lifecycle:
    """Carries out what cycles decide and what time brings.

    ``controllers`` is false where only cache, queues and scheduler of Kueue are to be simulated.
    ``check_delays`` gives the time after which an admission check is ready, ``pods_ready_delay``
    the time that pods take to become ready; what is not given is left to the caller. Units:
    milliseconds. ``leaving`` holds workloads that came with an eviction under way.
    """

    __slots__ = (
        "check_delays",
        "clock",
        "cluster",
        "controllers",
        "events",
        "evictions",
        "journal",
        "leaving",
        "pods_ready_delay",
        "second_pass",
        "settings",
        "verdicts",
        "workloads",
    )

    def __init__(
        self,
        cluster: Cluster,
        clock: Clock,
        settings: Settings,
        *,
        controllers: bool,
        check_delays: Mapping[str, int],
        pods_ready_delay: int | None,
    ) -> None:
        self.cluster = cluster
        self.journal = cluster.journal
        self.clock = clock
        self.settings = settings
        self.controllers = controllers
        self.check_delays = dict(check_delays)
        self.pods_ready_delay = pods_ready_delay
        self.workloads: dict[str, Workload] = {}
        self.verdicts = Verdicts()
        self.evictions: dict[str, int] = {}
        self.leaving: dict[str, WorkloadInfo] = {}
        self.second_pass: dict[str, WorkloadInfo] = {}
        self.events: list[Event] = []

    def take_effect(self, cycle: Cycle) -> None:
        """Carry out what a cycle decided; its victims stop at once, in the order of their names."""
        for entry in cycle.requeued:
            key, queue = entry.info.obj.key, entry.cluster_queue.name
            self.verdicts.keep(self.journal, key, queue, entry.info.scheduling_hash)
            self.verdicts.note_tried(entry)
        for entry in cycle.admitted:
            self._admit(entry)
        for entry in cycle.admitted:
            self.cluster.usage.settle(entry.info, self.clock.now)
        for info in cycle.second_pass:
            self._queue_second_pass(info.obj, info.second_pass_iteration)
        if cycle.preempted or cycle.node_failures or self.leaving:
            self._evict_victims(cycle)

    def take_second_pass(self) -> list[Head]:
        """The workloads that are due for another pass through the scheduler."""
        heads = [
            Head(info, self.cluster.cluster_queues[info.cluster_queue], False)
            for info in self.second_pass.values()
        ]
        self.second_pass.clear()
        return heads

    def pass_timer(self) -> None:
        """Let the next timer happen."""
        timer = self.clock.pop_timer()
        workload = timer.workload
        if workload.finished or self.evictions.get(workload.key, 0) != timer.run:
            return
        if timer.due == Due.CHECK_READY:
            self.set_check(workload, timer.detail, READY, 0)
        elif timer.due == Due.PODS_READY:
            self.set_pods_ready(workload)
        elif timer.due == Due.PODS_READY_TIMEOUT:
            self._pods_ready_timeout(workload)
        elif timer.due == Due.MAXIMUM_EXECUTION_TIME:
            if workload.admitted_at is not None:
                self.journal.keep_workload(workload)
                workload.past_execution_time = 0
                self.deactivate(workload, "exceeding the maximum execution time")
        elif timer.due == Due.BACKOFF_OVER:
            self._back_to_queue(workload)
        elif needs_second_pass(workload):
            queue = self.cluster.cluster_queues.get(_cluster_queue(workload))
            if queue is not None and workload.key in queue.workloads:
                info = queue.workloads[workload.key]
                self.journal.keep_info(info)
                info.second_pass_iteration = timer.iteration
                self.second_pass[workload.key] = info

    def set_pods_ready(self, workload: Workload) -> None:
        """All pods of an admitted workload are ready."""
        if workload.admitted_at is not None:
            self.journal.keep_workload(workload)
            workload.pods_ready = True

    def set_check(self, workload: Workload, name: str, state: str, requeue_after: int) -> None:
        """An admission check has come to a verdict. Units: milliseconds."""
        self.journal.keep_workload(workload)
        for check in workload.admission_checks:
            if check.name == name:
                check.state = state
        if workload.admission is None:
            return
        if state == REJECTED:
            self.deactivate(workload, f'AdmissionCheck in Rejected state: "{name}"')
        elif state == RETRY:
            if requeue_after > 0:
                workload.requeue_at = self.clock.now + requeue_after
            self.evict(
                workload,
                EVICTED_BY_ADMISSION_CHECK,
                f'Evicted due to AdmissionCheck in Retry state: "{name}"',
            )
        elif workload.admitted_at is None:
            self._sync_admitted(workload)
            if needs_second_pass(workload):
                self._queue_second_pass(workload, 0)

    def fail_node(self, name: str) -> None:
        """A node is gone: workloads with pods on it look for a replacement, or are evicted.

        Source: Kueue pkg/controller/tas/node_controller.go, v0.19.2.
        """
        self.cluster.delete_node(name)
        if not self.settings.features.tas_failed_node_replacement:
            return
        for workload in self.cluster.workloads_on_node(name):
            if name in workload.unhealthy_nodes or workload.evicted_at is not None:
                continue
            self.journal.keep_workload(workload)
            if workload.unhealthy_nodes:
                failed = ", ".join([*workload.unhealthy_nodes, name])
                self.evict(
                    workload,
                    EVICTED_BY_NODE_FAILURES,
                    f"Workload eviction triggered due to multiple TAS node failures: {failed}",
                )
            else:
                workload.unhealthy_nodes.append(name)
                self._queue_second_pass(workload, 0)

    def deactivate(self, workload: Workload, cause: str = "") -> None:
        """Take a workload out for good: it gives its quota back and does not queue again."""
        self.journal.keep_workload(workload)
        workload.active = False
        workload.requeue_at = None
        workload.requeue_count = 0
        message = "The workload is deactivated" + (f" due to {cause}" if cause else "")
        if workload.admission is not None:
            self.evict(workload, EVICTED_BY_DEACTIVATION, message)
        else:
            self.cluster.queues.delete_workload(workload)

    def evict(self, workload: Workload, reason: str, message: str) -> None:
        """Evict a workload for another reason than preemption; it stops at once."""
        if workload.evicted_at is not None:
            return
        self._note_evicted(workload, EvictionNotice([], message))
        set_evicted(workload, reason, self.clock.now)
        self.events.append(Event(0, "evicted", workload.key, reason))
        self._stop(workload)

    def drain(self) -> None:
        """Evict what is admitted in queues that are stopped with HoldAndDrain."""
        drained = {q.key for q in self.cluster.local_queues if q.stop_policy == "HoldAndDrain"}
        for queue in self.cluster.cluster_queues.values():
            for info in list(queue.workloads.values()):
                workload = info.obj
                if queue.spec.stop_policy == "HoldAndDrain":
                    self.evict(
                        workload, EVICTED_BY_CLUSTER_QUEUE_STOPPED, "The ClusterQueue is stopped"
                    )
                elif workload.local_queue in drained:
                    self.evict(
                        workload, EVICTED_BY_LOCAL_QUEUE_STOPPED, "The LocalQueue is stopped"
                    )

    def add(self, workload: Workload) -> None:
        """A workload has been created."""
        if self.journal.recording:
            self.journal.keep_workload(workload)
            self.journal.add(partial(self.workloads.pop, workload.key, None))
        self.workloads[workload.key] = workload
        if workload.quota_reserved_at is not None and workload.admission is not None:
            if workload.finished or not workload.active:
                return  # its reservation does not count any more: HasActiveQuotaReservation
            info = new_info(workload, self.settings, self.cluster.flavor_resources)
            self.cluster.add_workload(info)
            if workload.evicted_at is not None:
                self.leaving[workload.key] = info
            if self.controllers:
                self.start(workload)
        elif self.cluster.queues.add_or_update_workload(workload, self.clock.now):
            return
        strangers = self.cluster.queues.strangers
        strangers.add(workload.key)
        if self.journal.recording:
            self.journal.add(partial(strangers.discard, workload.key))

    def _queue_again(self, workload: Workload) -> None:
        if self.cluster.queues.add_or_update_workload(workload, self.clock.now):
            self._no_stranger(workload.key)

    def _no_stranger(self, key: str) -> None:
        strangers = self.cluster.queues.strangers
        if key in strangers:
            self.journal.add(partial(strangers.add, key))
            strangers.discard(key)

    def remove(self, key: str) -> None:
        """A workload has been deleted: its quota is free, which may let others in."""
        workload = self.workloads.pop(key)
        if self.journal.recording:
            self.journal.keep_workload(workload)
            self.journal.add(partial(self.workloads.__setitem__, key, workload))
            self.verdicts.keep(self.journal, key)
            self.keep_evictions(key)
        queue = self.cluster.queues.cluster_queue_of(workload)
        self.cluster.queues.notify_workload_gone(workload)
        self._no_stranger(key)
        self.cluster.delete_workload(workload)
        self.cluster.usage.forget_charge(workload)
        if queue is not None:
            queue.pending.delete(key)
        workload.finished = True
        self.verdicts.forget(key)
        self.evictions.pop(key, None)
        self.second_pass.pop(key, None)
        self.leaving.pop(key, None)

    def keep_evictions(self, key: str) -> None:
        """Keep the number of evictions of a workload before it changes."""
        if self.journal.recording:
            self.journal.add(partial(self._put_back, key, self.evictions.get(key)))

    def image(self) -> Undo:
        """What puts back what is not kept piece by piece."""
        second_pass, leaving = dict(self.second_pass), dict(self.leaving)
        events = len(self.events)
        clock = self.clock.image()

        def undo() -> None:
            self.second_pass, self.leaving = second_pass, leaving
            del self.events[events:]
            clock()

        return undo

    def _put_back(self, key: str, evictions: int | None) -> None:
        if evictions is None:
            self.evictions.pop(key, None)
        else:
            self.evictions[key] = evictions

    def start(self, workload: Workload) -> None:
        """Set the timers of a workload that holds a reservation."""
        if workload.admitted_at is not None:
            self._on_admitted(workload)
        else:
            self._on_reserved(workload)

    def _admit(self, entry: Entry) -> None:
        info = entry.info
        workload = info.obj
        queue = entry.cluster_queue
        assignment = entry.assigned()
        template = assignment.template
        admission = assignment.to_admission(queue.name) if template is None else template.admission
        if self.journal.recording:
            self.journal.keep_workload(workload)
            self.journal.keep_info(info)
            self.verdicts.keep(self.journal, workload.key)
        held = workload.quota_reserved_at is not None
        was_admitted = workload.admitted_at is not None
        if held:
            self.cluster.delete_workload(workload)
            workload.unhealthy_nodes = []
        set_quota_reservation(workload, admission, self.clock.now)
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
        sync_admitted(workload, self.cluster.required_checks(queue, admission), self.clock.now)
        self.cluster.add_workload(info, entry.is_counted)
        if self.controllers and not was_admitted:
            self.start(workload)
        for target in entry.targets:
            if not target.reason:
                self.remove(target.info.obj.key)

    def _on_reserved(self, workload: Workload) -> None:
        """Quota is reserved, admission waits: the checks of the assigned flavors begin."""
        queue = self.cluster.cluster_queues.get(_cluster_queue(workload))
        if queue is None or workload.admission is None or not queue.spec.admission_checks:
            return
        self.journal.keep_workload(workload)
        required = sorted(self.cluster.required_checks(queue, workload.admission))
        set_checks(workload, required)
        for check in workload.admission_checks:
            delay = self.check_delays.get(check.name)
            if delay is not None and check.state != READY:
                self._set_timer(delay, Due.CHECK_READY, workload, check.name)
        self._sync_admitted(workload)

    def _sync_admitted(self, workload: Workload) -> None:
        """Admit a workload whose checks are ready; its run is counted from here."""
        queue = self.cluster.cluster_queues.get(_cluster_queue(workload))
        if queue is None or workload.admission is None or workload.admitted_at is not None:
            return
        self.journal.keep_workload(workload)
        required = self.cluster.required_checks(queue, workload.admission)
        if sync_admitted(workload, required, self.clock.now):
            self.events.append(Event(0, "admitted", workload.key))
            self.cluster.note_admitted(queue.workloads[workload.key], self.clock.now)
            self._on_admitted(workload)

    def _on_admitted(self, workload: Workload) -> None:
        """Pods start: the deadlines for readiness and execution run."""
        limit = workload.maximum_execution_time
        elapsed = 0 if workload.admitted_at is None else self.clock.now - workload.admitted_at
        if limit is not None:
            left = limit - workload.past_execution_time - elapsed
            self._set_timer(left, Due.MAXIMUM_EXECUTION_TIME, workload)
        waiting = self.settings.wait_for_pods_ready
        if waiting is not None and not workload.pods_ready:
            if self.pods_ready_delay is not None:
                self._set_timer(self.pods_ready_delay - elapsed, Due.PODS_READY, workload)
            self._set_timer(waiting.timeout - elapsed, Due.PODS_READY_TIMEOUT, workload)

    def _pods_ready_timeout(self, workload: Workload) -> None:
        waiting = self.settings.wait_for_pods_ready
        if waiting is None or workload.admitted_at is None or workload.pods_ready:
            return
        limit = waiting.backoff_limit_count
        if limit is not None and workload.requeue_count + 1 > limit:
            self.deactivate(workload, "exceeding the maximum number of re-queuing retries")
            return
        self.journal.keep_workload(workload)
        workload.requeue_count += 1
        workload.requeue_at = self.clock.now + waiting.backoff(workload.requeue_count)
        self.evict(
            workload,
            EVICTED_BY_PODS_READY_TIMEOUT,
            f"Exceeded the PodsReady timeout {workload.key}",
        )

    def _evict_victims(self, cycle: Cycle) -> None:
        """Evict whom the cycle chose; they stop, and so do those that were leaving before."""
        leaving, self.leaving = self.leaving, {}
        for info in leaving.values():
            self._note_evicted(info.obj, EvictionNotice([], info.obj.evicted_message))
        for preempted in cycle.preempted:
            info = preempted.target.info
            notice = preempted_by(
                preempted.preemptor.obj,
                self.cluster.cluster_queues[preempted.preemptor.cluster_queue],
                preempted.target.cluster_queue,
                preempted.target.reason,
            )
            self._note_evicted(info.obj, notice)
            info.obj.preempted_at = self.clock.now
            info.obj.preempted_reason = preempted.target.reason
            set_evicted(info.obj, EVICTED_BY_PREEMPTION, self.clock.now)
            leaving[info.obj.key] = info
        for info in cycle.node_failures:
            self._note_evicted(info.obj, EvictionNotice(list(info.obj.unhealthy_nodes)))
            set_evicted(info.obj, EVICTED_BY_NODE_FAILURES, self.clock.now)
            leaving[info.obj.key] = info
        for key in sorted(leaving):
            self._stop(leaving[key].obj)

    def _note_evicted(self, workload: Workload, notice: EvictionNotice) -> None:
        self.journal.keep_workload(workload)
        self.verdicts.keep(self.journal, workload.key)
        self.verdicts.note_evicted(workload.key, notice)

    def _stop(self, workload: Workload) -> None:
        """The pods of an evicted workload are gone: it gives its quota back and queues again."""
        key = workload.key
        self.keep_evictions(key)
        self.evictions[key] = self.evictions.get(key, 0) + 1
        if workload.admitted_at is not None:
            workload.past_execution_time += self.clock.now - workload.admitted_at
        self.cluster.queues.notify_workload_gone(workload)
        self.cluster.delete_workload(workload)
        unset_quota_reservation(workload)
        self.second_pass.pop(key, None)
        workload.requeued = self._is_back_at_once(workload)
        waits = workload.requeue_at is not None and workload.requeue_at > self.clock.now
        if waits and workload.requeue_at is not None:
            self._set_timer(workload.requeue_at - self.clock.now, Due.BACKOFF_OVER, workload)
        else:
            self._queue_again(workload)

    def _is_back_at_once(self, workload: Workload) -> bool:
        """Whether an evicted workload may be tried again as soon as it has stopped."""
        reason = workload.evicted_reason
        if not self.controllers or reason in _BACK_AT_ONCE:
            single = self.settings.features.skip_reassignment_for_pod_owned_workloads
            return not (self.controllers and single and workload.owner_is_single_pod)
        return reason in _BACK_AFTER_BACKOFF and (
            workload.requeue_at is None or workload.requeue_at <= self.clock.now
        )

    def _back_to_queue(self, workload: Workload) -> None:
        if workload.quota_reserved_at is None and workload.active:
            self.journal.keep_workload(workload)
            workload.requeued = True
            workload.requeue_at = None
            self._queue_again(workload)

    def _queue_second_pass(self, workload: Workload, iteration: int) -> None:
        """Try a workload again that holds its quota but not yet its places.

        Source: Kueue pkg/cache/queue/manager.go, QueueSecondPassIfNeeded, v0.19.2.
        """
        delay = min(SECOND_PASS_DELAY << min(iteration, 30), SECOND_PASS_MAXIMUM_DELAY)
        timer = Timer(
            Due.SECOND_PASS,
            workload,
            self.evictions.get(workload.key, 0),
            iteration=iteration + 1,
        )
        self.clock.set_timer(self.clock.now + delay, timer)

    def _set_timer(self, delay: int, due: Due, workload: Workload, detail: str = "") -> None:
        run = self.evictions.get(workload.key, 0)
        self.clock.set_timer(self.clock.now + max(0, delay), Timer(due, workload, run, detail))


def _cluster_queue(workload: Workload) -> str:
    return "" if workload.admission is None else workload.admission.cluster_queue
