"""Nominal quotas of a flavor add up to more than its nodes hold.

What it finds
    A flavor and resource whose nominal quotas, over all teams and cohorts, exceed what the nodes
    of the flavor offer after their reserve and the flavor's headroom.
Why it matters
    Kueue admits up to quota and knows nothing of nodes. What is admitted beyond them waits as
    pending pods, and the quota it holds is lost to everybody.
How to fix
    Lower a quota by the excess, or correct the inventory.
Example
    Bad:
        nvidia.com/gpu: {nominalQuota: 13, borrowingLimit: 24, lendingLimit: 8}
    Good:
        nvidia.com/gpu: {nominalQuota: 12, borrowingLimit: 24, lendingLimit: 8}
Sources
    kubernetes-sigs/kueue issues 706 and 2665.
"""

from collections.abc import Iterator

from kuota.diag.model import Code, Diagnostic, Label, Severity
from kuota.lint.facts import Facts
from kuota.lint.lending import Holder
from kuota.lint.oversubscription import named, oversubscribed
from kuota.lint.rule import Rule
from kuota.lint.wording import amount_of, capacity_text, figure, plural, sum_text
from kuota.policy.tree import Pair

_OTHERS = 8
"""More places than this are told by the sum alone."""


def check(facts: Facts) -> Iterator[Diagnostic]:
    for pair, holders in facts.holders.items():
        if oversubscribed(facts, pair, [h for h in holders if h[0].kind == "team"]):
            yield _exceeds(facts, pair, [h for h in holders if h[2].nominal.units > 0])


def _exceeds(facts: Facts, pair: Pair, holders: list[Holder]) -> Diagnostic:
    flavor, resource = pair
    capacity = facts.inventory.capacity(flavor, resource)
    total = sum(quota.nominal.units for _, _, quota in holders)
    excess = figure(resource, total - capacity.units)
    largest = max(holders, key=lambda holder: holder[2].nominal.units)
    unresolved = len(facts.cluster.unresolved)
    left_out = f"; without {plural(unresolved, 'team')} that cannot be read" if unresolved else ""
    return Diagnostic(
        code=RULE.code,
        severity=RULE.severity,
        span=largest[2].nominal.origin.span,
        headline=f"quotas of {flavor} add up to {amount_of(resource, total)}, {excess} above the "
        f"capacity of {figure(resource, capacity.units)}",
        label="the largest share",
        others=(
            *(
                Label(h[2].nominal.origin.span, figure(resource, h[2].nominal.units))
                for h in holders[:_OTHERS]
                if h is not largest
            ),
            *(Label(span, "capacity declared here") for span in capacity.declared[:_OTHERS]),
        ),
        note=f"{sum_text(resource, named(holders))}; {capacity_text(resource, capacity)}{left_out}",
        help=f"lower one of these quotas by {excess}, or correct the nodes of {flavor}",
    )


RULE = Rule(Code("Q301", "quota-exceeds-capacity"), Severity.ERROR, since="0.1", check=check)
