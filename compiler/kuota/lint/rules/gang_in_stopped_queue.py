"""A gang must be able to run in a queue that is stopped.

What it finds
    A declared gang, other than one that must never be admitted, while `stopPolicy` of its team
    or of its LocalQueue holds all admission.
Why it matters
    Nothing is admitted until the policy is None again; HoldAndDrain also evicts what runs.
How to fix
    Set stopPolicy back to None, or expect `never` for as long as the queue is stopped.
Example
    Bad:
        stopPolicy: Hold
    Good:
        stopPolicy: None
Sources
    Kueue apis/kueue/v1beta2/clusterqueue_types.go, stopPolicy, v0.19.2.
"""

from collections.abc import Iterator

from kuota.diag.model import Code, Diagnostic, Label, Severity
from kuota.lint.facts import Facts
from kuota.lint.gangs import required_gangs
from kuota.lint.rule import Rule
from kuota.policy.origin import Setting
from kuota.policy.team import Gang, Team


def check(facts: Facts) -> Iterator[Diagnostic]:
    for team in facts.cluster.teams:
        for gang in required_gangs(team):
            policy = _policy(team, gang)
            if policy.value != "None":
                yield _stopped(gang, policy)


def _policy(team: Team, gang: Gang) -> Setting[str]:
    """What stops the gang: the policy of its team, else that of its LocalQueue."""
    queues = [q for q in team.local_queues if gang.queue in (None, q.name)]
    if team.stop_policy.value != "None" or not queues:
        return team.stop_policy
    return queues[0].stop_policy


def _stopped(gang: Gang, policy: Setting[str]) -> Diagnostic:
    return Diagnostic(
        code=RULE.code,
        severity=RULE.severity,
        span=gang.origin.span,
        headline=f"gang {gang.name} is not admitted: its queue has stopPolicy {policy.value}",
        label="its queue is stopped",
        others=(Label(policy.origin.span, "admits nothing"),),
        note=f"{policy.value} holds every new workload of the queue",
        help="set stopPolicy to None, or expect never while the queue is stopped",
    )


RULE = Rule(Code("Q329", "gang-in-stopped-queue"), Severity.ERROR, since="0.1", check=check)
