"""A flavor declares a taint that Kueue ignores.

What it finds
    A `nodeTaints` entry of a flavor with the effect PreferNoSchedule.
Why it matters
    Kueue looks at NoSchedule and NoExecute only. The entry keeps no workload off the flavor.
How to fix
    Use NoSchedule, or order the flavors in the teams' quota to prefer another one.
Example
    Bad:
        nodeTaints: [{key: example.com/spot, value: "true", effect: PreferNoSchedule}]
    Good:
        nodeTaints: [{key: example.com/spot, value: "true", effect: NoSchedule}]
Sources
    Kueue pkg/scheduler/flavorassigner/flavorassigner.go, v0.19.2; kubernetes-sigs/kueue issue 4257.
"""

from collections.abc import Iterator

from kuota.diag.model import Code, Diagnostic, Severity
from kuota.lint.facts import Facts
from kuota.lint.rule import Rule
from kuota.lint.taints import HARD
from kuota.policy.cluster import Flavor, Taint


def check(facts: Facts) -> Iterator[Diagnostic]:
    for flavor in facts.cluster.flavors:
        for taint in flavor.node_taints:
            if taint.effect not in HARD:
                yield _ignored(flavor, taint)


def _ignored(flavor: Flavor, taint: Taint) -> Diagnostic:
    return Diagnostic(
        code=RULE.code,
        severity=RULE.severity,
        span=taint.origin.span,
        headline=f"the {taint.effect} taint {taint.key} of flavor {flavor.name} has no effect on "
        "admission",
        label="ignored by Kueue",
        note=f"Kueue compares tolerations with {' and '.join(HARD)} only",
        help="use NoSchedule, or prefer another flavor by the order in the quota",
    )


RULE = Rule(Code("Q254", "soft-taint-ignored"), Severity.WARNING, since="0.1", check=check)
