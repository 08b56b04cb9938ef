"""The results as one JSON document; schemas/test.schema.json describes it.

``version`` is that of the envelope, as in the json format of ``kuota check``.
"""

from kuota.capacity.timeline import Line
from kuota.report.escape import json_text
from kuota.report.formats.json import VERSION, finding_object
from kuota.report.model import Presentation
from kuota.report.scenarios.model import Entry, Tests


def render(tests: Tests, _presentation: Presentation) -> str:
    """The document, timelines of all scenarios included."""
    document = {
        "version": VERSION,
        "tool": {"name": "kuota", "version": tests.version},
        "summary": {
            "scenarios": len(tests.entries),
            "passed": tests.count("passed"),
            "failed": tests.count("failed"),
            "notRun": tests.count("not-run"),
            "expectations": tests.expectations,
            "missed": tests.missed,
        },
        "scenarios": [_entry(entry) for entry in tests.entries],
        "diagnostics": [finding_object(finding) for finding in tests.diagnostics],
    }
    return json_text(document)


def _entry(entry: Entry) -> dict[str, object]:
    result = entry.result
    return {
        "name": entry.name,
        "path": entry.span.path,
        "line": entry.span.start.line,
        "status": entry.status,
        "cluster": "" if result is None else result.scenario.cluster,
        "expectations": 0 if result is None else len(result.scenario.expectations),
        "missed": 0 if result is None else result.missed,
        "timeline": [] if result is None else [_line(line) for line in result.timeline],
        "diagnostics": [finding_object(finding) for finding in entry.diagnostics],
    }


def _line(line: Line) -> dict[str, object]:
    event = line.happening
    return {
        "at": event.at,
        "event": event.deed.name.lower(),
        "names": list(line.names),
        "team": event.team,
        "cycle": event.cycle,
        "for": event.other,
        "reason": event.reason,
        "detail": event.detail or line.places,
    }
