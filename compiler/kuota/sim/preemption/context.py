"""The question of a preemption: who wants what, and where."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from kuota.sim.model import (
    QuotaUsage,
    Usage,
    WorkloadInfo,
)
from kuota.sim.settings import (
    Settings,
)
from kuota.sim.tas.requests import (
    WorkloadTASRequests,
)

if TYPE_CHECKING:
    from kuota.sim.cluster_queue import ClusterQueue

ExcludedFromCycle = Callable[[str], bool]


class PreemptionContext:
    """One search for victims.

    ``pairs`` are those whose quota does not suffice; ``usage`` is all that the preemptor takes;
    ``excluded`` holds the keys of workloads that count as gone already.
    """

    __slots__ = (
        "cluster_queue",
        "excluded",
        "now",
        "pairs",
        "preemptor",
        "settings",
        "tas_requests",
        "usage",
    )

    def __init__(
        self,
        preemptor: WorkloadInfo,
        cluster_queue: "ClusterQueue",
        pairs: list[int],
        usage: Usage,
        tas_requests: WorkloadTASRequests,
        excluded: set[str],
        settings: Settings,
        now: int,
    ) -> None:
        self.preemptor = preemptor
        self.cluster_queue = cluster_queue
        self.pairs = pairs
        self.usage = usage
        self.tas_requests = tas_requests
        self.excluded = excluded
        self.settings = settings
        self.now = now

    def quota(self) -> QuotaUsage:
        """The quota that the preemptor takes, by pair."""
        return self.usage.quota

    def fits(self, allow_borrowing: bool) -> bool:
        """Whether the preemptor fits in the state at the moment, in quota and on the nodes.

        Source: Kueue pkg/scheduler/preemption/preemption.go, workloadFits, v0.19.2.
        """
        queue = self.cluster_queue
        for pair, amount in self.usage.quota.items():
            cell = queue.pair_cell(pair)
            if not allow_borrowing and cell.borrowing_with(amount):
                return False
            if amount > 0 and amount > cell.available():
                return False
        if self.tas_requests:
            result = queue.find_topology_assignments_for_workload(self.tas_requests, self.preemptor)
            for placed in result.values():
                if placed.failure is not None:
                    return False
        return True

    def under_nominal(self) -> bool:
        """Whether the preemptor's queue is below its own quota in all contested pairs."""
        queue = self.cluster_queue
        return all(queue.quota_for(pair).nominal > queue.usage_of(pair) for pair in self.pairs)

    def within_nominal(self) -> bool:
        """Whether the preemptor's queue does not exceed its own quota in any contested pair."""
        queue = self.cluster_queue
        return not any(queue.borrowing_with(pair, 0) for pair in self.pairs)
