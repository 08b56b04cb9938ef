"""Columns for a terminal: the amounts of teams, the gangs that fit, the verdicts on gangs."""

from collections.abc import Iterable, Iterator, Sequence

from kuota.capacity.amounts import Amounts
from kuota.capacity.engine import Capacity, ClusterCapacity
from kuota.capacity.slots import Slots
from kuota.report.capacity.wording import (
    amount,
    largest,
    lenders,
    level,
    pod,
    proof,
    with_nodes_down,
)
from kuota.report.escape import visible

_AMOUNTS = ("team", "flavor", "resource", "nominal", "guaranteed", "lendable", "reachable", "from")
SLOTS = ("flavor", "each pod asks", "inside", "domains", "largest gang", "with nodes down")
_GANGS = ("gang", "expect", "verdict", "because")
_NUMBERS = ("nominal", "guaranteed", "lendable", "domains")


def render(capacity: Capacity) -> str:
    """The tables of all clusters."""
    return "\n".join("".join(f"{line}\n" for line in _cluster(each)) for each in capacity.clusters)


def _cluster(known: ClusterCapacity) -> Iterator[str]:
    yield f"cluster {known.cluster.name}"
    yield ""
    yield from _columns(_AMOUNTS, map(_row, known.amounts))
    if known.slots:
        yield ""
        yield from _columns(SLOTS, map(slots_row, known.slots))
    if known.verdicts:
        yield ""
        yield from _columns(
            _GANGS,
            (
                (f"{v.team}/{v.gang.name}", v.gang.expect.value, v.level.value, visible(proof(v)))
                for v in known.verdicts
            ),
        )


def _row(row: Amounts) -> tuple[str, ...]:
    return (
        row.team,
        row.flavor,
        row.resource,
        amount(row, row.nominal),
        amount(row, row.guaranteed.units),
        amount(row, row.lendable),
        row.reachable.sum_text(),
        lenders(row),
    )


def slots_row(row: Slots) -> tuple[str, ...]:
    """The cells under ``SLOTS``."""
    return (
        row.flavor,
        pod(row),
        level(row),
        str(row.domains),
        largest(row.fits[0]),
        with_nodes_down(row),
    )


def _columns(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> Iterator[str]:
    """Rows under their heads; numbers stand to the right."""
    table = [tuple(heads), *(tuple(row) for row in rows)]
    widths = [max(len(row[column]) for row in table) for column in range(len(heads))]
    for row in table:
        cells = (
            cell.rjust(width) if head in _NUMBERS else cell.ljust(width)
            for head, cell, width in zip(heads, row, widths, strict=True)
        )
        yield "  ".join(cells).rstrip()
