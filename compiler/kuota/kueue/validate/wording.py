"""How values and places of an object are named in messages."""

from typing import Any, Final

from kuota.kueue.violation import Pointer

_LONGEST = 60

TYPES: Final = {
    "object": "a mapping",
    "array": "a list",
    "string": "text",
    "integer": "a whole number",
    "number": "a number",
    "boolean": "true or false",
    "quantity": "a quantity",
}
"""What a type of the schema is called."""


def shown(value: object) -> str:
    """A value as a person would point at it: text in quotes, a collection by its kind."""
    if isinstance(value, str):
        return f'"{plain(value)}"'
    if isinstance(value, bool):
        return "true" if value else "false"
    if value is None:
        return "null"
    if isinstance(value, dict):
        return "a mapping" if value else "an empty mapping"
    if isinstance(value, list):
        return "a list" if value else "an empty list"
    return plain(value)


def plain(value: object) -> str:
    """A name or quantity as it is, on one line and of bounded length."""
    text = str(value)
    text = text if len(text) <= _LONGEST else text[:_LONGEST] + "..."
    return "".join(c if c.isprintable() else "\N{REPLACEMENT CHARACTER}" for c in text)


def called(pointer: Pointer) -> str:
    """What the part at ``pointer`` is called: a field by its name, an item by list and position."""
    if not pointer:
        return "the object"
    last = pointer[-1]
    if isinstance(last, str):
        return shown(last) if not last or " " in last else plain(last)
    owner = next((step for step in reversed(pointer) if isinstance(step, str)), "the list")
    return f"item {last + 1} of {owner}"


def owner_of(pointer: Pointer, obj: Any) -> str:
    """What the mapping at ``pointer`` is called, by its own name where it has one."""
    if not pointer:
        return f"the {plain(obj.get('kind', 'object'))}"
    value = obj
    for step in pointer:
        value = value[step]
    name = value.get("name") if isinstance(value, dict) else None
    if isinstance(name, str) and isinstance(pointer[-1], int):
        return f"{called(pointer)} ({shown(name)})"
    return called(pointer)


def amount_of(count: int, singular: str, plural: str = "") -> str:
    """``1 item``, ``3 items``, ``2 entries``."""
    return f"{count} {singular if count == 1 else plural or singular + 's'}"
