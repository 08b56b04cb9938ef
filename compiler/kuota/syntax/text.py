"""Text, numbers and flags as the models read them from scalars."""

import re
from typing import Annotated, Final

from kuota.diag.shown import shown
from kuota.source.scalars import other_reading
from kuota.syntax.noticed import notice
from kuota.syntax.plain import NULL, Plain
from kuota.syntax.reads import Reads
from kuota.syntax.refusal import refuse

TEXT_LIMIT: Final = 4096

_INTEGER = re.compile(r"[+-]?[0-9]+").fullmatch
_TRUE: Final = frozenset({"true", "True", "TRUE"})
_FALSE: Final = frozenset({"false", "False", "FALSE"})
_YES: Final = frozenset({"yes", "y", "on", "1"})
_NO: Final = frozenset({"no", "n", "off", "0"})


def what(value: object) -> str:
    """What ``value`` is, for a sentence such as "expected text, found a list"."""
    if value is NULL or value is None:
        return "nothing"
    if isinstance(value, dict):
        return "a mapping"
    if isinstance(value, (list, tuple)):
        return "a list"
    text = shown(str(value))
    return text if isinstance(value, Plain) or text.startswith('"') else f'"{text}"'


def read_text(value: object, *, empty: bool = False, measure: bool = False) -> str:
    """The text of a scalar, with or without quotes.

    ``measure`` says that the text spells a day, a duration or the like, so that nobody minds what
    other readers take it for.
    """
    if not isinstance(value, str):
        raise wrong_shape("text", value)
    if value.__class__ is Plain and not measure and other_reading(value):
        notice(value)
    if not value and not empty:
        raise refuse("no-value", "the value is empty", help="write a value or remove the key")
    if len(value) > TEXT_LIMIT:
        raise refuse(
            "too-long", f"the value has {len(value)} characters, at most {TEXT_LIMIT} are accepted"
        )
    return str(value)


def wrong_shape(expected: str, value: object) -> Exception:
    """The error for a value of another shape than its field has."""
    if value is NULL or value is None:
        return refuse(
            "no-value",
            f"no value where {expected} is expected",
            help="write a value or remove the key",
        )
    return refuse("wrong-type", f"expected {expected}, found {what(value)}")


def read_integer(value: object, low: int, high: int) -> int:
    """A decimal integer without quotes, from ``low`` to ``high``."""
    if isinstance(value, int) and not isinstance(value, bool):
        number = value
    elif isinstance(value, Plain) and _INTEGER(value) is not None and len(value) <= 20:
        number = int(value)
        if value.lstrip("+-") != str(abs(number)):
            raise refuse(
                "wrong-type",
                f"{value} begins with a zero, which some readers take for octal",
                help=f"write {number}",
                replacement=str(number),
            )
    else:
        raise _not_integer(value)
    if number < low or number > high:
        bound = f"at least {low}" if number < low else f"at most {high}"
        raise refuse("out-of-range", f"{number} is out of range, the value is {bound}")
    return number


def _not_integer(value: object) -> Exception:
    if isinstance(value, str) and not isinstance(value, Plain) and _INTEGER(value) is not None:
        return refuse(
            "wrong-type",
            f'expected a whole number, found the text "{value[:40]}"',
            help="remove the quotes",
            replacement=str(value),
        )
    return wrong_shape("a whole number", value)


def read_flag(value: object) -> bool:
    """``true`` or ``false``."""
    if isinstance(value, bool):
        return value
    if isinstance(value, Plain):
        if value in _TRUE:
            return True
        if value in _FALSE:
            return False
    if not isinstance(value, str):
        raise wrong_shape("true or false", value)
    lower = value.lower()
    meant = "true" if lower in _YES or lower == "true" else ""
    meant = "false" if lower in _NO or lower == "false" else meant
    raise refuse(
        "wrong-type",
        f"expected true or false, found {what(value)}",
        help=f"write {meant}" if meant else "",
        replacement=meant,
    )


def _count(value: object) -> int:
    return read_integer(value, 1, 100_000)


def _number(value: object) -> int:
    return read_integer(value, 0, 2**31 - 1)


def _priority(value: object) -> int:
    return read_integer(value, -(2**31), 2**31 - 1)


Text = Annotated[
    str,
    Reads(read_text, {"type": "string", "minLength": 1, "maxLength": TEXT_LIMIT}),
]
Flag = Annotated[bool, Reads(read_flag, {"type": "boolean"})]
Count = Annotated[
    int,
    Reads(_count, {"type": "integer", "minimum": 1, "maximum": 100_000}),
]
Number = Annotated[
    int,
    Reads(_number, {"type": "integer", "minimum": 0, "maximum": 2**31 - 1}),
]
Priority = Annotated[
    int,
    Reads(_priority, {"type": "integer", "minimum": -(2**31), "maximum": 2**31 - 1}),
]
