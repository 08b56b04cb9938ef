"""A weight of 0 makes a scavenger queue.

What it finds
    With fair sharing on, a team or cohort of weight 0.
Why it matters
    Its share counts as infinite as soon as it borrows anything: it may use what is idle, and is the
    first to be evicted, entirely, when any other borrower asks.
How to fix
    Nothing, if that is meant. Else write a small positive weight.
Example
    Bad:
        fairSharing: {weight: 0}
    Good:
        fairSharing: {weight: 0.1}
Sources
    Kueue apis/kueue/v1beta2/fairsharing_types.go, weight, v0.19.2.
"""

from collections.abc import Iterator

from kuota.diag.model import Code, Diagnostic, Severity
from kuota.lint.facts import Facts
from kuota.lint.rule import Rule
from kuota.lint.weights import nanos, written_weights
from kuota.policy.origin import Setting
from kuota.policy.tree import Node


def check(facts: Facts) -> Iterator[Diagnostic]:
    if facts.fair_sharing:
        for node, weight in written_weights(facts):
            if nanos(weight) == 0 and facts.tree.parent(node) is not None:
                yield _scavenger(node, weight)


def _scavenger(node: Node, weight: Setting[str]) -> Diagnostic:
    return Diagnostic(
        code=RULE.code,
        severity=RULE.severity,
        span=weight.origin.span,
        headline=f"weight 0 lets {node.kind} {node.name} borrow only what nobody else asks for",
        label="evicted first",
        note="share = borrowed part / weight; with weight 0 any borrowing is an infinite share",
        help="write a small positive weight if it should keep some of what it borrows",
    )


RULE = Rule(Code("Q408", "weight-zero"), Severity.INFO, since="0.1", check=check)
