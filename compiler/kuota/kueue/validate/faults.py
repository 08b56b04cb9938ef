"""What is wrong with one value, by its schema, in words."""

import re
from collections.abc import Collection, Iterator
from typing import Any, Final

from kuota.kueue.near import choice, near_names
from kuota.kueue.schema.node import Node
from kuota.kueue.validate.forms import FORMS, OTHER, QUANTITY
from kuota.kueue.validate.wording import TYPES, amount_of, called, owner_of, shown
from kuota.kueue.violation import Pointer, Violation

_SAFE_FLOAT: Final = 2**53 - 1
_INTEGERS: Final = {"int32": 2**31, "int64": 2**63}

_DATE_TIME: Final = (
    r"(\d{4})-(\d\d)-(\d\d)T([01]\d|2[0-3]):[0-5]\d:[0-5]\d([.,]\d+)?"
    r"(Z|[+-]([01]\d|2[0-4]):[0-5]\d)"
)
"""Compiled on first use only: few objects hold a time."""


def is_sound(node: Node, value: Any) -> bool:
    """Whether a scalar is one that the schema accepts."""
    kind = node.type
    if kind == "string" or (kind == "quantity" and isinstance(value, str)):
        return (
            isinstance(value, str)
            and (not node.enum or value in node.enum)
            and node.min_length <= len(value)
            and (node.max_length is None or len(value) <= node.max_length)
            and (node.matches is None or node.matches(value) is not None)
            and (node.form != "date-time" or is_date_time(value))
        )
    if kind in ("integer", "quantity"):
        return is_integer(value) and _in_range(node, value)
    return has_type(node, value)


def has_type(node: Node, value: Any) -> bool:
    """Whether ``value`` is of the type that the schema asks for."""
    match node.type:
        case "object":
            return isinstance(value, dict)
        case "array":
            return isinstance(value, list)
        case "string":
            return isinstance(value, str)
        case "integer":
            return is_integer(value)
        case "quantity":
            return isinstance(value, str) or is_integer(value)
        case "boolean":
            return isinstance(value, bool)
    return True


def is_integer(value: Any) -> bool:
    """Whether JSON carries ``value`` as a whole number of 64 bits: ``12`` and ``12.0`` alike."""
    if isinstance(value, bool):
        return False
    if isinstance(value, int):
        return -(2**63) <= value < 2**63
    return isinstance(value, float) and abs(value) <= _SAFE_FLOAT and value.is_integer()


def is_date_time(text: str) -> bool:
    """Whether ``text`` is a moment as RFC 3339 writes it, on a day that exists."""
    match = re.fullmatch(_DATE_TIME, text, re.ASCII)
    if match is None:
        return False
    year, month, day = (int(part) for part in match.group(1, 2, 3))
    leap = year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)
    days = (31, 29 if leap else 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)
    return 1 <= month <= 12 and 1 <= day <= days[month - 1]


def _in_range(node: Node, value: int) -> bool:
    bound = _INTEGERS.get(node.form or "int64", 2**63)
    return (
        -bound <= value < bound
        and (node.minimum is None or value >= node.minimum)
        and (node.maximum is None or value <= node.maximum)
    )


def of(node: Node, value: Any, path: Pointer) -> Iterator[Violation]:
    """The faults of a value that is not sound."""
    name = called(path)
    if not has_type(node, value):
        quoted = f'write it in quotes: "{value}"' if isinstance(value, float) else ""
        wanted = TYPES[node.type or "object"]
        help_ = quoted if node.type == "quantity" else ""
        yield _schema(path, f"{name} is {shown(value)}, not {wanted}", help_=help_)
    elif isinstance(value, str):
        yield _text_fault(node, value, path)
    else:
        yield _number_fault(node, value, path)


def _text_fault(node: Node, value: str, path: Pointer) -> Violation:
    name, text = called(path), shown(value)
    if node.enum and value not in node.enum:
        near = near_names(value, node.enum)
        help_ = choice(near, node.enum, "values")
        return _schema(path, f"{name} cannot be {text}", help_=help_, near=near)
    if len(value) < node.min_length:
        short = "is empty" if not value else f"is {text}, which is too short"
        return _schema(path, f"{name} {short}")
    if node.max_length is not None and len(value) > node.max_length:
        length = amount_of(len(value), "character")
        return _schema(path, f"{name} has {length}, the limit is {node.max_length}")
    if node.matches is not None and node.matches(value) is None:
        form = FORMS.get(node.pattern or "", OTHER)
        help_ = _unit_help(value) if node.pattern == QUANTITY else ""
        return _schema(path, f"{name} {text} is not {form.noun}", help_=help_ or form.help)
    return _schema(
        path, f"{name} {text} is not a time", help_="write a time such as 2026-01-31T12:00:00Z"
    )


