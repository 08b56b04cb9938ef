"""A cohort's lending limit is above all that it could lend.

What it finds
    A lendingLimit of a cohort that is higher than the cohort's own quota and what its members
    bring into it.
Why it matters
    Kueue refuses this for a ClusterQueue, and accepts it for a Cohort, where the limit then never
    binds. It looks like a fence and is none.
How to fix
    Lower the limit, or leave it out when all may be lent.
Example
    Bad:
        nvidia.com/gpu: {nominalQuota: 4, lendingLimit: 40}
    Good:
        nvidia.com/gpu: {nominalQuota: 4, lendingLimit: 10}
Sources
    Kueue pkg/webhooks/clusterqueue_webhook.go and cohort_webhook.go, v0.19.2.
"""

from collections.abc import Iterator

from kuota.diag.model import Code, Diagnostic, Severity
from kuota.lint.facts import Facts
from kuota.lint.lending import Holder
from kuota.lint.rule import Rule
from kuota.lint.wording import amount_of, figure, sum_text
from kuota.policy.origin import Amount
from kuota.quantity import UNLIMITED


def check(facts: Facts) -> Iterator[Diagnostic]:
    if facts.incomplete:
        return  # a team that cannot be read may be a member
    for node, pair, quota in facts.quotas:
        limit = quota.lending_limit
        if node.kind != "cohort" or limit is None or limit.units >= UNLIMITED:
            continue
        have = facts.tree.subtree(node, pair)
        if limit.units > have and facts.tree.parent(node) is not None:
            yield _above(facts, (node, pair, quota), limit, have)


def _above(facts: Facts, holder: Holder, limit: Amount, have: int) -> Diagnostic:
    node, pair, _ = holder
    flavor, resource = pair
    terms = [(node.name, facts.tree.nominal(node, pair))]
    terms += [(c.name, facts.tree.lent(c, pair)) for c in facts.tree.children(node)]
    text = sum_text(resource, [(name, units) for name, units in terms if units > 0] or terms[:1])
    return Diagnostic(
        code=RULE.code,
        severity=RULE.severity,
        span=limit.origin.span,
        headline=f"lendingLimit {amount_of(resource, limit.units)} of cohort {node.name} is above "
        f"the {figure(resource, have)} it holds",
        label="never reached",
        note=f"what cohort {node.name} holds of {flavor}: {text}",
        help=f"lower lendingLimit below {figure(resource, have)}, or leave it out",
    )


RULE = Rule(
    Code("Q306", "cohort-lending-limit-above-quota"), Severity.WARNING, since="0.1", check=check
)
