"""A feature gate is set against the value it is locked to.

What it finds
    A key of `featureGates` that the release of Kueue has locked, with the other value.
Why it matters
    Kueue's manager refuses to start: a locked gate cannot be changed.
How to fix
    Take the gate out.
Example
    Bad:
        featureGates: {HierarchicalCohorts: false}
    Good:
        featureGates: {HierarchicalCohorts: true}
Sources
    Kueue pkg/features/kube_features.go, LockToDefault, v0.15.8 to v0.19.2.
"""

from collections.abc import Iterator

from kuota.diag.model import Code, Diagnostic, Severity
from kuota.kueue.feature_gates import GATES, known_gates
from kuota.lint.facts import Facts
from kuota.lint.rule import Rule
from kuota.policy.origin import Setting


def check(facts: Facts) -> Iterator[Diagnostic]:
    known = known_gates(facts.release.minor)
    for name, setting in facts.cluster.configuration.feature_gates.items():
        locked = GATES[name].locked if name in known else None
        if locked is not None and facts.release.minor >= locked[0] and setting.value != locked[1]:
            yield _locked(facts, name, setting, locked)


def _locked(
    facts: Facts, name: str, setting: Setting[bool], locked: tuple[int, bool]
) -> Diagnostic:
    value = str(locked[1]).lower()
    return Diagnostic(
        code=RULE.code,
        severity=RULE.severity,
        span=setting.origin.span,
        headline=f"feature gate {name} is locked to {value} in Kueue {facts.release}",
        label=f"always {value}",
        note=f"locked since 0.{locked[0]}; the manager does not start with another value",
        help=f"take {name} out of featureGates",
    )


RULE = Rule(Code("Q256", "feature-gate-locked"), Severity.ERROR, since="0.1", check=check)
