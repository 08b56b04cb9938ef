"""A stream of jobs in simulated time: they arrive, run once admitted, and leave.

Kueue's own timing is modelled where it decides outcomes: inadmissible workloads are tried again one
second after the event that makes it worth while, one batch for each cohort tree.

Source: Kueue pkg/cache/queue/inadmissible_workloads.go (requeueBatchPeriod), v0.19.2.
"""

import gc
from collections.abc import Iterable
from dataclasses import dataclass, field
from heapq import heappop, heappush
from operator import attrgetter
from typing import Final

from kuota.sim.model import (
    Workload,
)
from kuota.sim.results import Event
from kuota.sim.simulator import Simulator

REQUEUE_BATCH_PERIOD: Final = 1000
"""Units: milliseconds."""


@dataclass(slots=True)
class Job:
    """A workload with the time it arrives and the time it runs once admitted. Units: milliseconds.

    ``admitted_at`` is the start of the last run, ``finished_at`` its end; -1 until then. An evicted
    job has one more run.
    """

    arrival: int
    workload: Workload
    runtime: int
    first_admitted_at: int = -1
    admitted_at: int = -1
    finished_at: int = -1
    runs: int = 0
    running: bool = False


_FINISH: Final = 0
_RETRY: Final = 1
"""What happens; of things at the same time, in this order."""


@dataclass(slots=True)
class Replay:
    """Plays jobs on a simulator; an evicted job starts again from the beginning."""

    simulator: Simulator
    requeue_batch_period: int = REQUEUE_BATCH_PERIOD
    cycles: int = 0
    _jobs: dict[str, Job] = field(default_factory=dict)
    _events: list[tuple[int, int, int, str, int]] = field(default_factory=list)
    _arrivals: list[Job] = field(default_factory=list)
    _noted: set[str] = field(default_factory=set)
    _counter: int = 0

    def run(self, jobs: Iterable[Job], until: int | None = None) -> None:
        """Play until nothing is left to happen, or until a time.

        Almost nothing of what is made on the way is garbage that only the cycle collector could
        find, so it rests meanwhile.
        """
        arrivals = list(jobs)
        self._jobs.update((job.workload.key, job) for job in arrivals)
        self._arrivals = sorted([*self._arrivals, *arrivals], key=attrgetter("arrival"))
        self._arrivals.reverse()
        collecting = gc.isenabled()
        gc.disable()
        try:
            self._play(until)
        finally:
            if collecting:
                gc.enable()

    def _play(self, until: int | None) -> None:
        simulator = self.simulator
        while (now := self._next_time()) is not None:
            if until is not None and now > until:
                break
            self._note(simulator.advance_to(now), now)
            self._happen(now)
            self._schedule(now)
        if until is not None:
            self._note(simulator.advance_to(until), until)

    def _next_time(self) -> int | None:
        """When something happens next, in the stream of jobs or in the cluster."""
        times = [self._events[0][0]] if self._events else []
        if self._arrivals:
            times.append(self._arrivals[-1].arrival)
        timer = self.simulator.clock.next_time()
        if timer is not None:
            times.append(timer)
        return min(times) if times else None

    def _happen(self, now: int) -> None:
        """Let jobs end, then others arrive, then inadmissible ones have another try."""
        simulator, events, arrivals = self.simulator, self._events, self._arrivals
        while events and events[0][0] == now and events[0][1] == _FINISH:
            _, _, _, key, run = heappop(events)
            job = self._jobs[key]
            if job.runs == run and job.running:
                job.finished_at = now
                job.running = False
                simulator.remove(key)
        while arrivals and arrivals[-1].arrival <= now:
            simulator.submit_workload(arrivals.pop().workload)
        while events and events[0][0] == now:
            tree = heappop(events)[3]
            self._noted.discard(tree)
            simulator.cluster.queues.retry(tree, now)

    def _schedule(self, now: int) -> None:
        """Run cycles until the heads stay where they are."""
        simulator = self.simulator
        while simulator.has_heads():
            cycle = simulator.run_cycle()
            self.cycles += 1
            for entry in cycle.admitted:
                if entry.info.obj.admitted_at is not None:
                    self._start(entry.info.obj.key, now)
            for preempted in cycle.preempted:
                self._stop(preempted.target.info.obj.key)
            for info in cycle.node_failures:
                self._stop(info.obj.key)
            if not cycle.moved():
                break
        for tree in simulator.cluster.queues.retries:
            if tree not in self._noted:
                self._noted.add(tree)
                self._at(now + self.requeue_batch_period, _RETRY, tree)
        simulator.cluster.queues.retries.clear()

    def _note(self, events: tuple[Event, ...], now: int) -> None:
        """Take over what checks and deadlines did."""
        for event in events:
            if event.type == "admitted":
                self._start(event.workload, now)
            else:
                self._stop(event.workload)

    def _start(self, key: str, now: int) -> None:
        job = self._jobs.get(key)
        if job is None:
            return
        job.runs += 1
        job.running = True
        job.admitted_at = now
        if job.first_admitted_at < 0:
            job.first_admitted_at = now
        self._at(now + job.runtime, _FINISH, key, job.runs)

    def _stop(self, key: str) -> None:
        job = self._jobs.get(key)
        if job is not None:
            job.running = False

    def _at(self, time: int, kind: int, key: str, run: int = 0) -> None:
        self._counter += 1
        heappush(self._events, (time, kind, self._counter, key, run))
