"""A team can never use any of a resource that its quota lists.

What it finds
    A flavor and resource of a team whose own quota and everything that could be lent to it are
    zero together. Silent where another flavor of the same resource group has some: all flavors of
    a group list the same resources, with 0 where they hold none.
Why it matters
    Each workload that needs the resource waits for ever: it exceeds the maximum capacity of 0.
How to fix
    Give the team nominal quota, put it into a cohort that lends, or take the entry out.
Example
    Bad:
        nvidia.com/gpu: 0
    Good:
        nvidia.com/gpu: 4
Sources
    Kueue pkg/cache/scheduler/resource_node.go, potentialAvailable, v0.19.2; reason
    ExceedsMaxQuota.
"""

from collections.abc import Iterator

from kuota.diag.model import Code, Diagnostic, Severity
from kuota.lint.cohort_membership import meant_cohort
from kuota.lint.facts import Facts
from kuota.lint.lending import Holder
from kuota.lint.rule import Rule
from kuota.policy.tree import Node, Pair


def check(facts: Facts) -> Iterator[Diagnostic]:
    if facts.incomplete:
        return  # a team that cannot be read may be the lender
    for node, pair, quota in facts.quotas:
        if node.kind != "team" or quota.nominal.units > 0 or facts.tree.potential(node, pair) > 0:
            continue
        if _evens_out_group(facts, node, pair):
            continue
        if meant_cohort(facts, facts.teams[node.name]) is None:
            yield _unreachable(facts, (node, pair, quota))


def _evens_out_group(facts: Facts, node: Node, pair: Pair) -> bool:
    """Whether the entry stands for a flavor without the resource beside one that has it."""
    flavor, resource = pair
    return any(
        facts.tree.potential(node, (other.flavor, resource)) > 0
        for group in facts.teams[node.name].resource_groups
        if flavor in (each.flavor for each in group.flavors)
        for other in group.flavors
    )


def _unreachable(facts: Facts, holder: Holder) -> Diagnostic:
    node, (flavor, resource), quota = holder
    cohort = facts.tree.parent(node)
    if cohort is None:
        why = "the team is in no cohort that could lend"
    elif quota.borrowing_limit is not None and quota.borrowing_limit.units == 0:
        why = "its borrowingLimit is 0"
    else:
        why = f"nobody in the tree of cohort {cohort.name} lends any"
    return Diagnostic(
        code=RULE.code,
        severity=RULE.severity,
        span=quota.nominal.origin.span,
        headline=f"{node.name} can never use any {resource} of flavor {flavor}",
        label="maximum capacity 0",
        note=f"own quota 0, and {why} (ExceedsMaxQuota)",
        help="give the team quota, or a cohort that lends it, or take the entry out",
    )


RULE = Rule(Code("Q310", "quota-out-of-reach"), Severity.WARNING, since="0.1", check=check)
