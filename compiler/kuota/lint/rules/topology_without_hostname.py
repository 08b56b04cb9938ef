"""The lowest level of a topology is not the host name.

What it finds
    A topology whose last level is anything but `kubernetes.io/hostname`, used by a flavor.
Why it matters
    Kueue then counts what a rack has as a sum: it sees neither the taints of single nodes nor
    whether each pod fits on one, and admits gangs whose pods stay pending.
How to fix
    Add kubernetes.io/hostname as the last level.
Example
    Bad:
        topology: {levels: [topology.example.com/rack]}
    Good:
        topology: {levels: [topology.example.com/rack, kubernetes.io/hostname]}
Sources
    kubernetes-sigs/kueue issues 5039 and 6868.
"""

from collections.abc import Iterator

from kuota.diag.model import Code, Diagnostic, Severity
from kuota.lint.facts import Facts
from kuota.lint.inventory import HOSTNAME
from kuota.lint.rule import Rule
from kuota.lint.wording import listed
from kuota.policy.cluster import Topology


def check(facts: Facts) -> Iterator[Diagnostic]:
    for topology in facts.cluster.topologies:
        users = [
            flavor.name
            for flavor in facts.cluster.flavors
            if flavor.topology is not None and flavor.topology.value == topology.name
        ]
        if users and topology.levels and topology.levels[-1].value != HOSTNAME:
            yield _without(topology, users)


def _without(topology: Topology, users: list[str]) -> Diagnostic:
    last = topology.levels[-1]
    return Diagnostic(
        code=RULE.code,
        severity=RULE.severity,
        span=last.origin.span,
        headline=f"the lowest level of topology {topology.name} is {last.value}, not the host name",
        label="single nodes are not seen",
        note=f"used by {listed(users)}; below this level Kueue sees neither taints nor whether a "
        "pod fits on one node",
        help=f"add {HOSTNAME} as the last level",
    )


RULE = Rule(Code("Q250", "topology-without-hostname"), Severity.WARNING, since="0.1", check=check)
