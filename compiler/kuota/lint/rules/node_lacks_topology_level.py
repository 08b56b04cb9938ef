"""Nodes of a topology flavor miss a label of one of its levels.

What it finds
    Nodes that a flavor with a topology selects and that lack the label of some level.
Why it matters
    Kueue leaves such nodes out of the topology: their devices can never be used by the flavor,
    while its quota counts them.
How to fix
    Label the nodes, or take the level out of the topology.
Example
    Bad:
        labels: {gpu.example.com/model: a100}
    Good:
        labels: {gpu.example.com/model: a100, topology.example.com/rack: r1}
Sources
    kubernetes-sigs/kueue issues 3481, 5039 and 6996.
"""

from collections.abc import Iterator

from kuota.diag.model import Code, Diagnostic, Label, Severity
from kuota.lint.facts import Facts
from kuota.lint.inventory import is_accelerator, label, offers
from kuota.lint.rule import Rule
from kuota.lint.wording import amount_of, listed, plural
from kuota.policy.cluster import Flavor, Node

_PLACES = 4
"""More places than this are told by the names alone."""


def check(facts: Facts) -> Iterator[Diagnostic]:
    for flavor in facts.cluster.flavors:
        lacking: dict[str, list[Node]] = {}
        for node in facts.inventory.nodes_of(flavor.name):
            for level in facts.placement.levels_of(flavor.name):
                if label(node, level) is None:
                    lacking.setdefault(level, []).append(node)
                    break
        for level, nodes in lacking.items():
            yield _lacking(facts, flavor, level, nodes)


def _lacking(facts: Facts, flavor: Flavor, level: str, nodes: list[Node]) -> Diagnostic:
    first, *more = dict.fromkeys(node.origin.span for node in nodes)
    devices = sorted({r for node in nodes for r in node.allocatable if is_accelerator(r)})
    lost = [amount_of(r, sum(offers(node, r) for node in nodes)) for r in devices]
    places = [
        setting.origin.span
        for topology in facts.cluster.topologies
        if flavor.topology is not None and topology.name == flavor.topology.value
        for setting in topology.levels
        if setting.value == level
    ]
    return Diagnostic(
        code=RULE.code,
        severity=RULE.severity,
        span=first,
        headline=f"{plural(len(nodes), 'node')} of {flavor.name} lack the label {level}",
        label="not in the topology",
        others=(
            *(Label(span, "nor this") for span in more[:_PLACES]),
            *(Label(place, "level of the topology") for place in places[:1]),
        ),
        note=f"{listed([node.name for node in nodes], 4)} cannot be used"
        + (f": {listed(lost)} lost" if lost else ""),
        help=f"label the nodes with {level}, or take the level out of the topology",
    )


RULE = Rule(Code("Q249", "node-lacks-topology-level"), Severity.WARNING, since="0.1", check=check)
