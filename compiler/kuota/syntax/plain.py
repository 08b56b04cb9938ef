"""Plain Python values of a YAML tree, for the models: text, dicts and lists, nothing guessed.

A scalar stays text until the field that reads it says what it is, so that a team called ``no``,
``1e3`` or ``2024-01-01`` keeps its name and a number in quotes is not a number.
"""

from typing import Final


class Plain(str):
    """Text that stood in the file without quotes, and so may be read as a number or a flag."""

    __slots__ = ()


class Null:
    """What a key without a value has. No field takes it silently."""

    __slots__ = ()

    def __repr__(self) -> str:
        return "null"


NULL: Final = Null()

NULL_WORDS: Final = frozenset({"", "~", "null", "Null", "NULL"})
"""The plain scalars that every YAML reader takes for null."""
