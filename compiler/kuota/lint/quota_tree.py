"""The cohort tree of a cluster with the amounts that Kueue derives from it.

Source: Kueue pkg/cache/scheduler/resource_node.go, v0.19.2.
"""

from collections.abc import Iterator
from typing import Literal

from kuota.policy.cluster import Cluster, Cohort
from kuota.policy.quota import ResourceGroup, ResourceQuota
from kuota.policy.team import Team
from kuota.quantity import UNLIMITED, add, subtract

Pair = tuple[str, str]
"""A flavor and a resource."""


class QuotaNode:
    """A ClusterQueue or a Cohort in the tree."""

    __slots__ = ("children", "cohort", "name", "parent", "quotas", "team")

    def __init__(self, name: str, team: Team | None, cohort: Cohort | None) -> None:
        self.name = name
        self.team = team
        self.cohort = cohort
        self.parent: QuotaNode | None = None
        self.children: list[QuotaNode] = []
        owner = team or cohort
        self.quotas = dict(_quotas(owner.resource_groups)) if owner else {}

    @property
    def kind(self) -> Literal["team", "cohort"]:
        """Which of the two it is."""
        return "team" if self.team is not None else "cohort"

    @property
    def root(self) -> "QuotaNode":
        """The top of its tree; itself when it has no parent."""
        node = self
        while node.parent is not None:
            node = node.parent
        return node

    def descendants(self) -> "Iterator[QuotaNode]":
        """All nodes below it, a node before its children."""
        stack = list(reversed(self.children))
        while stack:
            node = stack.pop()
            yield node
            stack.extend(reversed(node.children))

    def nominal(self, pair: Pair) -> int:
        """Its own nominal quota; 0 where it has none."""
        quota = self.quotas.get(pair)
        return 0 if quota is None else quota.nominal.units


