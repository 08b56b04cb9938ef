"""Columns for a terminal: the amounts of teams, the gangs that fit, the verdicts on gangs."""

from collections.abc import Iterator

from kuota.capacity.engine import Capacity, ClusterCapacity
from kuota.report.capacity.cells import Table, tables
from kuota.report.escape import visible

_NUMBERS = ("nominal", "guaranteed", "lendable", "domains")


def render(capacity: Capacity) -> str:
    """The tables of all clusters."""
    return "\n".join("".join(f"{line}\n" for line in _cluster(each)) for each in capacity.clusters)


def _cluster(known: ClusterCapacity) -> Iterator[str]:
    yield f"cluster {known.cluster.name}"
    for table in tables(known):
        yield ""
        yield from _lines(table)


def _lines(table: Table) -> Iterator[str]:
    """Rows under their heads; numbers stand to the right."""
    rows = [table.heads, *(tuple(map(visible, row)) for row in table.rows)]
    widths = [max(len(row[column]) for row in rows) for column in range(len(table.heads))]
    for row in rows:
        cells = (
            cell.rjust(width) if head in _NUMBERS else cell.ljust(width)
            for head, cell, width in zip(table.heads, row, widths, strict=True)
        )
        yield "  ".join(cells).rstrip()
