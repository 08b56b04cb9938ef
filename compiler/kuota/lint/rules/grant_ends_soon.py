"""A temporary grant ends within two weeks.

What it finds
    An active grant whose last day is at most 14 days away.
Why it matters
    On the day after, the team's quota shrinks: what then runs beyond it may be evicted.
How to fix
    Tell the team, or agree on a new last day.
Example
    Bad:
        grants: [{until: 2026-07-10, quota: {a100: {nvidia.com/gpu: 4}}, reason: model launch}]
    Good:
        grants: [{until: 2027-06-30, quota: {a100: {nvidia.com/gpu: 4}}, reason: model launch}]
"""

from collections.abc import Iterator

from kuota.diag.model import Code, Diagnostic, Severity
from kuota.lint.facts import Facts
from kuota.lint.grant_wording import granted
from kuota.lint.rule import Rule
from kuota.lint.wording import plural
from kuota.policy.quota import Grant
from kuota.policy.team import Team

_SOON = 14


def check(facts: Facts) -> Iterator[Diagnostic]:
    for team in facts.cluster.teams:
        for grant in team.grants:
            if grant.active and (grant.until - facts.today).days <= _SOON:
                yield _ends(facts, team, grant)


def _ends(facts: Facts, team: Team, grant: Grant) -> Diagnostic:
    days = (grant.until - facts.today).days
    return Diagnostic(
        code=RULE.code,
        severity=RULE.severity,
        span=grant.origin.span,
        headline=f"the grant of {granted(grant)} to {team.name} ends on {grant.until}",
        label=f"{plural(days, 'day')} from now" if days else "the last day is today",
        note=f"{facts.today} + {plural(days, 'day')} = {grant.until}, its last day",
        help="tell the team, or agree on a new last day",
    )


RULE = Rule(Code("Q341", "grant-ends-soon"), Severity.INFO, since="0.1", check=check)
