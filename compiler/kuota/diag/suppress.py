"""Applies ``# kuota: allow NAME -- reason`` comments to findings."""

from collections.abc import Iterable, Mapping
from datetime import date
from typing import Final, NamedTuple

from kuota.diag import errors
from kuota.diag.kind import Kind
from kuota.diag.model import Diagnostic, Edit, Fix, Severity
from kuota.diag.near import near_names
from kuota.source.comments import AllowedName, Comment
from kuota.source.span import Span

_FORBIDDEN: Final = ("Q0", "Q9")
_BLOCKING: Final = ("Q0", "Q1", "Q2", "Q9")


class Suppressed(NamedTuple):
    """What is left of the findings, those about the comments added, and how many were hidden."""

    diagnostics: tuple[Diagnostic, ...]
    suppressed: int


class _Use:
    """One name of one comment, and whether it hid a finding or met one that it may not hide."""

    __slots__ = ("comment", "forbidden", "name", "used")

    def __init__(self, comment: Comment, name: AllowedName) -> None:
        self.comment = comment
        self.name = name
        self.used = False
        self.forbidden = False


def apply(
    diagnostics: Iterable[Diagnostic],
    comments: Mapping[str, tuple[Comment, ...]],
    known: Mapping[str, bool],
    today: date,
    *,
    report_unused: bool = True,
) -> Suppressed:
    """Take out the findings that comments allow, and add what is wrong with the comments.

    ``comments`` are by path; ``known`` has every code and every name of a rule, and whether it is
    mandatory. A suppression is called unused only when no error kept a rule from being asked.
    """
    found = tuple(diagnostics)
    if not comments:
        return Suppressed(found, 0)
    uses = _uses(comments, known, today)
    kept = [finding for finding in found if not _hide(finding, uses, known)]
    extra = [
        finding
        for path in sorted(comments)
        for comment in comments[path]
        for finding in _comment_findings(comment, known, today)
    ]
    asked = not any(
        finding.severity is Severity.ERROR and finding.code.number.startswith(_BLOCKING)
        for finding in kept
    )
    for use in (use for per_file in uses.values() for use in per_file):
        if use.forbidden:
            extra.append(_forbidden(use.name))
        elif not use.used and asked and report_unused:
            extra.append(_unused(use))
    return Suppressed((*kept, *extra), len(found) - len(kept))


def _uses(
    comments: Mapping[str, tuple[Comment, ...]], known: Mapping[str, bool], today: date
) -> dict[str, list[_Use]]:
    """The names that can hide something, by path."""
    return {
        path: [
            _Use(comment, name)
            for comment in comments[path]
            if not comment.problem and (comment.until is None or comment.until >= today)
            for name in comment.names
            if name.text in known
        ]
        for path in sorted(comments)
    }


def _hide(finding: Diagnostic, uses: Mapping[str, list[_Use]], known: Mapping[str, bool]) -> bool:
    """Whether a comment hides ``finding``; marks the comments that name it."""
    code = finding.code
    first, last = finding.span.start.line, finding.span.end.line
    hidden = False
    for use in uses.get(finding.span.path, ()):
        comment = use.comment
        if use.name.text not in (code.number, code.name):
            continue
        if first > comment.last_line or last < comment.first_line:
            continue
        if known.get(code.number, False) or code.number.startswith(_FORBIDDEN):
            use.forbidden = True
        else:
            use.used = hidden = True
    return hidden


def _comment_findings(
    comment: Comment, known: Mapping[str, bool], today: date
) -> Iterable[Diagnostic]:
    """What is wrong with a comment, whatever it meets."""
    if comment.problem:
        yield _finding(
            errors.UNREADABLE_SUPPRESSION,
            comment.span,
            comment.problem,
            help="write # kuota: allow NAME[, NAME] [until 2026-12-31] -- reason",
        )
        return
    if not comment.reason:
        names = ", ".join(name.text for name in comment.names)
        yield _finding(
            errors.SUPPRESSION_WITHOUT_REASON,
            comment.span,
            f"{names} is allowed without a reason",
            help="add -- and the reason",
        )
    if comment.until is not None and comment.until < today:
        yield _finding(
            errors.SUPPRESSION_EXPIRED,
            comment.span,
            f"the suppression ended on {comment.until.isoformat()}",
            help="mend the finding and remove the comment, or agree on a later day",
            fixes=(_removal(comment),),
        )
    for name in comment.names:
        if name.text not in known:
            near = near_names(name.text, known, 1)
            yield _finding(
                errors.SUPPRESSION_UNKNOWN,
                name.span,
                f"{name.text[:60]} is not a rule of kuota",
                help=f"did you mean {near[0]}?" if near else "kuota rules lists all names",
                fixes=(Fix(f"write {near[0]}", (Edit(name.span, near[0]),)),) if near else (),
            )


def _forbidden(name: AllowedName) -> Diagnostic:
    return _finding(
        errors.SUPPRESSION_FORBIDDEN,
        name.span,
        f"{name.text} cannot be allowed",
        help="mend what the finding is about",
    )


def _unused(use: _Use) -> Diagnostic:
    comment = use.comment
    whole = len(comment.names) == 1
    return _finding(
        errors.SUPPRESSION_UNUSED,
        comment.span if whole else use.name.span,
        f"nothing here is called {use.name.text}",
        help="remove the comment" if whole else "remove the name",
        fixes=(_removal(comment),) if whole else (),
    )


def _removal(comment: Comment) -> Fix:
    return Fix("remove the comment", (Edit(comment.removal, ""),), safe=True)


def _finding(
    kind: Kind,
    span: Span,
    headline: str,
    *,
    help: str,  # noqa: A002 - the field of a finding is called so
    fixes: tuple[Fix, ...] = (),
) -> Diagnostic:
    return Diagnostic(kind.code, kind.severity, span, headline, help=help, fixes=fixes)
