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

from kuota.sim.model import Workload
from kuota.sim.simulator import Simulator

REQUEUE_BATCH_PERIOD: Final = 1000
"""Units: milliseconds."""


@dataclass(slots=True)
class Job:
    """A workload with the time it arrives and the time it runs once admitted. Units: milliseconds.

    ``admitted_at`` is the start of the last run, ``finished_at`` its end; -1 until then.
    """

    arrival: int
    workload: Workload
    runtime: int
    first_admitted_at: int = -1
    admitted_at: int = -1
    finished_at: int = -1
    runs: int = 0


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
        while self._events:
            now = self._events[0][0]
            if until is not None and now > until:
                break
            simulator.advance_to(now)
            while self._events and self._events[0][0] == now:
                _, kind, _, key, run = heappop(self._events)
                self._happen(kind, key, run, now)
            self._schedule(now)
        if until is not None:
            simulator.advance_to(until)

    def _happen(self, kind: int, key: str, run: int, now: int) -> None:
        simulator = self.simulator
        if kind == _Kind.RETRY:
            self._noted.discard(key)
            simulator.cluster.queues.retry(key, now)
            return
        job = self._jobs[key]
        if kind == _Kind.ARRIVE:
            simulator.submit_workload(job.workload)
        elif job.runs == run and job.finished_at < 0:
            job.finished_at = now
            simulator.remove(key)

    def _schedule(self, now: int) -> None:
        """Run cycles until the heads stay where they are."""
        simulator = self.simulator
        while simulator.has_heads():
            cycle = simulator.run_cycle()
            self.cycles += 1
            for entry in cycle.admitted:
                job = self._jobs.get(entry.info.obj.key)
                if job is not None:
                    self._start(job, now)
            for preempted in cycle.preempted:
                job = self._jobs.get(preempted.target.info.obj.key)
                if job is not None:
                    job.runs += 1
            if not cycle.moved():
                break
        for tree in simulator.cluster.queues.retries:
            if tree not in self._noted:
                self._noted.add(tree)
                self._at(now + self.requeue_batch_period, _Kind.RETRY, tree)
        simulator.cluster.queues.retries.clear()

    def _start(self, job: Job, now: int) -> None:
        job.runs += 1
        job.admitted_at = now
        if job.first_admitted_at < 0:
            job.first_admitted_at = now
        self._at(now + job.runtime, _Kind.FINISH, job.workload.key, job.runs)

    def _at(self, time: int, kind: _Kind, key: str, run: int = 0) -> None:
        self._counter += 1
        heappush(self._events, (time, kind, self._counter, key, run))
