"""A team has a larger share of a flavor than the platform allows.

What it finds
    A nominal quota above `rules.maxNominalShare` of what the nodes of the flavor offer.
Why it matters
    The platform's rule keeps one team from holding what all others need.
How to fix
    Lower the quota to the allowed share, or have the platform group raise the share.
Example
    Bad:
        nvidia.com/gpu: 26
    Good:
        nvidia.com/gpu: 24
"""

from collections.abc import Iterator

from kuota.diag.model import Code, Diagnostic, Label, Severity
from kuota.lint.facts import Facts
from kuota.lint.lending import Holder
from kuota.lint.oversubscription import measured
from kuota.lint.rule import Rule
from kuota.lint.wording import amount_of, capacity_text, figure
from kuota.policy.origin import Setting


def check(facts: Facts) -> Iterator[Diagnostic]:
    share = facts.cluster.rules.max_nominal_share
    if share is None:
        return
    for node, pair, quota in facts.quotas:
        if node.kind == "team" and measured(facts, pair):
            allowed = facts.inventory.capacity(*pair).units * share.value // 1000
            if quota.nominal.units > allowed:
                yield _exceeded(facts, (node, pair, quota), share, allowed)


def _exceeded(facts: Facts, holder: Holder, share: Setting[int], allowed: int) -> Diagnostic:
    node, (flavor, resource), quota = holder
    capacity = facts.inventory.capacity(flavor, resource)
    percent = f"{share.value // 10}.{share.value % 10}%".replace(".0%", "%")
    most = figure(resource, allowed)
    return Diagnostic(
        code=RULE.code,
        severity=RULE.severity,
        span=quota.nominal.origin.span,
        headline=f"{node.name} has {amount_of(resource, quota.nominal.units)} of {flavor}, "
        f"the platform allows {most}",
        label=f"above {percent} of the capacity",
        others=(Label(share.origin.span, "the platform's rule"),),
        note=f"{capacity_text(resource, capacity)}; {percent} of it is {most}",
        help=f"lower the quota to {most}",
    )


RULE = Rule(
    Code("Q309", "nominal-share-exceeded"),
    Severity.ERROR,
    since="0.1",
    check=check,
    mandatory=True,
)
