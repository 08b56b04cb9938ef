"""Annotations on the lines of a pull request, as workflow commands of GitHub Actions.

GitHub shows about ten annotations of each level per step, so the worst come first and the rest is
counted; the step summary (format ``markdown``) lists all of them.

Source: docs.github.com, Workflow commands for GitHub Actions.
"""

from kuota.diag.model import Diagnostic, Severity
from kuota.report.escape import visible, visible_lines, workflow_message, workflow_property
from kuota.report.model import Format, Presentation, Report
from kuota.report.totals import totals

LIMIT = 10
_COMMAND = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.INFO: "notice"}


def render(report: Report, presentation: Presentation) -> str:
    """At most ten annotations of each level, errors first, then the summary line."""
    lines: list[str] = []
    left = 0
    for severity in Severity:
        found = [finding for finding in report.diagnostics if finding.severity is severity]
        lines += [_annotation(finding, presentation.prefix) for finding in found[:LIMIT]]
        left += len(found[LIMIT:])
    if not presentation.quiet:
        more = f"; {left} more than can be shown as annotations" if left else ""
        lines.append(f"{totals(report)}{more}")
    return "".join(f"{line}\n" for line in lines)


def _annotation(finding: Diagnostic, prefix: str) -> str:
    texts = (finding.headline, finding.note, finding.help)
    message = "\n".join(line for text in texts if text for line in visible_lines(text))
    properties = ",".join(
        f"{key}={workflow_property(str(value))}" for key, value in _properties(finding, prefix)
    )
    return f"::{_COMMAND[finding.severity]} {properties}::{workflow_message(message)}"


def _properties(finding: Diagnostic, prefix: str) -> list[tuple[str, str | int]]:
    """The place of a finding; GitHub drops an annotation with columns that spans several lines."""
    start, end = finding.span.start, finding.span.end
    place: list[tuple[str, str | int]] = [
        ("file", visible(prefix + finding.span.path)),
        ("line", start.line),
        ("endLine", end.line),
    ]
    if start.line == end.line:
        place += [("col", start.column), ("endColumn", end.column)]
    return [*place, ("title", f"{finding.code.number} {finding.code.name}")]


FORMAT = Format("github", "annotations of GitHub Actions, and the step summary", render)
