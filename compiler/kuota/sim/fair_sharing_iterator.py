"""The order in which a cycle processes its entries under fair sharing: a tournament each time.

Source: Kueue pkg/scheduler/fair_sharing_iterator.go, v0.19.2.
"""

from kuota.sim.cluster_queue import ClusterQueue
from kuota.sim.cohort import Cohort, QuotaNode
from kuota.sim.entry import Entry
from kuota.sim.fair_sharing import DominantResourceShare, compare, dominant_resource_share
from kuota.sim.model import (
    QuotaUsage,
)
from kuota.sim.settings import (
    Settings,
)
from kuota.sim.workload_info import get_queue_order_timestamp


class FairSharingIterator:
    """Yields the entries of a cycle, in each cohort tree the one first whose share stays lowest.

    Shares are taken anew for each entry, as the one before may have changed them.
    """

    __slots__ = ("entries", "remaining", "settings", "shares", "usages")

    def __init__(self, entries: list[Entry], settings: Settings) -> None:
        self.settings = settings
        self.remaining = [entry.cluster_queue for entry in reversed(entries)]
        self.entries: dict[ClusterQueue, Entry] = {entry.cluster_queue: entry for entry in entries}
        self.shares: dict[tuple[Cohort, ClusterQueue], DominantResourceShare] = {}
        self.usages: dict[ClusterQueue, QuotaUsage] = {}

    def pop(self) -> Entry | None:
        """The next entry, None when all have been processed."""
        while self.remaining and self.remaining[-1] not in self.entries:
            self.remaining.pop()
        if not self.remaining:
            return None
        queue = self.remaining[-1]
        if queue.parent is None:
            return self.entries.pop(queue)
        root = queue.parent.root()
        contenders = self._contenders(root)
        self._compute_shares(contenders)
        winner = self._run_tournament(root, contenders)
        return self.entries.pop(winner)

    def _contenders(self, root: Cohort) -> dict[QuotaNode, list[ClusterQueue]]:
        """By cohort, the queues with an entry below it, as children or deeper; roots included."""
        contenders: dict[QuotaNode, list[ClusterQueue]] = {}
        for queue in self.entries:
            if queue.parent is not None and queue.parent.root() is root:
                for ancestor in queue.path_parent_to_root():
                    contenders.setdefault(ancestor, []).append(queue)
        return contenders

    def _compute_shares(self, contenders: dict[QuotaNode, list[ClusterQueue]]) -> None:
        """The share that each node would have with the entry below it admitted."""
        self.shares.clear()
        self.usages.clear()
        queues = {queue: None for below in contenders.values() for queue in below}
        for queue in queues:
            usage = self.entries[queue].usage()
            self.usages[queue] = usage.quota
            queue.add_usage(usage)
            share = dominant_resource_share(queue)
            for ancestor in queue.path_parent_to_root():
                self.shares[ancestor, queue] = share
                share = dominant_resource_share(ancestor)
            queue.remove_usage(usage)

    def _run_tournament(
        self, cohort: Cohort, contenders: dict[QuotaNode, list[ClusterQueue]]
    ) -> ClusterQueue:
        """The queue whose entry wins in a cohort that has contenders."""
        candidates = [
            self._run_tournament(child, contenders)
            for child in cohort.child_cohorts
            if child in contenders
        ]
        candidates.extend(queue for queue in contenders[cohort] if queue.parent is cohort)
        best = candidates[0]
        for candidate in candidates[1:]:
            if self._less(candidate, best, cohort):
                best = candidate
        return best

    def _less(self, queue: ClusterQueue, other: ClusterQueue, parent: Cohort) -> bool:
        """Whether the entry of ``queue`` goes before that of ``other``."""
        features = self.settings.features
        entry, other_entry = self.entries[queue], self.entries[other]
        if (
            features.prioritize_preemptor_workloads
            and entry.is_preemptor != other_entry.is_preemptor
        ):
            return entry.is_preemptor
        share, other_share = self.shares[parent, queue], self.shares[parent, other]
        if features.fair_sharing_prioritize_non_borrowing:
            borrows = share.is_borrowing_on(self.usages[queue])
            if borrows != other_share.is_borrowing_on(self.usages[other]):
                return not borrows
        order = compare(share, other_share)
        if order != 0:
            return order < 0
        workload, other_workload = entry.info.obj, other_entry.info.obj
        if features.priority_sorting_within_cohort and workload.priority != other_workload.priority:
            return workload.priority > other_workload.priority
        return get_queue_order_timestamp(workload, self.settings) < get_queue_order_timestamp(
            other_workload, self.settings
        )
