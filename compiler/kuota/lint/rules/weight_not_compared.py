"""A fair-sharing weight is compared with no other.

What it finds
    With fair sharing on, a weight other than 1 of a team or cohort that has no sibling: no other
    team or cohort below the same parent.
Why it matters
    Weights are compared among siblings only. A team's weight says nothing about teams in another
    cohort: between the two, the weights of the cohorts count, and those are 1 unless written.
How to fix
    Write the weight on the cohort whose siblings it should be measured against.
Example
    Bad:
        fairSharing: {weight: 3}
    Good:
        team-x: {parent: root, fairSharing: {weight: 3}}
Sources
    kubernetes-sigs/kueue issue 10872; Kueue documentation, fair sharing.
"""

from collections.abc import Iterator

from kuota.diag.model import Code, Diagnostic, Label, Severity
from kuota.lint.cohort_membership import is_lonely
from kuota.lint.facts import Facts
from kuota.lint.rule import Rule
from kuota.lint.weights import weight_of, written_weights
from kuota.policy.origin import Setting
from kuota.policy.tree import Node


def check(facts: Facts) -> Iterator[Diagnostic]:
    if not facts.fair_sharing or facts.incomplete:
        return
    for node, weight in written_weights(facts):
        above = facts.tree.parent(node)
        if above is None:
            yield _without_parent(node, weight)
        elif len(facts.tree.children(above)) == 1 and not is_lonely(facts, node):
            yield _only_child(facts, node, weight, above)


def _without_parent(node: Node, weight: Setting[str]) -> Diagnostic:
    what = "is in no cohort" if node.kind == "team" else "has no parent"
    return Diagnostic(
        code=RULE.code,
        severity=RULE.severity,
        span=weight.origin.span,
        headline=f"weight {weight.value} of {node.kind} {node.name} is compared with no other",
        label="no siblings",
        note=f"{node.kind} {node.name} {what}; weights are compared below one parent only",
        help="leave the weight out, or give it a parent together with others",
    )


def _only_child(facts: Facts, node: Node, weight: Setting[str], above: Node) -> Diagnostic:
    parents = weight_of(facts, above)
    further = facts.tree.parent(above)
    rest = ""
    others: tuple[Label, ...] = ()
    if further is not None:
        rest = f"; between cohorts below {further.name}, the weight {parents.value} of "
        rest += f"{above.name} counts"
        others = (Label(parents.origin.span, f"weight {parents.value} of {above.name} counts"),)
    return Diagnostic(
        code=RULE.code,
        severity=RULE.severity,
        span=weight.origin.span,
        headline=f"weight {weight.value} of {node.kind} {node.name} is compared with no other",
        label="no siblings",
        others=others,
        note=f"{node.name} is all there is below cohort {above.name}{rest}",
        help=f"write the weight on cohort {above.name}"
        if further is not None
        else "leave the weight out, or put others into the cohort",
    )


RULE = Rule(Code("Q407", "weight-not-compared"), Severity.WARNING, since="0.1", check=check)
