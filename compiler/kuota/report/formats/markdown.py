"""A summary in GitHub's Markdown, for the step summary or a comment on a pull request."""

from kuota.diag.model import Diagnostic
from kuota.report.escape import markdown
from kuota.report.model import Format, Presentation, Report
from kuota.report.totals import totals

LIMIT = 1_000_000
"""GitHub drops a step summary of more than 1 MiB."""


def render(report: Report, presentation: Presentation) -> str:
    """A heading with the totals and one table row a finding, as many as fit."""
    lines = ["### kuota", "", f"{totals(report).capitalize()}.", ""]
    if report.diagnostics:
        lines += ["| | place | finding |", "| --- | --- | --- |"]
    size = sum(len(line.encode()) + 1 for line in lines)
    for position, finding in enumerate(report.diagnostics):
        row = _row(finding, presentation.prefix)
        size += len(row.encode(errors="replace")) + 1
        if size > LIMIT:
            left = len(report.diagnostics) - position
            lines += ["", f"{left} more findings do not fit here."]
            break
        lines.append(row)
    return "\n".join(lines).rstrip("\n") + "\n"


def _row(finding: Diagnostic, prefix: str) -> str:
    start = finding.span.start
    code = f"**{finding.severity.value}** {finding.code.number}<br>{finding.code.name}"
    place = f"{markdown(prefix + finding.span.path)}:{start.line}:{start.column}"
    parts = [f"**{markdown(finding.headline)}**"]
    for label in finding.others:
        other = f"{markdown(label.span.path)}:{label.span.start.line}"
        parts.append(f"{other}: {markdown(label.text)}")
    parts += [
        "<br>".join(markdown(line) for line in text.split("\n"))
        for text in (finding.note, finding.help)
        if text
    ]
    return f"| {code} | {place} | {'<br>'.join(parts)} |"


FORMAT = Format("markdown", "a table in GitHub's Markdown", render)
