"""A Mermaid flowchart of the cohort tree; GitHub draws it inside Markdown."""

from collections.abc import Iterator

from kuota.capacity.engine import Capacity, ClusterCapacity
from kuota.policy.tree import Node, Pair
from kuota.quantity import format_amount
from kuota.report.capacity.tree import facts, holds, pairs


def render(capacity: Capacity) -> str:
    """One chart for each cluster, flavor and resource, each with a comment that names it."""
    charts = (
        "".join(f"{line}\n" for line in _chart(each, pair))
        for each in capacity.clusters
        for pair in pairs(each)
    )
    return "\n".join(charts)


def _chart(known: ClusterCapacity, pair: Pair) -> Iterator[str]:
    yield f"%% {pair[1]} of {pair[0]} on {known.cluster.name}"
    yield "flowchart TD"
    nodes = [node for node in known.tree.nodes() if holds(known, node, pair)]
    names = {node: f"n{number}" for number, node in enumerate(nodes)}
    for node in nodes:
        label = f"{_safe(node)}<br/>{facts(known, node, pair).replace(', ', '<br/>')}"
        left, right = ("[", "]") if node.kind == "team" else ("([", "])")
        yield f'  {names[node]}{left}"{label}"{right}'
    for node in nodes:
        parent = known.tree.parent(node)
        if parent in names:
            lent = format_amount(pair[1], known.tree.lent(node, pair))
            yield f'  {names[parent]} -- "lends {lent}" --- {names[node]}'


def _safe(node: Node) -> str:
    """The name; Kubernetes names hold nothing that Mermaid reads, but quotes end a label."""
    return node.name.replace('"', "#quot;")
