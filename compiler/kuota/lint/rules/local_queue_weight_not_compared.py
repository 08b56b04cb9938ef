"""The weight of a LocalQueue is compared with no other.

What it finds
    With admission fair sharing, a `fairSharing.weight` of a LocalQueue whose team has no other
    LocalQueue.
Why it matters
    The weight orders the LocalQueues of one ClusterQueue by what they used before. It never
    divides quota between teams, which is what is often meant.
How to fix
    Leave it out. Shares between teams are weights of teams and cohorts, under fair sharing.
Example
    Bad:
        queues: [{name: batch, fairSharing: {weight: 2}}]
    Good:
        queues: [{name: batch, fairSharing: {weight: 2}}, default]
Sources
    Kueue apis/kueue/v1beta2/localqueue_types.go and fairsharing_types.go, v0.19.2.
"""

from collections.abc import Iterator

from kuota.diag.model import Code, Diagnostic, Severity
from kuota.lint.facts import Facts
from kuota.lint.rule import Rule
from kuota.policy.origin import Setting
from kuota.policy.team import LocalQueue, Team


def check(facts: Facts) -> Iterator[Diagnostic]:
    if not facts.cluster.configuration.admission_fair_sharing.value:
        return  # then no weight is read at all, which is told where the target is compiled
    for team in facts.cluster.teams:
        if len(team.local_queues) == 1 and team.local_queues[0].weight is not None:
            yield _alone(team, team.local_queues[0], team.local_queues[0].weight)


def _alone(team: Team, queue: LocalQueue, weight: Setting[str]) -> Diagnostic:
    return Diagnostic(
        code=RULE.code,
        severity=RULE.severity,
        span=weight.origin.span,
        headline=f"weight {weight.value} of queue {queue.name} is compared with no other",
        label=f"the only queue of {team.name}",
        note=f"admission fair sharing orders the LocalQueues of one team, and {team.name} has 1",
        help="leave the weight out; shares between teams are weights of teams and cohorts",
    )


RULE = Rule(
    Code("Q409", "local-queue-weight-not-compared"), Severity.WARNING, since="0.1", check=check
)
