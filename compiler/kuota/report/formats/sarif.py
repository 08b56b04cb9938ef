"""SARIF 2.1.0, as GitHub code scanning accepts it.

Source: docs.github.com, SARIF support for code scanning; OASIS SARIF 2.1.0.
"""

from urllib.parse import quote

from kuota.diag.model import Diagnostic, Edit, Fix, Label, Severity
from kuota.report.escape import json_text, sarif_message
from kuota.report.fingerprint import with_fingerprints
from kuota.report.model import Format, Presentation, Report, RuleInfo
from kuota.source.span import Span

RESULTS = 25_000
"""GitHub refuses a run with more results."""
RELATED = 1_000
_TEXT = 1_024
_LEVEL = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.INFO: "note"}
_PROBLEM = {
    Severity.ERROR: "error",
    Severity.WARNING: "warning",
    Severity.INFO: "recommendation",
}

Json = dict[str, object]


def render(report: Report, presentation: Presentation) -> str:
    """One run with the rules that found something and their results."""
    found = list(with_fingerprints(report, presentation.prefix))
    if len(found) > RESULTS:
        found = sorted(found, key=lambda item: item[0].severity.rank)[:RESULTS]
    kinds = {finding.code.number: finding for finding, _ in reversed(found)}
    rules = [_rule(kinds[number], report.rules.get(number)) for number in sorted(kinds)]
    index = {number: position for position, number in enumerate(sorted(kinds))}
    results = [
        _result(finding, index[finding.code.number], fingerprint, presentation.prefix)
        for finding, fingerprint in found
    ]
    driver = {"name": "kuota", "semanticVersion": report.version, "rules": rules}
    run = {
        "tool": {"driver": driver},
        "columnKind": "unicodeCodePoints",
        "automationDetails": {"id": "kuota/"},
        "results": results,
    }
    schema = "https://json.schemastore.org/sarif-2.1.0.json"
    return json_text({"$schema": schema, "version": "2.1.0", "runs": [run]})


def _rule(example: Diagnostic, info: RuleInfo | None) -> Json:
    """The rule that found ``example``, described from ``info`` where there is any."""
    name = example.code.name
    summary = info.summary if info else name
    documentation = info.documentation.strip() if info else name
    severity = info.severity if info else example.severity
    return {
        "id": example.code.number,
        "name": name,
        "shortDescription": {"text": summary[:_TEXT]},
        "fullDescription": {"text": summary[:_TEXT]},
        "help": {"text": documentation, "markdown": f"```text\n{documentation}\n```"},
        "defaultConfiguration": {"level": _LEVEL[severity]},
        "properties": {
            "precision": "very-high",
            "problem.severity": _PROBLEM[severity],
            "tags": ["quota"],
        },
    }


def _result(finding: Diagnostic, rule_index: int, fingerprint: str, prefix: str) -> Json:
    result: Json = {
        "ruleId": finding.code.number,
        "ruleIndex": rule_index,
        "level": _LEVEL[finding.severity],
        "message": {"text": sarif_message(_message(finding))},
        "locations": [_location(finding.span, prefix)],
        "partialFingerprints": {"primaryLocationLineHash": fingerprint},
    }
    if finding.others:
        result["relatedLocations"] = [
            _related(label, position, prefix)
            for position, label in enumerate(finding.others[:RELATED], start=1)
        ]
    if finding.fixes:
        result["fixes"] = [_fix(fix, prefix) for fix in finding.fixes]
    return result


def _message(finding: Diagnostic) -> str:
    parts = [finding.headline]
    parts += [text for text in (finding.note, finding.help) if text]
    return "\n".join(parts)


def _related(label: Label, position: int, prefix: str) -> Json:
    text = sarif_message(label.text) or "related place"
    return {"id": position, **_location(label.span, prefix), "message": {"text": text}}


def _fix(fix: Fix, prefix: str) -> Json:
    files: dict[str, list[Edit]] = {}
    for edit in fix.edits:
        files.setdefault(edit.span.path, []).append(edit)
    changes = [
        {
            "artifactLocation": _artifact(path, prefix),
            "replacements": [
                {
                    "deletedRegion": _region(edit.span),
                    "insertedContent": {"text": edit.replacement},
                }
                for edit in edits
            ],
        }
        for path, edits in files.items()
    ]
    return {"description": {"text": sarif_message(fix.title)}, "artifactChanges": changes}


def _location(span: Span, prefix: str) -> Json:
    place = {"artifactLocation": _artifact(span.path, prefix), "region": _region(span)}
    return {"physicalLocation": place}


def _artifact(path: str, prefix: str) -> Json:
    return {"uri": quote(prefix + path, errors="surrogateescape")}


def _region(span: Span) -> Json:
    return {
        "startLine": span.start.line,
        "startColumn": span.start.column,
        "endLine": span.end.line,
        "endColumn": span.end.column,
    }


FORMAT = Format("sarif", "SARIF 2.1.0 for code scanning", render)
