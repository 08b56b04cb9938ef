"""An object as an API server with a given CRD keeps it: pruned, with defaults, lists checked.

Source: Kubernetes apiextensions-apiserver pkg/apiserver/schema (pruning, defaulting, listtype).
"""

from collections.abc import Mapping
from copy import deepcopy
from dataclasses import dataclass, field
from typing import Any, Final

from kuota.kueue.schema.node import Node
from kuota.kueue.validate import faults
from kuota.kueue.violation import Pointer, Violation

PRESERVE: Final = "x-kubernetes-preserve-unknown-fields"
EMBEDDED: Final = "x-kubernetes-embedded-resource"
OBJECT_FIELDS: Final = ("apiVersion", "kind", "metadata")


@dataclass(slots=True)
class Keeper:
    """One pass over an object; gathers unknown fields, repeated entries and places of rules."""

    unknown: list[Violation] = field(default_factory=list)
    lists: list[Violation] = field(default_factory=list)
    rules: list[tuple[Mapping[str, Any], Any, Pointer]] = field(default_factory=list)

    def value(self, schema: Mapping[str, Any], value: Any, path: Pointer) -> Any:
        """``value`` without what its schema does not know, and with what it adds."""
        if isinstance(value, dict):
            kept: Any = self._mapping(schema, value, path)
        elif isinstance(value, list):
            kept = self._list(schema, value, path)
        else:
            kept = value
        if schema.get("x-kubernetes-validations"):
            self.rules.append((schema, kept, path))
        return kept

    def _mapping(
        self, schema: Mapping[str, Any], value: dict[Any, Any], path: Pointer
    ) -> dict[str, Any]:
        fields: Mapping[str, Any] = schema.get("properties") or {}
        extra = schema.get("additionalProperties")
        preserve = bool(schema.get(PRESERVE)) or extra is True
        whole = not path or bool(schema.get(EMBEDDED))
        kept: dict[str, Any] = {}
        for key, item in value.items():
            child = fields.get(key)
            if whole and key in OBJECT_FIELDS:
                kept[key] = item
            elif child is not None:
                if item is not None or child.get("nullable"):
                    kept[key] = self.value(child, item, (*path, key))
            elif isinstance(extra, dict):
                kept[key] = self.value(extra, item, (*path, key))
            elif preserve:
                kept[key] = item
            else:
                self.unknown.append(faults.unknown(fields, key, path, value))
        for key, child in fields.items():
            if key not in kept and child.get("default") is not None:
                default = deepcopy(child["default"])
                kept[key] = self.value(child, default, (*path, key))
        return kept

    def _list(self, schema: Mapping[str, Any], value: list[Any], path: Pointer) -> list[Any]:
        items = schema.get("items")
        if not isinstance(items, dict):
            return value
        kept = [self.value(items, item, (*path, at)) for at, item in enumerate(value)]
        kind = schema.get("x-kubernetes-list-type")
        if kind == "map":
            keys = {"x-kubernetes-list-map-keys": schema.get("x-kubernetes-list-map-keys") or ()}
            self.lists.extend(faults.repeated_keys(Node(keys), kept, path))
        elif kind == "set":
            self.lists.extend(faults.repeated_items(kept, path))
        return kept
