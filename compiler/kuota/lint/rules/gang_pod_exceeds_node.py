"""A single pod of a gang is larger than every node of its flavor.

What it finds
    A podSet of a declared gang of which no node, empty and after its reserve, could hold even one
    pod, counting every resource that the pod requests and not only those with quota.
Why it matters
    Quota may admit the gang, but its pods can never be placed. Often it is cpu or memory, not the
    devices, that does not fit.
How to fix
    Request no more than a node offers.
Example
    Bad:
        requests: {nvidia.com/gpu: 8, cpu: 120, memory: 512Gi}
    Good:
        requests: {nvidia.com/gpu: 8, cpu: 96, memory: 512Gi}
Sources
    Kueue pkg/cache/scheduler/tas_flavor_snapshot.go, v0.19.2: all requests of a pod count.
"""

from collections.abc import Iterator

from kuota.diag.model import Code, Diagnostic, Label, Severity
from kuota.lint.facts import Facts
from kuota.lint.gang_nodes import GangNodes
from kuota.lint.inventory import offers
from kuota.lint.rule import Rule
from kuota.lint.wording import amount_of, figure, listed
from kuota.policy.cluster import Node


def check(facts: Facts) -> Iterator[Diagnostic]:
    for asked in facts.gang_nodes:
        if asked.kinds and asked.most_on_a_node == 0:
            yield _too_large(facts, asked)


def _too_large(facts: Facts, asked: GangNodes) -> Diagnostic:
    node, resource = _closest(facts, asked)
    amount = asked.pod_set.requests[resource]
    room, keep = offers(node, resource), node.reserve.get(resource)
    allocatable = node.allocatable.get(resource)
    shown = figure(resource, room)
    if keep is not None and allocatable is not None:
        whole = figure(resource, allocatable.units)
        shown = f"{whole} - {figure(resource, keep.units)} reserve = {shown}"
    return Diagnostic(
        code=RULE.code,
        severity=RULE.severity,
        span=amount.origin.span,
        headline=f"a pod of gang {asked.gang.name} asks {amount_of(resource, amount.units)}, "
        f"no node offers {f'more than {figure(resource, room)}' if room else 'any'}",
        label="more than any node offers",
        others=(Label(allocatable.origin.span, "what a node has"),) if allocatable else (),
        note=f"closest is node {node.name}: {shown} of {resource}",
        help=f"ask at most {figure(resource, room)} of {resource} in one pod"
        if room
        else f"do not ask {resource}, or add nodes that have it to {listed(asked.flavors, 3)}",
    )


def _closest(facts: Facts, asked: GangNodes) -> tuple[Node, str]:
    """The node that misses the fewest resources, and the one it is short of."""
    ranked = []
    for _, node in asked.kinds:
        short = [
            resource
            for resource, amount in asked.pod_set.requests.items()
            if amount.units > offers(node, resource) and facts.inventory.measures(resource)
        ]
        resource = short[0] if short else facts.placement.pods_on(asked.pod_set, node)[1]
        ranked.append((len(short), -offers(node, resource), node.name, node, resource))
    best = min(ranked, key=lambda entry: entry[:3])
    return best[3], best[4]


RULE = Rule(Code("Q324", "gang-pod-exceeds-node"), Severity.ERROR, since="0.1", check=check)
