"""A borrowing limit is higher than anything the others can lend.

What it finds
    A borrowingLimit above the most that the rest of the cohort tree can lend to the queue or
    cohort, lending limits and limits of parent cohorts included.
Why it matters
    The limit never binds, and whoever reads it expects more than can ever be had.
How to fix
    Lower the limit to what can be lent, or let the others lend more.
Example
    Bad:
        nvidia.com/gpu: {nominalQuota: 12, borrowingLimit: 36, lendingLimit: 8}
    Good:
        nvidia.com/gpu: {nominalQuota: 12, borrowingLimit: 24, lendingLimit: 8}
Sources
    Kueue pkg/cache/scheduler/resource_node.go, potentialAvailable, v0.19.2; kubernetes-sigs/kueue
    issue 672.
"""

from collections.abc import Iterator

from kuota.diag.model import Code, Diagnostic, Edit, Fix, Severity
from kuota.lint.cohort_membership import is_lonely
from kuota.lint.facts import Facts
from kuota.lint.lending import Holder, borrowable, lenders
from kuota.lint.rule import Rule
from kuota.lint.wording import amount_of, figure, sum_text
from kuota.policy.origin import Amount
from kuota.quantity import UNLIMITED, quantity_of


def check(facts: Facts) -> Iterator[Diagnostic]:
    if facts.incomplete:
        return  # a team that cannot be read may be the lender
    tree = facts.tree
    for node, pair, quota in facts.quotas:
        limit = quota.borrowing_limit
        if limit is None or limit.units == 0 or limit.units >= UNLIMITED:
            continue
        if tree.parent(node) is None:
            continue
        reach = borrowable(tree, node, pair)
        if limit.units > reach and not is_lonely(facts, node):
            yield _beyond(facts, (node, pair, quota), limit, reach)


def _beyond(facts: Facts, holder: Holder, limit: Amount, reach: int) -> Diagnostic:
    node, (flavor, resource), _ = holder
    reachable = figure(resource, reach)
    terms = lenders(facts.tree, node, (flavor, resource))
    lent = sum_text(resource, terms) if terms else "nobody else lends any"
    edit = Edit(limit.origin.span, str(quantity_of(resource, reach)))
    return Diagnostic(
        code=RULE.code,
        severity=RULE.severity,
        span=limit.origin.span,
        headline=f"borrowingLimit {amount_of(resource, limit.units)} of {node.name} is above the "
        f"{reachable} that can be lent",
        label=f"at most {reachable} can be lent",
        note=f"lenders of {flavor}: {lent}"
        if terms
        else f"{lent} of {flavor} in the cohort tree of {node.name}",
        help=f"lower borrowingLimit to {reachable}, or let the others lend more",
        fixes=(Fix(f"set borrowingLimit to {reachable}", (edit,)),),
    )


RULE = Rule(
    Code("Q305", "borrowing-limit-beyond-reach"), Severity.WARNING, since="0.1", check=check
)
