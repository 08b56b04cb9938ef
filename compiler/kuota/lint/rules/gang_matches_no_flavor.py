"""No flavor of the queue takes the pods of a gang.

What it finds
    A podSet of a declared gang whose tolerations or node selector rule out each flavor of a
    resource group it needs, or whose topology request no flavor of mixed queues can serve.
Why it matters
    Kueue skips each flavor (NoMatchingFlavor) and the gang stays pending for ever.
How to fix
    Give the pods the toleration, set `tolerate: true` on the flavor so that Kueue adds it, or
    correct the node selector.
Example
    Bad:
        nodeSelector: {gpu.example.com/model: h100}
    Good:
        nodeSelector: {gpu.example.com/model: a100}
Sources
    Kueue pkg/scheduler/flavorassigner/flavorassigner.go, checkFlavorForPodSets, v0.19.2;
    kubernetes-sigs/kueue issue 3158.
"""

from collections.abc import Iterator

from kuota.diag.model import Code, Diagnostic, Label, Severity
from kuota.lint.facts import Facts
from kuota.lint.gangs import Candidates, candidates, required_gangs
from kuota.lint.rule import Rule
from kuota.lint.wording import plural
from kuota.policy.team import Gang, PodSet


def check(facts: Facts) -> Iterator[Diagnostic]:
    for team in facts.cluster.teams:
        for gang in required_gangs(team):
            for pod_set in gang.pod_sets:
                for found in candidates(facts, team, gang, pod_set):
                    if not found.flavors and found.wrong_pods:
                        yield _unmatched(facts, gang, pod_set, found)
                        break


def _unmatched(facts: Facts, gang: Gang, pod_set: PodSet, found: Candidates) -> Diagnostic:
    reasons = {**found.wrong_pods, **found.wrong_topology}
    flavors = [f for f in facts.cluster.flavors if f.name in found.wrong_pods]
    return Diagnostic(
        code=RULE.code,
        severity=RULE.severity,
        span=pod_set.origin.span,
        headline=f"none of {plural(len(reasons), 'flavor')} takes the pods of gang {gang.name}"
        if len(reasons) > 1
        else f"flavor {flavors[0].name} does not take the pods of gang {gang.name}",
        label="no flavor takes these pods",
        others=tuple(Label(flavor.origin.span, "not this one") for flavor in flavors[:6]),
        note="; ".join(f"{flavor} {reason}" for flavor, reason in reasons.items())
        + " (NoMatchingFlavor)",
        help="correct tolerations or node selector, or set tolerate: true on a flavor",
    )


RULE = Rule(Code("Q322", "gang-matches-no-flavor"), Severity.ERROR, since="0.1", check=check)
