"""How much of its quota a queue gets back whatever all others do, by the rules of reclaim.

What a queue never lends is free for it at any time. The rest of its nominal quota may be in use by
borrowers, and comes back only by preemption, which ``reclaimWithinCohort`` allows or not.
Source: Kueue pkg/scheduler/preemption/classical/hierarchical_preemption.go and
pkg/scheduler/preemption/common/preemption_policy.go, v0.19.2.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from itertools import chain

from kuota.policy.cluster import Cluster
from kuota.policy.origin import Origin
from kuota.policy.team import Team


class Ground(StrEnum):
    """Why a guarantee is as large as it is."""

    ALONE = "alone"  # no cohort: nobody else can use the quota
    KEPT = "kept"  # all of it is withheld from the cohort by the lending limit
    NOBODY_BORROWS = "nobody-borrows"  # no other queue may borrow it
    RECLAIM_ANY = "reclaim-any"
    RECLAIM_HIGHER = "reclaim-higher"  # LowerPriority, and no borrower can be as high
    RECLAIM_TIED = "reclaim-tied"  # LowerPriority, but a borrower can be as high
    NO_RECLAIM = "no-reclaim"
    STOPPED = "stopped"  # the stop policy admits nothing


@dataclass(frozen=True, slots=True)
class Guarantee:
    """An amount that the queue always gets, and the rule that decides it.

    Units: ``units`` as in ``Amount``. ``words`` is a clause for a person; ``origin`` the setting.
    """

    units: int
    ground: Ground
    words: str
    origin: Origin


def guarantee(
    cluster: Cluster, team: Team, nominal: int, kept: int, borrowers: Iterable[str]
) -> Guarantee:
    """What ``team`` is guaranteed of ``nominal`` when it never lends ``kept`` of it.

    ``borrowers`` are the other teams that may use the quota of this flavor and resource.
    LowerPriority is judged for the team's highest class against the highest that they may use.
    """
    if team.stop_policy.value != "None":
        words = f"stopPolicy {team.stop_policy.value} admits nothing"
        return Guarantee(0, Ground.STOPPED, words, team.stop_policy.origin)
    if team.cohort is None:
        return Guarantee(nominal, Ground.ALONE, "in no cohort, nobody borrows it", team.origin)
    others = iter(borrowers)
    first = next(others, None)
    if first is None:
        words = "no other queue may borrow it"
        return Guarantee(nominal, Ground.NOBODY_BORROWS, words, team.cohort.origin)
    if kept >= nominal:
        words = "its lending limit keeps all of it"
        return Guarantee(nominal, Ground.KEPT, words, team.cohort.origin)
    return _by_reclaim(cluster, team, nominal, kept, chain((first,), others))


def _by_reclaim(
    cluster: Cluster, team: Team, nominal: int, kept: int, others: Iterable[str]
) -> Guarantee:
    policy = team.preemption.reclaim_within_cohort
    if policy.value == "Any":
        words = "reclaimWithinCohort Any takes it back from any borrower"
        return Guarantee(nominal, Ground.RECLAIM_ANY, words, policy.origin)
    if policy.value == "Never":
        words = "reclaimWithinCohort Never: only what is not lent is certain"
        return Guarantee(kept, Ground.NO_RECLAIM, words, policy.origin)
    own, theirs = highest_priority(cluster, [team.name]), highest_priority(cluster, others)
    if own > theirs:
        words = f"reclaimWithinCohort LowerPriority, and {own} is above any borrower's {theirs}"
        return Guarantee(nominal, Ground.RECLAIM_HIGHER, words, policy.origin)
    words = f"reclaimWithinCohort LowerPriority, but a borrower may have priority {theirs} too"
    return Guarantee(kept, Ground.RECLAIM_TIED, words, policy.origin)


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
