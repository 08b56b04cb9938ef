"""A gang on a cluster that the other teams of its cohort tree have filled.

Nothing is proved by trying: an attack that fails to keep the gang out is one load survived. The
plans cover small and large jobs, the lowest and the highest priority that the others may use, teams
in turn and one after the other, jobs scattered over all nodes because others ended before, single
resources exhausted alone, and jobs drawn at random from a seed.
"""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

from kuota.capacity.empty import HOLDING, EmptyCluster, key_of
from kuota.capacity.filler import Fillers, Plan, Rank, Size, main_resource
from kuota.capacity.spread import Spread
from kuota.capacity.verdict import Attack, Eviction, Level
from kuota.capacity.workload import START, Object
from kuota.policy.team import Gang, Team
from kuota.policy.tree import Node
from kuota.sim.results import StepResult, WorkloadStatus

MAX_CYCLES = 60
"""Cycles in which a gang must start once it has come."""

_FILL_CYCLES = 200
_ROUNDS = 10_000
_WAVES = 4
_SEEDS = 3


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
        self._past = _Past()
        self._fillers = Fillers(empty.facts, plan, empty.world.topology)
        self._teams = [self._facts.teams[name] for name in self._facts.tree.teams_below(root)]
        self._simulator = empty.world.simulator({team.name for team in self._teams})
        self._fill(self._teams)
        if plan.churn:
            self._churn()

    def attack(self, team: Team, gang: Gang) -> Attack:
        """What becomes of the gang when the cluster is full of what the other teams run."""
        kept = self._past
        with self._simulator.what_if() as simulator:
            self._past = kept.copy()
            for key in kept.running(team.name):
                self._leave(key)
            self._fill([other for other in self._teams if other is not team])
            spread = Spread(self._facts, simulator.workloads()) if self._is_loose(team) else None
            key = key_of(team, gang)
            simulator.submit(self._empty.workload(team, gang, self._past.moment()))
            step = self._schedule(MAX_CYCLES)
            status = simulator.workload(key)
            held = status.state in HOLDING and not _is_caught(step, key)
            if held:
                taken = None if spread is None else spread.taken(without=simulator)
                held = self._empty.placed(gang, status, taken)[0] is Level.REACHABLE
            past, self._past = self._past, kept
        return Attack(
            str(self.plan),
            held,
            _cycle_of(step, key),
            _evictions(step),
            status.message,
            past.loop,
            tuple(past.came.values()),
            tuple(past.left),
        )

    def _is_loose(self, team: Team) -> bool:
        """Whether kube-scheduler, not Kueue, places pods of the team."""
        return any(
            self._facts.inventory.flavors[quotas.flavor].topology is None
            for group in team.resource_groups
            for quotas in group.flavors
        )

    def _fill(self, teams: list[Team]) -> None:
        """The teams submit jobs, in turn or one after the other, until the newest ones wait."""
        for active in [teams] if self.plan.interleaved else [[team] for team in teams]:
            self._fill_by(active)

    def _fill_by(self, active: list[Team]) -> None:
        """Each team submits a job in turn until its newest one has to wait."""
        for _ in range(_ROUNDS):
            newest = [(team, self._submit(team)) for team in active]
            step = self._schedule(_FILL_CYCLES)
            active = [
                team
                for team, keys in newest
                if any(self._simulator.workload(key).state in HOLDING for key in keys)
            ]
            if not active or step.livelock:
                return

    def _churn(self) -> None:
        """On each node one job ends and another takes its place, again and again.

        The newest jobs, which are the first to be evicted, then sit on every node.
        """
        nodes: dict[object, list[str]] = {}
        for key, status in self._simulator.workloads().items():
            if status.state in HOLDING:
                nodes.setdefault(_place(status), []).append(key)
        for wave in range(_WAVES):
            for keys in nodes.values():
                if wave < len(keys) // 2:
                    self._leave(keys[wave])
            self._fill(self._teams)

    def _leave(self, key: str) -> None:
        self._simulator.remove(key)
        self._past.left.append((len(self._past.came), key))

    def _schedule(self, cycles: int) -> StepResult:
        """Runs cycles and counts what they cost: in each, every queue may have tried its head."""
        self._simulator.advance(1)  # who got quota last is evicted first
        step = self._simulator.schedule(cycles, stop_at_loop=True)
        self.attempts += step.cycles * len(self._teams)
        if step.loop is not None:
            self._past.loop = step.loop.members
        return step

    def _submit(self, team: Team) -> list[str]:
        """The keys of the team's next jobs, which now queue."""
        past = self._past
        number = past.numbers.get(team.name, 0)
        past.numbers[team.name] = number + 1
        keys: list[str] = []
        for load in self._fillers.jobs(team, number, past.moment()):
            key = f"{load['metadata']['namespace']}/{load['metadata']['name']}"
            past.came[key] = load
            past.team_of[key] = team.name
            self._simulator.submit(load)
            keys.append(key)
        return keys


class _Past:
    """Which jobs came and left, in order. What is in a copy is not in the original."""

    def __init__(self) -> None:
        self.came: dict[str, Object] = {}
        self.team_of: dict[str, str] = {}
        self.left: list[tuple[int, str]] = []
        self.numbers: dict[str, int] = {}
        self.loop: tuple[str, ...] = ()
        self._ticks = 0

    def copy(self) -> "_Past":
        """The same past, to be continued otherwise."""
        other = _Past()
        other.came, other.team_of = dict(self.came), dict(self.team_of)
        other.left, other.numbers = list(self.left), dict(self.numbers)
        other.loop = self.loop
        other._ticks = self._ticks
        return other

    def running(self, team: str) -> list[str]:
        """The jobs of a team that have not left."""
        gone = {key for _, key in self.left}
        return [key for key, name in self.team_of.items() if name == team and key not in gone]

    def moment(self) -> str:
        """When the next job comes: a second after the last one."""
        self._ticks += 1
        moment = datetime.fromisoformat(START) + timedelta(seconds=self._ticks)
        return moment.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def _place(status: WorkloadStatus) -> tuple[tuple[str, ...], ...]:
    """The domains of a workload, to put those of one node side by side."""
    return tuple(
        domain.values
        for pod_set in status.pod_sets
        if pod_set.topology_assignment is not None
        for domain in pod_set.topology_assignment.domains
    )


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
        yield Plan(Size.UNIT, rank, True, churn=True)
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
    for seed in range(1, _SEEDS + 1):
        yield Plan(Size.UNIT, Rank.HIGHEST, True, churn=True, seed=seed)


def _cycle_of(step: StepResult, key: str) -> int:
    """The cycle in which the workload was admitted; all that ran where it was not."""
    for event in step.events:
        if event.type == "admitted" and event.workload == key:
            return event.cycle
    return step.cycles
