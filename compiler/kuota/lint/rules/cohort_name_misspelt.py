"""A cohort's name differs from another one's by a single slip.

What it finds
    A team that is alone in a cohort nobody declared, whose name is one letter away from a cohort
    that others share. Names that differ in a number or in a short word do not count.
Why it matters
    Kueue makes a second cohort of the misspelt name without a word. The team can neither borrow
    nor lend, and with no quota of its own nothing of it ever starts.
How to fix
    Correct the name. A platform that declares its `cohorts` refuses unknown names.
Example
    Bad:
        cohort: reseach
    Good:
        cohort: research
Sources
    Kueue apis/kueue/v1beta2/cohort_types.go, v0.19.2: a missing cohort is treated as an empty one.
"""

from collections.abc import Iterator

from kuota.diag.model import Code, Diagnostic, Edit, Fix, Label, Severity
from kuota.lint.cohort_membership import meant_cohort
from kuota.lint.facts import Facts
from kuota.lint.rule import Rule
from kuota.lint.wording import plural
from kuota.policy.origin import Setting
from kuota.policy.team import Team
from kuota.policy.tree import cohort_node


def check(facts: Facts) -> Iterator[Diagnostic]:
    if facts.incomplete:
        return  # a team that cannot be read may be the other member
    for team in facts.cluster.teams:
        meant = meant_cohort(facts, team)
        if meant is not None and team.cohort is not None:
            yield _misspelt(facts, team, team.cohort, meant)


def _misspelt(facts: Facts, team: Team, cohort: Setting[str], meant: str) -> Diagnostic:
    members = len(facts.tree.children(cohort_node(meant)))
    origin = next(c.origin for c in facts.cluster.cohorts if c.name == meant)
    edit = Edit(cohort.origin.span, meant)
    return Diagnostic(
        code=RULE.code,
        severity=RULE.severity,
        span=cohort.origin.span,
        headline=f"cohort {cohort.value} holds only {team.name} and looks like {meant}",
        label=f"not {meant}?",
        others=(Label(origin.span, f"{meant} is named here"),),
        note=f"{meant} has {plural(members, 'member')}, {cohort.value} has 1; "
        f"alone, {team.name} can neither borrow nor lend",
        help=f"did you mean {meant}?",
        fixes=(Fix(f"write {meant}", (edit,)),),
    )


RULE = Rule(Code("Q240", "cohort-name-misspelt"), Severity.WARNING, since="0.1", check=check)
