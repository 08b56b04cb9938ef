"""borrowWithinCohort has no effect under fair sharing.

What it finds
    A `borrowWithinCohort` policy other than Never, written by a team or the platform, while fair
    sharing is enabled in Kueue's Configuration.
Why it matters
    With fair sharing Kueue decides by shares and never reads the field: a workload that should
    evict others while borrowing waits.
How to fix
    Leave the field out and set weights, or switch fair sharing off.
Example
    Bad:
        preemption: {reclaimWithinCohort: Any, borrowWithinCohort: {policy: LowerPriority}}
    Good:
        preemption: {reclaimWithinCohort: Any}
Sources
    Kueue documentation, preemption; kubernetes-sigs/kueue issues 3779 and 4173.
"""

from collections.abc import Iterator

from kuota.diag.model import Code, Diagnostic, Label, Severity
from kuota.lint.facts import Facts
from kuota.lint.rule import Rule
from kuota.policy.origin import Setting, Source


def check(facts: Facts) -> Iterator[Diagnostic]:
    if not facts.fair_sharing:
        return
    written = {
        policy.origin.span: policy
        for team in facts.cluster.teams
        if (policy := team.preemption.borrow_within_cohort).value != "Never"
        and policy.origin.source is not Source.KUEUE
    }
    for policy in written.values():
        yield _ignored(policy, facts.cluster.configuration.fair_sharing)


def _ignored(policy: Setting[str], fair_sharing: Setting[bool]) -> Diagnostic:
    return Diagnostic(
        code=RULE.code,
        severity=RULE.severity,
        span=policy.origin.span,
        headline=f"borrowWithinCohort {policy.value} has no effect under fair sharing",
        label="not read by fair sharing",
        others=(Label(fair_sharing.origin.span, "fair sharing is on"),),
        note="with fair sharing, Kueue reads withinClusterQueue and reclaimWithinCohort only",
        help="leave borrowWithinCohort out, and set weights instead",
    )


RULE = Rule(
    Code("Q402", "borrow-within-cohort-ignored"), Severity.WARNING, since="0.1", check=check
)
