"""A gang asks for a resource that its queue has no quota for.

What it finds
    A request of a declared gang for a resource that no resource group of the team covers, and
    that the platform does not exclude from quota.
Why it matters
    Kueue never admits such a workload: the resource is unavailable in the ClusterQueue. A
    LimitRange that adds ephemeral-storage to every pod has the same effect.
How to fix
    Add the resource to the team's quota, or have the platform exclude it.
Example
    Bad:
        requests: {nvidia.com/gpu: 8, cpu: 64, memory: 512Gi, ephemeral-storage: 10Gi}
    Good:
        requests: {nvidia.com/gpu: 8, cpu: 64, memory: 512Gi}
Sources
    kubernetes-sigs/kueue issue 4848; reason Misconfigured.
"""

from collections.abc import Iterator

from kuota.diag.model import Code, Diagnostic, Severity
from kuota.diag.near import near_names
from kuota.lint.facts import Facts
from kuota.lint.gangs import counted, covered, required_gangs
from kuota.lint.rule import Rule
from kuota.lint.wording import amount_of, listed
from kuota.policy.team import Gang, PodSet, Team


def check(facts: Facts) -> Iterator[Diagnostic]:
    for team in facts.cluster.teams:
        have = covered(team)
        for gang in required_gangs(team):
            for pod_set in gang.pod_sets:
                for resource in counted(facts, pod_set):
                    if resource not in have:
                        yield _uncovered(team, gang, pod_set, resource)


def _uncovered(team: Team, gang: Gang, pod_set: PodSet, resource: str) -> Diagnostic:
    amount = pod_set.requests[resource]
    known = sorted(covered(team))
    near = near_names(resource, known)
    return Diagnostic(
        code=RULE.code,
        severity=RULE.severity,
        span=amount.origin.span,
        headline=f"gang {gang.name} asks {amount_of(resource, amount.units)}, which the quota of "
        f"{team.name} does not cover",
        label="no quota for this resource",
        note=f"{team.name} covers {listed(known)} (Misconfigured)",
        help=f"did you mean {near[0]}?"
        if near
        else f"add {resource} to the quota, or to excludeResourcePrefixes of the platform",
    )


RULE = Rule(Code("Q321", "gang-resource-not-covered"), Severity.ERROR, since="0.1", check=check)
