"""Faults of kuota itself, as findings: a crash is reported, never shown as a traceback."""

import traceback
from pathlib import PurePath

from kuota.diag.kind import Kind
from kuota.diag.model import Code, Diagnostic, Severity
from kuota.source.span import Position, Span

INTERNAL_FAULT = Kind(
    Code("Q901", "internal-fault"),
    Severity.ERROR,
    """A step of kuota failed; the other steps still ran.

What it finds
    A stage, a rule or a target of kuota raised an exception.
Why it matters
    What that step would have found is missing from this run, so the run cannot count as clean:
    the exit code is 3.
How to fix
    It is a mistake in kuota, not in your files. Please report the note of this finding together
    with the smallest input that shows it. `KUOTA_DEBUG=1` prints the full traceback.
""",
)

KINDS: tuple[Kind, ...] = (INTERNAL_FAULT,)


def fault(step: str, span: Span, error: Exception) -> Diagnostic:
    """The finding for an ``error`` that ``step`` raised; ``span`` is what it worked on."""
    return Diagnostic(
        code=INTERNAL_FAULT.code,
        severity=Severity.ERROR,
        span=span,
        headline=f"kuota failed in {step}",
        note=f"{_describe(error)}{_place(error)}",
        help="please report this note with the file; KUOTA_DEBUG=1 shows the traceback",
    )


def start_of(path: str) -> Span:
    """The empty span at the start of a file, for what concerns the whole file."""
    return Span(path, Position(1, 1), Position(1, 1))


def _describe(error: Exception) -> str:
    """Type and message of an exception, on one line and not too long."""
    text = " ".join(str(error).split())
    name = type(error).__name__
    return f"{name}: {text[:300]}" if text else name


def _place(error: Exception) -> str:
    """`` at module/file.py:line`` of the innermost frame inside kuota; empty when there is none."""
    for frame in reversed(traceback.extract_tb(error.__traceback__)):
        parts = PurePath(frame.filename).parts
        if "kuota" in parts:
            inside = parts[len(parts) - parts[::-1].index("kuota") - 1 :]
            return f" at {'/'.join(inside)}:{frame.lineno}"
    return ""
