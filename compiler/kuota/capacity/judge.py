"""The verdict on a gang: alone on the cluster first, then on clusters that the others filled."""

from dataclasses import dataclass, replace

from kuota.capacity.amounts import guarantee_of
from kuota.capacity.attack import FullCluster, plans
from kuota.capacity.empty import EmptyCluster
from kuota.capacity.filler import Plan
from kuota.capacity.verdict import Attack, Level, Verdict
from kuota.lint.facts import Facts
from kuota.lint.gangs import counted, needed_count
from kuota.lint.lending import members
from kuota.policy.team import Gang, Team
from kuota.policy.tree import Pair, team_node


@dataclass(slots=True)
class Budget:
    """How much may still be simulated. Units: admissions, so that every machine stops alike."""

    admissions: int

    @property
    def is_spent(self) -> bool:
        """Whether no further full load may be built."""
        return self.admissions <= 0


PER_SECOND = 10_000
"""Admissions that a second of budget pays for: about what a slow machine simulates."""


class Judge:
    """Judges the gangs of one cluster, within a budget that they share."""

    def __init__(self, facts: Facts, budget: Budget) -> None:
        self.facts = facts
        self.empty = EmptyCluster(facts)
        self._budget = budget
        self._full: dict[tuple[str, Plan], FullCluster] = {}

    def verdict(self, team: Team, gang: Gang, *, attack: bool = True) -> Verdict:
        """The verdict on one gang; without ``attack`` only that of the empty cluster."""
        alone = self.empty.judge(team, gang)
        if alone.level is not Level.REACHABLE or not attack:
            return alone
        if len(members(self.facts.tree, team_node(team.name))) <= 1:
            return replace(alone, level=Level.GUARANTEED, certain=True, alone=True)
        certain = self._is_certain(team, gang, alone)
        attacks = tuple(self._attacks(team, gang))
        return replace(alone, level=_level(attacks, certain), attacks=attacks, certain=certain)

    def verdicts(self, *, attack_all: bool = False) -> tuple[Verdict, ...]:
        """The verdicts on all gangs, in order of team; full loads are tried on those that expect a
        guarantee, or on all."""
        return tuple(
            self.verdict(team, gang, attack=attack_all or gang.expect.value == "guaranteed")
            for team in self.facts.cluster.teams
            for gang in team.gangs
        )

    def _attacks(self, team: Team, gang: Gang) -> list[Attack]:
        found: list[Attack] = []
        for plan in plans(team):
            full = self._full.get((team.name, plan))
            if full is None:
                if self._budget.is_spent:
                    break
                full = self._full[team.name, plan] = FullCluster(self.empty, team, plan)
                self._budget.admissions -= full.admissions
            found.append(full.attack(gang))
        return found

    def _is_certain(self, team: Team, gang: Gang, alone: Verdict) -> bool:
        """Whether the guaranteed amounts cover all that the gang takes in the flavors it got."""
        taken: dict[tuple[str, str], int] = {}
        flavors = {place.pod_set: place.flavors for place in alone.placements}
        for pod_set in gang.pod_sets:
            for resource, units in counted(self.facts, pod_set).items():
                flavor = flavors.get(pod_set.name, {}).get(resource)
                if flavor is not None:
                    pair = (flavor, resource)
                    taken[pair] = taken.get(pair, 0) + units * needed_count(pod_set)
        return all(units <= self._guaranteed(team, pair) for pair, units in taken.items())

    def _guaranteed(self, team: Team, pair: Pair) -> int:
        found = guarantee_of(self.facts, team, pair)
        return 0 if found is None else found.units


def _level(attacks: tuple[Attack, ...], certain: bool) -> Level:
    """The level that the survived and the lost attacks leave.

    An amount that the rules do not guarantee is none, even if no tried load could take it.
    """
    held = [attack.held for attack in attacks]
    if certain and all(held):
        return Level.GUARANTEED
    return Level.AFTER_EVICTION if any(held) else Level.REACHABLE
