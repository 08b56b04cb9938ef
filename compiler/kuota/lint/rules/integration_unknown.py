"""The installed Kueue has no integration of this name.

What it finds
    An entry of `integrations` that is not one of the frameworks of the release.
Why it matters
    Kueue's manager refuses to start with a framework it does not know.
How to fix
    Correct the name. Frameworks are spelled with their API group, except pod, deployment and
    statefulset.
Example
    Bad:
        integrations: [batch/job, jobset]
    Good:
        integrations: [batch/job, jobset.x-k8s.io/jobset]
Sources
    Kueue pkg/controller/jobs, v0.15.8 to v0.19.2; pkg/config/validation.go, v0.19.2.
"""

from collections.abc import Iterator

from kuota.diag.model import Code, Diagnostic, Severity
from kuota.diag.near import suggestion
from kuota.kueue.integrations import known_integrations
from kuota.lint.facts import Facts
from kuota.lint.rule import Rule
from kuota.policy.origin import Setting


def check(facts: Facts) -> Iterator[Diagnostic]:
    if facts.release.newer:
        return  # a release that kuota does not know may well have new integrations
    known = known_integrations(facts.release.minor)
    for setting in facts.cluster.configuration.integrations:
        if setting.value not in known:
            yield _unknown(facts, setting, known)


def _unknown(facts: Facts, setting: Setting[str], known: tuple[str, ...]) -> Diagnostic:
    name = setting.value
    whole = next((each for each in known if each.rpartition("/")[2] == name.casefold()), None)
    return Diagnostic(
        code=RULE.code,
        severity=RULE.severity,
        span=setting.origin.span,
        headline=f"Kueue {facts.release} has no integration {name}",
        label="unknown to this release",
        note="the manager does not start with an unknown framework",
        help=f"did you mean {whole}?" if whole else suggestion(name, known),
    )


RULE = Rule(Code("Q257", "integration-unknown"), Severity.ERROR, since="0.1", check=check)
