"""The line that sums up a run."""

from kuota.diag.model import Severity
from kuota.report.model import Report


def totals(report: Report) -> str:
    """``2 errors and 1 warning in 5 files``, or that there is no finding."""
    counts = [counted(number, level.value) for level in Severity if (number := report.count(level))]
    found = " and ".join(part for part in (", ".join(counts[:-1]), *counts[-1:]) if part)
    suppressed = f", {report.suppressed} suppressed" if report.suppressed else ""
    return f"{found or 'no findings'} in {counted(report.files, 'file')}{suppressed}"


def counted(number: int, noun: str) -> str:
    """``1 file``, ``2 files``; ``info`` has no plural."""
    return f"{number} {noun}" if number == 1 or noun == "info" else f"{number} {noun}s"
