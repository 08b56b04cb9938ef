"""The order in which a cycle processes its entries when fair sharing is off.

Source: Kueue pkg/scheduler/scheduler.go, makeClassicalIterator, v0.19.2.
"""

from kuota.sim.entry import Entry
from kuota.sim.settings import (
    Settings,
)
from kuota.sim.workload_info import get_queue_order_timestamp

_Rank = tuple[bool, bool, int, int, int]


def classical_order(entries: list[Entry], settings: Settings) -> list[Entry]:
    """Reservations first, then by distance of borrowing, priority, and age."""
    if len(entries) < 2:
        return entries
    return sorted(entries, key=lambda entry: _rank(entry, settings))


def _rank(entry: Entry, settings: Settings) -> _Rank:
    workload = entry.info.obj
    features = settings.features
    return (
        workload.quota_reserved_at is None,
        features.prioritize_preemptor_workloads and not entry.is_preemptor,
        entry.assigned().borrowing,
        -workload.priority if features.priority_sorting_within_cohort else 0,
        get_queue_order_timestamp(workload, settings),
    )
