"""The finding that the lint engine itself makes."""

from kuota.diag.kind import Kind
from kuota.diag.model import Code, Diagnostic, Severity
from kuota.source.span import Span

RULE_FAULT = Kind(
    Code("Q901", "rule-fault"),
    Severity.ERROR,
    """A rule of kuota failed on this input.

What it finds
    A fault in one of kuota's rules. Every other rule ran; what this one looks for is unchecked.
Why it matters
    A check that fails without a sound would pass what it should refuse.
How to fix
    Report it with the platform file it names. Until then, switch the rule off in kuota.toml.
""",
)

KINDS: tuple[Kind, ...] = (RULE_FAULT,)


def rule_fault(name: str, cluster: str, error: Exception, span: Span) -> Diagnostic:
    """The rule ``name`` raised instead of answering."""
    return Diagnostic(
        code=RULE_FAULT.code,
        severity=RULE_FAULT.severity,
        span=span,
        headline=f"the rule {name} failed on cluster {cluster}",
        label="not checked by this rule",
        note=f"{type(error).__name__}: {error}",
        help="this is a fault in kuota: please report it with this file",
    )
