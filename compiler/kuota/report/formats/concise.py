"""One line a finding, ``path:line:column: severity[code] headline (name)``."""

from kuota.diag.model import Diagnostic
from kuota.report.escape import visible
from kuota.report.model import Format, Presentation, Report
from kuota.report.totals import totals


def render(report: Report, presentation: Presentation) -> str:
    """The findings in order, then the summary line."""
    lines = [_line(finding) for finding in report.diagnostics]
    if not presentation.quiet:
        lines.append(totals(report))
    return "".join(f"{line}\n" for line in lines)


def _line(finding: Diagnostic) -> str:
    start = finding.span.start
    place = f"{visible(finding.span.path)}:{start.line}:{start.column}"
    if place.startswith("::"):
        place = f"./{place}"  # a file name must not read as a workflow command
    level = f"{finding.severity.value}[{finding.code.number}]"
    return f"{place}: {level} {visible(finding.headline)} ({finding.code.name})"


FORMAT = Format("concise", "one line a finding", render)
