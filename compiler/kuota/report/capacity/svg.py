"""Bars as an SVG image: what each team owns, is guaranteed and can reach of each resource."""

from collections.abc import Iterator

from kuota.capacity.amounts import Amounts
from kuota.capacity.engine import Capacity
from kuota.quantity import UNLIMITED
from kuota.report.capacity.tree import pairs
from kuota.report.capacity.wording import amount
from kuota.report.escape import xml_text

_WIDTH, _LEFT, _ROW, _HEAD = 720, 180, 26, 40
_BARS = _WIDTH - _LEFT - 130
_REACH, _NOMINAL, _SURE = "#d0d7de", "#6cb6ff", "#1f6feb"


def render(capacity: Capacity) -> str:
    """One image; a group of bars for each cluster, flavor and resource."""
    body: list[str] = []
    top = 10
    for known in capacity.clusters:
        for pair in pairs(known):
            rows = [row for row in known.amounts if (row.flavor, row.resource) == pair]
            title = f"{pair[1]} of {pair[0]} on {known.cluster.name}"
            body.append(_text(10, top + 18, title, "font-weight='bold'"))
            body.extend(_bars(rows, top + _HEAD))
            top += _HEAD + _ROW * len(rows) + 14
    body.extend(_legend(top))
    height = top + 30
    return (
        f"<svg xmlns='http://www.w3.org/2000/svg' width='{_WIDTH}' height='{height}' "
        f"viewBox='0 0 {_WIDTH} {height}' font-family='sans-serif' font-size='13' role='img'>\n"
        f"<title>Quota: guaranteed, nominal and reachable</title>\n"
        f"<rect width='100%' height='100%' fill='white'/>\n" + "\n".join(body) + "\n</svg>\n"
    )


def _bars(rows: list[Amounts], top: int) -> Iterator[str]:
    largest = max([1, *(r.reachable.total for r in rows if r.reachable.total < UNLIMITED)])
    for number, row in enumerate(rows):
        y = top + number * _ROW
        yield _text(10, y + 14, row.team)
        for units, color in (
            (row.reachable.total, _REACH),
            (row.nominal, _NOMINAL),
            (row.guaranteed.units, _SURE),
        ):
            width = _BARS * min(units, largest) // largest
            yield f"<rect x='{_LEFT}' y='{y}' width='{width}' height='18' fill='{color}'/>"
        parts = (row.guaranteed.units, row.nominal, row.reachable.total)
        label = " / ".join(amount(row, units) for units in parts)
        yield _text(_LEFT + _BARS + 8, y + 14, label)


def _legend(top: int) -> Iterator[str]:
    x = _LEFT
    for color, name in ((_SURE, "guaranteed"), (_NOMINAL, "nominal"), (_REACH, "reachable")):
        yield f"<rect x='{x}' y='{top}' width='14' height='14' fill='{color}'/>"
        yield _text(x + 20, top + 12, name)
        x += 120


def _text(x: int, y: int, text: str, more: str = "") -> str:
    space = f" {more}" if more else ""
    return f"<text x='{x}' y='{y}'{space}>{xml_text(text)}</text>"
