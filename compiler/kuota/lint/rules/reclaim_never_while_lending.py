"""A team lends its quota and has no right to take it back.

What it finds
    A team with nominal quota that others may borrow without a lendingLimit, while its
    `reclaimWithinCohort` is Never, which is also Kueue's default.
Why it matters
    Once borrowers hold the quota, the owner waits until they finish. Its quota is a promise that
    nobody keeps.
How to fix
    Set `reclaimWithinCohort: Any`, or keep a part with lendingLimit.
Example
    Bad:
        preemption: {reclaimWithinCohort: Never}
    Good:
        preemption: {reclaimWithinCohort: Any}
Sources
    Kueue documentation, preemption; kubernetes-sigs/kueue issue 7749.
"""

from collections.abc import Iterator

from kuota.diag.model import Code, Diagnostic, Label, Severity
from kuota.lint.facts import Facts
from kuota.lint.rule import Rule
from kuota.lint.wording import amount_of, listed, plural
from kuota.policy.origin import Source
from kuota.policy.team import Team
from kuota.policy.tree import Pair, team_node
from kuota.source.span import Span


def check(facts: Facts) -> Iterator[Diagnostic]:
    lending: dict[Span | str, list[tuple[Team, Pair, str]]] = {}
    for team in facts.cluster.teams:
        reclaim = team.preemption.reclaim_within_cohort
        if reclaim.value != "Never" or team.queueing_strategy.value == "StrictFIFO":
            continue  # a StrictFIFO lender has a finding of its own
        lent = _lent_without_limit(facts, team)
        if lent is not None:
            # a default that nobody wrote is one cause for all teams of a tree
            unwritten = reclaim.origin.source is Source.KUEUE
            root = facts.tree.root(team_node(team.name)).name
            lending.setdefault(root if unwritten else reclaim.origin.span, []).append((team, *lent))
    for teams in lending.values():
        yield _unprotected(teams)


def _lent_without_limit(facts: Facts, team: Team) -> tuple[Pair, str] | None:
    """What others may borrow without bound, and the first of them."""
    node = team_node(team.name)
    if facts.tree.parent(node) is None:
        return None
    for pair in facts.tree.pairs(node):
        quota = facts.tree.quota(node, pair)
        if quota is None or quota.nominal.units == 0 or quota.lending_limit is not None:
            continue
        borrower = next(facts.borrowers(node, pair), None)
        if borrower is not None:
            return pair, borrower
    return None


def _unprotected(teams: list[tuple[Team, Pair, str]]) -> Diagnostic:
    team, (flavor, resource), borrower = teams[0]
    reclaim = team.preemption.reclaim_within_cohort
    quota = next(
        quota
        for group in team.resource_groups
        for flavors in group.flavors
        for quota in flavors.resources
        if (flavors.flavor, quota.resource) == (flavor, resource)
    )
    amount = amount_of(resource, quota.nominal.units)
    names = listed([each[0].name for each in teams])
    many = f"{plural(len(teams), 'team')} lend" if len(teams) > 1 else f"{team.name} lends"
    return Diagnostic(
        code=RULE.code,
        severity=RULE.severity,
        span=reclaim.origin.span,
        headline=f"{many} quota without a limit and cannot reclaim it",
        label="reclaimWithinCohort is Never",
        others=(Label(quota.nominal.origin.span, "all of this may be lent"),),
        note=f"{names}: others, such as {borrower}, may hold all of {amount} in {flavor}, and "
        f"{team.name} waits until they finish",
        help="set reclaimWithinCohort: Any, or keep a part with lendingLimit",
    )


RULE = Rule(Code("Q401", "reclaim-never-while-lending"), Severity.WARNING, since="0.1", check=check)
