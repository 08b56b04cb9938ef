"""A gang uses a priority class that the platform keeps for other teams.

What it finds
    A declared gang with a priority class that `rules.priorityClasses` allows to other teams only.
Why it matters
    A class above all others decides whose workloads are evicted; the platform reserves it.
How to fix
    Use another class, or have the platform group add the team.
Example
    Bad:
        priorityClass: critical
    Good:
        priorityClass: high
"""

from collections.abc import Iterator

from kuota.diag.model import Code, Diagnostic, Label, Severity
from kuota.lint.facts import Facts
from kuota.lint.rule import Rule
from kuota.lint.wording import listed
from kuota.policy.origin import Setting
from kuota.policy.team import Gang, Team


def check(facts: Facts) -> Iterator[Diagnostic]:
    allowed = facts.cluster.rules.priority_class_teams
    for team in facts.cluster.teams:
        for gang in team.gangs:
            if gang.priority_class is None or gang.priority_class.value not in allowed:
                continue
            teams = allowed[gang.priority_class.value]
            if team.name not in teams.value:
                yield _not_allowed(team, gang, gang.priority_class, teams)


def _not_allowed(
    team: Team, gang: Gang, used: Setting[str], teams: Setting[tuple[str, ...]]
) -> Diagnostic:
    return Diagnostic(
        code=RULE.code,
        severity=RULE.severity,
        span=used.origin.span,
        headline=f"gang {gang.name} of {team.name} uses priority class {used.value}, which is "
        "kept for others",
        label="not allowed for this team",
        others=(Label(teams.origin.span, "the platform's rule"),),
        note=f"{used.value} is for {listed(teams.value) or 'no team'}",
        help="use another class, or have the platform group add the team to the rule",
    )


RULE = Rule(
    Code("Q243", "priority-class-not-allowed"),
    Severity.ERROR,
    since="0.1",
    check=check,
    mandatory=True,
)
