"""The JSON Schema of ``--output json``, published as schemas/report.schema.json.

Objects may hold more keys than it names: a later minor version of the envelope adds some.
"""

from kuota.diag.model import Severity
from kuota.report.formats.json import VERSION

Schema = dict[str, object]


def report_schema() -> Schema:
    """The schema of the document that the json format writes."""
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Report",
        "description": "What `kuota check --output json` writes.",
        **_object(
            {
                "version": {
                    "type": "string",
                    "pattern": rf"^{VERSION.partition('.')[0]}\.\d+$",
                    "description": "Version of this envelope, not of kuota.",
                },
                "tool": _object({"name": {"const": "kuota"}, "version": _text("Of kuota.")}),
                "summary": _object(
                    {
                        "files": _count("Files that were read."),
                        "errors": _count("Findings of severity error."),
                        "warnings": _count("Findings of severity warning."),
                        "infos": _count("Findings of severity info."),
                        "suppressed": _count("Findings that a comment allows."),
                    }
                ),
                "diagnostics": {
                    "type": "array",
                    "items": {"$ref": "#/$defs/diagnostic"},
                    "description": "In order of path, start, end, code and headline.",
                },
            }
        ),
        "$defs": {
            "position": _object(
                {
                    "line": _count("From 1.", 1),
                    "column": _count("From 1, in code points.", 1),
                }
            ),
            "diagnostic": _diagnostic(),
            "related": _object({**_span(), "text": _text("What stands there.")}),
            "fix": _object(
                {
                    "title": _text("What the edits do."),
                    "safe": {"type": "boolean", "description": "The file keeps its meaning."},
                    "edits": {"type": "array", "items": {"$ref": "#/$defs/edit"}},
                }
            ),
            "edit": _object({**_span(), "replacement": _text("Text to put there.")}),
        },
    }


def _diagnostic() -> Schema:
    return _object(
        {
            "code": {"type": "string", "pattern": r"^Q\d{3}$"},
            "name": {"type": "string", "pattern": "^[a-z0-9]+(-[a-z0-9]+)*$"},
            "severity": {"enum": [severity.value for severity in Severity]},
            **_span(),
            "headline": _text("One clause that stands alone."),
            "label": _text("What stands at the span; may be empty."),
            "related": {
                "type": "array",
                "items": {"$ref": "#/$defs/related"},
                "description": "Other places that belong to the finding.",
            },
            "note": _text("Why, with the arithmetic; may be empty."),
            "help": _text("What to do; may be empty."),
            "fixes": {"type": "array", "items": {"$ref": "#/$defs/fix"}},
        }
    )


def _span() -> Schema:
    return {
        "path": _text("Relative to the working directory, with forward slashes."),
        "start": {"$ref": "#/$defs/position"},
        "end": {"$ref": "#/$defs/position", "description": "One past the last character."},
    }


def _object(properties: Schema) -> Schema:
    return {
        "type": "object",
        "properties": properties,
        "required": list(properties),
    }


def _text(description: str) -> Schema:
    return {"type": "string", "description": description}


def _count(description: str, minimum: int = 0) -> Schema:
    return {"type": "integer", "minimum": minimum, "description": description}
