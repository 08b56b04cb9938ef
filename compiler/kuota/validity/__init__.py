"""What a cluster with Kueue refuses or never uses, as findings at the place in a file behind it.

``locate`` leads from a part of an object to its source: for a compiled object to the line of a
team file that decided it, for a manifest to the part itself.
"""

from collections.abc import Callable, Iterable, Iterator

from kuota.diag.model import Diagnostic, Edit, Fix
from kuota.kueue.activity import Inactivity
from kuota.kueue.violation import Violation
from kuota.source.span import Path, Span
from kuota.validity import errors

Locate = Callable[[Path, bool], Span]
"""The span of the value at a path of an object; of its key when the second argument is true."""

__all__ = ["Locate", "doubts", "inactivity", "refusals"]

_STOPPED = "Stopped"


def refusals(
    violations: Iterable[Violation], locate: Locate, reference: str, *, fixable: bool = False
) -> Iterator[Diagnostic]:
    """A finding for each reason to refuse the object called ``reference``.

    ``fixable`` says that the spans are those of the object's own text, where a name can be mended.
    """
    for violation in violations:
        kind = errors.BY_REFUSAL[violation.kind]
        span = locate(violation.pointer, violation.at_key)
        yield Diagnostic(
            kind.code,
            kind.severity,
            span,
            f"{reference}: {violation.headline}",
            note=violation.note,
            help=violation.help,
            fixes=_rename(violation, span) if fixable else (),
        )


def doubts(violations: Iterable[Violation], locate: Locate, reference: str) -> Iterator[Diagnostic]:
    """A warning for each thing that a cluster accepts although it cannot be meant."""
    kind = errors.DOUBTFUL
    for violation in violations:
        yield Diagnostic(
            kind.code,
            kind.severity,
            locate(violation.pointer, violation.at_key),
            f"{reference}: {violation.headline}",
            note=violation.note,
            help=violation.help,
        )


def inactivity(state: Inactivity, locate: Locate, reference: str) -> Diagnostic:
    """The finding for one reason why the object called ``reference`` does not work."""
    kind = errors.STOPPED if state.reason == _STOPPED else errors.NEVER_ACTIVE
    note = f"{state.note} ({state.reason})" if state.note else state.reason
    return Diagnostic(
        kind.code,
        kind.severity,
        locate(state.pointer, state.at_key),
        f"{reference}: {state.headline}",
        note=note,
        help=state.help,
    )


def _rename(violation: Violation, span: Span) -> tuple[Fix, ...]:
    """The fix that writes the one name that was probably meant."""
    if len(violation.near) != 1 or violation.kind not in ("unknown", "schema"):
        return ()
    name = violation.near[0]
    return (Fix(f"write {name}", (Edit(span, name),)),)
