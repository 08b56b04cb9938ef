"""The levels of a topology are not ordered from wide to narrow.

What it finds
    A level each of whose domains holds a single value of the level below it, while that value
    spans several of them.
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
from kuota.lint.inventory import HOSTNAME, label
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
        levels = [level for level in topology.levels if level.value != HOSTNAME]
        for wide, narrow in pairwise(levels):
            within = _contents(nodes, wide.value, narrow.value)
            parents = _contents(nodes, narrow.value, wide.value)
            single = all(len(inside) == 1 for inside in within.values())
            if single and len(within) > len(parents) > 1:
                yield _swapped(topology, wide, narrow, len(within), len(parents))
                break


def _contents(nodes: list[Node], outer: str, inner: str) -> dict[str, set[str]]:
    """The values of one label among the nodes that share a value of another."""
    found: dict[str, set[str]] = {}
    for node in nodes:
        outside, inside = label(node, outer), label(node, inner)
        if outside is not None and inside is not None:
            found.setdefault(outside, set()).add(inside)
    return found


def _swapped(
    topology: Topology, wide: Setting[str], narrow: Setting[str], above: int, below: int
) -> Diagnostic:
    return Diagnostic(
        code=RULE.code,
        severity=RULE.severity,
        span=wide.origin.span,
        headline=f"level {_short(wide)} of topology {topology.name} is narrower than the level "
        f"{_short(narrow)} below it",
        label=plural(above, "value") + " among the nodes",
        others=(Label(narrow.origin.span, plural(below, "value") + " among the nodes"),),
        note=f"{above} > {below}: each {_short(wide)} lies in one {_short(narrow)}, which holds "
        f"several {_short(wide)}s",
        help="put the widest level first",
    )


def _short(level: Setting[str]) -> str:
    return level.value.rpartition("/")[2]


RULE = Rule(
    Code("Q251", "topology-levels-out-of-order"), Severity.WARNING, since="0.1", check=check
)
