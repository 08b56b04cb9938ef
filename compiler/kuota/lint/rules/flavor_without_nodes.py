"""A flavor has quota and selects no node.

What it finds
    A flavor that some team or cohort has quota of, while no node of the inventory carries its
    labels, or all nodes that do are out of service.
Why it matters
    Kueue admits up to the quota and gives the pods a node selector that no node meets.
How to fix
    Correct the labels of the flavor or of the nodes, or complete the inventory.
Example
    Bad:
        h100: {nodeLabels: {gpu.example.com/model: H100}}
    Good:
        h100: {nodeLabels: {gpu.example.com/model: h100}}
"""

from collections.abc import Iterator

from kuota.diag.model import Code, Diagnostic, Label, Severity
from kuota.diag.near import suggestion
from kuota.lint.facts import Facts
from kuota.lint.inventory import label
from kuota.lint.rule import Rule
from kuota.lint.wording import amount_of, plural
from kuota.policy.cluster import Flavor
from kuota.policy.quota import ResourceQuota
from kuota.source.span import Span


def check(facts: Facts) -> Iterator[Diagnostic]:
    if not facts.cluster.nodes:
        return
    promised: dict[str, ResourceQuota] = {}
    for _, (name, _), quota in facts.quotas:
        if quota.nominal.units > 0:
            promised.setdefault(name, quota)
    for flavor in facts.cluster.flavors:
        if flavor.name in promised and not facts.inventory.usable(flavor.name):
            yield _empty(facts, flavor, promised[flavor.name])


def _empty(facts: Facts, flavor: Flavor, quota: ResourceQuota) -> Diagnostic:
    matched = facts.inventory.nodes_of(flavor.name)
    labels = ", ".join(f"{key}={value}" for key, value in flavor.node_labels.items())
    why = f"all {plural(len(matched), 'node')} with them are out of service"
    if not matched:
        why = f"none of {plural(len(facts.cluster.nodes), 'node')} has {labels}"
        if not labels:
            why = "all nodes have taints that it neither declares nor tolerates"
    return Diagnostic(
        code=RULE.code,
        severity=RULE.severity,
        span=_place(facts, flavor),
        headline=f"flavor {flavor.name} has quota and selects no node of the inventory",
        label="no node in service" if matched else "selects no node",
        others=(
            Label(
                quota.nominal.origin.span,
                f"promises {amount_of(quota.resource, quota.nominal.units)}",
            ),
        ),
        note=why,
        help=_near_value(facts, flavor) or "correct its labels, or complete the inventory",
    )


def _place(facts: Facts, flavor: Flavor) -> Span:
    """The first label that no node has, or the flavor where each has a node of its own."""
    for key, value in flavor.node_labels.items():
        if not any(label(node, key) == value for node in facts.cluster.nodes):
            return flavor.label_origins[key].span
    return flavor.origin.span


def _near_value(facts: Facts, flavor: Flavor) -> str:
    """What a label of the flavor may have meant, from the values that nodes have."""
    for key, value in flavor.node_labels.items():
        known = {node.labels[key] for node in facts.cluster.nodes if key in node.labels}
        if known and value not in known:
            hint = suggestion(value, known)
            return f"{key}: {hint}"
    return ""


RULE = Rule(Code("Q246", "flavor-without-nodes"), Severity.WARNING, since="0.1", check=check)
