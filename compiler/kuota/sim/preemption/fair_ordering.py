"""From which ClusterQueue the next victim comes under fair sharing.

Source: Kueue pkg/scheduler/preemption/fairsharing (ordering.go, target.go,
least_common_ancestor.go), v0.19.2.
"""

from kuota.sim.cluster_queue import ClusterQueue
from kuota.sim.cohort import Cohort, QuotaNode
from kuota.sim.fair_sharing import (
    NEGATIVE,
    DominantResourceShare,
    compare,
    dominant_resource_share,
)
from kuota.sim.model import (
    WorkloadInfo,
)
from kuota.sim.preemption.common import candidates_ordering


class ClusterQueueOrdering:
    """Walks from the root to the child with the greatest share, again and again.

    Nodes that cannot yield another victim are pruned; the walk ends when the root is.
    """

    __slots__ = ("ancestors", "candidates", "now", "preemptor", "pruned")

    def __init__(self, preemptor: ClusterQueue, candidates: list[WorkloadInfo], now: int) -> None:
        self.preemptor = preemptor
        self.now = now
        self.ancestors = list(preemptor.path_parent_to_root())
        self.pruned: set[QuotaNode] = set()
        self.candidates: dict[str, list[WorkloadInfo]] = {}
        for info in reversed(candidates):
            self.candidates.setdefault(info.cluster_queue, []).append(info)

    def next(self) -> "TargetClusterQueue | None":
        """The queue to take from now; its first candidate must be popped, or the queue dropped."""
        if not self.ancestors:
            if self.preemptor in self.pruned or not self.has_workload(self.preemptor):
                return None
            return TargetClusterQueue(self, self.preemptor)
        root = self.ancestors[-1]
        while root not in self.pruned:
            found = self._descend(root)
            if found is not None:
                return found
        return None

    def drop_queue(self, target: "TargetClusterQueue") -> None:
        """Take no more from this queue."""
        self.pruned.add(target.cluster_queue)

    def has_workload(self, queue: ClusterQueue) -> bool:
        """Whether the queue has candidates left."""
        return bool(self.candidates.get(queue.name))

    def _descend(self, cohort: Cohort) -> "TargetClusterQueue | None":
        """The target below a cohort; None when this walk only pruned something."""
        queue, queue_share = self._highest_queue(cohort)
        child, child_share = self._highest_cohort(cohort)
        if queue is None and child is None:
            self.pruned.add(cohort)
            return None
        if child is not None and compare(child_share, queue_share) >= 0:
            return self._descend(child)
        assert queue is not None
        return TargetClusterQueue(self, queue)

    def _highest_queue(self, cohort: Cohort) -> tuple[ClusterQueue | None, DominantResourceShare]:
        highest: ClusterQueue | None = None
        highest_share = NEGATIVE
        for queue in cohort.child_cluster_queues:
            if queue in self.pruned:
                continue
            share = dominant_resource_share(queue)
            if (not share.borrowing and queue is not self.preemptor) or not self.has_workload(
                queue
            ):
                self.pruned.add(queue)
                continue
            order = compare(share, highest_share)
            if order > 0:
                highest, highest_share = queue, share
            elif order == 0 and highest is not None and self._comes_before(queue, highest):
                highest = queue
        return highest, highest_share

    def _highest_cohort(self, cohort: Cohort) -> tuple[Cohort | None, DominantResourceShare]:
        highest: Cohort | None = None
        highest_share = NEGATIVE
        for child in cohort.child_cohorts:
            if child in self.pruned:
                continue
            share = dominant_resource_share(child)
            if not share.borrowing and child not in self.ancestors:
                self.pruned.add(child)
            elif compare(share, highest_share) >= 0:
                highest, highest_share = child, share
        return highest, highest_share

    def _comes_before(self, queue: ClusterQueue, other: ClusterQueue) -> bool:
        one, two = self.candidates[queue.name][-1], self.candidates[other.name][-1]
        name = self.preemptor.name
        return candidates_ordering(one, name, self.now) < candidates_ordering(two, name, self.now)


class TargetClusterQueue:
    """A queue that yields victims, in order."""

    __slots__ = ("cluster_queue", "ordering")

    def __init__(self, ordering: ClusterQueueOrdering, cluster_queue: ClusterQueue) -> None:
        self.ordering = ordering
        self.cluster_queue = cluster_queue

    def is_preemptors_own(self) -> bool:
        """Whether it is the preemptor's queue, so that only priority counts."""
        return self.cluster_queue is self.ordering.preemptor

    def pop_workload(self) -> WorkloadInfo:
        """The next candidate."""
        return self.ordering.candidates[self.cluster_queue.name].pop()

    def has_workload(self) -> bool:
        """Whether there is a next candidate."""
        return self.ordering.has_workload(self.cluster_queue)

    def compute_shares(self) -> tuple[DominantResourceShare, DominantResourceShare]:
        """Shares of preemptor and target, just below where their paths to the root meet."""
        meeting = self._lowest_common_ancestor()
        return (
            dominant_resource_share(_just_below(self.ordering.preemptor, meeting)),
            dominant_resource_share(_just_below(self.cluster_queue, meeting)),
        )

    def compute_target_share_after_removal(self, info: WorkloadInfo) -> DominantResourceShare:
        """The target's share at the same place without the candidate."""
        self.cluster_queue.remove_usage(info.usage)
        share = dominant_resource_share(
            _just_below(self.cluster_queue, self._lowest_common_ancestor())
        )
        self.cluster_queue.add_usage(info.usage)
        return share

    def _lowest_common_ancestor(self) -> Cohort:
        ancestors = self.ordering.ancestors
        return next(node for node in self.cluster_queue.path_parent_to_root() if node in ancestors)


def _just_below(queue: ClusterQueue, ancestor: Cohort) -> QuotaNode:
    """The child of ``ancestor`` on the path from the queue to it."""
    node: QuotaNode = queue
    while node.parent is not None and node.parent is not ancestor:
        node = node.parent
    return node
