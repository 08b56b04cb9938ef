"""CRD files, read with no trust in them."""

import re
from collections.abc import Iterator, Mapping
from typing import Any, Final, NamedTuple

from kuota.kueue.schema.node import compiled

_LARGEST: Final = 16 * 1024 * 1024
_MOST_NODES: Final = 2_000_000
_DEEPEST: Final = 200


class CrdProblem(NamedTuple):
    """What keeps a CRD file, or a rule in it, from being used."""

    file: str
    headline: str
    help: str = ""


class Definition(NamedTuple):
    """One version of one kind: its schema as the CRD has it."""

    file: str
    api_version: str
    kind: str
    namespaced: bool
    has_status: bool
    schema: Mapping[str, Any]
    has_rules: bool


def definitions(file: str, text: str) -> Iterator[Definition | CrdProblem]:
    """What a file defines, and its problems. Documents that are no CRD are passed over."""
    try:
        documents = _documents(text)
    except _UnreadableError as error:
        yield CrdProblem(file, f"the file cannot be read: {error}")
        return
    count = 0
    for document in documents:
        for crd in _crds(document):
            count += 1
            yield from _versions(file, crd)
    if not count:
        yield CrdProblem(
            file,
            "the file defines no kind",
            "give files with CustomResourceDefinition of apiextensions.k8s.io/v1",
        )


class _UnreadableError(Exception):
    """Text that is no YAML, or too much of it."""


def _documents(text: str) -> list[Any]:
    if len(text) > _LARGEST:
        raise _UnreadableError("it is larger than 16 MB")
    import yaml

    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    try:
        documents = list(yaml.load_all(text, Loader=loader))
    except (yaml.YAMLError, ValueError, RecursionError) as error:
        mark = getattr(error, "problem_mark", None)
        last = text.count("\n") + 1
        where = "" if mark is None else f", line {min(mark.line + 1, last)}"
        raise _UnreadableError(f"it is not YAML{where}") from error
    budget = [_MOST_NODES]
    for document in documents:
        _measure(document, budget, 0)
    return documents


def _measure(value: Any, budget: list[int], depth: int) -> None:
    """Stops at documents that aliases have blown up, or tied into a knot."""
    budget[0] -= 1
    if budget[0] < 0 or depth > _DEEPEST:
        raise _UnreadableError("it is too deep or, with its aliases, too large")
    children: Any = ()
    if isinstance(value, dict):
        children = value.values()
    elif isinstance(value, list):
        children = value
    for child in children:
        _measure(child, budget, depth + 1)


def _crds(document: Any) -> Iterator[Mapping[str, Any]]:
    if not isinstance(document, dict):
        return
    if document.get("kind") == "List" and isinstance(document.get("items"), list):
        for item in document["items"]:
            yield from _crds(item)
    elif document.get("kind") == "CustomResourceDefinition":
        yield document


def _versions(file: str, crd: Mapping[str, Any]) -> Iterator[Definition | CrdProblem]:
    spec = crd.get("spec")
    names = spec.get("names") if isinstance(spec, dict) else None
    kind = names.get("kind") if isinstance(names, dict) else None
    if not isinstance(spec, dict) or not isinstance(kind, str):
        yield CrdProblem(file, "a CRD has no spec.names.kind")
        return
    group, versions = spec.get("group"), spec.get("versions")
    if not isinstance(group, str) or not isinstance(versions, list):
        yield CrdProblem(file, f"the CRD of {kind} has no group or no versions")
        return
    for version in versions:
        if isinstance(version, dict) and version.get("served") is not False:
            yield from _version(file, group, kind, spec.get("scope") == "Namespaced", version)


def _version(
    file: str, group: str, kind: str, namespaced: bool, version: Mapping[str, Any]
) -> Iterator[Definition | CrdProblem]:
    name = f"{group}/{version.get('name')}"
    holder = version.get("schema")
    schema = holder.get("openAPIV3Schema") if isinstance(holder, dict) else None
    if not isinstance(schema, dict):
        yield CrdProblem(file, f"{kind} {name} has no schema")
        return
    faults = list(_schema_faults(schema))
    if faults:
        yield CrdProblem(file, f"the schema of {kind} {name} is broken: {faults[0]}")
        return
    subresources = version.get("subresources")
    has_status = isinstance(subresources, dict) and "status" in subresources
    yield Definition(file, name, kind, namespaced, has_status, schema, _has_rules(schema))


_SUBSCHEMAS: Final = ("items", "additionalProperties", "not")
_LISTS: Final = ("allOf", "anyOf", "oneOf")

_WORDS: Final[Mapping[type, str]] = {dict: "a mapping", list: "a list", str: "text"}
_SHAPES: Final[Mapping[str, type]] = {
    "allOf": list, "anyOf": list, "enum": list, "format": str, "oneOf": list, "pattern": str,
    "properties": dict, "required": list, "type": str, "x-kubernetes-list-map-keys": list,
    "x-kubernetes-list-type": str, "x-kubernetes-validations": list,
}  # fmt: skip
_NUMBERS: Final = frozenset(
    {
        "maximum", "maxItems", "maxLength", "maxProperties", "minimum", "minItems", "minLength",
        "minProperties", "multipleOf",
    }
)  # fmt: skip
_FORBIDDEN: Final = frozenset(
    {"$ref", "$schema", "definitions", "dependencies", "id", "patternProperties"}
)
"""Keywords that a structural schema cannot have; some would make jsonschema read other files."""

_TYPES: Final = frozenset({"object", "array", "string", "integer", "number", "boolean"})


def children_of(schema: Mapping[str, Any]) -> Iterator[Any]:
    """The schemas directly within a schema, whatever they turn out to be."""
    properties = schema.get("properties")
    if isinstance(properties, dict):
        yield from properties.values()
    for key in _SUBSCHEMAS:
        may_be_bool = key == "additionalProperties"
        if key in schema and not (may_be_bool and isinstance(schema[key], bool)):
            yield schema[key]
    for key in _LISTS:
        if isinstance(schema.get(key), list):
            yield from schema[key]


def _schema_faults(schema: Any) -> Iterator[str]:
    """Why a schema cannot be used."""
    if not isinstance(schema, dict):
        yield "a part of it is not a mapping"
        return
    for key in sorted(_FORBIDDEN & schema.keys()):
        yield f"a CRD cannot have {key}"
    for key, shape in _SHAPES.items():
        if key in schema and not isinstance(schema[key], shape):
            yield f"{key} is not {_WORDS[shape]}"
    for key in sorted(_NUMBERS & schema.keys()):
        if isinstance(schema[key], bool) or not isinstance(schema[key], (int, float)):
            yield f"{key} is not a number"
    kind, pattern = schema.get("type"), schema.get("pattern")
    if isinstance(kind, str) and kind not in _TYPES:
        yield f"unknown type {kind}"
    if isinstance(pattern, str) and not _readable(pattern):
        yield f"pattern {pattern} cannot be read"
    for child in children_of(schema):
        yield from _schema_faults(child)


def _readable(pattern: str) -> bool:
    try:
        compiled(pattern)
    except (re.error, OverflowError, RecursionError):
        return False
    return True


def _has_rules(schema: Any) -> bool:
    if not isinstance(schema, dict):
        return False
    if schema.get("x-kubernetes-validations"):
        return True
    return any(_has_rules(child) for child in children_of(schema))
