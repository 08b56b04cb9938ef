"""How much of its quota a queue gets back whatever all others do, by the rules of reclaim.

What a queue never lends is free for it. The rest of its nominal quota may be in use by borrowers,
and comes back only by preemption, which ``reclaimWithinCohort`` allows or not. Two more things
stand in the way. The waiting head of a StrictFIFO queue that cannot always reclaim reserves its own
quota in every cycle; where that is lent out, the cohort counts as overdrawn meanwhile, and even
what a queue keeps to itself is taken to cover the debt. And under fair sharing the shares of whole
cohorts decide who comes first: what a queue takes back may go to its borrower again, for ever.
Source: Kueue pkg/scheduler/preemption (classical, fairsharing, common) and pkg/scheduler/
scheduler.go (processEntry, resourcesToReserve), v0.19.2.
"""

from collections.abc import Iterable
from enum import StrEnum
from functools import cached_property
from typing import NamedTuple

from kuota.lint.facts import Facts
from kuota.policy.cluster import Cluster
from kuota.policy.origin import Origin
from kuota.policy.team import Team
from kuota.policy.tree import Node, Pair, team_node
from kuota.sim.features import Features


class Ground(StrEnum):
    """Why a guarantee is as large as it is."""

    ALONE = "alone"  # no cohort: nobody else can use the quota
    KEPT = "kept"  # all of it is withheld from the cohort by the lending limit
    NOBODY_BORROWS = "nobody-borrows"  # no other queue may borrow it
    RECLAIM_ANY = "reclaim-any"
    RECLAIM_HIGHER = "reclaim-higher"  # LowerPriority, and no borrower can be as high
    RECLAIM_TIED = "reclaim-tied"  # LowerPriority, but a borrower can be as high
    NO_RECLAIM = "no-reclaim"
    HELD_BACK = "held-back"  # the waiting head of a StrictFIFO queue may hold quota back
    SHARES_COMPARED = "shares-compared"  # fair sharing may favour another cohort
    STOPPED = "stopped"  # the stop policy admits nothing


FIRM = (Ground.ALONE, Ground.KEPT, Ground.NOBODY_BORROWS, Ground.RECLAIM_ANY, Ground.RECLAIM_HIGHER)
"""Grounds on which all of the nominal quota is guaranteed."""


class Guarantee(NamedTuple):
    """An amount that the queue always gets, and the rule that decides it.

    Units: ``units`` as in ``Amount``. ``words`` is a clause for a person; ``origin`` the setting.
    """

    units: int
    ground: Ground
    words: str
    origin: Origin


