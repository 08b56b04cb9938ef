"""A LocalQueue's weight has no effect.

What it finds
    A ``fairSharing.weight`` of a LocalQueue while admission fair sharing is off in Kueue's
    Configuration, or its team's ``admissionMode`` does not use it, or the team has no other
    LocalQueue to compare it with.
Why it matters
    The weight orders the LocalQueues of one ClusterQueue by what they used before, and only under
    admission fair sharing. It never divides quota between teams.
How to fix
    Write ``admissionFairSharing`` into the platform's ``kueueConfiguration``, or leave the
    weight out.
Example
    Bad:
        queues: [{name: batch, fairSharing: {weight: 2}}, default]
    Good:
        queues: [batch, default]
Sources
    Kueue apis/kueue/v1beta2/localqueue_types.go and fairsharing_types.go, v0.19.2.
"""

from collections.abc import Iterator

from kuota.diag.model import Code, Diagnostic, Severity
from kuota.lint.facts import Facts
from kuota.lint.rule import Rule
from kuota.policy.origin import Setting
from kuota.policy.team import LocalQueue, Team
from kuota.source.span import Span

_USAGE_BASED = "UsageBasedAdmissionFairSharing"


def check(facts: Facts) -> Iterator[Diagnostic]:
    for team in facts.cluster.teams:
        told: set[Span] = set()
        for queue in team.local_queues:
            reason = _reason(facts, team)
            if queue.weight is None or reason is None or queue.weight.origin.span in told:
                continue  # one entry may stand for LocalQueues in several namespaces
            told.add(queue.weight.origin.span)
            yield _ignored(queue, queue.weight, *reason)


def _reason(facts: Facts, team: Team) -> tuple[str, str] | None:
    """Why weights of the team's LocalQueues do nothing, and what to do; None if they work."""
    drop = "leave the weight out"
    if not facts.cluster.configuration.admission_fair_sharing.value:
        return (
            "admission fair sharing is off in the platform's kueueConfiguration",
            f"write admissionFairSharing into kueueConfiguration, or {drop}",
        )
    mode = team.admission_mode
    if mode is None or mode.value != _USAGE_BASED:
        return (
            f"admissionMode of {team.name} is {'not set' if mode is None else mode.value}",
            f"set admissionScope: {{admissionMode: {_USAGE_BASED}}}, or {drop}",
        )
    if len(team.local_queues) == 1:
        return f"{team.name} has no other LocalQueue to compare it with", drop
    return None


def _ignored(queue: LocalQueue, weight: Setting[str], why: str, remedy: str) -> Diagnostic:
    return Diagnostic(
        code=RULE.code,
        severity=RULE.severity,
        span=weight.origin.span,
        headline=f"weight {weight.value} of LocalQueue {queue.name} has no effect",
        label="not read by Kueue",
        note=why,
        help=remedy,
    )


RULE = Rule(Code("Q409", "local-queue-weight-ignored"), Severity.WARNING, since="0.1", check=check)
