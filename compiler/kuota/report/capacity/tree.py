"""The cohort tree for a terminal: what each node has, lends and can reach."""

from collections.abc import Iterator

from kuota.capacity.engine import Capacity, ClusterCapacity
from kuota.policy.tree import Node, Pair
from kuota.quantity import format_amount


def render(capacity: Capacity) -> str:
    """One tree for each flavor and resource of each cluster."""
    return "\n".join("".join(f"{line}\n" for line in _cluster(each)) for each in capacity.clusters)


def _cluster(known: ClusterCapacity) -> Iterator[str]:
    yield f"cluster {known.cluster.name}"
    for pair in pairs(known):
        yield ""
        yield f"{pair[1]} of {pair[0]}"
        for root in roots(known):
            if holds(known, root, pair):
                yield from _node(known, root, pair, "", "")


def roots(known: ClusterCapacity) -> Iterator[Node]:
    """The nodes without a parent: cohorts first, then teams."""
    return (node for node in known.tree.nodes() if known.tree.parent(node) is None)


def pairs(known: ClusterCapacity) -> tuple[Pair, ...]:
    """The flavors and resources that any team has quota for, in order."""
    return tuple(sorted({(row.flavor, row.resource) for row in known.amounts}))


def holds(known: ClusterCapacity, node: Node, pair: Pair) -> bool:
    """Whether the node, or anything below it, has quota of the pair."""
    return known.tree.quota(node, pair) is not None or any(
        holds(known, child, pair) for child in known.tree.children(node)
    )


def _node(known: ClusterCapacity, node: Node, pair: Pair, lead: str, below: str) -> Iterator[str]:
    yield f"{lead}{node.name} {facts(known, node, pair)}"
    children = [child for child in known.tree.children(node) if holds(known, child, pair)]
    for child in children:
        last = child == children[-1]
        branch, rail = ("`-- ", "    ") if last else ("|-- ", "|   ")
        yield from _node(known, child, pair, below + branch, below + rail)


def facts(known: ClusterCapacity, node: Node, pair: Pair) -> str:
    """What the node has of the pair, in words."""
    tree, resource = known.tree, pair[1]
    if node.kind == "team":
        parts = [f"nominal {format_amount(resource, tree.nominal(node, pair))}"]
        if tree.parent(node) is not None:
            parts.append(f"lends {format_amount(resource, tree.lent(node, pair))}")
        parts.append(f"reaches {format_amount(resource, tree.potential(node, pair))}")
        return ", ".join(parts)
    parts = [f"holds {format_amount(resource, tree.subtree(node, pair))}"]
    if own := tree.nominal(node, pair):
        parts.append(f"of its own {format_amount(resource, own)}")
    if tree.parent(node) is not None:
        parts.append(f"lends {format_amount(resource, tree.lent(node, pair))}")
    return ", ".join(parts)
