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
from kuota.capacity.workload import START, Object
from kuota.policy.team import Gang, Team
from kuota.policy.tree import Node
from kuota.sim.results import StepResult

MAX_CYCLES = 60
"""Cycles in which a gang must start once it has come."""

_FILL_CYCLES = 200
_ROUNDS = 10_000


class FullCluster:
    """One cluster, filled by all teams of a cohort tree as one plan says.

    The tree is filled once. For each gang its own team leaves, the others take what that frees,
    and then the gang comes; afterwards everything is as it was.
    """

    def __init__(self, empty: EmptyCluster, root: Node, plan: Plan) -> None:
        self.plan = plan
        self.attempts = 0
        self._empty = empty
        self._facts = empty.facts
        self._loads: dict[str, dict[str, Object]] = {}
        self._simulator = empty.world.simulator()
        self._count = 0
        teams = [self._facts.teams[name] for name in self._facts.tree.teams_below(root)]
        self._heads = len(teams)
        for active in [teams] if plan.interleaved else [[team] for team in teams]:
            self._fill_by(active)

    def attack(self, team: Team, gang: Gang) -> Attack:
        """What becomes of the gang when the cluster is full of what the other teams run."""
        with self._simulator.what_if() as simulator:
            for key in self._loads.get(team.name, ()):
                simulator.remove(key)
            before = simulator.schedule(_FILL_CYCLES, stop_at_loop=True)
            spread = Spread(self._facts, simulator.workloads()) if self._is_loose(team) else None
            created = _moment(self._count + 1)
            simulator.submit(self._empty.workload(team, gang, created))
            step = simulator.schedule(MAX_CYCLES, stop_at_loop=True)
            self._charge(before)
            self._charge(step)
            status = simulator.workload(key_of(team, gang))
            held = status.state in HOLDING and not _is_caught(step, key_of(team, gang))
            if held:
                taken = None if spread is None else spread.taken(without=simulator)
                held = self._empty.placed(gang, status, taken)[0] is Level.REACHABLE
            return Attack(
                str(self.plan),
                held,
                _cycle_of(step, key_of(team, gang)),
                _evictions(step),
                status.message,
                tuple(
                    load
                    for name, loads in self._loads.items()
                    if name != team.name
                    for load in loads.values()
                ),
            )

    def _is_loose(self, team: Team) -> bool:
        """Whether kube-scheduler, not Kueue, places pods of the team."""
        return any(
            self._facts.inventory.flavors[quotas.flavor].topology is None
            for group in team.resource_groups
            for quotas in group.flavors
        )

    def _fill_by(self, active: list[Team]) -> None:
        """Each team submits a job in turn until its newest one has to wait."""
        for number in range(_ROUNDS):
            newest = [(team, self._submit(team, number)) for team in active]
            step = self._simulator.schedule(_FILL_CYCLES, stop_at_loop=True)
            self._charge(step)
            active = [
                team
                for team, keys in newest
                if any(self._simulator.workload(key).state in HOLDING for key in keys)
            ]
            if not active or step.livelock:
                return

    def _charge(self, step: StepResult) -> None:
        """Counts what a step cost: in each cycle every queue may have tried its head."""
        self.attempts += step.cycles * self._heads

    def _submit(self, team: Team, number: int) -> list[str]:
        """The keys of the team's ``number``-th jobs, which now queue."""
        self._count += 1
        keys: list[str] = []
        topology = self._empty.world.topology
        for load in fillers(self._facts, team, self.plan, number, _moment(self._count), topology):
            key = f"{load['metadata']['namespace']}/{load['metadata']['name']}"
            self._loads.setdefault(team.name, {})[key] = load
            self._simulator.submit(load)
            keys.append(key)
        return keys


def _is_caught(step: StepResult, key: str) -> bool:
    """Whether the workload is among those that evict each other for ever, or never settles."""
    return step.livelock and (step.loop is None or key in step.loop.members)


def _evictions(step: StepResult) -> tuple[Eviction, ...]:
    return tuple(
        Eviction(event.workload, event.preemptor, event.reason)
        for event in step.events
        if event.type == "preempted"
    )


def plans(team: Team) -> Iterator[Plan]:
    """The plans worth trying against a team, the most telling first.

    The priority of the others matters only to a team that may not evict just anybody.
    """
    policies = team.preemption
    by_priority = (
        policies.reclaim_within_cohort.value == "LowerPriority"
        or policies.borrow_within_cohort.value != "Never"
    )
    for rank in (Rank.HIGHEST, Rank.LOWEST) if by_priority else (Rank.HIGHEST,):
        yield Plan(Size.UNIT, rank, True)
        yield Plan(Size.NODE, rank, True)
        yield Plan(Size.MOST, rank, True)
        yield Plan(Size.UNIT, rank, False)
        yield Plan(Size.NODE, rank, False)
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
