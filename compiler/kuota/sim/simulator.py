"""The simulator: Kueue objects, nodes and workloads in; admissions, evictions and reasons out.

    simulator = Simulator(objects, workloads)
    step = simulator.schedule()
    step.events, simulator.workload("team-a/job-1").message

    with simulator.what_if():
        simulator.submit(another)
        simulator.schedule()
    # as before

Everything is deterministic. Time only passes in ``advance``, and cycles only run in ``schedule``.
"""

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from typing import Any

from kuota.sim.clock import Clock
from kuota.sim.cluster import Cluster, Object
from kuota.sim.cohort import QuotaNode
from kuota.sim.cycle import Cycle
from kuota.sim.explanation import Explanation, explain
from kuota.sim.lending import QuotaUse, quota_uses
from kuota.sim.lifecycle import Lifecycle
from kuota.sim.model import (
    Workload,
)
from kuota.sim.preemption_loop import LoopWatch
from kuota.sim.results import Event, QueuePosition, StepResult, WorkloadStatus
from kuota.sim.settings import make_settings, timestamp
from kuota.sim.workload_state import EVICTED_BY_NODE_FAILURES

IDLE_CYCLES = 7
"""Cycles without a change after which heads that stay in their heap are taken to be stuck."""


class Simulator:
    """A cluster with Kueue in it, stepped cycle by cycle.

    ``objects`` are ResourceFlavor, Topology, Node, Pod, Cohort, ClusterQueue, LocalQueue,
    AdmissionCheck, Namespace, LimitRange and RuntimeClass; others are left alone. Without any
    Namespace, all exist.

    ``fair_sharing``, ``preemption_strategies``, ``admission_fair_sharing``,
    ``wait_for_pods_ready`` and ``resources`` are the settings of Kueue's Configuration, the last
    three spelled as there. ``check_delays`` and ``pods_ready_delay`` say after how many seconds an
    admission check is ready, and pods are; what they leave open waits for ``set_check`` and
    ``set_pods_ready``.

    ``controllers`` is false to leave out what Kueue's controllers do beside the scheduler: a
    stopped LocalQueue has no effect then, checks and deadlines neither.
    """

    def __init__(
        self,
        objects: Iterable[Object],
        workloads: Iterable[Object] = (),
        *,
        fair_sharing: bool = False,
        preemption_strategies: Iterable[str] = (),
        feature_gates: Mapping[str, bool] | None = None,
        admission_fair_sharing: Mapping[str, Any] | None = None,
        wait_for_pods_ready: Mapping[str, Any] | None = None,
        resources: Mapping[str, Any] | None = None,
        check_delays: Mapping[str, int] | None = None,
        pods_ready_delay: int | None = None,
        release: tuple[int, int] = (0, 19),
        controllers: bool = True,
        now: str = "2026-01-01T12:00:00Z",
    ) -> None:
        self.settings = make_settings(
            fair_sharing=fair_sharing,
            preemption_strategies=preemption_strategies,
            feature_gates=feature_gates,
            admission_fair_sharing=admission_fair_sharing,
            wait_for_pods_ready=wait_for_pods_ready,
            resources=resources,
            release=release,
        )
        self.clock = Clock(timestamp(now))
        self.cluster = Cluster(objects, self.settings, controllers)
        self.lifecycle = Lifecycle(
            self.cluster,
            self.clock,
            self.settings,
            controllers=controllers,
            check_delays={name: 1000 * delay for name, delay in (check_delays or {}).items()},
            pods_ready_delay=None if pods_ready_delay is None else 1000 * pods_ready_delay,
        )
        self._sequence = 0
        initial = [self.cluster.read_workload(obj) for obj in workloads]
        for workload in self.cluster.usage.in_order_of_discovery(initial):
            self.submit_workload(workload)
        self.cluster.queues.strangers.clear()
        self.cluster.queues.notify_retry_inadmissible(
            queue.tree for queue in self.cluster.cluster_queues.values()
        )
        if controllers:
            self.lifecycle.drain()
        self.cluster.usage.reconcile(self.clock.now)

    @property
    def now(self) -> int:
        """The simulated time. Units: milliseconds since 1970."""
        return self.clock.now

    def submit(self, workload: Object) -> None:
        """Create a workload; one that holds an admission has its quota at once."""
        self.submit_workload(self.cluster.read_workload(workload))

    def submit_workload(self, workload: Workload) -> None:
        """Create a workload that is already typed."""
        if workload.key in self.lifecycle.workloads:
            raise ValueError(f"workload {workload.key} exists already")
        self._sequence += 1
        workload.sequence = self._sequence
        self.lifecycle.add(workload)

    def finish(self, key: str) -> None:
        """A workload is done and deleted; others may be tried again at once."""
        self.remove(key)
        self.cluster.queues.carry_out_retries(self.clock.now)

    def remove(self, key: str) -> None:
        """Delete a workload; its quota is free, and it is noted that others may be tried again."""
        self.lifecycle.remove(key)

    def deactivate(self, key: str) -> None:
        """Set ``active: false``: a workload that runs is evicted, and it no longer queues."""
        self.lifecycle.deactivate(self.lifecycle.workloads[key])

    def set_pods_ready(self, key: str) -> None:
        """All pods of an admitted workload are ready."""
        self.lifecycle.set_pods_ready(self.lifecycle.workloads[key])

    def set_check(self, key: str, check: str, state: str, requeue_after: int = 0) -> None:
        """An admission check comes to "Ready", "Retry" or "Rejected". Units: seconds."""
        self.lifecycle.set_check(self.lifecycle.workloads[key], check, state, 1000 * requeue_after)

    def update_node(self, node: Object) -> None:
        """Add a node or replace the one of its name; others may be tried again."""
        self.cluster.update_node(node)
        self.cluster.queues.notify_retry_inadmissible(self.cluster.trees_with_topologies())

    def fail_node(self, name: str) -> None:
        """A node is gone; workloads on it get another one, or are evicted, once scheduled."""
        self.lifecycle.fail_node(name)

    def advance(self, seconds: int) -> tuple[Event, ...]:
        """Let time pass; what deadlines and checks did meanwhile, in cycle 0."""
        return self.advance_to(self.clock.now + seconds * 1000)

    def advance_to(self, end: int) -> tuple[Event, ...]:
        """Let time pass until a moment. Units: milliseconds since 1970."""
        clock = self.clock
        events = self.lifecycle.events
        seen = len(events)
        sharing = self.settings.admission_fair_sharing
        interval = 0 if sharing is None else sharing.usage_sampling_interval
        sampling = clock.now + interval if interval > 0 else end + 1
        while True:
            timer = clock.next_time()
            if timer is not None and timer <= min(end, sampling):
                self.lifecycle.pass_timer()
            elif sampling <= end:
                clock.now = sampling
                self.cluster.usage.reconcile(sampling)
                sampling += interval
            else:
                clock.now = max(clock.now, end)
                return tuple(events[seen:]) if len(events) > seen else ()

    def schedule(self, max_cycles: int = 1000, *, stop_at_loop: bool = False) -> StepResult:
        """Run cycles until nothing moves any more, or the same evictions come round again.

        Inadmissible workloads are tried again when nothing else moves and something has changed
        that makes it worth while. Without ``stop_at_loop`` a preemption loop runs to
        ``max_cycles``.
        """
        events: list[Event] = []
        watch = LoopWatch()
        queues = self.cluster.queues
        cycles = 0
        idle = 0
        while True:
            if idle < IDLE_CYCLES and self.has_heads():
                if cycles >= max_cycles:
                    return StepResult(cycles, True, tuple(events), watch.loop)
                cycles += 1
                active = queues.active_count()
                cycle = self.run_cycle()
                events.extend(_events(cycle, cycles))
                watch.watch(cycles, cycle, self.cluster.cluster_queues.values())
                if stop_at_loop and watch.loop is not None:
                    return StepResult(cycles, True, tuple(events), watch.loop)
                if cycle.changed() or queues.active_count() != active:
                    idle = 0
                else:
                    idle += 1
            elif queues.carry_out_retries(self.clock.now):
                idle = 0
            else:
                return StepResult(cycles, False, tuple(events), watch.loop)

    def has_heads(self) -> bool:
        """Whether a cycle would have a workload to consider."""
        return bool(self.lifecycle.second_pass) or self.cluster.queues.has_heads()

    def run_cycle(self) -> Cycle:
        """Run one cycle and let its decisions take effect."""
        self.cluster.begin_cycle()
        second_pass = self.lifecycle.take_second_pass()
        cycle = self.cluster.scheduler.schedule(self.clock.now, second_pass)
        self.lifecycle.take_effect(cycle)
        self.cluster.usage.reconcile(self.clock.now)
        return cycle

    @contextmanager
    def what_if(self) -> "Iterator[Simulator]":
        """Try something out: when the block ends, the simulator is as it was before.

        It costs what the block changes, not what the simulator holds. May be nested.
        """
        journal = self.cluster.journal
        journal.mark()
        journal.add(self._image())
        try:
            yield self
        finally:
            journal.roll_back()

    def workloads(self) -> dict[str, WorkloadStatus]:
        """Where every workload stands, by key."""
        return {key: self.workload(key) for key in self.lifecycle.workloads}

    def workload(self, key: str) -> WorkloadStatus:
        """Where one workload stands."""
        workload = self.lifecycle.workloads[key]
        evictions = self.lifecycle.evictions.get(key, 0)
        admission = workload.admission
        if admission is not None:
            state = "reserved" if workload.admitted_at is None else "admitted"
            return WorkloadStatus(state, admission.cluster_queue, admission.pod_sets, evictions)
        queue = self.cluster.queues.cluster_queue_of(workload)
        name = "" if queue is None else queue.name
        verdict = self.cluster.blocked(workload) if self.lifecycle.controllers else None
        reason, message = verdict or self.lifecycle.verdicts.of(workload, queue)
        state = "pending" if workload.active or not self.lifecycle.controllers else "inactive"
        return WorkloadStatus(state, name, (), evictions, message, reason)

    def explain(self, key: str) -> Explanation:
        """Why a workload is pending, with the arithmetic of each flavor that was tried for it."""
        status = self.workload(key)
        workload = self.lifecycle.workloads[key]
        queue = self.cluster.queues.cluster_queue_of(workload)
        verdicts = self.lifecycle.verdicts
        attempt = verdicts.attempt(workload, queue) if status.state == "pending" else None
        return explain(status.reason, status.message, attempt)

    def usage(self) -> list[QuotaUse]:
        """Quota, use, and what is borrowed and lent, by node of the cohort tree and pair.

        Trees in name order, each node before those below it.
        """
        roots: dict[str, QuotaNode] = {
            f"cohort/{cohort.name}": cohort
            for cohort in self.cluster.cohorts.values()
            if cohort.parent is None and not cohort.has_cycle
        }
        for queue in self.cluster.cluster_queues.values():
            if queue.parent is None:
                roots[f"queue/{queue.name}"] = queue
        nodes = [roots[name] for name in sorted(roots)]
        return quota_uses(nodes, self.cluster.flavor_resources)

    def positions(self, cluster_queue: str) -> list[QueuePosition]:
        """The pending workloads of a ClusterQueue in the order in which they would be tried."""
        pending = self.cluster.cluster_queues[cluster_queue].pending
        return [
            QueuePosition(info.obj.key, number, pending.is_inadmissible(info.obj.key))
            for number, info in enumerate(pending.in_queue_order())
        ]

    def _image(self) -> "partial[None]":
        """What puts back what the journal does not keep piece by piece."""
        ledger = self.cluster.usage.ledger
        return partial(
            self._restore,
            self._sequence,
            self.cluster.scheduler.scheduling_cycle,
            dict(self.cluster.queues.retries),
            [self.lifecycle.image(), *([] if ledger is None else [ledger.image()])],
        )

    def _restore(
        self, sequence: int, cycle: int, retries: dict[str, None], images: list[Any]
    ) -> None:
        self._sequence = sequence
        self.cluster.scheduler.scheduling_cycle = cycle
        self.cluster.queues.retries = retries
        for restore in images:
            restore()


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
