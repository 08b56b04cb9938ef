"""JSON Schemas of the file formats, for editors, made from the models."""

import json
from typing import Any, Final

from pydantic import BaseModel, TypeAdapter
from pydantic.json_schema import GenerateJsonSchema, JsonSchemaValue
from pydantic_core import core_schema

from kuota.syntax.documents import KINDS_OF_DOCUMENT
from kuota.syntax.platform import Platform
from kuota.syntax.scenario import Scenario
from kuota.syntax.team import Team

_DIALECT: Final = "http://json-schema.org/draft-07/schema#"
_REF: Final = "#/definitions/{model}"

_TEAM_EXAMPLE: Final = {
    "apiVersion": "kuota/v1",
    "kind": "Team",
    "metadata": {"name": "ml-alpha"},
    "spec": {
        "cohort": "ml-shared",
        "quota": {"a100": {"nvidia.com/gpu": {"nominalQuota": 12, "borrowingLimit": 24}}},
    },
}
_PLATFORM_EXAMPLE: Final = {
    "apiVersion": "kuota/v1",
    "kind": "Platform",
    "metadata": {"name": "gpu-cluster"},
    "spec": {
        "targets": {"kueue": {"version": "0.19"}},
        "flavors": {"a100": {"nodeLabels": {"gpu.example.com/model": "a100"}}},
        "cohorts": {"ml-shared": {}},
    },
}
_SCENARIO_EXAMPLE: Final = {
    "apiVersion": "kuota/v1",
    "kind": "Scenario",
    "metadata": {"name": "alpha-takes-back"},
    "spec": {
        "running": [
            {
                "name": "sweep",
                "team": "ml-beta",
                "count": 24,
                "podSets": [{"count": 1, "requests": {"nvidia.com/gpu": 1}}],
            }
        ],
        "arrivals": [{"team": "ml-alpha", "gang": "ddp", "at": "10m"}],
        "expect": [{"admitted": "ddp", "at": "10m"}, {"maxEvictions": 8}],
    },
}
_TITLES: Final = {
    "scenario": "kuota Scenario",
    "team": "kuota Team",
    "platform": "kuota Platform",
    "kuota": "kuota documents",
}


def schemas() -> dict[str, str]:
    """File name to text: one schema for each kind, and one that chooses by ``kind``."""
    by_kind = {
        "Platform": _schema(Platform, _PLATFORM_EXAMPLE),
        "Scenario": _schema(Scenario, _SCENARIO_EXAMPLE),
        "Team": _schema(Team, _TEAM_EXAMPLE),
    }
    texts = {name.lower(): _text(name.lower(), schema) for name, schema in by_kind.items()}
    texts["kuota"] = _text("kuota", _combined(by_kind))
    return {f"{name}.schema.json": texts[name] for name in sorted(texts)}


class _Generator(GenerateJsonSchema):
    """Leaves out null, which no key takes, and the titles that repeat each key."""

    def nullable_schema(self, schema: core_schema.NullableSchema) -> JsonSchemaValue:
        return self.generate_inner(schema["schema"])

    def get_title_from_name(self, name: str) -> str:  # noqa: ARG002 - pydantic's signature
        return ""


def _schema(model: type[BaseModel], example: dict[str, Any]) -> dict[str, Any]:
    adapter: TypeAdapter[Any] = TypeAdapter(model)
    schema = adapter.json_schema(
        by_alias=True, ref_template=_REF, schema_generator=_Generator, mode="validation"
    )
    schema["definitions"] = schema.pop("$defs", {})
    schema["examples"] = [example]
    cleaned = _cleaned(schema)
    assert isinstance(cleaned, dict)
    return cleaned


def _cleaned(value: object, names: bool = False) -> object:
    """``value`` without empty titles and without ``default: null``.

    ``names`` says that the keys of ``value`` are names and not keywords.
    """
    if isinstance(value, list):
        return [_cleaned(item) for item in value]
    if not isinstance(value, dict):
        return value
    cleaned = {
        key: _cleaned(item, not names and key in ("properties", "definitions"))
        for key, item in value.items()
        if names or not (key == "title" or (key == "default" and item is None))
    }
    return cleaned if names else _strict_names(cleaned)


def _strict_names(schema: dict[str, Any]) -> dict[str, Any]:
    """A mapping with free keys, so that a key outside of the pattern is refused, not ignored."""
    patterns = schema.pop("patternProperties", None)
    if patterns:
        ((pattern, below),) = patterns.items()
        schema["propertyNames"] = {"pattern": pattern}
        schema["additionalProperties"] = below
    return schema


def _combined(by_kind: dict[str, dict[str, Any]]) -> dict[str, Any]:
    """One schema for files with documents of all kinds: the ``kind`` decides which applies."""
    definitions: dict[str, Any] = {}
    for schema in by_kind.values():
        definitions |= schema["definitions"]
    for name, schema in by_kind.items():
        definitions[name] = {key: item for key, item in schema.items() if key != "definitions"}
    chosen = [
        {
            "if": {"properties": {"kind": {"const": name}}, "required": ["kind"]},
            "then": {"$ref": _REF.format(model=name)},
        }
        for name in by_kind
    ]
    return {
        "description": "Documents of kuota; kind says which.",
        "type": "object",
        "required": ["apiVersion", "kind"],
        "properties": {
            "apiVersion": {"const": "kuota/v1"},
            "kind": {"enum": list(KINDS_OF_DOCUMENT)},
        },
        "allOf": chosen,
        "definitions": {name: definitions[name] for name in sorted(definitions)},
    }


def _text(name: str, schema: dict[str, Any]) -> str:
    whole = {"$schema": _DIALECT, "title": _TITLES[name], **schema}
    return json.dumps(whole, indent=2, ensure_ascii=False) + "\n"
