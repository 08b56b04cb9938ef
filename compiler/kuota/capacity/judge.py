"""The verdict on a gang: alone on the cluster first, then on clusters that the others filled."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import islice, zip_longest

from kuota.capacity.attack import FullCluster, plans
from kuota.capacity.cover import doubts
from kuota.capacity.empty import EmptyCluster
from kuota.capacity.filler import Plan
from kuota.capacity.guarantee import Guarantees
from kuota.capacity.verdict import Attack, Level, Verdict
from kuota.lint.facts import Facts
from kuota.policy.team import Gang, Team
from kuota.policy.tree import Node, team_node


@dataclass(slots=True)
class Budget:
    """How much may still be simulated. Units: attempts to admit a job, so that every machine stops
    alike."""

    attempts: int

    @property
    def is_spent(self) -> bool:
        """Whether no further full load may be built."""
        return self.attempts <= 0


PER_SECOND = 2_500
"""Attempts that a second of budget pays for: about what a slow machine simulates."""


Progress = Callable[[str], None]
"""Is told from time to time what a long search is at."""


class Judge:
    """Judges the gangs of one cluster, within a budget that they share."""

    def __init__(self, facts: Facts, budget: Budget, progress: Progress | None = None) -> None:
        self.facts = facts
        self.empty = EmptyCluster(facts)
        self.budget = budget
        self.guarantees = Guarantees(facts)
        self._full: dict[tuple[Node, Plan], FullCluster] = {}
        self._progress = progress

    def verdicts(self, *, attack_all: bool = False) -> tuple[Verdict, ...]:
        """The verdicts on all gangs, in order of team.

        Full loads are tried on the gangs that expect a guarantee, or on all. A load is tried on
        every gang before the next one is, so that a small budget serves all of them alike.
        """
        gangs = [(team, gang) for team in self.facts.cluster.teams for gang in team.gangs]
        return self._judged(gangs, attack_all)

    def verdict(self, team: Team, gang: Gang, *, attack: bool = False) -> Verdict:
        """The verdict on one gang; with ``attack`` full loads are tried whatever it expects."""
        return self._judged([(team, gang)], attack)[0]

    def _judged(self, gangs: list[tuple[Team, Gang]], attack_all: bool) -> tuple[Verdict, ...]:
        found: list[Verdict] = []
        tried: list[tuple[int, Team]] = []
        for team, gang in gangs:
            alone = self.empty.judge(team, gang)
            wanted = attack_all or gang.expect.value == "guaranteed"
            if wanted and alone.level is Level.REACHABLE:
                tried.append((len(found), team))
            found.append(alone)
        for index, team in tried:
            found[index] = self._without_attacks(team, found[index])
        rounds = list(self._rounds(tried))
        for number, (team, plan, index) in enumerate(rounds, start=1):
            if self._progress is not None:
                self._progress(f"trying full load {number} of {len(rounds)} on {team.name}")
            full = self._full_cluster(team, plan)
            if full is not None:
                attack = self._attack(full, team, found[index].gang)
                found[index] = self._with(found[index], attack)
        return tuple(found)

    def _rounds(self, tried: list[tuple[int, Team]]) -> Iterator[tuple[Team, Plan, int]]:
        """Every plan for every gang, plan by plan."""
        turns = [
            [(team, plan, index) for plan in plans(team)]
            for index, team in tried
            if not self._is_alone(team)
        ]
        for turn in zip_longest(*turns):
            yield from (step for step in turn if step is not None)

    def _is_alone(self, team: Team) -> bool:
        teams = self.facts.tree.teams_below(self.facts.tree.root(team_node(team.name)))
        return next(islice(teams, 1, None), None) is None

    def _without_attacks(self, team: Team, alone: Verdict) -> Verdict:
        if self._is_alone(team):
            return alone._replace(level=Level.GUARANTEED, certain=True, alone=True)
        left = tuple(doubts(self.facts, team, alone.gang, self.guarantees))
        return alone._replace(level=_level((), not left), certain=not left, doubts=left)

    def _with(self, verdict: Verdict, attack: Attack) -> Verdict:
        attacks = (*verdict.attacks, attack)
        return verdict._replace(level=_level(attacks, verdict.certain), attacks=attacks)

    def _full_cluster(self, team: Team, plan: Plan) -> FullCluster | None:
        """The full cluster of the team's tree; None once the budget is spent."""
        root = self.facts.tree.root(team_node(team.name))
        if self.budget.is_spent:
            return None
        if (root, plan) not in self._full:
            full = self._full[root, plan] = FullCluster(self.empty, root, plan)
            self.budget.attempts -= full.attempts
        return self._full[root, plan]

    def _attack(self, full: FullCluster, team: Team, gang: Gang) -> Attack:
        before = full.attempts
        attack = full.attack(team, gang)
        self.budget.attempts -= full.attempts - before + 1
        return attack


def _level(attacks: tuple[Attack, ...], certain: bool) -> Level:
    """The level that the survived and the lost attacks leave.

    An amount that the rules do not guarantee is none, even if no tried load could take it. A load
    that evicts nobody has left room, and says nothing of what would happen without.
    """
    if certain and all(attack.held for attack in attacks):
        return Level.GUARANTEED
    evicts = any(attack.held and attack.evictions for attack in attacks)
    return Level.AFTER_EVICTION if evicts else Level.REACHABLE
