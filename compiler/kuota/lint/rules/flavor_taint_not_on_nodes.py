"""A flavor tolerates or declares a taint that none of its nodes has.

What it finds
    A toleration or taint of a flavor whose key is on no node that the flavor selects.
Why it matters
    Nothing keeps other pods off these nodes: what does not pass through Kueue may fill them while
    quota promises them to teams.
How to fix
    Taint the nodes, or take the taint or toleration off the flavor.
Example
    Bad:
        {key: example.com/spot, value: "true", effect: NoSchedule}
    Good:
        {key: nvidia.com/gpu, value: present, effect: NoSchedule}
Sources
    kubernetes-sigs/kueue issue 5711.
"""

from collections.abc import Iterator

from kuota.diag.model import Code, Diagnostic, Severity
from kuota.diag.near import near_names
from kuota.lint.facts import Facts
from kuota.lint.inventory import undeclared_taint
from kuota.lint.rule import Rule
from kuota.lint.taints import HARD
from kuota.lint.wording import listed, plural
from kuota.policy.cluster import Flavor


def check(facts: Facts) -> Iterator[Diagnostic]:
    for flavor in facts.cluster.flavors:
        nodes = facts.inventory.nodes_of(flavor.name)
        if not nodes:
            continue
        on_nodes = sorted({taint.key for node in nodes for taint in node.taints})
        # a node's taint that the flavor misspells is told as that node's taint
        unknown = [t.key for node in nodes if (t := undeclared_taint(flavor, node)) is not None]
        declared = [taint.key for taint in flavor.node_taints if taint.effect in HARD]
        tolerated = [str(toleration.get("key") or "") for toleration in flavor.tolerations]
        for key in dict.fromkeys((*declared, *tolerated)):
            if key and key not in on_nodes and not near_names(key, unknown):
                yield _absent(flavor, key, len(nodes), on_nodes, key in declared)


def _absent(
    flavor: Flavor, key: str, nodes: int, on_nodes: list[str], declared: bool
) -> Diagnostic:
    spans = [taint.origin.span for taint in flavor.node_taints if taint.key == key]
    have = f"their taints are {listed(on_nodes)}" if on_nodes else "they have no taints"
    return Diagnostic(
        code=RULE.code,
        severity=RULE.severity,
        span=(spans or [flavor.origin.span])[0],
        headline=f"flavor {flavor.name} {'declares' if declared else 'tolerates'} the taint {key}, "
        "which its nodes do not have",
        label="on none of its nodes",
        note=f"0 of {plural(nodes, 'node')} have it; {have}",
        help="taint the nodes, or take it off the flavor",
    )


RULE = Rule(Code("Q253", "flavor-taint-not-on-nodes"), Severity.INFO, since="0.1", check=check)