class Guarantees:
    """What the teams of one cluster are guaranteed, whatever the other teams run.

    A team itself is taken to run nothing else, and workloads to have no priority but that of a
    class that their team may use.
    """

    def __init__(self, facts: Facts) -> None:
        self._facts = facts
        self._tree = facts.tree
        self._highest: dict[str, int] = {}

    def of(self, team: Team, pair: Pair, priority: int | None = None) -> Guarantee | None:
        """What a workload of this priority is guaranteed of one resource of one flavor.

        Without a priority: one of the highest class that the team may use. None without quota.
        """
        node = team_node(team.name)
        quota = self._tree.quota(node, pair)
        if quota is None:
            return None
        nominal = quota.nominal.units
        if team.stop_policy.value != "None":
            words = f"stopPolicy {team.stop_policy.value} admits nothing"
            return Guarantee(0, Ground.STOPPED, words, team.stop_policy.origin)
        if team.cohort is None:
            return Guarantee(nominal, Ground.ALONE, "in no cohort, nobody borrows it", team.origin)
        own = self._highest_of(team.name) if priority is None else priority
        holder = self._holder_back(node, pair, own)
        if holder is not None:
            words = f"the waiting head of {holder.name}, StrictFIFO, may hold quota back for good"
            return Guarantee(0, Ground.HELD_BACK, words, holder.queueing_strategy.origin)
        if next(self._facts.borrowers(node, pair), None) is None:
            words = "no other queue may borrow it"
            return Guarantee(nominal, Ground.NOBODY_BORROWS, words, team.cohort.origin)
        kept = self._tree.local(node, pair)
        if kept >= nominal:
            words = "its lending limit keeps all of it"
            limit = (
                team.cohort.origin if quota.lending_limit is None else quota.lending_limit.origin
            )
            return Guarantee(nominal, Ground.KEPT, words, limit)
        sharing = self._facts.cluster.configuration.fair_sharing
        if sharing.value and self._tree.depth(node) > 1:
            words = "under fair sharing the shares of cohorts decide, not a queue's own quota"
            return Guarantee(kept, Ground.SHARES_COMPARED, words, sharing.origin)
        return self._by_reclaim(team, pair, own, nominal, kept)

    def _by_reclaim(self, team: Team, pair: Pair, own: int, nominal: int, kept: int) -> Guarantee:
        policy = team.preemption.reclaim_within_cohort
        if policy.value == "Any":
            words = "reclaimWithinCohort Any takes it back from any borrower"
            return Guarantee(nominal, Ground.RECLAIM_ANY, words, policy.origin)
        if policy.value == "Never":
            words = "reclaimWithinCohort Never: only what is not lent is certain"
            return Guarantee(kept, Ground.NO_RECLAIM, words, policy.origin)
        others = self._facts.borrowers(team_node(team.name), pair)
        theirs = max(map(self._highest_of, others), default=0)
        if own > theirs:
            words = f"reclaimWithinCohort LowerPriority, and {own} is above any borrower's {theirs}"
            return Guarantee(nominal, Ground.RECLAIM_HIGHER, words, policy.origin)
        words = f"reclaimWithinCohort LowerPriority, but a borrower may have priority {theirs} too"
        return Guarantee(kept, Ground.RECLAIM_TIED, words, policy.origin)

    def _holder_back(self, node: Node, pair: Pair, own: int) -> Team | None:
        """A queue of the tree whose waiting head comes first and reserves what it has lent."""
        for other in self._holders_back:
            it = team_node(other.name)
            if it == node or not self._tree.nominal(it, pair):
                continue
            first = self._highest_of(other.name) >= own or not self._by_priority
            if first and self._tree.root(it) == self._tree.root(node):
                borrowers = self._facts.borrowers(it, pair)
                if self._tree.lent(it, pair) and any(name != node.name for name in borrowers):
                    return other
        return None

    @cached_property
    def _holders_back(self) -> tuple[Team, ...]:
        """StrictFIFO queues that cannot always reclaim: what their head asks is held for it."""
        return tuple(
            team
            for team in self._facts.cluster.teams
            if team.queueing_strategy.value == "StrictFIFO"
            and team.preemption.reclaim_within_cohort.value != "Any"
        )

    @cached_property
    def _by_priority(self) -> bool:
        """Whether heads that do not borrow are taken in order of priority, else of age alone."""
        cluster = self._facts.cluster
        gates = {name: gate.value for name, gate in cluster.configuration.feature_gates.items()}
        return Features(gates, (0, cluster.release.minor)).priority_sorting_within_cohort

    def _highest_of(self, team: str) -> int:
        if team not in self._highest:
            self._highest[team] = highest_priority(self._facts.cluster, [team])
        return self._highest[team]


def highest_priority(cluster: Cluster, teams: Iterable[str]) -> int:
    """The highest priority that one of ``teams`` may use; 0 without a class."""
    used = (usable_priorities(cluster, team).values() for team in teams)
    return max([0, *(priority for values in used for priority in values)])


def usable_priorities(cluster: Cluster, team: str) -> dict[str, int]:
    """The priority classes that the platform lets ``team`` use, with their values."""
    restricted = cluster.rules.priority_class_teams
    return {
        priority_class.name: priority_class.value.value
        for priority_class in cluster.priority_classes
        if priority_class.name not in restricted or team in restricted[priority_class.name].value
    }
