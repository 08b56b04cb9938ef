"""A Code Quality report of GitLab CI.

Source: docs.gitlab.com, Code Quality, "Import code quality results".
"""

from kuota.diag.model import Diagnostic, Severity
from kuota.report.escape import json_text, visible
from kuota.report.fingerprint import with_fingerprints
from kuota.report.model import Format, Presentation, Report

_SEVERITY = {Severity.ERROR: "major", Severity.WARNING: "minor", Severity.INFO: "info"}


def render(report: Report, presentation: Presentation) -> str:
    """A JSON list; an empty one when there is no finding."""
    return json_text(
        [
            _item(finding, fingerprint, presentation.prefix)
            for finding, fingerprint in with_fingerprints(report, presentation.prefix)
        ]
    )


def _item(finding: Diagnostic, fingerprint: str, prefix: str) -> dict[str, object]:
    span = finding.span
    return {
        "description": visible(finding.headline),
        "check_name": f"{finding.code.number} {finding.code.name}",
        "fingerprint": fingerprint,
        "severity": _SEVERITY[finding.severity],
        "location": {
            "path": prefix + span.path,
            "positions": {
                "begin": {"line": span.start.line, "column": span.start.column},
                "end": {"line": span.end.line, "column": span.end.column},
            },
        },
    }


FORMAT = Format("gitlab", "Code Quality report of GitLab CI", render)
