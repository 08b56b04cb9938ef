"""whenCanBorrow has no effect for a queue without a cohort.

What it finds
    A team that writes `flavorFungibility.whenCanBorrow` and is in no cohort.
Why it matters
    Without a cohort there is nothing to borrow. Often something else was meant: that pods of one
    podSet are spread over flavors, which Kueue never does.
How to fix
    Leave the field out, or put the team into a cohort.
Example
    Bad:
        flavorFungibility: {whenCanBorrow: TryNextFlavor}
    Good:
        flavorFungibility: {whenCanPreempt: TryNextFlavor}
Sources
    kubernetes-sigs/kueue issue 1276.
"""

from collections.abc import Iterator

from kuota.diag.model import Code, Diagnostic, Severity
from kuota.lint.facts import Facts
from kuota.lint.rule import Rule
from kuota.policy.origin import Source
from kuota.policy.team import Team

_WRITTEN_BY_TEAM = (Source.TEAM, Source.CLUSTER)


def check(facts: Facts) -> Iterator[Diagnostic]:
    for team in facts.cluster.teams:
        borrow = team.flavor_fungibility.when_can_borrow
        if team.cohort is None and borrow.origin.source in _WRITTEN_BY_TEAM:
            yield _no_cohort(team)


def _no_cohort(team: Team) -> Diagnostic:
    borrow = team.flavor_fungibility.when_can_borrow
    return Diagnostic(
        code=RULE.code,
        severity=RULE.severity,
        span=borrow.origin.span,
        headline=f"whenCanBorrow {borrow.value} has no effect: {team.name} is in no cohort",
        label="nothing to borrow",
        note="a podSet is placed whole into one flavor and is never spread over several",
        help="leave whenCanBorrow out, or put the team into a cohort",
    )


RULE = Rule(Code("Q403", "can-borrow-without-cohort"), Severity.WARNING, since="0.1", check=check)
