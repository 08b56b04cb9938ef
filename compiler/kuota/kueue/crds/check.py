"""An object against the schema of a user's CRD, with jsonschema and in words of ours.

Source: kube-openapi pkg/validation/validate; Kubernetes
apiextensions-apiserver pkg/apiserver/validation.
"""

from collections.abc import Iterator, Mapping
from typing import Any, Final

from kuota.kueue.crds.definition import Definition
from kuota.kueue.crds.formats import FORMATS
from kuota.kueue.crds.keep import Keeper
from kuota.kueue.near import choice, near_names
from kuota.kueue.schema.node import Node, compiled
from kuota.kueue.validate import faults
from kuota.kueue.validate.metadata import metadata_faults
from kuota.kueue.validate.wording import TYPES, called, shown
from kuota.kueue.violation import Pointer, Violation

_LIMITS: Final = {
    "maxItems": faults.too_many,
    "maxProperties": faults.too_many,
    "minItems": faults.too_few,
    "minProperties": faults.too_few,
}
_TEXT: Final = frozenset({"pattern", "minLength", "maxLength"})
_TYPE: Final = frozenset({"type", "x-kubernetes-int-or-string"})
_NUMBER: Final = frozenset({"minimum", "maximum"})


def faults_of(
    obj: Mapping[str, Any], definition: Definition, with_rules: bool, cache: dict[str, Any]
) -> tuple[Violation, ...]:
    """Every reason why the API server refuses ``obj``; webhooks aside."""
    keeper, sent = Keeper(), dict(obj)
    found = _status_faults(sent, definition)
    kept = keeper.value(definition.schema, sent, ())
    found += [*keeper.unknown, *metadata_faults(obj)]
    wrong = list(_schema_faults(kept, definition, cache))
    found += wrong
    found += keeper.lists
    if with_rules and definition.has_rules and not wrong:
        from kuota.kueue.crds.cel import rule_faults

        found += rule_faults(keeper.rules)
    return tuple(dict.fromkeys(found))


def _status_faults(sent: dict[str, Any], definition: Definition) -> list[Violation]:
    """Takes the status out: a create request drops it, once its field names are known ones."""
    schema = (definition.schema.get("properties") or {}).get("status")
    if not definition.has_status or schema is None or "status" not in sent:
        return []
    keeper = Keeper()
    keeper.value(schema, sent.pop("status"), ("status",))
    return keeper.unknown


def _schema_faults(
    kept: Mapping[str, Any], definition: Definition, cache: dict[str, Any]
) -> Iterator[Violation]:
    key = f"{definition.api_version}/{definition.kind}"
    if key not in cache:
        cache[key] = _validator(definition.schema)
    errors = list(cache[key].iter_errors(kept))
    mistyped = {tuple(error.absolute_path) for error in errors if error.validator in _TYPE}
    told: dict[tuple[Pointer, str], Violation] = {}
    for error in errors:
        if error.validator in _TYPE or tuple(error.absolute_path) not in mistyped:
            for violation in _told(error, kept):
                told.setdefault((violation.pointer, violation.headline), violation)
    yield from sorted(told.values(), key=lambda violation: list(map(str, violation.pointer)))


def _told(error: Any, root: Mapping[str, Any]) -> Iterator[Violation]:
    """One jsonschema error in words."""
    path, value, schema = tuple(error.absolute_path), error.instance, error.schema
    keyword = error.validator
    if keyword == "required":
        for name in error.validator_value:
            if name not in value:
                yield faults.missing(name, path, dict(root))
    elif keyword in _LIMITS:
        yield _LIMITS[keyword](len(value), error.validator_value, path)
    elif keyword == "enum":
        known = [str(item) for item in error.validator_value]
        near = near_names(str(value), known)
        headline = f"{called(path)} cannot be {shown(value)}"
        yield _fault(path, headline, choice(near, known, "values"), near)
    elif keyword == "type":
        wanted = TYPES.get(str(error.validator_value), "what the CRD asks for")
        yield _fault(path, f"{called(path)} is {shown(value)}, not {wanted}")
    elif keyword == "x-kubernetes-int-or-string":
        yield _fault(path, f"{called(path)} is {shown(value)}, not text or a whole number")
    elif keyword in _TEXT or (keyword in _NUMBER and isinstance(value, int)):
        narrowed = Node({"type": schema.get("type"), keyword: error.validator_value})
        yield from faults.of(narrowed, value, path)
    elif keyword == "format":
        yield _fault(path, f"{called(path)} {shown(value)} is not {_format_noun(schema)}")
    else:
        yield _fault(path, f"{called(path)} is {shown(value)}, which the CRD does not allow")


def _format_noun(schema: Mapping[str, Any]) -> str:
    return FORMATS[schema["format"]].noun


def _fault(path: Pointer, headline: str, help_: str = "", near: tuple[str, ...] = ()) -> Violation:
    return Violation(path, False, "schema", headline, "", help_, near)


def _validator(schema: Mapping[str, Any]) -> Any:
    """A jsonschema validator that reads OpenAPI as the API server does."""
    from jsonschema import Draft4Validator, ValidationError, validators

    def kind(validator: Any, wanted: Any, value: Any, schema: Any) -> Iterator[Any]:
        del validator
        if not ((value is None and schema.get("nullable")) or _is_of(wanted, value)):
            yield ValidationError("type")

    def enum(validator: Any, known: Any, value: Any, schema: Any) -> Iterator[Any]:
        del validator
        same = any(type(item) is type(value) and item == value for item in known)
        if not (same or (value is None and schema.get("nullable"))):
            yield ValidationError("enum")

    def pattern(validator: Any, text: Any, value: Any, schema: Any) -> Iterator[Any]:
        del validator, schema
        if isinstance(value, str) and compiled(text).search(value) is None:
            yield ValidationError("pattern")

    def form(validator: Any, name: Any, value: Any, schema: Any) -> Iterator[Any]:
        del validator, schema
        known = FORMATS.get(name)
        if known is not None and not known.accepts(value):
            yield ValidationError("format")

    def int_or_string(validator: Any, wanted: Any, value: Any, schema: Any) -> Iterator[Any]:
        del validator, schema
        if wanted and not (isinstance(value, str) or faults.is_integer(value)):
            yield ValidationError("type")

    keywords = {
        "type": kind,
        "enum": enum,
        "pattern": pattern,
        "format": form,
        "x-kubernetes-int-or-string": int_or_string,
    }
    extend: Any = validators.extend
    return extend(Draft4Validator, keywords)(dict(schema))


def _is_of(wanted: str, value: Any) -> bool:
    if wanted == "number":
        return isinstance(value, (int, float)) and not isinstance(value, bool)
    return faults.has_type(Node({"type": wanted}), value)
