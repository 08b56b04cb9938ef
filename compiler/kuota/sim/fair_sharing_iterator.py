"""The order in which a cycle processes its entries under fair sharing: a tournament each time.

Source: Kueue pkg/scheduler/fair_sharing_iterator.go, v0.19.2.
"""

from collections.abc import Iterable

from kuota.sim.cluster_queue import ClusterQueue
from kuota.sim.cohort import Cohort
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

    The entry yielded before may have changed shares in its tree, and only above its own queue.
    ``contenders`` holds, by cohort, the queues with an entry below it, as children or deeper.
    """

    __slots__ = ("contenders", "entries", "last", "remaining", "settings", "shares", "usages")

    def __init__(self, entries: list[Entry], settings: Settings) -> None:
        self.settings = settings
        self.remaining = [entry.cluster_queue for entry in reversed(entries)]
        self.entries: dict[ClusterQueue, Entry] = {entry.cluster_queue: entry for entry in entries}
        self.shares: dict[tuple[Cohort, ClusterQueue], DominantResourceShare] = {}
        self.usages: dict[ClusterQueue, QuotaUsage] = {}
        self.last: dict[Cohort, ClusterQueue] = {}
        self.contenders: dict[Cohort, dict[ClusterQueue, None]] = {}
        for queue in self.entries:
            for ancestor in queue.path_parent_to_root():
                self.contenders.setdefault(ancestor, {})[queue] = None

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
        for contender in self._affected(root):
            self._compute_shares(contender)
        winner = self._run_tournament(root)
        for ancestor in winner.path_parent_to_root():
            del self.contenders[ancestor][winner]
        self.last[root] = winner
        return self.entries.pop(winner)

    def _affected(self, root: Cohort) -> Iterable[ClusterQueue]:
        """The contenders of a tree whose shares may have changed: all at first.

        Later those that have a cohort below the root in common with the last winner.
        """
        last = self.last.get(root)
        if last is None:
            return self.contenders[root]
        topmost: Cohort | None = None
        for ancestor in last.path_parent_to_root():
            if ancestor is not root:
                topmost = ancestor
        return () if topmost is None else self.contenders[topmost]

    def _compute_shares(self, queue: ClusterQueue) -> None:
        """The share that each node above would have with the queue's entry admitted."""
        usage = self.entries[queue].usage().quota
        self.usages[queue] = usage
        cells = [(queue.pair_cell(pair), amount) for pair, amount in usage.items()]
        for cell, amount in cells:
            cell.add_usage(amount)
        share = dominant_resource_share(queue)
        for ancestor in queue.path_parent_to_root():
            self.shares[ancestor, queue] = share
            share = dominant_resource_share(ancestor)
        for cell, amount in cells:
            cell.take_back(amount)

    def _run_tournament(self, cohort: Cohort) -> ClusterQueue:
        """The queue whose entry wins in a cohort that has contenders."""
        candidates = [
            self._run_tournament(child)
            for child in cohort.child_cohorts
            if self.contenders.get(child)
        ]
        candidates.extend(queue for queue in self.contenders[cohort] if queue.parent is cohort)
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
