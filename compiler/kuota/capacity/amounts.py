"""Per team, flavor and resource: what is its own, what it can reach, what it is guaranteed.

All of it follows from the quota tree alone; the verdicts on gangs add nodes and the simulator.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from kuota.capacity.guarantee import Guarantee, guarantee
from kuota.lint.lending import borrowers, lenders
from kuota.policy.bound import Bound
from kuota.policy.cluster import Cluster
from kuota.policy.origin import Origin
from kuota.policy.team import Team
from kuota.policy.tree import Pair, Tree, team_node


@dataclass(frozen=True, slots=True)
class Amounts:
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


def amounts(cluster: Cluster, tree: Tree | None = None) -> tuple[Amounts, ...]:
    """The amounts of all teams of a cluster, in order of team, then of flavor and resource."""
    known = Tree(cluster) if tree is None else tree
    return tuple(row for team in cluster.teams for row in amounts_of(cluster, known, team))


def amounts_of(cluster: Cluster, tree: Tree, team: Team) -> Iterator[Amounts]:
    """The amounts of one team, in the order of its resource groups."""
    node = team_node(team.name)
    for pair in tree.pairs(node):
        yield _row(cluster, tree, team, pair)


def _row(cluster: Cluster, tree: Tree, team: Team, pair: Pair) -> Amounts:
    node = team_node(team.name)
    quota = tree.quota(node, pair)
    assert quota is not None
    nominal = quota.nominal.units
    in_cohort = team.cohort is not None
    kept = tree.local(node, pair) if in_cohort else nominal
    return Amounts(
        team=team.name,
        flavor=pair[0],
        resource=pair[1],
        nominal=nominal,
        kept=kept,
        lendable=tree.lent(node, pair) if in_cohort else 0,
        reachable=tree.explain(node, pair),
        guaranteed=guarantee(cluster, team, nominal, kept, borrowers(tree, node, pair)),
        lenders=tuple(lenders(tree, node, pair)),
        origin=quota.nominal.origin,
    )
