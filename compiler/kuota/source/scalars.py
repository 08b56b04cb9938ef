"""What a scalar without quotes is, to the readers that may meet it.

kuota's own formats read text, numbers and flags where a field is one (YAML 1.2 core spelling).
YAML 1.1 readers and Kubernetes' reader decide by the text alone, and not alike: ``no`` is a flag to
both, ``1e3`` text to the first and the number 1000 to the second.

Source: yaml.org/type (1.1); yaml.org/spec/1.2.2 section 10.3; go.yaml.in/yaml/v2 resolve.go as
used by sigs.k8s.io/yaml v1.6.
"""

import re
from datetime import date
from functools import lru_cache
from typing import Final

NULL_WORDS: Final = frozenset({"", "~", "null", "Null", "NULL"})
"""The plain scalars that every reader takes for null."""

_TRUE: Final = frozenset(["y", "Y", "yes", "Yes", "YES", "true", "True", "TRUE", "on", "On", "ON"])
_FALSE: Final = frozenset(
    ["n", "N", "no", "No", "NO", "false", "False", "FALSE", "off", "Off", "OFF"]
)
_WORDS: Final = frozenset(["y", "n", "yes", "no", "on", "off", "true", "false", "null"])
_SPECIAL_FLOATS: Final = {
    **dict.fromkeys((".nan", ".NaN", ".NAN"), "nan"),
    **dict.fromkeys((".inf", ".Inf", ".INF", "+.inf", "+.Inf", "+.INF"), "inf"),
    **dict.fromkeys(("-.inf", "-.Inf", "-.INF"), "-inf"),
}

_FIRST: Final = frozenset("0123456789+-.~=<")
_NUMBER_1_1 = re.compile(
    r"[-+]?(?:0b[01_]+|0x[0-9a-fA-F_]+|[0-9][0-9_]*(?::[0-5]?[0-9])*(?:\.[0-9_]*)?"
    r"(?:[eE][-+]?[0-9]+)?|\.[0-9][0-9_]*(?:[eE][-+]?[0-9]+)?)"
).fullmatch
_NUMBER_1_2 = re.compile(
    r"0o[0-7]+|0x[0-9a-fA-F]+|[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?"
).fullmatch
_DATE = re.compile(r"[0-9]{4}-[0-9]{1,2}-[0-9]{1,2}(?:(?:[Tt]|[ \t]+)[0-9:.+\-Zz \t]+)?").fullmatch
_GO_INTEGER = re.compile(
    r"([-+]?)(?:0[xX]([0-9a-fA-F]+)|0[oO]([0-7]+)|0[bB]([01]+)|0([0-7]+)|([1-9][0-9]*|0))"
).fullmatch
_GO_FLOAT = re.compile(r"[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?").fullmatch
_LONGEST: Final = 400
"""Units: characters; a longer number is beyond any float and stays text here."""


@lru_cache(maxsize=1 << 13)
def other_reading(text: str) -> str:
    """What some reader takes the plain scalar ``text`` for when it is not text; else empty."""
    if not text or text in NULL_WORDS:
        return "null"
    if text[0] not in _FIRST:
        lower = text.lower()
        if lower not in _WORDS:
            return ""
        return lower if lower in ("true", "false", "null") else _flag(lower)
    if text in ("=", "<<"):
        return "a special key"
    if text in _SPECIAL_FLOATS:
        return "a number"
    if _DATE(text):
        return "a date"
    if _NUMBER_1_1(text) or _NUMBER_1_2(text):
        return "a number"
    return "a number" if not isinstance(kubernetes_value(text), str) else ""


def _flag(lower: str) -> str:
    return "true" if lower in _TRUE else "false"


def kubernetes_value(text: str) -> object:
    """The JSON value that Kubernetes' own reader makes of the plain scalar ``text``.

    A number without a fraction is an int, whatever its spelling, as it is in the JSON that is sent.
    """
    if not text or text in NULL_WORDS:
        return None
    first = text[0]
    if first.isalpha():
        if text in _TRUE:
            return True
        return False if text in _FALSE else text
    if first == "." or text in _SPECIAL_FLOATS:
        return _point(text)
    if first not in "0123456789+-" or len(text) > _LONGEST or not text.isascii():
        return text
    if _is_timestamp(text):
        return text
    digits = text.replace("_", "")
    match = _GO_INTEGER(digits)
    if match is not None:
        number = _go_integer(match)
        if -(2**63) <= number < 2**64:
            return number
    return _float(digits) if _GO_FLOAT(digits) else text


def _point(text: str) -> object:
    if text in _SPECIAL_FLOATS:
        return float(_SPECIAL_FLOATS[text])
    return _float(text) if _GO_FLOAT(text) and len(text) <= _LONGEST else text


def _go_integer(match: re.Match[str]) -> int:
    sign, hexadecimal, octal, binary, old_octal, decimal = match.groups()
    if hexadecimal:
        number = int(hexadecimal, 16)
    elif octal or old_octal:
        number = int(octal or old_octal, 8)
    else:
        number = int(binary, 2) if binary else int(decimal)
    return -number if sign == "-" else number


def _float(text: str) -> object:
    """A float, or the int that JSON prints for it; text where it is beyond any float."""
    number = float(text)
    if number in (float("inf"), float("-inf")):
        return text
    return int(number) if number.is_integer() and abs(number) < 1e21 else number


def _is_timestamp(text: str) -> bool:
    """Whether it has the form of a date, which Kubernetes' reader leaves as text."""
    match = re.match(r"([0-9]{4})-([0-9]{1,2})-([0-9]{1,2})", text)
    if match is None or _DATE(text) is None:
        return False
    try:
        date(int(match[1]), int(match[2]), int(match[3]))
    except ValueError:
        return False
    return True
