"""Two podSets of a gang may be admitted in part.

What it finds
    A declared gang with `minCount` on more than one podSet.
Why it matters
    Kueue refuses the Workload: at most one podSet can use minCount.
How to fix
    Keep minCount on the podSet that can do with fewer pods.
Example
    Bad:
        {name: right, count: 4, minCount: 2, requests: {nvidia.com/gpu: 1, cpu: 8, memory: 64Gi}}
    Good:
        {name: right, count: 4, requests: {nvidia.com/gpu: 1, cpu: 8, memory: 64Gi}}
Sources
    Kueue pkg/webhooks/workload_webhook.go, ValidateWorkload, v0.19.2.
"""

from collections.abc import Iterator

from kuota.diag.model import Code, Diagnostic, Label, Severity
from kuota.lint.facts import Facts
from kuota.lint.gangs import required_gangs
from kuota.lint.rule import Rule
from kuota.lint.wording import listed
from kuota.policy.team import Gang, PodSet


def check(facts: Facts) -> Iterator[Diagnostic]:
    for team in facts.cluster.teams:
        for gang in required_gangs(team):
            partial = [pods for pods in gang.pod_sets if pods.min_count is not None]
            if len(partial) > 1:
                yield _twice(gang, partial)


def _twice(gang: Gang, partial: list[PodSet]) -> Diagnostic:
    return Diagnostic(
        code=RULE.code,
        severity=RULE.severity,
        span=partial[1].origin.span,
        headline=f"{len(partial)} podSets of gang {gang.name} have minCount, Kueue accepts 1",
        label="the second with minCount",
        others=(Label(partial[0].origin.span, "the first with minCount"),),
        note=f"{listed([pods.name for pods in partial])} have it; Kueue refuses the Workload",
        help="keep minCount on one podSet",
    )


RULE = Rule(Code("Q331", "gang-min-count-twice"), Severity.ERROR, since="0.1", check=check)
