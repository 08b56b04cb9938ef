"""Which gangs a rule has already refused, so that a later stage does not tell the same again."""

from collections.abc import Iterable

from kuota.diag.model import Diagnostic, Severity
from kuota.policy.team import Gang
from kuota.source.span import Span

_RULES_ON_GANGS = ("Q32", "Q33")


def refused_spans(findings: Iterable[Diagnostic]) -> frozenset[Span]:
    """Where rules say that a gang cannot be admitted or placed."""
    return frozenset(
        finding.span
        for finding in findings
        if finding.code.number.startswith(_RULES_ON_GANGS) and finding.severity is Severity.ERROR
    )


def is_refused(gang: Gang, spans: frozenset[Span]) -> bool:
    """Whether one of ``refused_spans`` is a part of the gang."""
    parts = [gang.origin, *(pods.origin for pods in gang.pod_sets)]
    parts += [amount.origin for pods in gang.pod_sets for amount in pods.requests.values()]
    parts += [] if gang.topology is None else [gang.topology.origin]
    return any(part.span in spans for part in parts)
