"""A StrictFIFO lender that cannot reclaim keeps its idle quota from everybody.

What it finds
    A team with `queueingStrategy: StrictFIFO` and `reclaimWithinCohort: Never` whose quota
    others may borrow.
Why it matters
    While the head of its queue waits, Kueue holds the team's idle quota back for it, because it
    could not be reclaimed. Neither the owner nor a borrower uses it. And what is lent once is gone
    until the borrower ends.
How to fix
    Set `reclaimWithinCohort: Any`, so that lending is safe, or use BestEffortFIFO.
Example
    Bad:
        preemption: {reclaimWithinCohort: Never}
    Good:
        preemption: {reclaimWithinCohort: Any}
Sources
    kubernetes-sigs/kueue issue 4809.
"""

from collections.abc import Iterator

from kuota.diag.model import Code, Diagnostic, Label, Severity
from kuota.lint.facts import Facts
from kuota.lint.rule import Rule
from kuota.lint.wording import amount_of
from kuota.policy.team import Team
from kuota.policy.tree import Pair, team_node


def check(facts: Facts) -> Iterator[Diagnostic]:
    tree = facts.tree
    for team in facts.cluster.teams:
        reclaim = team.preemption.reclaim_within_cohort
        if team.queueing_strategy.value != "StrictFIFO" or reclaim.value != "Never":
            continue
        node = team_node(team.name)
        for pair in tree.pairs(node):
            borrower = next(facts.borrowers(node, pair), None)
            if tree.parent(node) is not None and tree.lent(node, pair) > 0 and borrower:
                yield _holds_back(facts, team, pair, borrower)
                break


def _holds_back(facts: Facts, team: Team, pair: Pair, borrower: str) -> Diagnostic:
    flavor, resource = pair
    lent = amount_of(resource, facts.tree.lent(team_node(team.name), pair))
    return Diagnostic(
        code=RULE.code,
        severity=RULE.severity,
        span=team.queueing_strategy.origin.span,
        headline=f"{team.name} is StrictFIFO and cannot reclaim: its waiting head blocks borrowers",
        label="the head holds back idle quota",
        others=(Label(team.preemption.reclaim_within_cohort.origin.span, "Never reclaims"),),
        note=f"it lends up to {lent} of {flavor}, for example to {borrower}; while its head waits "
        "nobody gets the rest, and what is lent comes back only when the borrower ends",
        help="set reclaimWithinCohort: Any, or use BestEffortFIFO",
    )


RULE = Rule(Code("Q405", "strict-fifo-lender"), Severity.WARNING, since="0.1", check=check)