def _unit_help(value: str) -> str:
    """How a quantity with a unit of everyday writing would be written."""
    match = re.fullmatch(r"\s*([0-9]+(?:\.[0-9]+)?)\s*([kKmMgGtTpPeE])(?:[bB]|[iI][bB])?\s*", value)
    if match is None:
        return ""
    number, unit = match[1], match[2].upper()
    return f"write {number}{unit}i (powers of 1024) or {number}{unit.replace('K', 'k')}"


def _number_fault(node: Node, value: int, path: Pointer) -> Violation:
    name = called(path)
    if node.minimum is not None and value < node.minimum:
        return _schema(path, f"{name} is {shown(value)}, the least is {node.minimum}")
    if node.maximum is not None and value > node.maximum:
        return _schema(path, f"{name} is {shown(value)}, the most is {node.maximum}")
    bound = _INTEGERS.get(node.form or "int64", 2**63)
    limits = f"it must be between {-bound} and {bound - 1}"
    return _schema(path, f"{name} {shown(value)} is out of range", note=limits)


def unknown(known: Collection[str], key: Any, path: Pointer, present: Collection[Any]) -> Violation:
    """A field that the schema does not know; ``present`` are all the keys that stand beside it."""
    text = key if isinstance(key, str) else str(key)
    close = near_names(text, known)
    near = tuple(name for name in close if name not in present)
    where = f"in {called(path)}" if path else "in this kind"
    headline = f"unknown field {shown(text)} {where}"
    if close and not near:
        help_ = f"remove it: {close[0]} is set already"
    else:
        help_ = choice(near, known, "fields")
    return Violation((*path, key), True, "unknown", headline, "", help_, near)


def missing(key: str, path: Pointer, obj: Any) -> Violation:
    """A field that must be there and is not; the mapping that lacks it is at fault."""
    owner = owner_of(path, obj)
    return Violation(path, True, "schema", f"{owner} has no {key}", help=f"add {key}")


def too_many(count: int, limit: int, path: Pointer) -> Violation:
    """More entries than the schema allows."""
    entries = amount_of(count, "entry", "entries")
    return _schema(path, f"{called(path)} has {entries}, the limit is {limit}")


def too_few(count: int, least: int, path: Pointer) -> Violation:
    """Fewer entries than the schema asks for."""
    has = amount_of(count, "entry", "entries") if count else "no entries"
    return _schema(path, f"{called(path)} has {has}, it needs at least {least}")


def not_text_key(key: object, path: Pointer) -> Violation:
    """A key that JSON cannot have."""
    return Violation(
        (*path, key if isinstance(key, int) else str(key)),
        True,
        "schema",
        f"the key {shown(key)} of {called(path)} is not text",
        help="put it in quotes",
    )


def repeated_keys(node: Node, items: list[Any], path: Pointer) -> Iterator[Violation]:
    """Entries that share their key with an earlier one."""
    seen: dict[tuple[str, ...], int] = {}
    for at, item in enumerate(items):
        if not isinstance(item, dict) or any(name not in item for name in node.list_keys):
            continue
        key = tuple(repr(item[name]) for name in node.list_keys)
        if key in seen:
            name = node.list_keys[0]
            headline = f"{called(path)} has two entries with {name} {shown(item[name])}"
            note = f"the other is entry {seen[key] + 1}"
            yield Violation((*path, at, name), False, "list", headline, note, "keep one of them")
        else:
            seen[key] = at


def repeated_items(items: list[Any], path: Pointer) -> Iterator[Violation]:
    """Entries that occur a second time in a list that is a set."""
    seen: dict[str, int] = {}
    for at, item in enumerate(items):
        key = repr(item)
        if key in seen:
            headline = f"{called(path)} lists {shown(item)} twice"
            note = f"the other is entry {seen[key] + 1}"
            yield Violation((*path, at), False, "list", headline, note, "keep one of them")
        else:
            seen[key] = at


def _schema(
    path: Pointer, headline: str, note: str = "", help_: str = "", near: tuple[str, ...] = ()
) -> Violation:
    return Violation(path, False, "schema", headline, note, help_, near)
