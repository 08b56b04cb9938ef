"""The JSON Schema of ``kuota test --output json``, published as schemas/test.schema.json."""

from kuota.capacity.trace import Deed
from kuota.report.schema import Schema, envelope, findings, object_of, text, whole


def test_schema() -> Schema:
    """The schema of the document; objects may get more keys in a later minor version."""
    return envelope(
        "Tests",
        "What `kuota test --output json` writes.",
        {
            "summary": object_of(
                {
                    "scenarios": whole("Scenarios that were found."),
                    "passed": whole("That came out as they say."),
                    "failed": whole("That did not."),
                    "notRun": whole("That could not be played."),
                    "expectations": whole("Expectations that were judged."),
                    "missed": whole("That did not come true."),
                }
            ),
            "scenarios": {"type": "array", "items": {"$ref": "#/$defs/scenario"}},
            "diagnostics": findings("Errors that stand outside of scenarios."),
        },
        {"scenario": _scenario(), "event": _event()},
    )


def _scenario() -> Schema:
    return object_of(
        {
            "name": text("Unique in a run."),
            "path": text("Of its file, relative to the working directory."),
            "line": whole("Where its name stands.", 1),
            "status": {"enum": ["passed", "failed", "not-run"]},
            "cluster": text("The Platform that it is about; empty when it was not run."),
            "expectations": whole("How many it has."),
            "missed": whole("How many did not come true."),
            "timeline": {"type": "array", "items": {"$ref": "#/$defs/event"}},
            "diagnostics": {"type": "array", "items": {"$ref": "#/$defs/diagnostic"}},
        }
    )


def _event() -> Schema:
    return object_of(
        {
            "at": whole("Seconds from the start."),
            "event": {"enum": [deed.name.lower() for deed in Deed]},
            "names": {
                "type": "array",
                "items": {"type": "string"},
                "description": "The workloads that it happened to alike, or a node.",
            },
            "team": text("Whose workloads."),
            "cycle": whole("The scheduler's cycle at that time; 0 where no cycle did it."),
            "for": text("The workload for which one was evicted."),
            "reason": text("Kueue's token."),
            "detail": text("Kueue's message, or where the pods went."),
        }
    )
