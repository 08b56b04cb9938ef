"""A node of a structural schema, made ready for walking."""

import json
import re
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from typing import Any, Final

NO_DEFAULT: Final = object()
"""Stands for the absence of a default, because any JSON value could be one."""


_TABLES: Final = Path(__file__).with_name("tables")


class Node:
    """What the schema says about one value.

    ``fields`` are the known keys of a mapping, ``extra`` the schema of all its other keys;
    ``defaults`` are the fields that the API server adds when they are absent; ``rules`` are names
    of CEL rules.
    """

    __slots__ = (
        "default", "defaults", "enum", "extra", "fields", "form", "item", "list_keys",
        "matches", "max_items", "max_length", "max_properties", "maximum", "min_items",
        "min_length", "min_properties", "minimum", "pattern", "quantity", "required", "rules",
        "type", "unique",
    )  # fmt: skip

    def __init__(self, schema: Mapping[str, Any]) -> None:
        get = schema.get
        self.quantity: bool = get("x-kubernetes-int-or-string", False)
        self.type: str | None = "quantity" if self.quantity else get("type")
        self.fields: dict[str, Node] = {k: Node(v) for k, v in get("properties", {}).items()}
        extra, item = get("additionalProperties"), get("items")
        self.extra: Node | None = Node(extra) if extra is not None else None
        self.item: Node | None = Node(item) if item is not None else None
        self.required: tuple[str, ...] = tuple(get("required", ()))
        self.enum: tuple[str, ...] = tuple(get("enum", ()))
        self.form: str | None = get("format")
        self.pattern: str | None = get("pattern")
        self.matches: Callable[[str], object] | None = (
            None if self.pattern is None else compiled(self.pattern).search
        )
        self.min_length: int = get("minLength", 0)
        self.max_length: int | None = get("maxLength")
        self.min_items: int = get("minItems", 0)
        self.max_items: int | None = get("maxItems")
        self.min_properties: int = get("minProperties", 0)
        self.max_properties: int | None = get("maxProperties")
        self.minimum: int | None = get("minimum")
        self.maximum: int | None = get("maximum")
        self.list_keys: tuple[str, ...] = tuple(get("x-kubernetes-list-map-keys", ()))
        self.unique: bool = get("x-kubernetes-list-type") == "set"
        self.rules: tuple[str, ...] = tuple(get("rules", ()))
        self.default: Any = get("default", NO_DEFAULT)
        self.defaults: tuple[tuple[str, Any], ...] = tuple(
            (name, child.default)
            for name, child in self.fields.items()
            if child.default is not NO_DEFAULT
        )


@cache
def compiled(pattern: str) -> re.Pattern[str]:
    """A pattern of a CRD as Go reads it: ASCII only, ``$`` at the very end, flags inside."""
    if "(?i)" in pattern:
        return re.compile(_python_form(pattern.replace("(?i)", "")), re.ASCII | re.IGNORECASE)
    return re.compile(_python_form(pattern), re.ASCII)


def _python_form(pattern: str) -> str:
    return re.sub(r"(?<!\\)\$", r"\\Z", pattern)


@cache
def schema_of(kind: str, version: str, minor: int) -> Node | None:
    """The schema of ``kind`` at API version ``v1beta2`` in Kueue 0.``minor``; None if unknown."""
    node = None
    for entry in table(kind).get(version, ()):
        if entry["since"] <= minor:
            node = _node(kind, version, entry["since"])
    return node


@cache
def _node(kind: str, version: str, since: int) -> Node:
    """One Node per distinct schema, shared by the releases that have it."""
    for entry in table(kind)[version]:
        if entry["since"] == since:
            return Node(entry["schema"])
    raise KeyError(since)


@cache
def table(kind: str) -> dict[str, list[dict[str, Any]]]:
    """By API version, the schemas of ``kind`` with the minor line from which each holds."""
    file = _TABLES / f"{kind}.json"
    tables: dict[str, list[dict[str, Any]]] = json.loads(file.read_text(encoding="utf-8"))
    return tables
