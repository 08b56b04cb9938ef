"""Per team, flavor and resource: what is its own, what it can reach, what it is guaranteed.

All of it follows from the quota tree alone; the verdicts on gangs add nodes and the simulator.
"""

from collections.abc import Iterator
from typing import NamedTuple

from kuota.capacity.guarantee import Guarantee, Guarantees
from kuota.lint.facts import Facts
from kuota.lint.lending import lenders
from kuota.policy.bound import Bound
from kuota.policy.origin import Origin
from kuota.policy.team import Team
from kuota.policy.tree import Pair, team_node


class Amounts(NamedTuple):
    """What one team has of one resource of one flavor.

    ``nominal`` is its quota, ``kept`` the part that the cohort never sees, ``lendable`` the rest.
    ``reachable`` is the most it can hold while all else is idle, with the sum behind it;
    ``lenders`` who could lend to it, and at most how much each (their sum may pass the limit).
    ``guaranteed`` is what it has or gets back whatever all others do.
    """

    team: str
    flavor: str
    resource: str
    nominal: int
    kept: int
    lendable: int
    reachable: Bound
    guaranteed: Guarantee
    lenders: tuple[tuple[str, int], ...]
    origin: Origin

    @property
    def borrowable(self) -> int:
        """How much of ``reachable`` is not the team's own."""
        return max(0, self.reachable.total - self.nominal)


def amounts(facts: Facts) -> tuple[Amounts, ...]:
    """The amounts of all teams of a cluster, in order of team, then of flavor and resource."""
    guarantees = Guarantees(facts)
    return tuple(row for team in facts.cluster.teams for row in amounts_of(facts, team, guarantees))


def amounts_of(facts: Facts, team: Team, guarantees: Guarantees) -> Iterator[Amounts]:
    """The amounts of one team, in the order of its resource groups."""
    for pair in facts.tree.pairs(team_node(team.name)):
        yield _row(facts, team, pair, guarantees)


def _row(facts: Facts, team: Team, pair: Pair, guarantees: Guarantees) -> Amounts:
    node, tree = team_node(team.name), facts.tree
    quota, guaranteed = tree.quota(node, pair), guarantees.of(team, pair)
    assert quota is not None
    assert guaranteed is not None
    nominal = quota.nominal.units
    in_cohort = team.cohort is not None
    return Amounts(
        team=team.name,
        flavor=pair[0],
        resource=pair[1],
        nominal=nominal,
        kept=tree.local(node, pair) if in_cohort else nominal,
        lendable=tree.lent(node, pair) if in_cohort else 0,
        reachable=tree.explain(node, pair),
        guaranteed=guaranteed,
        lenders=tuple(lenders(tree, node, pair)),
        origin=quota.nominal.origin,
    )
