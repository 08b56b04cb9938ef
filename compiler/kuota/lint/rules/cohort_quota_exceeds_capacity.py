"""A cohort's own quota, on top of that of its queues, exceeds what the nodes hold.

What it finds
    Cohort quota of a flavor that lifts the sum of all quotas above the capacity of the flavor,
    while the quotas of the queues alone fit. Without an inventory: a cohort quota that repeats
    the sum of the quotas below it.
Why it matters
    The quota of a cohort is added to that of its queues; it is not a total that they divide. The
    tree then owns twice what was meant, and Kueue admits all of it.
How to fix
    Leave the cohort's quota out, or give it only what no queue has.
Example
    Bad:
        ml-shared: {quota: {a100: {nvidia.com/gpu: 48}}}
    Good:
        ml-shared: {quota: {a100: {nvidia.com/gpu: 8}}}
Sources
    Kueue apis/kueue/v1beta2/cohort_types.go, resourceGroups, v0.19.2; kubernetes-sigs/kueue
    issue 5289.
"""

from collections.abc import Iterator

from kuota.diag.model import Code, Diagnostic, Label, Severity
from kuota.lint.facts import Facts
from kuota.lint.lending import Holder
from kuota.lint.oversubscription import measured, named, oversubscribed, total
from kuota.lint.rule import Rule
from kuota.lint.wording import amount_of, capacity_text, figure, sum_text
from kuota.policy.tree import Node, Pair, Tree


def check(facts: Facts) -> Iterator[Diagnostic]:
    for pair, holders in facts.holders.items():
        teams = [holder for holder in holders if holder[0].kind == "team"]
        cohorts = [h for h in holders if h[0].kind == "cohort" and h[2].nominal.units > 0]
        if not cohorts or oversubscribed(facts, pair, teams):
            continue
        if oversubscribed(facts, pair, holders):
            yield _exceeds(facts, pair, holders, cohorts)
        elif not measured(facts, pair) and not facts.incomplete:
            for holder in cohorts:
                below = _below(facts.tree, holder[0], pair)
                if below and below == holder[2].nominal.units:
                    yield _repeats(holder, below)


def _below(tree: Tree, cohort: Node, pair: Pair) -> int:
    """The sum of the quotas under the cohort."""
    below, stack = 0, list(tree.children(cohort))
    while stack:
        node = stack.pop()
        below += tree.nominal(node, pair)
        stack.extend(tree.children(node))
    return below


def _exceeds(facts: Facts, pair: Pair, holders: list[Holder], cohorts: list[Holder]) -> Diagnostic:
    flavor, resource = pair
    capacity = facts.inventory.capacity(flavor, resource)
    largest = max(cohorts, key=lambda holder: holder[2].nominal.units)
    have = [holder for holder in holders if holder[2].nominal.units > 0]
    excess = figure(resource, total(holders) - capacity.units)
    return Diagnostic(
        code=RULE.code,
        severity=RULE.severity,
        span=largest[2].nominal.origin.span,
        headline=f"cohort quota lifts {flavor} to {amount_of(resource, total(holders))}, {excess} "
        f"above the capacity of {figure(resource, capacity.units)}",
        label="added to the quotas of the queues",
        others=tuple(Label(span, "capacity declared here") for span in capacity.declared[:8]),
        note=f"{sum_text(resource, named(have))}; {capacity_text(resource, capacity)}; "
        "the quota of a cohort comes on top of that of its queues",
        help=f"lower the quota of cohort {largest[0].name} by {excess}, or leave it out",
    )


def _repeats(holder: Holder, below: int) -> Diagnostic:
    (cohort, (flavor, resource), quota) = holder
    text = figure(resource, below)
    return Diagnostic(
        code=RULE.code,
        severity=Severity.WARNING,
        span=quota.nominal.origin.span,
        headline=f"cohort {cohort.name} has {amount_of(resource, below)} of {flavor}, as much as "
        "its queues together",
        label="added to the quotas of the queues",
        note=f"its own {text} + {text} of its queues = {figure(resource, 2 * below)}; "
        "the quota of a cohort comes on top of that of its queues",
        help="leave the quota of the cohort out if it is meant as the total",
    )


RULE = Rule(Code("Q302", "cohort-quota-exceeds-capacity"), Severity.ERROR, since="0.1", check=check)
