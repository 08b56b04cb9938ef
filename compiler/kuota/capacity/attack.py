"""A gang on a cluster that the other teams of its cohort tree have filled.

Nothing is proved by trying: an attack that fails to keep the gang out is one load survived. The
plans cover small and large jobs, the lowest and the highest priority that the others may use, teams
in turn and one after the other, and single resources exhausted alone.
"""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

from kuota.capacity.empty import HOLDING, EmptyCluster, key_of
from kuota.capacity.filler import Plan, Rank, Size, fillers, main_resource
from kuota.capacity.spread import Spread
from kuota.capacity.verdict import Attack, Eviction, Level
from kuota.capacity.workload import START, Object, gang_workload
from kuota.lint.lending import members
from kuota.policy.team import Gang, Team
from kuota.policy.tree import team_node
from kuota.sim.results import StepResult

MAX_CYCLES = 60
"""Cycles in which a gang must start once it has come."""

_FILL_CYCLES = 200
_ROUNDS = 10_000


class FullCluster:
    """One cluster, filled by all teams of a tree but one, as one plan says."""

    def __init__(self, empty: EmptyCluster, team: Team, plan: Plan) -> None:
        self.plan = plan
        self.loads: list[Object] = []
        self.admissions = 0
        self._empty = empty
        self._facts = empty.facts
        self._team = team
        self._simulator = empty.world.simulator()
        self._livelock = False
        self._fill()
        self._spread = Spread(self._facts, self._simulator.workloads())

    def attack(self, gang: Gang) -> Attack:
        """What becomes of the gang when it comes to this cluster."""
        simulator = self._simulator.copy()
        cluster = self._facts.cluster
        simulator.submit(gang_workload(cluster, self._team, gang, created=_moment(len(self.loads))))
        step = simulator.schedule(MAX_CYCLES)
        key = key_of(self._team, gang)
        status = simulator.workload(key)
        held = status.state in HOLDING and not step.livelock
        if held:
            taken = self._spread.taken(without=simulator)
            level, _ = self._empty.placed(gang, status, taken)
            held = level is Level.REACHABLE
        return Attack(
            str(self.plan),
            held,
            _cycle_of(step, key),
            tuple(
                Eviction(event.workload, event.preemptor, event.reason)
                for event in step.events
                if event.type == "preempted"
            ),
            status.message,
            tuple(self.loads),
        )

    def _fill(self) -> None:
        facts = self._facts
        others = [
            facts.teams[name]
            for name in members(facts.tree, team_node(self._team.name))
            if name != self._team.name
        ]
        turns = [others] if self.plan.interleaved else [[other] for other in others]
        for active in turns:
            self._fill_by(active)

    def _fill_by(self, active: list[Team]) -> None:
        """Each team submits a job in turn until its newest one has to wait."""
        for number in range(_ROUNDS):
            newest: list[tuple[Team, list[str]]] = []
            for team in active:
                newest.append((team, [self._submit(load) for load in self._jobs(team, number)]))
            step = self._simulator.schedule(_FILL_CYCLES)
            self.admissions += sum(event.type == "admitted" for event in step.events)
            active = [
                team
                for team, keys in newest
                if any(self._simulator.workload(key).state in HOLDING for key in keys)
            ]
            if not active or step.livelock:
                return

    def _jobs(self, team: Team, number: int) -> Iterator[Object]:
        return fillers(self._facts, team, self.plan, number, _moment(len(self.loads)))

    def _submit(self, load: Object) -> str:
        self.loads.append(load)
        self._simulator.submit(load)
        return f"{load['metadata']['namespace']}/{load['metadata']['name']}"


def plans(team: Team) -> Iterator[Plan]:
    """The plans worth trying against a team, the most telling first."""
    for size in Size:
        for rank in (Rank.HIGHEST, Rank.LOWEST):
            for interleaved in (True, False):
                yield Plan(size, rank, interleaved)
    resources = {
        resource
        for group in team.resource_groups
        for resource in group.covered_resources
        if resource != main_resource(group)
    }
    for resource in sorted(resources):
        yield Plan(Size.UNIT, Rank.HIGHEST, True, resource)


def _cycle_of(step: StepResult, key: str) -> int:
    """The cycle in which the workload was admitted; all that ran where it was not."""
    for event in step.events:
        if event.type == "admitted" and event.workload == key:
            return event.cycle
    return step.cycles


def _moment(seconds: int) -> str:
    moment = datetime.fromisoformat(START) + timedelta(seconds=seconds)
    return moment.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
