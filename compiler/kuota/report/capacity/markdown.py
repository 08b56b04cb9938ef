"""Markdown tables for a pull request or a step summary."""

from collections.abc import Iterator

from kuota.capacity.engine import Capacity, ClusterCapacity
from kuota.report.capacity.cells import Table, tables
from kuota.report.escape import markdown


def render(capacity: Capacity) -> str:
    """The tables of all clusters."""
    return "\n".join("".join(f"{line}\n" for line in _cluster(each)) for each in capacity.clusters)


def _cluster(known: ClusterCapacity) -> Iterator[str]:
    yield f"### Capacity of {markdown(known.cluster.name)}"
    for table in tables(known):
        yield ""
        yield from _lines(table)


def _lines(table: Table) -> Iterator[str]:
    yield f"| {' | '.join(table.heads)} |"
    yield f"|{' --- |' * len(table.heads)}"
    for row in table.rows:
        yield f"| {' | '.join(markdown(cell) for cell in row)} |"
