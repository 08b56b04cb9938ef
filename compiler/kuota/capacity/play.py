"""Plays a scenario in the simulator.

At one time, workloads end first, then nodes go down, then workloads come in the order of the file,
and then the scheduler runs until nothing moves. Ties of creation time do not occur: a workload that
stands further down in the file was created a millisecond later.
"""

from collections.abc import Iterable, Iterator
from datetime import UTC, datetime, timedelta
from heapq import heappop, heappush
from itertools import takewhile

from kuota.capacity.empty import HOLDING
from kuota.capacity.places import Place, places_of
from kuota.capacity.pods import Pods
from kuota.capacity.trace import Deed, Happening, Snapshot, Trace
from kuota.capacity.workload import START, gang_workload, queue_of
from kuota.capacity.world import World
from kuota.lint.facts import Facts
from kuota.policy.scenario import Load, Scenario
from kuota.sim.results import Event, StepResult, WorkloadStatus

MAX_CYCLES = 1000
"""Cycles at one time after which things are taken never to settle."""

_TIMERS = 1000
_AFTERMATH = 60
"""So long after the last event Kueue's own timers still count. Units: seconds."""

_BEFORE = -3600
_UNTRIED = "PendingEvaluation"
_PREEMPTED = ("preempted", "evicted")


class Play:
    """One scenario on one cluster, being played; the state is kept at ``times`` as well."""

    def __init__(
        self, scenario: Scenario, facts: Facts, world: World, times: Iterable[int] = ()
    ) -> None:
        self._scenario = scenario
        self._more_times = tuple(times)
        self._facts = facts
        self._world = world
        self._simulator = world.simulator()
        self._start = self._simulator.now
        self._loads = {name: load for load in scenario.loads for name in load.names}
        self._keys: dict[str, str] = {}
        self._names: dict[str, str] = {}
        self._gangs = {name: load.gang for name, load in self._loads.items()}
        self._pods = Pods(facts)
        self._changed: dict[str, None] = {}
        self._said: dict[str, tuple[str, str]] = {}
        self._admitted_at: dict[str, int] = {}
        self._ends: list[tuple[int, int, str]] = []
        self._count = 0
        self._happenings: list[Happening] = []
        self._snapshots: dict[int | None, Snapshot] = {}
        self._loop: tuple[str, ...] = ()

    def run(self) -> Trace:
        """Everything that happens."""
        refused = self._begin()
        if not refused and not self._loop:
            self._go_on()
        if not refused and not self._loop:
            self._snapshots[None] = self._snapshot()
        return Trace(tuple(self._happenings), self._snapshots, refused, self._loop)

    def _begin(self) -> tuple[str, ...]:
        """Those that should run from the start and do not."""
        running = [load for load in self._scenario.loads if load.at is None]
        for load in running:
            for name in load.names:
                self._submit(name, load, _BEFORE * 1000 + self._count)
                self._settle(0, silent=True)
        names = [name for load in running for name in load.names]
        refused = tuple(name for name in names if not self._holds(name))
        for name in names:
            if name in refused:
                status = self._status(name)
                self._note(0, Deed.WAITS, name, reason=status.reason, detail=status.message)
            else:
                self._note_admitted(0, name)
                self._note(0, Deed.RUNS, name, places=self._places(name))
        return refused

    def _go_on(self) -> None:
        fixed = sorted(set(self._times()))
        now = 0
        while not self._loop:
            planned = fixed[0] if fixed else None
            ending = self._ends[0][0] if self._ends else None
            coming = [time for time in (planned, ending) if time is not None]
            self._let_timers_pass(min(coming, default=now + _AFTERMATH))
            if not coming or self._loop:
                return
            now = min(coming)
            if now == planned:
                fixed.pop(0)
            self._moment(now)
            self._snapshots[now] = self._snapshot()

    def _times(self) -> Iterator[int]:
        scenario = self._scenario
        yield from (load.at for load in scenario.loads if load.at is not None)
        yield from (each.at for each in scenario.finishes)
        yield from self._more_times
        yield from (each.at for each in scenario.failures)
        yield from (each.at for each in scenario.expectations if each.at is not None)

    def _moment(self, now: int) -> None:
        self._advance_to(self._start + now * 1000)
        while self._ends and self._ends[0][0] == now:
            _, began, name = heappop(self._ends)
            if self._admitted_at.get(name) == began:
                self._finish(now, name)
        for finish in self._scenario.finishes:
            if finish.at == now:
                for name in finish.names:
                    self._finish(now, name)
        for failure in self._scenario.failures:
            if failure.at == now:
                for node in failure.nodes:
                    self._simulator.fail_node(node)
                    self._pods.fail(node)
                    self._happenings.append(Happening(now, Deed.FAILED, node))
        coming = [
            (name, load) for load in self._scenario.loads if load.at == now for name in load.names
        ]
        for number, (name, load) in enumerate(coming):
            self._submit(name, load, now * 1000 - len(coming) + number)
            self._note(now, Deed.COMES, name)
        self._settle(now)

    def _let_timers_pass(self, until: int) -> None:
        """Kueue's own timers up to a time, each followed by the cycles that it sets off."""
        end = self._start + until * 1000
        for _ in range(_TIMERS):
            timer = self._simulator.clock.next_time()
            if timer is None or timer >= end or self._loop:
                return
            self._advance_to(timer)
            self._settle((timer - self._start) // 1000)

    def _advance_to(self, moment: int) -> None:
        events = self._simulator.advance_to(moment)
        self._changed.update((self._names[event.workload], None) for event in events)
        self._tell((moment - self._start) // 1000, events)

    def _submit(self, name: str, load: Load, created: int) -> None:
        cluster = self._facts.cluster
        team = self._facts.teams[load.team]
        self._count += 1
        key = f"{queue_of(team, load.gang.queue).namespace}/{name}"
        self._keys[name], self._names[key] = key, name
        shape = gang_workload(
            cluster, team, load.gang, topology=self._world.topology, created=_moment(created)
        )
        shape["metadata"]["name"] = name
        self._simulator.submit(shape)

    def _finish(self, now: int, name: str) -> None:
        if name in self._keys:
            key = self._keys.pop(name)
            self._admitted_at.pop(name, None)
            self._said.pop(name, None)
            self._simulator.finish(key)
            self._changed[name] = None
            self._note(now, Deed.FINISHED, name)

    def _settle(self, now: int, *, silent: bool = False) -> None:
        """Runs the scheduler until nothing moves, and notes what changed unless told not to."""
        step = self._simulator.schedule(MAX_CYCLES, stop_at_loop=True)
        self._changed.update((self._names[event.workload], None) for event in step.events)
        changed = {name: self._status_if_there(name) for name in self._changed}
        self._pods.update(changed, self._gangs)
        self._changed.clear()
        if not silent:
            self._tell(now, step.events)
        if step.livelock:
            self._loop = self._looping(step)
            self._happenings.append(Happening(now, Deed.LOOP, ", ".join(self._loop)))
        elif not silent:
            self._tell_waiting(now)

    def _looping(self, step: StepResult) -> tuple[str, ...]:
        if step.loop is not None:
            return tuple(self._names[key] for key in step.loop.members)
        evicted = (event.workload for event in step.events if event.type in _PREEMPTED)
        return tuple(dict.fromkeys(self._names[key] for key in evicted))

    def _tell(self, now: int, events: Iterable[Event]) -> None:
        for event in events:
            name = self._names[event.workload]
            if event.type == "admitted":
                is_new = self._note_admitted(now, name)
                deed = Deed.ADMITTED if is_new else Deed.MOVED
                self._note(now, deed, name, cycle=event.cycle, places=self._places(name))
            elif event.type in _PREEMPTED:
                self._admitted_at.pop(name, None)
                other = self._names.get(event.preemptor, "")
                self._note(
                    now, Deed.EVICTED, name, cycle=event.cycle, other=other, reason=event.reason
                )

    def _note_admitted(self, now: int, name: str) -> bool:
        """Whether the workload was not running before; if it has a runtime, its end is planned."""
        if name in self._admitted_at:
            return False
        self._admitted_at[name] = now
        self._said.pop(name, None)
        runtime = self._loads[name].runtime
        if runtime is not None:
            heappush(self._ends, (now + runtime, now, name))
        return True

    def _tell_waiting(self, now: int) -> None:
        """The workloads that wait, where Kueue now says another thing than before."""
        recent = takewhile(lambda event: event.at == now, reversed(self._happenings))
        evicted = {event.who for event in recent if event.deed is Deed.EVICTED}
        for name in [name for name in self._keys if name not in self._admitted_at]:
            status = self._status(name)
            said = (status.reason, status.message)
            if self._said.get(name) == said:
                continue
            self._said[name] = said
            if not (status.reason == _UNTRIED and name in evicted):  # that it had to go is told
                self._note(now, Deed.WAITS, name, reason=status.reason, detail=status.message)

    def _note(
        self,
        now: int,
        deed: Deed,
        name: str,
        *,
        cycle: int = 0,
        other: str = "",
        reason: str = "",
        detail: str = "",
        places: tuple[Place, ...] = (),
    ) -> None:
        team = self._loads[name].team
        happening = Happening(now, deed, name, team, cycle, other, reason, detail, places)
        self._happenings.append(happening)

    def _places(self, name: str) -> tuple[Place, ...]:
        if name not in self._keys:
            return ()
        short = self._pods.unplaced.get(name, 0)
        return places_of(self._facts.cluster, self._status(name), short)

    def _status(self, name: str) -> WorkloadStatus:
        return self._simulator.workload(self._keys[name])

    def _status_if_there(self, name: str) -> WorkloadStatus | None:
        return self._status(name) if name in self._keys else None

    def _statuses(self) -> dict[str, WorkloadStatus]:
        return {name: self._status(name) for name in self._keys}

    def _holds(self, name: str) -> bool:
        return self._status(name).state in HOLDING

    def _snapshot(self) -> Snapshot:
        usage = tuple(self._simulator.usage())
        return Snapshot(self._statuses(), usage, dict(self._pods.unplaced))


def _moment(milliseconds: int) -> str:
    moment = datetime.fromisoformat(START) + timedelta(milliseconds=milliseconds)
    return moment.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
