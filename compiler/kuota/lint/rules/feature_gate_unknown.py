"""The installed Kueue does not know a feature gate.

What it finds
    A key of `featureGates` that the release of Kueue has no gate for: misspelt, removed in an
    earlier release, or added in a later one.
Why it matters
    Kueue's manager refuses to start with a gate it does not know, so nothing is admitted at all.
How to fix
    Correct the name, or take the gate out; what it switched on is then always on or gone.
Example
    Bad:
        featureGates: {LendingLimit: true}
    Good:
        featureGates: {TopologyAwareScheduling: true}
Sources
    Kueue pkg/features/kube_features.go, v0.15.8 to v0.19.2; kubernetes-sigs/kueue issue 9565.
"""

from collections.abc import Iterator

from kuota.diag.model import Code, Diagnostic, Severity
from kuota.diag.near import near_names
from kuota.kueue.feature_gates import GATES, known_gates
from kuota.lint.facts import Facts
from kuota.lint.rule import Rule
from kuota.policy.origin import Setting


def check(facts: Facts) -> Iterator[Diagnostic]:
    if facts.release.newer:
        return  # a release that kuota does not know may well have new gates
    known = known_gates(facts.release.minor)
    for name, setting in facts.cluster.configuration.feature_gates.items():
        if name not in known and name not in _GENERIC:
            yield _unknown(facts, name, setting)


_GENERIC = ("AllAlpha", "AllBeta")
"""Gates of the library that stand for whole groups."""


def _unknown(facts: Facts, name: str, setting: Setting[bool]) -> Diagnostic:
    release, gate = facts.release, GATES.get(name)
    if gate is None:
        why = "no release from 0.15 on has it"
    elif gate.last < release.minor:
        why = f"it was removed in 0.{gate.last + 1}"
    else:
        why = f"it came in 0.{gate.first}"
    near = near_names(name, known_gates(release.minor)) if gate is None else ()
    return Diagnostic(
        code=RULE.code,
        severity=RULE.severity,
        span=setting.origin.span,
        headline=f"Kueue {release} has no feature gate {name}",
        label="unknown to this release",
        note=f"{why}; the manager does not start with an unknown gate",
        help=f"did you mean {near[0]}?" if near else f"take {name} out of featureGates",
    )


RULE = Rule(Code("Q255", "feature-gate-unknown"), Severity.ERROR, since="0.1", check=check)
