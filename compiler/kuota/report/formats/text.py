"""Findings with the source lines they stand in, for people; colour on a terminal."""

from kuota.diag.model import Diagnostic, Fix, Severity
from kuota.report.escape import visible, visible_lines
from kuota.report.model import Format, Presentation, Report
from kuota.report.snippet import Piece, frames
from kuota.report.totals import totals

_RESET = "\x1b[0m"
_COLORS = {
    "error": "\x1b[1;31m",
    "warning": "\x1b[1;33m",
    "info": "\x1b[1;36m",
    "gutter": "\x1b[1;34m",
    "secondary": "\x1b[34m",
    "strong": "\x1b[1m",
    "good": "\x1b[1;32m",
}


def render(report: Report, presentation: Presentation) -> str:
    """All findings in order, an empty line after each, then a summary line."""
    blocks = [_finding(finding, report, presentation) for finding in report.diagnostics]
    if not presentation.quiet:
        blocks.append(_summary(report, presentation.color))
    return "\n".join(blocks)


def _finding(finding: Diagnostic, report: Report, presentation: Presentation) -> str:
    severity, color = finding.severity.value, presentation.color
    head = paint(f"{severity}[{finding.code.number}]", severity, color)
    headline = paint(f": {visible(finding.headline)}", "strong", color)
    gutter, lines = frames(finding, report.sources, presentation.width)
    text = [f"{head}{headline}  ({finding.code.name})"]
    text += ["".join(_colored(piece, severity, color) for piece in line) for line in lines]
    for name, content in (("note", finding.note), ("help", finding.help)):
        text += _remark(name, content, gutter, color)
    for fix in finding.fixes:
        text += _remark("fix", _fix(fix), gutter, color)
    return "\n".join(text) + "\n"


def _remark(name: str, content: str, gutter: int, color: bool) -> list[str]:
    """``= note: ...``, with further lines of the content below the first."""
    if not content:
        return []
    first, *rest = visible_lines(content)
    lead = " " * (gutter + len(f"= {name}: "))
    head = paint(f"{' ' * gutter}= ", "gutter", color) + paint(f"{name}: ", "strong", color)
    return [head + first] + [lead + line for line in rest]


def _fix(fix: Fix) -> str:
    return fix.title + ("" if fix.safe else " (changes the meaning)")


def _summary(report: Report, color: bool) -> str:
    role = next(
        (level.value for level in Severity if report.count(level)),
        "good",
    )
    return paint(totals(report), role, color) + "\n"


def _colored(piece: Piece, severity: str, color: bool) -> str:
    return paint(piece.text, severity if piece.role == "primary" else piece.role, color)


def paint(text: str, role: str, color: bool) -> str:
    """``text`` in the colour of a role, if colours are wanted."""
    return f"{_COLORS[role]}{text}{_RESET}" if color and role else text


FORMAT = Format("text", "findings with source lines, for people", render)
