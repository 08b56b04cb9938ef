"""A team is the only member of its cohort.

What it finds
    A cohort that the platform does not declare and that a single team names.
Why it matters
    There is nobody to borrow from or to lend to. Limits and policies for the cohort have no effect.
How to fix
    Name the cohort that the other teams share, or leave it out.
Example
    Bad:
        cohort: alone
    Good:
        cohort: shared
Sources
    Kueue documentation, cohort.
"""

from collections.abc import Iterator

from kuota.diag.model import Code, Diagnostic, Severity
from kuota.lint.cohort_membership import is_lonely, meant_cohort
from kuota.lint.facts import Facts
from kuota.lint.rule import Rule
from kuota.lint.wording import listed
from kuota.policy.origin import Setting
from kuota.policy.team import Team
from kuota.policy.tree import team_node


def check(facts: Facts) -> Iterator[Diagnostic]:
    if facts.incomplete:
        return  # a team that cannot be read may be the other member
    for team in facts.cluster.teams:
        if team.cohort is None or not is_lonely(facts, team_node(team.name)):
            continue
        if meant_cohort(facts, team) is None:
            yield _alone(facts, team, team.cohort)


def _alone(facts: Facts, team: Team, cohort: Setting[str]) -> Diagnostic:
    others = [c.name for c in facts.cluster.cohorts if c.name != cohort.value]
    return Diagnostic(
        code=RULE.code,
        severity=RULE.severity,
        span=cohort.origin.span,
        headline=f"cohort {cohort.value} has no other member than {team.name}",
        label="nobody to borrow from",
        note=f"the platform declares no cohort {cohort.value}, and no other team names it",
        help=f"leave cohort out, or name one that others share: {listed(others, 4)}"
        if others
        else "leave cohort out, or put another team into it",
    )


RULE = Rule(Code("Q241", "cohort-with-one-member"), Severity.WARNING, since="0.1", check=check)
