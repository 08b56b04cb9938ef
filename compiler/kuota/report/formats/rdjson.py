"""Reviewdog's JSON, whose suggestions become one-click fixes in a review.

Source: reviewdog proto/rdf/jsonschema/DiagnosticResult.json.
"""

from kuota.diag.model import Diagnostic, Severity
from kuota.report.escape import json_text
from kuota.report.model import Format, Presentation, Report
from kuota.source.span import Span

_SEVERITY = {Severity.ERROR: "ERROR", Severity.WARNING: "WARNING", Severity.INFO: "INFO"}


def render(report: Report, presentation: Presentation) -> str:
    """One result with all findings in order."""
    return json_text(
        {
            "source": {"name": "kuota"},
            "diagnostics": [_item(finding, presentation.prefix) for finding in report.diagnostics],
        }
    )


def _item(finding: Diagnostic, prefix: str) -> dict[str, object]:
    texts = (finding.headline, finding.note, finding.help)
    item: dict[str, object] = {
        "message": "\n".join(text for text in texts if text),
        "location": {"path": prefix + finding.span.path, "range": _range(finding.span)},
        "severity": _SEVERITY[finding.severity],
        "code": {"value": f"{finding.code.number} {finding.code.name}"},
    }
    suggestions = [
        {"range": _range(edit.span), "text": edit.replacement}
        for fix in finding.fixes
        for edit in fix.edits
        if edit.span.path == finding.span.path
    ]
    if suggestions:
        item["suggestions"] = suggestions
    return item


def _range(span: Span) -> dict[str, object]:
    return {
        "start": {"line": span.start.line, "column": span.start.column},
        "end": {"line": span.end.line, "column": span.end.column},
    }


FORMAT = Format("rdjson", "reviewdog's JSON, with suggestions", render)
