"""A cluster and what follows from it, computed once for all rules."""

from collections.abc import Iterator
from datetime import date
from functools import cached_property

from kuota.kueue.release import Release
from kuota.lint.gang_nodes import GangNodes, gang_nodes
from kuota.lint.inventory import Inventory
from kuota.lint.lending import Holder, borrowers, by_pair, quotas, sharers
from kuota.lint.placement import Placement
from kuota.policy.cluster import Cluster
from kuota.policy.team import Team
from kuota.policy.tree import Node, Pair, Tree


class Facts:
    """The only input of a rule."""

    def __init__(self, cluster: Cluster, today: date) -> None:
        self.cluster = cluster
        self.today = today

    @cached_property
    def tree(self) -> Tree:
        """The cohort tree with its exact amounts."""
        return Tree(self.cluster)

    @cached_property
    def quotas(self) -> tuple[Holder, ...]:
        """Every quota of the cluster: cohorts first, then teams, each in order of name."""
        return tuple(quotas(self.tree))

    @cached_property
    def holders(self) -> dict[Pair, list[Holder]]:
        """Who has quota of each flavor and resource, by name of the two: teams, then cohorts."""
        return by_pair(self.quotas)

    @cached_property
    def _sharers(self) -> dict[tuple[Node, Pair], list[Node]]:
        return sharers(self.tree, self.quotas)

    def borrowers(self, node: Node, pair: Pair) -> Iterator[str]:
        """The other teams that may use quota of the node, in order of name."""
        candidates = self._sharers.get((self.tree.root(node), pair), [])
        return borrowers(self.tree, candidates, node, pair)

    @cached_property
    def gang_nodes(self) -> tuple[GangNodes, ...]:
        """The podSets of declared gangs with the nodes that could take their pods."""
        return tuple(gang_nodes(self))

    @cached_property
    def teams(self) -> dict[str, Team]:
        """The teams by name, in order of name."""
        return {team.name: team for team in self.cluster.teams}

    @cached_property
    def _declared(self) -> frozenset[str]:
        return frozenset(cohort.name for cohort in self.cluster.cohorts if cohort.declared)

    def declared(self, cohort: str) -> bool:
        """Whether the platform declares the cohort, so that it is not only a name in a team."""
        return cohort in self._declared

    @cached_property
    def inventory(self) -> Inventory:
        """The nodes, by the flavors that select them."""
        return Inventory(self.cluster)

    @cached_property
    def placement(self) -> Placement:
        """How many pods the nodes hold."""
        return Placement(self.cluster, self.inventory)

    @property
    def incomplete(self) -> bool:
        """Whether teams are missing, because their files have errors.

        What others lend or need is then unknown: rules that depend on it say nothing.
        """
        return bool(self.cluster.unresolved)

    @property
    def release(self) -> Release:
        """The release of Kueue that the platform names; the newest known one where it is odd."""
        return self.cluster.release

    @property
    def fair_sharing(self) -> bool:
        """Whether Kueue compares shares instead of only borrowing and priority."""
        return self.cluster.configuration.fair_sharing.value
