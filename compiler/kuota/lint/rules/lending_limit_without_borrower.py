"""A lending limit fences off quota that nobody could borrow anyway.

What it finds
    A lendingLimit of a team in whose cohort tree no other team may borrow this resource of this
    flavor: the others have no quota entry for it, or a borrowingLimit of 0, or there are none.
Why it matters
    The limit has no effect, so the isolation or sharing that it stands for does not exist.
How to fix
    Leave the limit out, or let another team use the flavor.
Example
    Bad:
        nvidia.com/gpu: {nominalQuota: 12, lendingLimit: 8}
    Good:
        nvidia.com/gpu: 12
Sources
    Kueue pkg/cache/scheduler/resource_node.go, localQuota, v0.19.2.
"""

from collections.abc import Iterator

from kuota.diag.model import Code, Diagnostic, Severity
from kuota.lint.cohort_membership import is_lonely
from kuota.lint.facts import Facts
from kuota.lint.lending import Holder, members
from kuota.lint.rule import Rule
from kuota.lint.wording import amount_of, listed
from kuota.policy.origin import Amount


def check(facts: Facts) -> Iterator[Diagnostic]:
    if facts.incomplete:
        return  # a team that cannot be read may be the borrower
    tree = facts.tree
    for node, pair, quota in facts.quotas:
        limit = quota.lending_limit
        if node.kind != "team" or limit is None or tree.parent(node) is None:
            continue
        if next(facts.borrowers(node, pair), None) is None and not is_lonely(facts, node):
            yield _useless(facts, (node, pair, quota), limit)


def _useless(facts: Facts, holder: Holder, limit: Amount) -> Diagnostic:
    node, (flavor, resource), _ = holder
    others = [name for name in members(facts.tree, node) if name != node.name]
    why = "there is no other team"
    if others:
        why = f"{listed(others)} cannot borrow it"
    return Diagnostic(
        code=RULE.code,
        severity=RULE.severity,
        span=limit.origin.span,
        headline=f"lendingLimit {amount_of(resource, limit.units)} of {node.name} has no effect",
        label="nobody can borrow this",
        note=f"{resource} of {flavor} in the cohort tree of {node.name}: {why}",
        help="leave lendingLimit out, or let another team borrow",
    )


RULE = Rule(Code("Q307", "lending-limit-without-borrower"), Severity.INFO, since="0.1", check=check)
