"""All pods of a gang are required on one node, which cannot hold them.

What it finds
    A declared gang with `required: kubernetes.io/hostname`, or the lowest level of a topology
    when that is the host name, whose pods do not fit on any single node together.
Why it matters
    The level says that all pods share one host, not that each pod has a host of its own. Such a
    gang is never placed (TopologyPlacementFailed).
How to fix
    Require a rack or block, or ask nothing where each pod fills a node anyway.
Example
    Bad:
        topology: {required: kubernetes.io/hostname}
    Good:
        topology: {required: topology.example.com/rack}
Sources
    Kueue documentation, topology-aware scheduling; kubernetes-sigs/kueue issue 5243.
"""

from collections.abc import Iterator

from kuota.diag.model import Code, Diagnostic, Label, Severity
from kuota.lint.facts import Facts
from kuota.lint.gang_nodes import GangNodes
from kuota.lint.gangs import needed_count
from kuota.lint.inventory import HOSTNAME
from kuota.lint.rule import Rule
from kuota.lint.wording import plural
from kuota.policy.team import GangTopology


def check(facts: Facts) -> Iterator[Diagnostic]:
    for asked in facts.gang_nodes:
        topology = asked.gang.topology
        if topology is None or topology.required != HOSTNAME:
            continue
        if 0 < asked.most_on_a_node < needed_count(asked.pod_set):
            yield _one_node(asked, topology)


def _one_node(asked: GangNodes, topology: GangTopology) -> Diagnostic:
    count = needed_count(asked.pod_set)
    return Diagnostic(
        code=RULE.code,
        severity=RULE.severity,
        span=topology.origin.span,
        headline=f"gang {asked.gang.name} requires {plural(count, 'pod')} on one node, which holds "
        f"{asked.most_on_a_node}",
        label="one host for all pods",
        others=(Label(asked.pod_set.origin.span, plural(count, "pod")),),
        note=f"{asked.most_on_a_node} of {count} pods fit on the best empty node; hostname means "
        "one host for all, not a host for each (TopologyPlacementFailed)",
        help="require a wider level, or leave the topology out if pods may be anywhere",
    )


RULE = Rule(Code("Q325", "gang-required-on-one-node"), Severity.ERROR, since="0.1", check=check)
