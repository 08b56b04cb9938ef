"""What all models share: strictness, camelCase keys, and short forms of a mapping."""

from typing import Any

from pydantic import BaseModel, ConfigDict, GetCoreSchemaHandler, GetJsonSchemaHandler
from pydantic.alias_generators import to_camel
from pydantic_core import CoreSchema, core_schema

from kuota.syntax.plain import NULL


class Shape(BaseModel):
    """A mapping of known keys; anything else in it is a finding."""

    model_config = ConfigDict(
        alias_generator=to_camel,
        defer_build=True,
        extra="forbid",
        frozen=True,
    )


class ShortForm:
    """Marks a mapping that may be written as the value of one of its keys: ``cpu: 96``.

    Without a key it marks one that may be empty: ``ml:`` is ``ml: {}``.
    """

    __slots__ = ("key",)

    def __init__(self, key: str | None = None) -> None:
        self.key = key

    def expand(self, value: object) -> object:
        """The mapping that ``value`` is short for."""
        if self.key is None:
            return {} if value is NULL else value
        return value if isinstance(value, dict) or value is NULL else {self.key: value}

    def __get_pydantic_core_schema__(
        self, source: type[Any], handler: GetCoreSchemaHandler
    ) -> CoreSchema:
        return core_schema.no_info_before_validator_function(self.expand, handler(source))

    def __get_pydantic_json_schema__(
        self, schema: CoreSchema, handler: GetJsonSchemaHandler
    ) -> dict[str, Any]:
        full = handler(schema)
        if self.key is None:
            return {"anyOf": [full, {"type": "null"}]}
        properties = handler.resolve_ref_schema(full)["properties"]
        return {"anyOf": [properties[self.key], full]}
