"""The tables that text and Markdown both show: their heads, and the cells of each row."""

from collections.abc import Iterator
from typing import NamedTuple

from kuota.capacity.amounts import Amounts
from kuota.capacity.engine import ClusterCapacity
from kuota.capacity.slots import Slots
from kuota.capacity.verdict import Verdict
from kuota.report.capacity.wording import (
    amount,
    largest,
    lenders,
    level,
    pod,
    proof,
    with_nodes_down,
)

Row = tuple[str, ...]

_AMOUNTS = ("team", "flavor", "resource", "nominal", "guaranteed", "lendable", "reachable", "from")
_SLOTS = ("flavor", "each pod asks", "inside", "domains", "largest gang", "with nodes down")
_GANGS = ("gang", "expect", "verdict", "because")


class Table(NamedTuple):
    """One table; a row has a cell under each head."""

    heads: Row
    rows: tuple[Row, ...]


def tables(known: ClusterCapacity) -> Iterator[Table]:
    """The amounts of teams, the gangs that fit and the verdicts on gangs, as far as there are."""
    yield Table(_AMOUNTS, tuple(map(_amounts, known.amounts)))
    if known.slots:
        yield Table(_SLOTS, tuple(map(_slots, known.slots)))
    if known.verdicts:
        yield Table(_GANGS, tuple(map(_gang, known.verdicts)))


def _amounts(row: Amounts) -> Row:
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


def _slots(row: Slots) -> Row:
    return (
        row.flavor,
        pod(row),
        level(row),
        str(row.domains),
        largest(row.fits[0]),
        with_nodes_down(row),
    )


def _gang(verdict: Verdict) -> Row:
    gang = verdict.gang
    name = f"{verdict.team}/{gang.name}"
    return name, gang.expect.value, verdict.level.value, proof(verdict)
