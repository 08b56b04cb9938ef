"""Plain Python values of a YAML tree, for the models: text, dicts and lists, nothing guessed.

A scalar stays text until the field that reads it says what it is, so that a team called ``no``,
``1e3`` or ``2024-01-01`` keeps its name and a number in quotes is not a number.
"""

from functools import lru_cache
from typing import Final

from kuota.source.node import Mapping, Node, Scalar
from kuota.source.scalars import NULL_WORDS, other_reading


class Plain(str):
    """Text that stood in the file without quotes, and so may be read as a number or a flag."""

    __slots__ = ()


class Null:
    """What a key without a value has. No field takes it silently."""

    __slots__ = ()

    def __repr__(self) -> str:
        return "null"


NULL: Final = Null()


def plain_value(node: Node) -> object:
    """``node`` as text, dict and list."""
    if isinstance(node, Scalar):
        if node.style != "plain":
            return node.text
        return NULL if node.text in NULL_WORDS else Plain(node.text)
    if isinstance(node, Mapping):
        return {
            (_plain_key(key) if entry.key.style == "plain" else key): plain_value(entry.value)
            for key, entry in node.entries.items()
        }
    return [plain_value(item) for item in node.items]


@lru_cache(maxsize=1 << 13)
def _plain_key(key: str) -> str:
    """A key without quotes; few of them are anything but text to any reader."""
    return Plain(key) if other_reading(key) else key
