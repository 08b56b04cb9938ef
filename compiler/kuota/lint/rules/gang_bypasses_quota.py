"""Pods of a gang ask for nothing that quota covers.

What it finds
    A podSet of a declared gang that requests nothing, or only what the platform excludes from
    quota.
Why it matters
    Kueue then admits any number of such pods at once, gives them no flavor, and so neither node
    labels nor tolerations: they bypass the quota.
How to fix
    Write the requests, or cover `pods` in the team's quota to count the pods themselves.
Example
    Bad:
        requests: {}
    Good:
        requests: {cpu: 8, memory: 64Gi}
Sources
    kubernetes-sigs/kueue issues 485, 891 and 1410.
"""

from collections.abc import Iterator

from kuota.diag.model import Code, Diagnostic, Severity
from kuota.lint.facts import Facts
from kuota.lint.gangs import counted, covered, required_gangs
from kuota.lint.placement import PODS
from kuota.lint.rule import Rule
from kuota.lint.wording import listed, plural
from kuota.policy.team import Gang, PodSet, Team


def check(facts: Facts) -> Iterator[Diagnostic]:
    for team in facts.cluster.teams:
        have = covered(team)
        for gang in required_gangs(team):
            for pod_set in gang.pod_sets:
                if PODS not in have and not counted(facts, pod_set):
                    yield _bypasses(team, gang, pod_set)


def _bypasses(team: Team, gang: Gang, pod_set: PodSet) -> Diagnostic:
    return Diagnostic(
        code=RULE.code,
        severity=RULE.severity,
        span=pod_set.origin.span,
        headline=f"{plural(pod_set.count, 'pod')} of gang {gang.name} request nothing with quota",
        label="bypasses the quota",
        note="Kueue admits any number of such pods, without flavor, node labels and tolerations; "
        f"{team.name} covers {listed(sorted(covered(team)))}",
        help="write requests for a covered resource, or cover pods in the quota",
    )


RULE = Rule(Code("Q328", "gang-bypasses-quota"), Severity.WARNING, since="0.1", check=check)
