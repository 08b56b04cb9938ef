"""A gang has more pods than all nodes of its flavors hold at once.

What it finds
    A podSet of a declared gang that fits its quota as a sum, while the empty nodes hold fewer of
    its pods: what is left over on each node is too small for one more.
Why it matters
    Quota counts units, nodes hold whole pods. Kueue without a topology admits the gang, some pods
    stay pending, and waitForPodsReady evicts it again and again.
How to fix
    Use pods that divide a node, or fewer of them.
Example
    Bad:
        podSets: [{count: 4, requests: {nvidia.com/gpu: 6, cpu: 48, memory: 384Gi}}]
    Good:
        podSets: [{count: 3, requests: {nvidia.com/gpu: 8, cpu: 64, memory: 512Gi}}]
Sources
    kubernetes-sigs/kueue issues 1476 and 3210.
"""

from collections.abc import Iterator

from kuota.diag.model import Code, Diagnostic, Severity
from kuota.lint.facts import Facts
from kuota.lint.gang_nodes import GangNodes
from kuota.lint.gang_quota import beyond_reach
from kuota.lint.gangs import needed_count
from kuota.lint.rule import Rule
from kuota.lint.wording import amount_of, plural


def check(facts: Facts) -> Iterator[Diagnostic]:
    for asked in facts.gang_nodes:
        topology = asked.gang.topology
        if topology is not None and (topology.required or topology.slice_required):
            continue  # the domains of the level are the narrower bound
        if asked.most_on_a_node == 0 or asked.held >= needed_count(asked.pod_set):
            continue
        if not beyond_reach(facts, asked.team, asked.gang):  # else quota refuses it before
            yield _more_than_nodes(facts, asked)


def _more_than_nodes(facts: Facts, asked: GangNodes) -> Diagnostic:
    count, held = needed_count(asked.pod_set), asked.held
    nodes = sum(number for number, _ in asked.kinds)
    per_node: dict[tuple[int, str], int] = {}
    for number, node in asked.kinds:
        room = facts.placement.pods_on(asked.pod_set, node)
        per_node[room] = per_node.get(room, 0) + number
    sums = " + ".join(f"{n} x {room}" for (room, _), n in sorted(per_node.items(), reverse=True))
    short = max(per_node, key=lambda room: per_node[room])[1]
    each = asked.pod_set.requests.get(short)
    shape = f"pods of {amount_of(short, each.units)}" if each else "pods"
    return Diagnostic(
        code=RULE.code,
        severity=RULE.severity,
        span=asked.pod_set.origin.span,
        headline=f"gang {asked.gang.name} has {plural(count, 'pod')}, the "
        f"{plural(nodes, 'node')} of its flavors hold {held}",
        label=f"{held} of {count} pods can be placed",
        note=f"{shape} on empty nodes: {sums} = {held}; {held} < {count}",
        help="use pods that divide a node, or fewer of them",
    )


RULE = Rule(Code("Q327", "gang-exceeds-nodes"), Severity.ERROR, since="0.1", check=check)
