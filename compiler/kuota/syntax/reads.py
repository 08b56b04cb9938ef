"""How a type says by which function it reads a value, and what its JSON Schema is."""

from collections.abc import Callable, Mapping
from typing import Any

from pydantic import GetCoreSchemaHandler, GetJsonSchemaHandler
from pydantic_core import CoreSchema, core_schema


class Reads:
    """Marks a type whose values ``reader`` makes or refuses; ``schema`` is for editors.

    This does what pydantic's own PlainValidator does, without looking at the reader's signature and
    without a schema of what it returns: half of the time that building the models would take.
    """

    __slots__ = ("_reader", "_schema")

    def __init__(self, reader: Callable[[Any], object], schema: Mapping[str, object]) -> None:
        self._reader = reader
        self._schema = schema

    def __get_pydantic_core_schema__(
        self, source: type[Any], handler: GetCoreSchemaHandler
    ) -> CoreSchema:
        return core_schema.no_info_plain_validator_function(self._reader)

    def __get_pydantic_json_schema__(
        self, schema: CoreSchema, handler: GetJsonSchemaHandler
    ) -> dict[str, Any]:
        return dict(self._schema)
