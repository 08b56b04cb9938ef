"""A fair-sharing weight has no effect, because fair sharing is off.

What it finds
    A weight of a team or cohort, written by somebody and other than 1, while fair sharing is not
    enabled in Kueue's Configuration.
Why it matters
    Without fair sharing Kueue orders by borrowing, priority and time, and never reads the weight.
How to fix
    Enable `fairSharing` in Kueue and in the platform's `kueueConfiguration`, or leave the
    weight out.
Example
    Bad:
        fairSharing: {weight: 3}
    Good:
        fairSharing: {enabled: true}
Sources
    Kueue apis/config/v1beta2/configuration_types.go, fairSharing, v0.19.2.
"""

from collections.abc import Iterator

from kuota.diag.model import Code, Diagnostic, Label, Severity
from kuota.lint.facts import Facts
from kuota.lint.rule import Rule
from kuota.lint.weights import written_weights
from kuota.policy.origin import Setting


def check(facts: Facts) -> Iterator[Diagnostic]:
    if not facts.fair_sharing:
        for node, weight in written_weights(facts):
            yield _off(facts, f"{node.kind} {node.name}", weight)


def _off(facts: Facts, who: str, weight: Setting[str]) -> Diagnostic:
    switch = facts.cluster.configuration.fair_sharing
    return Diagnostic(
        code=RULE.code,
        severity=RULE.severity,
        span=weight.origin.span,
        headline=f"weight {weight.value} of {who} has no effect without fair sharing",
        label="not read by Kueue",
        others=(Label(switch.origin.span, "fair sharing is off"),),
        note="without fair sharing, borrowing, priority and time decide who is admitted",
        help="enable fairSharing in kueueConfiguration, or leave the weight out",
    )


RULE = Rule(Code("Q406", "weight-without-fair-sharing"), Severity.WARNING, since="0.1", check=check)
