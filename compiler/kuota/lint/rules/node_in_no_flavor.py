"""Nodes with devices belong to no flavor.

What it finds
    Nodes of the inventory that offer GPUs, or another device that some quota covers, and that no
    flavor selects.
Why it matters
    No quota covers their devices, so Kueue never sends anything there.
How to fix
    Label the nodes as their flavor expects, or add a flavor for them.
Example
    Bad:
        labels: {gpu.example.com/model: a-100}
    Good:
        labels: {gpu.example.com/model: a100}
"""

from collections.abc import Iterator

from kuota.diag.model import Code, Diagnostic, Label, Severity
from kuota.diag.near import suggestion
from kuota.lint.facts import Facts
from kuota.lint.inventory import is_accelerator, is_whole_device, offers
from kuota.lint.rule import Rule
from kuota.lint.wording import amount_of, listed, plural
from kuota.policy.cluster import Node


def check(facts: Facts) -> Iterator[Diagnostic]:
    governed = {resource for _, (_, resource), _ in facts.quotas}
    promised = {flavor for _, (flavor, _), _ in facts.quotas}
    lost: dict[tuple[str, str], list[Node]] = {}
    for node in facts.cluster.nodes:
        if facts.inventory.flavors_of(node):
            continue
        devices = [
            resource
            for resource in sorted(node.allocatable)
            if offers(node, resource) > 0
            and (is_whole_device(resource) or (is_accelerator(resource) and resource in governed))
        ]
        if devices and not _meant(facts, node, promised):
            lost.setdefault((devices[0], _why(facts, node)), []).append(node)
    for (resource, why), nodes in lost.items():
        yield _lost(facts, nodes, resource, why)


def _meant(facts: Facts, node: Node, promised: set[str]) -> bool:
    """Whether a flavor that has quota and no node asks for the labels of this one.

    The flavor's wrong value is then told there, and is the one cause.
    """
    return any(
        flavor.name in promised
        and not facts.inventory.nodes_of(flavor.name)
        and flavor.node_labels.keys() <= node.labels.keys()
        for flavor in facts.cluster.flavors
    )


def _lost(facts: Facts, nodes: list[Node], resource: str, why: str) -> Diagnostic:
    units = sum(offers(node, resource) for node in nodes)
    first, *more = dict.fromkeys(node.origin.span for node in nodes)
    return Diagnostic(
        code=RULE.code,
        severity=RULE.severity,
        span=first,
        headline=f"{plural(len(nodes), 'node')} with {amount_of(resource, units)} belong to no "
        "flavor",
        label="no flavor selects these",
        others=tuple(Label(span, "nor this") for span in more[:4]),
        note=f"{listed([node.name for node in nodes], 4)}: {why}",
        help=_near_value(facts, nodes[0]) or "label the nodes for a flavor, or add one for them",
    )


def _why(facts: Facts, node: Node) -> str:
    """What keeps the node out of the flavors, for the first few of them."""
    reasons = []
    for flavor in facts.cluster.flavors[:4]:
        missing = [f"{k}={v}" for k, v in flavor.node_labels.items() if node.labels.get(k) != v]
        wants = f"wants {', '.join(missing)}" if missing else "does not know its taints"
        reasons.append(f"{flavor.name} {wants}")
    return "; ".join(reasons) or "the platform has no flavors"


def _near_value(facts: Facts, node: Node) -> str:
    for key, value in node.labels.items():
        known = {f.node_labels[key] for f in facts.cluster.flavors if key in f.node_labels}
        if known and value not in known:
            return f"{key}: {suggestion(value, known)}"
    return ""


RULE = Rule(Code("Q248", "node-in-no-flavor"), Severity.WARNING, since="0.1", check=check)
