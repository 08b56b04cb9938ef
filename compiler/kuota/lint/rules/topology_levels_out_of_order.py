"""The levels of a topology are not ordered from wide to narrow.

What it finds
    A level with more different values among the flavor's nodes than the level below it.
Why it matters
    Each level must divide the one above it. In the wrong order a rack holds blocks, and what a gang
    requires of a block is asked of a piece of a rack.
How to fix
    Put the widest level first.
Example
    Bad:
        levels: [topology.example.com/rack, topology.example.com/block, kubernetes.io/hostname]
    Good:
        levels: [topology.example.com/block, topology.example.com/rack, kubernetes.io/hostname]
Sources
    Kueue apis/kueue/v1beta2/topology_types.go, levels, v0.19.2.
"""

from collections.abc import Iterator
from itertools import pairwise

from kuota.diag.model import Code, Diagnostic, Label, Severity
from kuota.lint.facts import Facts
from kuota.lint.inventory import label
from kuota.lint.rule import Rule
from kuota.lint.wording import plural
from kuota.policy.cluster import Node, Topology
from kuota.policy.origin import Setting


def check(facts: Facts) -> Iterator[Diagnostic]:
    for topology in facts.cluster.topologies:
        nodes = [
            node
            for flavor in facts.cluster.flavors
            if flavor.topology is not None and flavor.topology.value == topology.name
            for node in facts.inventory.nodes_of(flavor.name)
        ]
        for wide, narrow in pairwise(topology.levels):
            above, below = _values(nodes, wide.value), _values(nodes, narrow.value)
            if above > below > 0:
                yield _swapped(topology, wide, narrow, above, below)
                break


def _values(nodes: list[Node], level: str) -> int:
    return len({label(node, level) for node in nodes} - {None})


def _swapped(
    topology: Topology, wide: Setting[str], narrow: Setting[str], above: int, below: int
) -> Diagnostic:
    return Diagnostic(
        code=RULE.code,
        severity=RULE.severity,
        span=wide.origin.span,
        headline=f"level {wide.value} of topology {topology.name} is narrower than {narrow.value} "
        "below it",
        label=plural(above, "value") + " among the nodes",
        others=(Label(narrow.origin.span, plural(below, "value") + " among the nodes"),),
        note=f"{above} > {below}: a level must have at least as many domains as the one above it",
        help="put the widest level first",
    )


RULE = Rule(
    Code("Q251", "topology-levels-out-of-order"), Severity.WARNING, since="0.1", check=check
)
