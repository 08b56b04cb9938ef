"""Quantities, durations, days and shares as the models read them from scalars."""

import re
from datetime import date
from functools import lru_cache
from typing import Annotated, Final

from kuota.quantity import Quantity, parse_quantity
from kuota.syntax.plain import Plain
from kuota.syntax.reads import Reads
from kuota.syntax.refusal import refuse
from kuota.syntax.text import read_text, what, wrong_shape

LARGEST: Final = 2**63 - 1

_SUFFIXES: Final = {
    "b": "",
    "kb": "k",
    "mb": "M",
    "gb": "G",
    "tb": "T",
    "pb": "P",
    "kib": "Ki",
    "mib": "Mi",
    "gib": "Gi",
    "tib": "Ti",
    "pib": "Pi",
    "ki": "Ki",
    "mi": "Mi",
    "gi": "Gi",
    "ti": "Ti",
    "pi": "Pi",
    "g": "G",
    "t": "T",
    "p": "P",
}
_SPLIT = re.compile(r"\s*([+-]?[0-9][0-9,_]*(?:\.[0-9]*)?)\s*([A-Za-z]*)\s*").fullmatch
_DURATION = re.compile(r"(?:[0-9]{1,9}[hms])+").fullmatch
_DAY = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}").fullmatch
_PERCENT = re.compile(r"([0-9]{1,3})(?:\.([0-9]))?%").fullmatch
_SECONDS: Final = {"h": 3600, "m": 60, "s": 1}

cached_quantity = lru_cache(maxsize=4096)(parse_quantity)


def read_quantity(value: object) -> Quantity:
    """A Kubernetes quantity that is not negative, with or without quotes."""
    if isinstance(value, int) and not isinstance(value, bool):
        value = str(value)
    if not isinstance(value, str):
        raise wrong_shape("a quantity", value)
    quantity = cached_quantity(str(value))
    if value[:1] == "0" and value[1:2].isdigit() and isinstance(value, Plain):
        bare = value.lstrip("0") or "0"
        raise refuse(
            "invalid-quantity",
            f"{what(value)} begins with a zero, which Kubernetes takes for octal",
            help=f"write {bare}",
            replacement=bare,
        )
    if quantity is None:
        raise _not_a_quantity(value)
    if quantity.nanos < 0:
        raise refuse(
            "negative-quantity",
            f"{what(value)} is negative",
            help="write 0 or more",
        )
    if quantity.nanos >= LARGEST * 10**9:
        raise refuse(
            "quantity-too-large",
            f"{what(value)} is more than a Kubernetes quantity can hold",
            note=f"the largest value is {LARGEST}; Kueue reads it as no limit",
            help="write the amount that is meant, or leave the limit out",
        )
    return quantity


def _not_a_quantity(value: str) -> Exception:
    meant = nearest_quantity(value)
    return refuse(
        "invalid-quantity",
        f"{what(value)} is not a quantity" if value else "the quantity is empty",
        note="a quantity is a number with one of the suffixes m k M G T P E Ki Mi Gi Ti Pi Ei",
        help=f"did you mean {meant}?" if meant else "",
        replacement=meant,
    )


def nearest_quantity(text: str) -> str:
    """The quantity that ``12Gb``, ``12 Gi`` or ``1_000`` most likely means; empty if none."""
    match = _SPLIT(text[:80])
    if match is None:
        return ""
    digits = match[1].replace(",", "").replace("_", "")
    suffix = match[2] if match[2] in {"m", "k", "M", "G", "T", "P", "E"} else None
    if suffix is None:
        suffix = _SUFFIXES.get(match[2].lower()) if match[2] else ""
    meant = "" if suffix is None else digits + suffix
    return meant if parse_quantity(meant) is not None else ""


def read_duration(value: object) -> int:
    """A duration such as ``168h`` or ``1h30m``. Units: whole seconds."""
    text = read_text(value, measure=True)
    if text == "0":
        return 0
    if _DURATION(text) is None or len(text) > 40:
        raise refuse(
            "invalid-duration",
            f"{what(value)} is not a duration",
            note="a duration is whole hours, minutes and seconds, as in 30s, 10m or 168h",
        )
    return sum(
        int(number) * _SECONDS[unit] for number, unit in re.findall(r"([0-9]+)([hms])", text)
    )


def read_day(value: object) -> date:
    """A day such as ``2026-12-31``."""
    if isinstance(value, date):
        return value
    text = read_text(value, measure=True)
    if _DAY(text) is not None:
        try:
            return date.fromisoformat(text)
        except ValueError:
            pass
    raise refuse(
        "invalid-date",
        f"{what(value)} is not a day of the calendar",
        note="a day is year, month and day, as in 2026-12-31",
    )


def read_share(value: object) -> int:
    """A percentage such as ``50%`` or ``12.5%``. Units: per mille."""
    text = read_text(value, measure=True)
    match = _PERCENT(text)
    share = -1 if match is None else int(match[1]) * 10 + int(match[2] or 0)
    if not 0 <= share <= 1000:
        meant = f"{text}%" if text.isdecimal() and len(text) <= 3 and int(text) <= 100 else ""
        raise refuse(
            "invalid-share",
            f"{what(value)} is not a percentage from 0% to 100%",
            note="at most one digit after the point",
            help=f"write {meant}" if meant else "",
            replacement=meant,
        )
    return share


_QUANTITY_PATTERN: Final = (
    r"^\+?([0-9]+\.?[0-9]*|\.[0-9]+)([KMGTPE]i|[numkMGTPE]|[eE][+-]?[0-9]{1,10})?$"
)

QuantityValue = Annotated[
    Quantity,
    Reads(
        read_quantity,
        {
            "description": "A Kubernetes quantity: 12, 1500m, 768Gi.",
            "anyOf": [
                {"type": "number", "minimum": 0},
                {"type": "string", "pattern": _QUANTITY_PATTERN},
            ],
        },
    ),
]
Duration = Annotated[
    int,
    Reads(
        read_duration,
        {
            "type": "string",
            "pattern": "^(0|([0-9]{1,9}[hms])+)$",
            "description": "Whole hours, minutes and seconds: 30s, 10m, 168h.",
        },
    ),
]
Day = Annotated[
    date,
    Reads(
        read_day,
        {
            "type": "string",
            "pattern": "^[0-9]{4}-[0-9]{2}-[0-9]{2}$",
            "description": "A day: 2026-12-31.",
        },
    ),
]
Share = Annotated[
    int,
    Reads(
        read_share,
        {
            "type": "string",
            "pattern": r"^([0-9]{1,2}(\.[0-9])?|100(\.0)?)%$",
            "description": "A percentage: 50%.",
        },
    ),
]
