"""A stream of jobs in simulated time: they arrive, run once admitted, and leave.

Kueue's own timing is modelled where it decides outcomes: inadmissible workloads are tried again one
second after the event that makes it worth while, one batch for each cohort tree.

Source: Kueue pkg/cache/queue/inadmissible_workloads.go (requeueBatchPeriod), v0.19.2.
"""

import gc
from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import IntEnum
from heapq import heappop, heappush
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


class _Kind(IntEnum):
    """What happens; of things at the same time, in this order."""

    FINISH = 0
    ARRIVE = 1
    RETRY = 2


@dataclass(slots=True)
class Replay:
    """Plays jobs on a simulator; an evicted job starts again from the beginning."""

    simulator: Simulator
    requeue_batch_period: int = REQUEUE_BATCH_PERIOD
    cycles: int = 0
    _jobs: dict[str, Job] = field(default_factory=dict)
    _events: list[tuple[int, int, int, str, int]] = field(default_factory=list)
    _noted: set[str] = field(default_factory=set)
    _counter: int = 0

    def run(self, jobs: Iterable[Job], until: int | None = None) -> None:
        """Play until nothing is left to happen, or until a time.

        Almost nothing of what is made on the way is garbage that only the cycle collector could
        find, so it rests meanwhile.
        """
        for job in jobs:
            self._jobs[job.workload.key] = job
            self._at(job.arrival, _Kind.ARRIVE, job.workload.key)
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
            while self._events and self._events[0][0] == now:
                _, kind, _, key, run = heappop(self._events)
                self._happen(kind, key, run, now)
            self._schedule(now)
        if until is not None:
            self._note(simulator.advance_to(until), until)

    def _next_time(self) -> int | None:
        """When something happens next, in the stream of jobs or in the cluster."""
        timer = self.simulator.clock.next_time()
        if not self._events:
            return timer
        return self._events[0][0] if timer is None else min(timer, self._events[0][0])

    def _happen(self, kind: int, key: str, run: int, now: int) -> None:
        simulator = self.simulator
        if kind == _Kind.RETRY:
            self._noted.discard(key)
            simulator.cluster.queues.retry(key, now)
            return
        job = self._jobs[key]
        if kind == _Kind.ARRIVE:
            simulator.submit_workload(job.workload)
        elif job.runs == run and job.running and job.finished_at < 0:
            job.finished_at = now
            job.running = False
            simulator.remove(key)

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
                self._at(now + self.requeue_batch_period, _Kind.RETRY, tree)
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
        self._at(now + job.runtime, _Kind.FINISH, key, job.runs)

    def _stop(self, key: str) -> None:
        job = self._jobs.get(key)
        if job is not None:
            job.running = False

    def _at(self, time: int, kind: _Kind, key: str, run: int = 0) -> None:
        self._counter += 1
        heappush(self._events, (time, kind, self._counter, key, run))
