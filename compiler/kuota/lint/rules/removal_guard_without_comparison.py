"""A removal guard is set, but no check compares two revisions.

What it finds
    `rules.removalGuard` of a Platform. It bounds how much quota one change may remove, and this
    version of kuota reads one revision at a time.
Why it matters
    The Platform reads as if a large cut were refused. It is not.
How to fix
    Review cuts by hand for now: `kuota compile --check --diff` shows them.
Example
    Bad:
        rules: {maxNominalShare: 50%, removalGuard: 25%}
    Good:
        rules: {maxNominalShare: 50%}
"""

from collections.abc import Iterator

from kuota.diag.model import Code, Diagnostic, Severity
from kuota.lint.facts import Facts
from kuota.lint.rule import Rule


def check(facts: Facts) -> Iterator[Diagnostic]:
    guard = facts.cluster.rules.removal_guard
    if guard is not None:
        yield Diagnostic(
            code=RULE.code,
            severity=RULE.severity,
            span=guard.origin.span,
            headline=f"the removal guard of {guard.value / 10:g} % is not enforced",
            label="no two revisions are compared",
            note="this version of kuota checks one revision at a time",
            help="review cuts of quota by hand; 'kuota compile --check --diff' shows them",
        )


RULE = Rule(
    Code("Q412", "removal-guard-without-comparison"), Severity.INFO, since="0.1", check=check
)