class QuotaTree:
    """All nodes of a cluster, by kind and name. A cycle of cohorts is cut where it is met."""

    def __init__(self, cluster: Cluster) -> None:
        self.cohorts = {c.name: QuotaNode(c.name, None, c) for c in cluster.cohorts}
        self.teams = {t.name: QuotaNode(t.name, t, None) for t in cluster.teams}
        for cohort in cluster.cohorts:
            if cohort.parent is not None:
                self._attach(self.cohorts[cohort.name], cohort.parent.value)
        for team in cluster.teams:
            if team.cohort is not None:
                self._attach(self.teams[team.name], team.cohort.value)
        roots = [n for n in (*self.cohorts.values(), *self.teams.values()) if n.parent is None]
        self._order = [node for root in roots for node in (root, *root.descendants())]
        self._subtree: dict[Pair, dict[QuotaNode, int]] = {}
        self._potential: dict[Pair, dict[QuotaNode, int]] = {}

    def nodes(self) -> tuple[QuotaNode, ...]:
        """Every node, a parent before its children."""
        return tuple(self._order)

    def pairs(self) -> tuple[Pair, ...]:
        """Every flavor and resource that some node has quota for, in order of name."""
        return tuple(sorted({pair for node in self._order for pair in node.quotas}))

    def holders(self, pair: Pair) -> list[QuotaNode]:
        """The nodes that have quota for it, teams first, each kind in order of name."""
        teams = [node for node in self.teams.values() if pair in node.quotas]
        return teams + [node for node in self.cohorts.values() if pair in node.quotas]

    def subtree(self, node: QuotaNode, pair: Pair) -> int:
        """What the node and everything below it own together, less what a child keeps to itself."""
        return self._computed(pair)[0][node]

    def potential(self, node: QuotaNode, pair: Pair) -> int:
        """The most that the node can ever use, with everybody else idle (potentialAvailable)."""
        return self._computed(pair)[1][node]

    def local(self, node: QuotaNode, pair: Pair) -> int:
        """What the node never lends (localQuota)."""
        return _local(node, pair, self.subtree(node, pair))

    def lent(self, node: QuotaNode, pair: Pair) -> int:
        """The most that the node adds to what its parent can hand out."""
        return subtract(self.subtree(node, pair), self.local(node, pair))

    def borrowable(self, node: QuotaNode, pair: Pair) -> int:
        """The most that the rest of the tree could lend to the node, its own limit left aside."""
        if node.parent is None:
            return 0
        return subtract(self.potential(node.parent, pair), self.lent(node, pair))

    def lenders(self, node: QuotaNode, pair: Pair) -> list[tuple[str, int]]:
        """Who could lend to the node, and how much at most each: terms of ``borrowable``.

        Beyond its parent's own quota and its siblings, the rest of the tree is one term.
        """
        parent = node.parent
        if parent is None:
            return []
        terms = [(f"cohort {parent.name}", parent.nominal(pair))]
        terms += [(n.name, self.lent(n, pair)) for n in parent.children if n is not node]
        beyond = subtract(self.potential(parent, pair), self.subtree(parent, pair))
        if parent.parent is not None:
            terms.append((f"cohort {parent.parent.name}", beyond))
        return [(name, units) for name, units in terms if units > 0]

    def borrowers(self, node: QuotaNode, pair: Pair) -> Iterator[QuotaNode]:
        """The other teams of the tree that may use quota of the node.

        A team counts when it has quota for the pair and neither its own borrowing limit is 0 nor
        that of a cohort between it and the node.
        """
        above = set(_ancestors(node))
        for other in node.root.descendants():
            if other.team is None or other is node or pair not in other.quotas:
                continue
            on_the_way = [other, *_ancestors(other)]
            below = on_the_way[: next(i for i, n in enumerate(on_the_way) if n in above)]
            if all(_may_borrow(step, pair) for step in below):
                yield other

    def members(self, node: QuotaNode) -> list[QuotaNode]:
        """The teams of the node's tree, the node itself among them when it is one."""
        return [n for n in (node.root, *node.root.descendants()) if n.team is not None]

    def _attach(self, node: QuotaNode, parent: str) -> None:
        above = self.cohorts.get(parent)
        if above is None or above is node or above.root is node:
            return
        node.parent = above
        above.children.append(node)

    def _computed(self, pair: Pair) -> tuple[dict[QuotaNode, int], dict[QuotaNode, int]]:
        if pair not in self._subtree:
            subtree = {node: node.nominal(pair) for node in self._order}
            for node in reversed(self._order):
                if node.parent is not None:
                    kept = _local(node, pair, subtree[node])
                    visible = subtract(subtree[node], kept)
                    subtree[node.parent] = add(subtree[node.parent], visible)
            potential: dict[QuotaNode, int] = {}
            for node in self._order:
                potential[node] = _potential(node, pair, subtree[node], potential)
            self._subtree[pair], self._potential[pair] = subtree, potential
        return self._subtree[pair], self._potential[pair]


def _quotas(groups: tuple[ResourceGroup, ...]) -> Iterator[tuple[Pair, ResourceQuota]]:
    for group in groups:
        for flavor in group.flavors:
            for quota in flavor.resources:
                yield (flavor.flavor, quota.resource), quota


def _ancestors(node: QuotaNode) -> Iterator[QuotaNode]:
    above = node.parent
    while above is not None:
        yield above
        above = above.parent


def _limit(node: QuotaNode, pair: Pair, which: Literal["borrowing", "lending"]) -> int:
    """The limit's amount, UNLIMITED where the node has none."""
    quota = node.quotas.get(pair)
    if quota is None:
        return UNLIMITED
    limit = quota.borrowing_limit if which == "borrowing" else quota.lending_limit
    return UNLIMITED if limit is None else limit.units


def _may_borrow(node: QuotaNode, pair: Pair) -> bool:
    return _limit(node, pair, "borrowing") > 0


def _local(node: QuotaNode, pair: Pair, subtree: int) -> int:
    limit = _limit(node, pair, "lending")
    return 0 if limit >= UNLIMITED else max(0, subtract(subtree, limit))


def _potential(node: QuotaNode, pair: Pair, subtree: int, above: dict[QuotaNode, int]) -> int:
    if node.parent is None:
        return subtree
    reach = add(_local(node, pair, subtree), above[node.parent])
    return min(reach, add(subtree, _limit(node, pair, "borrowing")))
