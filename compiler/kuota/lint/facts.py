"""A cluster and what follows from it, computed once for all rules."""

from datetime import date
from functools import cached_property

from kuota.kueue.release import Release
from kuota.lint.inventory import Inventory
from kuota.lint.placement import Placement
from kuota.policy.cluster import Cluster
from kuota.policy.team import Team
from kuota.policy.tree import Tree


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
    def release(self) -> Release:
        """The release of Kueue that the platform names; the newest known one where it is odd."""
        return self.cluster.release

    @property
    def fair_sharing(self) -> bool:
        """Whether Kueue compares shares instead of only borrowing and priority."""
        return self.cluster.configuration.fair_sharing.value
