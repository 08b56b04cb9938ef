"""The tree of cohorts and queues, and what each of its nodes can reach.

All of it is arithmetic over quotas: nothing is running. ``Tree`` answers in time that does not grow
with the number of siblings.
Source: Kueue pkg/cache/scheduler/resource_node.go, v0.19.2.
"""

from collections.abc import Iterable, Iterator
from typing import Literal, NamedTuple

from kuota.policy.bound import Bound, Lenders, Others, Term
from kuota.policy.cluster import Cluster, Cohort
from kuota.policy.origin import Setting
from kuota.policy.quota import ResourceGroup, ResourceQuota
from kuota.policy.team import Team
from kuota.quantity import add, subtract


class Node(NamedTuple):
    """A queue or a cohort of the tree; both may have one name."""

    kind: Literal["team", "cohort"]
    name: str


Pair = tuple[str, str]
"""A flavor and a resource: quota of one pair is never exchanged for that of another."""


class Tree:
    """The cohort tree of one cluster, without the teams that have errors."""

    def __init__(self, cluster: Cluster) -> None:
        self._parents: dict[Node, Node | None] = {}
        self._children: dict[Node, list[Node]] = {}
        self._quotas: dict[Node, dict[Pair, ResourceQuota]] = {}
        self._subtrees: dict[tuple[Node, Pair], int] = {}
        self._potentials: dict[tuple[Node, Pair], int] = {}
        self._lenders: dict[tuple[Node, Pair], tuple[Lenders, dict[Node, Term]]] = {}
        for cohort in cluster.cohorts:
            self._place(cohort_node(cohort.name), cohort.parent, cohort)
        for team in cluster.teams:
            self._place(team_node(team.name), team.cohort, team)

    def _place(self, node: Node, parent: Setting[str] | None, owner: Cohort | Team) -> None:
        above = None if parent is None else cohort_node(parent.value)
        self._parents[node] = above
        self._quotas[node] = quotas_by_pair(owner.resource_groups)
        if above is not None:
            self._children.setdefault(above, []).append(node)

    def nodes(self) -> Iterator[Node]:
        """All nodes: cohorts first, then teams, each in order of name."""
        return iter(self._parents)

    def parent(self, node: Node) -> Node | None:
        """The cohort that ``node`` is in; None for a root."""
        return self._parents.get(node)

    def children(self, node: Node) -> tuple[Node, ...]:
        """What is directly in a cohort: cohorts first, then teams, each in order of name."""
        return tuple(self._children.get(node, ()))

    def ancestors(self, node: Node) -> tuple[Node, ...]:
        """The cohorts above ``node``, the nearest first."""
        found: list[Node] = []
        above = self.parent(node)
        while above is not None:
            found.append(above)
            above = self.parent(above)
        return tuple(found)

    def root(self, node: Node) -> Node:
        """The top of the tree that ``node`` is in: itself when it has no cohort."""
        above = self.ancestors(node)
        return above[-1] if above else node

    def depth(self, node: Node) -> int:
        """How many cohorts are above ``node``."""
        return len(self.ancestors(node))

    def teams_below(self, node: Node) -> Iterator[str]:
        """The teams in the subtree of ``node``, depth first."""
        stack = [node]
        while stack:
            current = stack.pop()
            if current.kind == "team":
                yield current.name
            stack.extend(reversed(self._children.get(current, ())))

    def pairs(self, node: Node) -> tuple[Pair, ...]:
        """The pairs that ``node`` itself has quota for, in the order of its groups."""
        return tuple(self._quotas.get(node, ()))

    def quota(self, node: Node, pair: Pair) -> ResourceQuota | None:
        """What ``node`` itself says of the pair."""
        return self._quotas.get(node, {}).get(pair)

    def nominal(self, node: Node, pair: Pair) -> int:
        """The nominal quota of ``node`` itself; 0 where it has none."""
        quota = self.quota(node, pair)
        return 0 if quota is None else quota.nominal.units

    def subtree(self, node: Node, pair: Pair) -> int:
        """Own nominal quota and all that the children lend to this node."""
        stack = [] if (node, pair) in self._subtrees else [node]
        while stack:
            current = stack[-1]
            children = self._children.get(current, ())
            waiting = [child for child in children if (child, pair) not in self._subtrees]
            if waiting:
                stack.extend(waiting)
                continue
            total = self.nominal(current, pair)
            for child in children:
                total = add(total, self.lent(child, pair))
            self._subtrees[stack.pop(), pair] = total
        return self._subtrees[node, pair]

    def local(self, node: Node, pair: Pair) -> int:
        """What ``node`` never lends to its cohort."""
        quota = self.quota(node, pair)
        if quota is None or quota.lending_limit is None:
            return 0
        return max(0, subtract(self.subtree(node, pair), quota.lending_limit.units))

    def lent(self, node: Node, pair: Pair) -> int:
        """What the cohort sees of the node's subtree."""
        return subtract(self.subtree(node, pair), self.local(node, pair))

    def potential(self, node: Node, pair: Pair) -> int:
        """The most that ``node`` can hold when everything else is idle.

        Source: potentialAvailable in resource_node.go.
        """
        known = self._potentials.get((node, pair))
        if known is not None:
            return known
        above: int | None = None
        for current in (*reversed(self.ancestors(node)), node):
            total = self.subtree(current, pair)
            if above is not None:
                total = add(self.local(current, pair), above)
                ceiling = self._ceiling(current, pair)
                total = total if ceiling is None else min(total, ceiling)
            above = self._potentials[current, pair] = total
        return self._potentials[node, pair]

    def explain(self, node: Node, pair: Pair) -> Bound:
        """``potential`` with the terms that it is the sum of, nearest first."""
        parts: list[Term | Others] = [self._own(node, pair)]
        if node in self._children:
            parts.append(Others(self._lenders_of(node, pair)[0], None))
        current = node
        while (above := self.parent(current)) is not None:
            ceiling = self._ceiling(current, pair)
            free = add(self.local(current, pair), self.potential(above, pair))
            if ceiling is not None and ceiling < free:
                parts.append(self._limit(current, pair))
                break
            lenders, terms = self._lenders_of(above, pair)
            parts.append(Others(lenders, terms.get(current)))
            if self.nominal(above, pair):
                parts.append(self._own(above, pair))
            current = above
        return Bound(pair[0], pair[1], self.potential(node, pair), tuple(parts))

    def _ceiling(self, node: Node, pair: Pair) -> int | None:
        quota = self.quota(node, pair)
        if quota is None or quota.borrowing_limit is None:
            return None
        return add(self.subtree(node, pair), quota.borrowing_limit.units)

    def _own(self, node: Node, pair: Pair) -> Term:
        quota = self.quota(node, pair)
        origin = None if quota is None else quota.nominal.origin
        return Term("nominal", node.name, self.nominal(node, pair), origin)

    def _limit(self, node: Node, pair: Pair) -> Term:
        quota = self.quota(node, pair)
        assert quota is not None
        assert quota.borrowing_limit is not None
        limit = quota.borrowing_limit
        return Term("borrowing limit", node.name, limit.units, limit.origin)

    def _lenders_of(self, above: Node, pair: Pair) -> tuple[Lenders, dict[Node, Term]]:
        """What the children of a cohort lend, worked out once, and the term of each of them."""
        known = self._lenders.get((above, pair))
        if known is None:
            terms = {
                child: self._lent_term(child, pair, amount)
                for child in self._children.get(above, ())
                if (amount := self.lent(child, pair))
            }
            counts: dict[int, int] = {}
            for term in terms.values():
                counts[term.amount] = counts.get(term.amount, 0) + 1
            known = Lenders(tuple(terms.values()), counts), terms
            self._lenders[above, pair] = known
        return known

    def _lent_term(self, child: Node, pair: Pair, amount: int) -> Term:
        quota = self.quota(child, pair)
        if quota is None:
            return Term("lent", child.name, amount, None)
        limit = quota.lending_limit
        decided = limit if limit is not None and limit.units == amount else quota.nominal
        return Term("lent", child.name, amount, decided.origin)


def team_node(name: str) -> Node:
    """The node of a team's ClusterQueue."""
    return Node("team", name)


def cohort_node(name: str) -> Node:
    """The node of a Cohort, declared or only named."""
    return Node("cohort", name)


def quotas_by_pair(groups: Iterable[ResourceGroup]) -> dict[Pair, ResourceQuota]:
    """The quotas of resource groups by flavor and resource, in their order."""
    return {
        (flavor.flavor, quota.resource): quota
        for group in groups
        for flavor in group.flavors
        for quota in flavor.resources
    }


def find_cycles(parents: dict[str, str]) -> tuple[tuple[str, ...], ...]:
    """The cycles of a child-to-parent relation, each from its first name on, in order of name."""
    cycles: list[tuple[str, ...]] = []
    settled: set[str] = set()
    for start in sorted(parents):
        path: dict[str, int] = {}
        current: str | None = start
        while current is not None and current not in settled and current not in path:
            path[current] = len(path)
            current = parents.get(current)
        if current is not None and current in path:
            names = list(path)[path[current] :]
            first = names.index(min(names))
            cycles.append(tuple(names[first:] + names[:first]))
        settled.update(path)
    return tuple(sorted(cycles))
