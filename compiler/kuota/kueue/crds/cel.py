"""The CEL rules of a user's CRD, evaluated with cel-expr-python.

Functions of Kubernetes' own: quantity(), isQuantity() and the methods of quantities; find() and
findAll(); isSorted(), sum(), min(), max(), indexOf() and lastIndexOf() of lists. A rule that uses
others (url, ip, cidr, semver, format) is reported as not evaluated, and so is one that compares
times or durations, which the engine cannot take in.
Source: Kubernetes apiserver pkg/cel/library and pkg/cel/escaping.go.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Any, Final

from kuota.kueue.crds.definition import CrdProblem, Definition, children_of
from kuota.kueue.validate.wording import called, shown
from kuota.kueue.violation import Pointer, Violation

_OLD = re.compile(r"\boldSelf\b")
_PRESENCE = re.compile(r"\bhas\([^()]*\)")
_TIMES: Final = frozenset({"date", "date-time", "duration"})
_RESERVED: Final = frozenset(
    {
        "as", "break", "const", "continue", "else", "false", "for", "function", "if", "import",
        "in", "let", "loop", "namespace", "null", "package", "return", "true", "var", "void",
        "while",
    }
)  # fmt: skip
_ESCAPES: Final = (
    ("__", "__underscores__"),
    (".", "__dot__"),
    ("-", "__dash__"),
    ("/", "__slash__"),
)

_NOT_JUDGED: Final = ("No matching overload", "Non-CEL value")
"""Errors that come from the engine rather than from the object."""


def rule_problems(definition: Definition) -> Iterator[CrdProblem]:
    """The rules of a definition that cannot be evaluated here."""
    for rule, schema in _rules_within(definition.schema):
        reason = _obstacle(rule, schema)
        if reason:
            text = rule.get("rule") if isinstance(rule, Mapping) else rule
            short = " ".join(str(text).split())
            headline = f"a rule of {definition.kind} is not evaluated: {shown(short)}"
            yield CrdProblem(definition.file, headline, reason)


def _obstacle(rule: Any, schema: Mapping[str, Any]) -> str:
    """Why a rule cannot be evaluated, though it applies to new objects; empty when it can be."""
    text = rule.get("rule") if isinstance(rule, Mapping) else None
    if not isinstance(text, str):
        return "it has no text"
    if _OLD.search(text):
        return "it asks what the object was" if rule.get("optionalOldSelf") else ""
    if _uses_times(text, schema):
        return "it compares times"
    if _expression(text) is None:
        return "it is not CEL, or calls functions that are not known here"
    return ""


def _rules_within(schema: Any) -> Iterator[tuple[Any, Mapping[str, Any]]]:
    for rule in schema.get("x-kubernetes-validations") or ():
        yield rule, schema
    for child in children_of(schema):
        yield from _rules_within(child)


def _uses_times(text: str, schema: Mapping[str, Any]) -> bool:
    """Whether a rule reads a field below ``schema`` that CEL would see as a time."""
    if schema.get("format") in _TIMES:
        return True
    read = _PRESENCE.sub("", text)
    return any(re.search(rf"\.{re.escape(name)}\b", read) for name in _time_fields(schema))


def _time_fields(schema: Mapping[str, Any]) -> Iterator[str]:
    for name, child in (schema.get("properties") or {}).items():
        if child.get("format") in _TIMES:
            yield name
    for child in children_of(schema):
        yield from _time_fields(child)


def rule_faults(
    places: Sequence[tuple[Mapping[str, Any], Any, Pointer]],
) -> Iterator[Violation]:
    """The rules that an object breaks as it is created; those about changes do not apply."""
    for schema, value, path in places:
        bound = _as_cel(schema, value)
        for rule in schema["x-kubernetes-validations"]:
            if _obstacle(rule, schema) or _OLD.search(rule["rule"]):
                continue
            if _holds(rule["rule"], bound) is False:
                yield _told(rule, bound, value, path)


def _told(rule: Mapping[str, Any], bound: Any, value: Any, path: Pointer) -> Violation:
    message = rule.get("message")
    if isinstance(rule.get("messageExpression"), str):
        message = _text_of(rule["messageExpression"], bound) or message
    if not isinstance(message, str) or not message.strip():
        message = " ".join(str(rule["rule"]).split())
    pointer = (*path, *_field_path(rule.get("fieldPath"), value))
    return Violation(
        pointer,
        False,
        "cel",
        f"{called(pointer)} breaks a rule of its CRD",
        " ".join(message.split()),
    )


def _field_path(written: Any, value: Any) -> Pointer:
    """``.a.b`` of a rule as a pointer, as far as the value has it."""
    found: list[str | int] = []
    for name in re.findall(r"\.([A-Za-z0-9_-]+)|\['([^']+)'\]", str(written or "")):
        key = name[0] or name[1]
        if not isinstance(value, dict) or key not in value:
            break
        found.append(key)
        value = value[key]
    return tuple(found)


def _holds(text: str, bound: Any) -> bool | None:
    """Whether a rule is true; False as well where it fails; None where it cannot be judged."""
    expression = _expression(text)
    if expression is None:
        return None
    try:
        result = expression.eval(data={"self": bound})
    except (RuntimeError, TypeError, ValueError):
        return None
    kind, value = result.type().name(), result.value()
    if kind == "ERROR":
        return None if any(words in str(value) for words in _NOT_JUDGED) else False
    return value is True


def _text_of(text: str, bound: Any) -> str | None:
    expression = _expression(text)
    if expression is None:
        return None
    try:
        value = expression.eval(data={"self": bound}).value()
    except (RuntimeError, TypeError, ValueError):
        return None
    return value if isinstance(value, str) else None


@cache
def _expression(text: str) -> Any:
    """A compiled rule; None when the engine refuses it."""
    try:
        return _environment().compile(text)
    except (RuntimeError, ValueError):
        return None


@cache
def _environment() -> Any:
    from importlib import import_module

    from kuota.kueue.crds.cel_functions import extension

    cel = import_module("cel_expr_python.cel")
    strings = import_module("cel_expr_python.ext.ext_strings").ExtStrings()
    optional = import_module("cel_expr_python.ext.ext_optional").ExtOptional()
    variables = {"self": cel.Type.DYN, "oldSelf": cel.Type.DYN}
    return cel.NewEnv(variables=variables, extensions=[extension(cel), strings, optional])


def _as_cel(schema: Mapping[str, Any], value: Any) -> Any:
    """A value the way a rule sees it: numbers as doubles where typed so, field names escaped."""
    if isinstance(value, dict):
        fields = schema.get("properties") or {}
        extra = schema.get("additionalProperties")
        result = {}
        for key, item in value.items():
            child = fields.get(key, extra)
            name = _escaped(key) if key in fields else key
            result[name] = _as_cel(child if isinstance(child, dict) else {}, item)
        return result
    if isinstance(value, list):
        items = schema.get("items")
        return [_as_cel(items if isinstance(items, dict) else {}, item) for item in value]
    if schema.get("type") == "number" and isinstance(value, int):
        return float(value)
    if isinstance(value, float) and (schema.get("type") == "integer" or _is_int_or_string(schema)):
        return int(value)
    return value


def _is_int_or_string(schema: Mapping[str, Any]) -> bool:
    return bool(schema.get("x-kubernetes-int-or-string"))


def _escaped(name: str) -> str:
    """A field name as rules write it."""
    if name in _RESERVED:
        return f"__{name}__"
    for mark, word in _ESCAPES:
        name = name.replace(mark, word)
    return name
