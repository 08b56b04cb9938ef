"""The whole report as one JSON document, in a versioned envelope with a published schema.

``version`` is that of the envelope: its minor part grows when keys are added, its major part when
keys change meaning or go.
"""

from kuota.diag.model import Diagnostic, Edit, Fix, Label, Severity
from kuota.report.escape import json_text
from kuota.report.model import Format, Presentation, Report
from kuota.source.span import Position, Span

VERSION = "1.0"


def render(report: Report, _presentation: Presentation) -> str:
    """The document; schemas/report.schema.json describes it."""
    document = {
        "version": VERSION,
        "tool": {"name": "kuota", "version": report.version},
        "summary": {
            "files": report.files,
            "errors": report.count(Severity.ERROR),
            "warnings": report.count(Severity.WARNING),
            "infos": report.count(Severity.INFO),
            "suppressed": report.suppressed,
        },
        "diagnostics": [finding_object(finding) for finding in report.diagnostics],
    }
    return json_text(document)


def finding_object(finding: Diagnostic) -> dict[str, object]:
    """A finding as all JSON of kuota shows it."""
    return {
        "code": finding.code.number,
        "name": finding.code.name,
        "severity": finding.severity.value,
        **_span(finding.span),
        "headline": finding.headline,
        "label": finding.label,
        "related": [_label(label) for label in finding.others],
        "note": finding.note,
        "help": finding.help,
        "fixes": [_fix(fix) for fix in finding.fixes],
    }


def _label(label: Label) -> dict[str, object]:
    return {**_span(label.span), "text": label.text}


def _fix(fix: Fix) -> dict[str, object]:
    return {"title": fix.title, "safe": fix.safe, "edits": [_edit(edit) for edit in fix.edits]}


def _edit(edit: Edit) -> dict[str, object]:
    return {**_span(edit.span), "replacement": edit.replacement}


def _span(span: Span) -> dict[str, object]:
    return {"path": span.path, "start": _position(span.start), "end": _position(span.end)}


def _position(position: Position) -> dict[str, int]:
    return {"line": position.line, "column": position.column}


FORMAT = Format("json", "one JSON document, schemas/report.schema.json", render)
