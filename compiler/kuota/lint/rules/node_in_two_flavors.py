"""Two flavors with quota of one resource select the same nodes.

What it finds
    Nodes that two flavors select, where both flavors have quota of a common resource.
Why it matters
    Each flavor's quota is counted by itself, so the nodes are promised twice. With
    topology-aware scheduling, one flavor sees the other's pods as usage it cannot preempt.
How to fix
    Give the flavors labels that tell their nodes apart, or taint the nodes of one of them.
Example
    Bad:
        any: {}
    Good:
        any: {nodeLabels: {gpu.example.com/model: none}}
Sources
    kubernetes-sigs/kueue issues 9992 and 10659.
"""

from collections.abc import Iterator

from kuota.diag.model import Code, Diagnostic, Label, Severity
from kuota.lint.facts import Facts
from kuota.lint.rule import Rule
from kuota.lint.wording import listed, plural
from kuota.policy.cluster import Node


def check(facts: Facts) -> Iterator[Diagnostic]:
    resources: dict[str, set[str]] = {}
    for _, (flavor, resource), quota in facts.quotas:
        if quota.nominal.units > 0:
            resources.setdefault(flavor, set()).add(resource)
    shared: dict[tuple[str, str], list[Node]] = {}
    for node in facts.cluster.nodes:
        flavors = facts.inventory.flavors_of(node)
        for i, one in enumerate(flavors):
            for other in flavors[i + 1 :]:
                shared.setdefault((one, other), []).append(node)
    for (one, other), nodes in sorted(shared.items(), key=lambda entry: entry[0]):
        both = sorted(resources.get(one, set()) & resources.get(other, set()))
        if both:
            yield _twice(facts, one, other, nodes, both)


def _twice(facts: Facts, one: str, other: str, nodes: list[Node], both: list[str]) -> Diagnostic:
    first, second = facts.inventory.flavors[one], facts.inventory.flavors[other]
    # the flavor with fewer labels is the one that catches too much
    if len(first.node_labels) < len(second.node_labels):
        first, second = second, first
    mixed = (first.topology is None) != (second.topology is None)
    more = "; only one of them has a topology, and pods of the other cannot be preempted for it"
    return Diagnostic(
        code=RULE.code,
        severity=RULE.severity,
        span=second.origin.span,
        headline=f"flavors {one} and {other} both select {plural(len(nodes), 'node')} and have "
        "quota of them",
        label="also selects these nodes",
        others=(
            Label(first.origin.span, "selects them too"),
            Label(nodes[0].origin.span, "nodes of both flavors"),
        ),
        note=f"{listed([node.name for node in nodes], 4)} are promised twice: both flavors have "
        f"quota of {listed(both)}{more if mixed else ''}",
        help="give the flavors labels that tell their nodes apart",
    )


RULE = Rule(Code("Q247", "node-in-two-flavors"), Severity.WARNING, since="0.1", check=check)
