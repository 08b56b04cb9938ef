"""The JSON Schema of ``kuota test --output json``, published as schemas/test.schema.json."""

from kuota.capacity.trace import Deed
from kuota.report.formats.json import VERSION
from kuota.report.schema import Schema, definitions, object_of, text, whole


def test_schema() -> Schema:
    """The schema of the document; objects may get more keys in a later minor version."""
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Tests",
        "description": "What `kuota test --output json` writes.",
        **object_of(
            {
                "version": {
                    "type": "string",
                    "pattern": rf"^{VERSION.partition('.')[0]}\.\d+$",
                    "description": "Version of this envelope, not of kuota.",
                },
                "tool": object_of({"name": {"const": "kuota"}, "version": text("Of kuota.")}),
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
                "diagnostics": {
                    "type": "array",
                    "items": {"$ref": "#/$defs/diagnostic"},
                    "description": "Errors that stand outside of scenarios.",
                },
            }
        ),
        "$defs": {**definitions(), "scenario": _scenario(), "event": _event()},
    }


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
