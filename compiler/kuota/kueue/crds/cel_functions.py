"""Functions that Kubernetes adds to CEL, for the engine of the extra ``cel``.

A quantity is passed around as text: its value in nano-units. Equal quantities are equal texts.
Source: Kubernetes apiserver pkg/cel/library/quantity.go, regex.go, lists.go.
"""

import re
from collections.abc import Callable
from itertools import pairwise
from typing import Any

from kuota.quantity import parse_quantity

_NANO = 10**9


def extension(cel: Any) -> Any:
    """The functions as one extension of the engine, whose module is ``cel``."""
    kinds = cel.Type
    declared: list[Any] = []

    def add(name: str, result: Any, count: int, member: bool, function: Callable[..., Any]) -> None:
        overload = cel.Overload(
            id=f"kuota_{name}_{count}",
            return_type=result,
            parameters=[kinds.DYN] * count,
            is_member=member,
            impl=function,
        )
        declared.append(cel.FunctionDecl(name, [overload]))

    add("quantity", kinds.DYN, 1, False, _quantity)
    add("isQuantity", kinds.BOOL, 1, False, _is_quantity)
    add("isInteger", kinds.BOOL, 1, True, lambda a: int(a) % _NANO == 0)
    add("asInteger", kinds.INT, 1, True, _as_integer)
    add("asApproximateFloat", kinds.DOUBLE, 1, True, lambda a: int(a) / _NANO)
    add("sign", kinds.INT, 1, True, lambda a: (int(a) > 0) - (int(a) < 0))
    add("add", kinds.DYN, 2, True, lambda a, b: str(int(a) + _nanos(b)))
    add("sub", kinds.DYN, 2, True, lambda a, b: str(int(a) - _nanos(b)))
    add("isLessThan", kinds.BOOL, 2, True, lambda a, b: int(a) < int(b))
    add("isGreaterThan", kinds.BOOL, 2, True, lambda a, b: int(a) > int(b))
    add("compareTo", kinds.INT, 2, True, lambda a, b: (int(a) > int(b)) - (int(a) < int(b)))
    add("find", kinds.STRING, 2, True, _find)
    add("findAll", kinds.DYN, 2, True, lambda a, b: [m.group() for m in re.finditer(b, a)])
    add(
        "isSorted",
        kinds.BOOL,
        1,
        True,
        lambda a: all(x <= y for x, y in pairwise(a)),
    )
    add("sum", kinds.DYN, 1, True, sum)
    add("min", kinds.DYN, 1, True, min)
    add("max", kinds.DYN, 1, True, max)
    return cel.CelExtension("kuota.kubernetes", declared)


def _quantity(text: str) -> str:
    quantity = parse_quantity(text)
    if quantity is None:
        raise ValueError(f"{text} is not a quantity")
    return str(quantity.nanos)


def _is_quantity(text: Any) -> bool:
    return isinstance(text, str) and parse_quantity(text) is not None


def _as_integer(nanos: str) -> int:
    whole, rest = divmod(int(nanos), _NANO)
    if rest:
        raise ValueError("the quantity is not whole")
    return whole


def _nanos(operand: str | int) -> int:
    """The second operand of a sum: a quantity, or a whole number of units."""
    return operand * _NANO if isinstance(operand, int) else int(operand)


def _find(text: str, pattern: str) -> str:
    match = re.search(pattern, text)
    return match.group() if match else ""
