"""One walk over an object along its schema: unknown fields, types, limits, lists, defaults.

The walk does what the API server does before any rule runs: it drops unknown fields and nulls,
writes defaults, and checks the result. It goes on after a fault, so that all are told at once.
Source: Kubernetes apiextensions-apiserver pkg/apiserver/schema (pruning, defaulting, listtype) and
kube-openapi pkg/validation, v1.36.
"""

from copy import deepcopy
from dataclasses import dataclass, field
from typing import Any, Final

from kuota.kueue.schema.node import Node
from kuota.kueue.validate import faults
from kuota.kueue.violation import Pointer, Violation

_NOT_OF_THE_CRD: Final = ("apiVersion", "kind", "metadata")

_CONTAINERS: Final = frozenset({"object", "array"})


@dataclass(slots=True)
class Walk:
    """What a walk gathers: faults, and the places where CEL rules apply.

    ``broken`` says that a value has the wrong type or is missing: rules cannot run then.
    """

    root: dict[str, Any]
    unknown: list[Violation] = field(default_factory=list)
    schema: list[Violation] = field(default_factory=list)
    lists: list[Violation] = field(default_factory=list)
    rules: list[tuple[tuple[str, ...], Any, Pointer]] = field(default_factory=list)
    broken: bool = False
    names_only: bool = False

    def whole(self, node: Node) -> dict[str, Any]:
        """The object as the API server would keep it on a create request: without its status.

        Metadata has rules of its own. A status may be sent, with known field names, but is dropped.
        """
        body = {key: item for key, item in self.root.items() if key not in _NOT_OF_THE_CRD}
        status = node.fields.get("status")
        if status is not None and "status" in body:
            self.names_only = True
            self.value(status, body.pop("status"), ("status",))
            self.names_only = False
        kept = self._mapping(node, body, ())
        return {key: self.root[key] for key in _NOT_OF_THE_CRD if key in self.root} | kept

    def value(self, node: Node, value: Any, path: Pointer) -> Any:
        """``value`` as the API server would keep it: pruned and with its defaults."""
        kind = node.type
        if kind == "object" or (kind is None and isinstance(value, dict)):
            if isinstance(value, dict):
                return self._mapping(node, value, path)
        elif kind == "array" or (kind is None and isinstance(value, list)):
            if isinstance(value, list):
                return self._list(node, value, path)
        elif self.names_only or faults.is_sound(node, value):
            return value
        self._wrong(node, value, path)
        return value

    def _mapping(self, node: Node, value: dict[Any, Any], path: Pointer) -> dict[str, Any]:
        fields, extra = node.fields, node.extra
        kept: dict[str, Any] = {}
        for key, item in value.items():
            child = fields.get(key)
            if child is None:
                if extra is None:
                    self.unknown.append(faults.unknown(fields, key, path, value))
                elif isinstance(key, str):
                    kept[key] = self.value(extra, item, (*path, key))
                else:
                    self._wrong_key(key, path)
            elif item is not None:
                if child.type in _CONTAINERS or child.type is None:
                    kept[key] = self.value(child, item, (*path, key))
                else:
                    kept[key] = item
                    if not (self.names_only or faults.is_sound(child, item)):
                        self._wrong(child, item, (*path, key))
        for key, default in node.defaults:
            if key not in kept:
                kept[key] = self.value(fields[key], deepcopy(default), (*path, key))
        if not self.names_only:
            self._limits(node, kept, path)
        if node.rules:
            self.rules.append((node.rules, kept, path))
        return kept

    def _limits(self, node: Node, kept: dict[str, Any], path: Pointer) -> None:
        for key in node.required:
            if key not in kept:
                self.broken = True
                self.schema.append(faults.missing(key, path, self.root))
        if node.max_properties is not None and len(kept) > node.max_properties:
            self.schema.append(faults.too_many(len(kept), node.max_properties, path))
        if len(kept) < node.min_properties:
            self.schema.append(faults.too_few(len(kept), node.min_properties, path))

    def _list(self, node: Node, value: list[Any], path: Pointer) -> list[Any]:
        item_node = node.item
        if item_node is None:
            return value
        kept = [self.value(item_node, item, (*path, at)) for at, item in enumerate(value)]
        if not self.names_only:
            self._list_limits(node, kept, path)
        if node.rules:
            self.rules.append((node.rules, kept, path))
        return kept

    def _list_limits(self, node: Node, kept: list[Any], path: Pointer) -> None:
        if node.max_items is not None and len(kept) > node.max_items:
            self.schema.append(faults.too_many(len(kept), node.max_items, path))
        if len(kept) < node.min_items:
            self.schema.append(faults.too_few(len(kept), node.min_items, path))
        if node.list_keys:
            self.lists.extend(faults.repeated_keys(node, kept, path))
        elif node.unique:
            self.lists.extend(faults.repeated_items(kept, path))

    def _wrong(self, node: Node, value: Any, path: Pointer) -> None:
        """A value that is not sound."""
        if self.names_only:
            return
        if not faults.has_type(node, value):
            self.broken = True
        self.schema.extend(faults.of(node, value, path))

    def _wrong_key(self, key: object, path: Pointer) -> None:
        self.broken = True
        self.schema.append(faults.not_text_key(key, path))
