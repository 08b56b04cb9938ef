"""Who can lend to whom in the cohort tree, beyond what the tree itself answers."""

from collections.abc import Iterable, Iterator

from kuota.policy.quota import ResourceQuota
from kuota.policy.tree import Node, Pair, Tree
from kuota.quantity import subtract

Holder = tuple[Node, Pair, ResourceQuota]


def quotas(tree: Tree) -> Iterator[Holder]:
    """Every quota of the cluster: cohorts first, then teams, each in the order of its groups."""
    for node in tree.nodes():
        for pair in tree.pairs(node):
            quota = tree.quota(node, pair)
            if quota is not None:
                yield node, pair, quota


def by_pair(holders: Iterable[Holder]) -> dict[Pair, list[Holder]]:
    """Who has quota of each flavor and resource, by name of the two: teams, then cohorts."""
    teams: dict[Pair, list[Holder]] = {}
    cohorts: dict[Pair, list[Holder]] = {}
    for holder in holders:
        found = teams if holder[0].kind == "team" else cohorts
        found.setdefault(holder[1], []).append(holder)
    pairs = sorted({*teams, *cohorts})
    return {pair: teams.get(pair, []) + cohorts.get(pair, []) for pair in pairs}


def borrowable(tree: Tree, node: Node, pair: Pair) -> int:
    """The most that the rest of the tree can lend to the node, its own borrowing limit aside."""
    above = tree.parent(node)
    if above is None:
        return 0
    return max(0, subtract(tree.potential(above, pair), tree.lent(node, pair)))


def lenders(tree: Tree, node: Node, pair: Pair) -> list[tuple[str, int]]:
    """Who can lend to the node and how much at most: the terms of ``borrowable``.

    Beyond its cohort's own quota and its siblings, the rest of the tree is one term.
    """
    above = tree.parent(node)
    if above is None:
        return []
    terms = [(f"cohort {above.name}", tree.nominal(above, pair))]
    siblings = (child for child in tree.children(above) if child != node)
    terms += [(sibling.name, tree.lent(sibling, pair)) for sibling in siblings]
    further = tree.parent(above)
    if further is not None:
        beyond = subtract(tree.potential(above, pair), tree.subtree(above, pair))
        terms.append((f"cohort {further.name}", beyond))
    return [(name, units) for name, units in terms if units > 0]


def sharers(tree: Tree, holders: Iterable[Holder]) -> dict[tuple[Node, Pair], list[Node]]:
    """The teams that have quota of a flavor and resource, by the root of their cohort tree."""
    found: dict[tuple[Node, Pair], list[Node]] = {}
    for node, pair, _ in holders:
        if node.kind == "team":
            found.setdefault((tree.root(node), pair), []).append(node)
    return found


def borrowers(tree: Tree, candidates: Iterable[Node], node: Node, pair: Pair) -> Iterator[str]:
    """The teams among ``candidates``, other than the node, that may use quota of the node.

    A team counts when nothing on the way up to the cohort that it shares with the node forbids
    borrowing.
    """
    shared = set(tree.ancestors(node))
    for other in candidates:
        if other == node:
            continue
        way = [step for step in (other, *tree.ancestors(other)) if step not in shared]
        if all(_may_borrow(tree, step, pair) for step in way):
            yield other.name


def members(tree: Tree, node: Node) -> tuple[str, ...]:
    """The teams of the node's tree, the node itself among them when it is one."""
    return tuple(tree.teams_below(tree.root(node)))


def _may_borrow(tree: Tree, node: Node, pair: Pair) -> bool:
    quota = tree.quota(node, pair)
    return quota is None or quota.borrowing_limit is None or quota.borrowing_limit.units > 0
