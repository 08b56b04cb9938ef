"""Runs the rules over every cluster."""

from collections.abc import Sequence

from kuota.diag.fault import fault
from kuota.diag.model import Diagnostic
from kuota.lint.facts import Facts
from kuota.lint.registry import registered
from kuota.lint.rule import Rule
from kuota.policy.cluster import Policy

_HEADLINE = 100
_LABEL = 40


def run(
    policy: Policy, rules: Sequence[Rule] | None = None, *, debug: bool = False
) -> tuple[Diagnostic, ...]:
    """The findings of ``rules`` (all of them by default) in order, each told once.

    One that several clusters share is told once; one that only some of them have names them. A
    rule that crashes becomes a finding; with ``debug`` it raises.
    """
    chosen = [entry.rule for entry in registered()] if rules is None else rules
    clusters_of: dict[Diagnostic, list[str]] = {}
    for cluster in policy.clusters:
        facts = Facts(cluster, policy.today)
        for rule in chosen:
            for finding in _check(rule, facts, debug):
                clusters_of.setdefault(finding, []).append(cluster.name)
    findings = [
        _placed(finding, tuple(dict.fromkeys(names)), len(policy.clusters))
        for finding, names in clusters_of.items()
    ]
    return tuple(sorted(findings, key=lambda finding: finding.order))


def _check(rule: Rule, facts: Facts, debug: bool) -> tuple[Diagnostic, ...]:
    try:
        return tuple(_kept_short(finding) for finding in rule.check(facts))
    except Exception as error:
        if debug:
            raise
        return (fault(f"the rule {rule.code.name}", facts.cluster.origin.span, error),)


def _kept_short(finding: Diagnostic) -> Diagnostic:
    """The finding within the limits of wording, which names of full length may break."""
    labels = (finding.label, *(other.text for other in finding.others))
    if len(finding.headline) <= _HEADLINE and all(len(label) <= _LABEL for label in labels):
        return finding
    others = (other._replace(text=_cut(other.text, _LABEL)) for other in finding.others)
    return finding._replace(
        headline=_cut(finding.headline, _HEADLINE),
        label=_cut(finding.label, _LABEL),
        others=tuple(others),
    )


def _cut(text: str, limit: int) -> str:
    return text if len(text) <= limit else f"{text[: limit - 1]}…"


def _placed(finding: Diagnostic, names: tuple[str, ...], clusters: int) -> Diagnostic:
    """The finding, with the clusters it holds for unless it holds for all of them."""
    if len(names) == clusters:
        return finding
    where = f"on cluster {', '.join(names)}"
    return finding._replace(note=f"{finding.note}; {where}" if finding.note else where)
