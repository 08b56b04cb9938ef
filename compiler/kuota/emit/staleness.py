"""Findings about a folder of compiled files that does not hold what the team files compile to."""

from collections.abc import Sequence

from kuota.diag.kind import Kind
from kuota.diag.model import Code, Diagnostic, Severity
from kuota.source.span import Span

STALE_OUTPUT = Kind(
    Code("Q070", "stale-output"),
    Severity.ERROR,
    """The compiled files are not what the team files compile to.

What it finds
    With `kuota compile --check`: a compiled file that differs, is missing, or is left over from a
    team that is gone.
Why it matters
    The cluster runs what is in the folder of compiled files. A review of the team files would
    approve something else than what is applied.
How to fix
    Run `kuota compile` and commit the result.
""",
)

FOREIGN_OUTPUT = Kind(
    Code("Q071", "foreign-output"),
    Severity.WARNING,
    """A file among the compiled ones was not made by kuota.

What it finds
    A file in a folder that kuota compiles into, without the mark that kuota writes.
Why it matters
    A sync of that folder may apply it, although no team file says so and nothing checked it.
    kuota neither changes nor removes it.
How to fix
    Move it to a folder of its own, where `kuota check --manifests` checks it.
""",
)

KINDS: tuple[Kind, ...] = (STALE_OUTPUT, FOREIGN_OUTPUT)

_SHOWN = 10


def stale_output(
    span: Span, folder: str, changed: Sequence[str], missing: Sequence[str], stray: Sequence[str]
) -> Diagnostic:
    """``folder`` is not up to date; ``span`` shows one place where."""
    parts = [
        f"{len(paths)} {one if len(paths) == 1 else more}: {_listed(paths)}"
        for one, more, paths in (
            ("file differs", "files differ", changed),
            ("file missing", "files missing", missing),
            ("file left over", "files left over", stray),
        )
        if paths
    ]
    count = len(changed) + len(missing) + len(stray)
    return Diagnostic(
        STALE_OUTPUT.code,
        STALE_OUTPUT.severity,
        span,
        f"{folder} is not up to date in {count} {'file' if count == 1 else 'files'}",
        note="\n".join(parts),
        help="run 'kuota compile' and commit the result",
    )


def foreign_output(span: Span) -> Diagnostic:
    """The file of ``span`` is not kuota's."""
    return Diagnostic(
        FOREIGN_OUTPUT.code,
        FOREIGN_OUTPUT.severity,
        span,
        f"{span.path} was not made by kuota",
        help="move it out of the folder of compiled files",
    )


def _listed(paths: Sequence[str]) -> str:
    more = len(paths) - _SHOWN
    shown = ", ".join(sorted(paths)[:_SHOWN])
    return f"{shown} and {more} more" if more > 0 else shown
