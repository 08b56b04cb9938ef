"""Kubernetes quantities, exact, and the integer amounts that Kueue computes with.

A ``Quantity`` is what stands in a file: ``"768Gi"``, ``"1500m"``, ``"1e3"``. An *amount* is the
plain int that quota arithmetic uses: milli-units for cpu, bytes for memory, a count for everything
else, with ``UNLIMITED`` standing for "no bound". No float is used anywhere.

Source: k8s.io/apimachinery/pkg/api/resource (quantity.go, suffix.go, amount.go);
Kueue pkg/resources/amount.go, v0.19.2.
"""

import re
from dataclasses import dataclass
from typing import Final, Literal

Format = Literal["DecimalSI", "BinarySI", "DecimalExponent"]

UNLIMITED: Final = 2**63 - 1
"""The amount that stands for "no bound"; a bounded amount never equals it."""

MIN_AMOUNT: Final = -(2**63)
"""What subtracting UNLIMITED from a bounded amount gives: less than any capacity."""

CPU: Final = "cpu"

_NANO = 10**9
_MAX_VALUE = 2**63 - 1
_MAX_DIGITS = 200
_GRAMMAR = re.compile(r"([+-]?)(\d*)(?:\.(\d*))?(?:([KMGTPE]i|[numkMGTPE])|[eE]([+-]?\d{1,10}))?")
_DECIMAL = {"n": -9, "u": -6, "m": -3, "": 0, "k": 3, "M": 6, "G": 9, "T": 12, "P": 15, "E": 18}
_BINARY = {"Ki": 1, "Mi": 2, "Gi": 3, "Ti": 4, "Pi": 5, "Ei": 6}
_DECIMAL_SUFFIX = {exponent: suffix for suffix, exponent in _DECIMAL.items()}
_BINARY_SUFFIX = {0: "", **{power: suffix for suffix, power in _BINARY.items()}}


@dataclass(frozen=True, slots=True)
class Quantity:
    """A Kubernetes quantity: its value and the family of suffixes it was written with.

    Units: ``nanos`` is the value times 10^9, already rounded up and capped as Kubernetes does.
    """

    nanos: int
    format: Format

    def __str__(self) -> str:
        """The canonical text, the one that the API server would return."""
        if self.format == "BinarySI" and abs(self.nanos) >= 1024 * _NANO and not self.nanos % _NANO:
            return _binary_text(self.nanos // _NANO)
        return _decimal_text(self.nanos, self.format == "DecimalExponent")

    def value(self) -> int:
        """Whole units, rounded away from zero."""
        return _divide_up(self.nanos, _NANO)

    def milli_value(self) -> int:
        """Thousandths, rounded away from zero."""
        return _divide_up(self.nanos, 10**6)

    def is_whole(self) -> bool:
        """Whether the value has no fraction."""
        return self.nanos % _NANO == 0


def parse_quantity(text: str) -> Quantity | None:
    """The quantity that ``text`` denotes, or None when it is not one.

    Finer than a nano is rounded up, more than 2^63-1 is capped, as Kubernetes does.
    """
    match = _GRAMMAR.fullmatch(text)
    if match is None or len(text) > _MAX_DIGITS or not text.isascii():
        return None
    sign, whole, fraction, suffix, exponent = match.groups()
    if not (whole or fraction):
        return None
    digits = int(whole + (fraction or "") or "0")
    scale = -len(fraction or "")
    form: Format = "DecimalSI"
    if exponent is not None:
        form, scale = "DecimalExponent", scale + int(exponent)
    elif suffix in _BINARY:
        form, digits = "BinarySI", digits * 1024 ** _BINARY[suffix]
    else:
        scale += _DECIMAL[suffix or ""]
    nanos = min(_scaled(digits, scale + 9), _MAX_VALUE * _NANO)
    return Quantity(-nanos if sign == "-" else nanos, form)


def amount(resource: str, quantity: Quantity) -> int:
    """The quota amount of ``quantity`` in the unit of ``resource``; UNLIMITED where it overflows.

    Source: Kueue pkg/resources/amount.go, AmountFromQuantity, v0.19.2.
    """
    value = quantity.milli_value() if resource == CPU else quantity.value()
    return UNLIMITED if value >= _amount_limit(resource) else value


def quantity_of(resource: str, amount: int) -> Quantity:
    """The quantity of an amount, for printing: memory in binary suffixes, all else in decimal ones.

    Memory that is no multiple of 1024 is decimal too, because its text would be read so.

    Source: Kueue pkg/resources/resource_formatter.go, v0.19.2.
    """
    bytewise = resource in ("memory", "ephemeral-storage") or resource.startswith("hugepages-")
    binary = bytewise and amount % 1024 == 0
    unit = 10**6 if resource == CPU else _NANO
    return Quantity(amount * unit, "BinarySI" if binary else "DecimalSI")


def format_amount(resource: str, amount: int) -> str:
    """An amount as a person reads it: ``12``, ``768Gi``, ``1500m`` or ``unlimited``."""
    return "unlimited" if amount >= UNLIMITED else str(quantity_of(resource, amount))


def add(a: int, b: int) -> int:
    """``a + b``, unlimited when either is, saturating otherwise."""
    if a >= UNLIMITED or b >= UNLIMITED:
        return UNLIMITED
    return max(MIN_AMOUNT, min(a + b, UNLIMITED))


def subtract(a: int, b: int) -> int:
    """``a - b``; unlimited less bounded stays unlimited, bounded less unlimited is MIN_AMOUNT."""
    if a >= UNLIMITED:
        return 0 if b >= UNLIMITED else UNLIMITED
    if b >= UNLIMITED:
        return MIN_AMOUNT
    return max(MIN_AMOUNT, min(a - b, UNLIMITED))


def _amount_limit(resource: str) -> int:
    """From this value on an amount is UNLIMITED."""
    return _MAX_VALUE // 1000 * 1000 if resource == CPU else _MAX_VALUE


def _scaled(digits: int, exponent: int) -> int:
    """``digits * 10**exponent`` rounded up, with the exponent bounded before a huge int arises."""
    if digits == 0:
        return 0
    if exponent >= 0:
        return digits * _power_of_ten(min(exponent, 60))
    return _divide_up(digits, _power_of_ten(min(-exponent, _MAX_DIGITS + 60)))


def _power_of_ten(exponent: int) -> int:
    return int("1" + "0" * exponent)


def _divide_up(number: int, divisor: int) -> int:
    """``number / divisor`` rounded away from zero."""
    return -(-number // divisor) if number >= 0 else number // divisor


def _binary_text(value: int) -> str:
    power = 0
    while value % 1024 == 0 and power < 6:
        value //= 1024
        power += 1
    return f"{value}{_BINARY_SUFFIX[power]}"


def _decimal_text(nanos: int, exponent_form: bool) -> str:
    if nanos == 0:
        return "0"
    exponent = -9
    while nanos % 1000 == 0 and exponent < 18:
        nanos //= 1000
        exponent += 3
    if not exponent_form:
        return f"{nanos}{_DECIMAL_SUFFIX[exponent]}"
    return f"{nanos}e{exponent}" if exponent else str(nanos)
