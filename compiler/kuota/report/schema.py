"""The JSON Schema of ``--output json``, published as schemas/report.schema.json.

Objects may hold more keys than it names: a later minor version of the envelope adds some.
"""

from kuota.diag.model import Severity
from kuota.report.formats.json import VERSION

Schema = dict[str, object]


def report_schema() -> Schema:
    """The schema of the document that the json format writes."""
    return envelope(
        "Report",
        "What `kuota check --output json` writes.",
        {
            "summary": object_of(
                {
                    "files": whole("Files that were read."),
                    "errors": whole("Findings of severity error."),
                    "warnings": whole("Findings of severity warning."),
                    "infos": whole("Findings of severity info."),
                    "suppressed": whole("Findings that a comment allows."),
                }
            ),
            "diagnostics": findings("In order of path, start, end, code and headline."),
        },
    )


def envelope(title: str, description: str, keys: Schema, more: Schema | None = None) -> Schema:
    """The schema of a document of kuota: its version and tool, then ``keys``.

    ``more`` are definitions beside those that findings are made of.
    """
    version: Schema = {
        "type": "string",
        "pattern": rf"^{VERSION.partition('.')[0]}\.\d+$",
        "description": "Version of this envelope, not of kuota.",
    }
    tool = object_of({"name": {"const": "kuota"}, "version": text("Of kuota.")})
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": title,
        "description": description,
        **object_of({"version": version, "tool": tool, **keys}),
        "$defs": {**definitions(), **(more or {})},
    }


def findings(description: str) -> Schema:
    """A list of findings."""
    return {
        "type": "array",
        "items": {"$ref": "#/$defs/diagnostic"},
        "description": description,
    }


def definitions() -> Schema:
    """What findings are made of."""
    return {
        "position": object_of(
            {
                "line": whole("From 1.", 1),
                "column": whole("From 1, in code points.", 1),
            }
        ),
        "diagnostic": _diagnostic(),
        "related": object_of({**_span(), "text": text("What stands there.")}),
        "fix": object_of(
            {
                "title": text("What the edits do."),
                "safe": {"type": "boolean", "description": "The file keeps its meaning."},
                "edits": {"type": "array", "items": {"$ref": "#/$defs/edit"}},
            }
        ),
        "edit": object_of({**_span(), "replacement": text("Text to put there.")}),
    }


def _diagnostic() -> Schema:
    return object_of(
        {
            "code": {"type": "string", "pattern": r"^Q\d{3}$"},
            "name": {"type": "string", "pattern": "^[a-z0-9]+(-[a-z0-9]+)*$"},
            "severity": {"enum": [severity.value for severity in Severity]},
            **_span(),
            "headline": text("One clause that stands alone."),
            "label": text("What stands at the span; may be empty."),
            "related": {
                "type": "array",
                "items": {"$ref": "#/$defs/related"},
                "description": "Other places that belong to the finding.",
            },
            "note": text("Why, with the arithmetic; may be empty."),
            "help": text("What to do; may be empty."),
            "fixes": {"type": "array", "items": {"$ref": "#/$defs/fix"}},
        }
    )


def _span() -> Schema:
    return {
        "path": text("Relative to the working directory, with forward slashes."),
        "start": {"$ref": "#/$defs/position"},
        "end": {"$ref": "#/$defs/position", "description": "One past the last character."},
    }


def object_of(properties: Schema) -> Schema:
    """An object that has all of these keys."""
    return {
        "type": "object",
        "properties": properties,
        "required": list(properties),
    }


def text(description: str) -> Schema:
    """A string."""
    return {"type": "string", "description": description}


def whole(description: str, minimum: int = 0) -> Schema:
    """A whole number."""
    return {"type": "integer", "minimum": minimum, "description": description}
