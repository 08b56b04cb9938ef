"""Markdown tables for a pull request or a step summary."""

from collections.abc import Iterable, Iterator, Sequence

from kuota.capacity.engine import Capacity, ClusterCapacity
from kuota.report.capacity.table import SLOTS, slots_row
from kuota.report.capacity.wording import amount, lenders, proof
from kuota.report.escape import markdown


def render(capacity: Capacity) -> str:
    """The tables of all clusters."""
    return "\n".join("".join(f"{line}\n" for line in _cluster(each)) for each in capacity.clusters)


def _cluster(known: ClusterCapacity) -> Iterator[str]:
    yield f"### Capacity of {markdown(known.cluster.name)}"
    yield ""
    yield from _table(
        ("team", "flavor", "resource", "nominal", "guaranteed", "lendable", "reachable", "from"),
        (
            (
                row.team,
                row.flavor,
                row.resource,
                amount(row, row.nominal),
                amount(row, row.guaranteed.units),
                amount(row, row.lendable),
                row.reachable.sum_text(),
                lenders(row),
            )
            for row in known.amounts
        ),
    )
    if known.slots:
        yield ""
        yield from _table(SLOTS, map(slots_row, known.slots))
    if known.verdicts:
        yield ""
        yield from _table(
            ("gang", "expect", "verdict", "because"),
            (
                (f"{v.team}/{v.gang.name}", v.gang.expect.value, v.level.value, proof(v))
                for v in known.verdicts
            ),
        )


def _table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> Iterator[str]:
    yield f"| {' | '.join(heads)} |"
    yield f"|{' --- |' * len(heads)}"
    for row in rows:
        yield f"| {' | '.join(markdown(cell) for cell in row)} |"
