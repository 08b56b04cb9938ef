"""A temporary grant has ended.

What it finds
    A grant whose last day lies in the past. It is not compiled any more.
Why it matters
    The file promises quota that the cluster no longer gives.
How to fix
    Delete the grant, or agree on a new last day.
Example
    Bad:
        grants: [{until: 2026-06-30, quota: {a100: {nvidia.com/gpu: 4}}, reason: model launch}]
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


def check(facts: Facts) -> Iterator[Diagnostic]:
    for team in facts.cluster.teams:
        for grant in team.grants:
            if not grant.active:
                yield _expired(facts, team, grant)


def _expired(facts: Facts, team: Team, grant: Grant) -> Diagnostic:
    days = (facts.today - grant.until).days
    return Diagnostic(
        code=RULE.code,
        severity=RULE.severity,
        span=grant.origin.span,
        headline=f"the grant of {granted(grant)} to {team.name} ended on {grant.until}",
        label="no longer compiled",
        note=f"it held through {grant.until}, {plural(days, 'day')} before {facts.today}",
        help="delete the grant, or agree on a new last day",
    )


RULE = Rule(Code("Q340", "grant-expired"), Severity.WARNING, since="0.1", check=check)
