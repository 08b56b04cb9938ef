"""All pending workloads: local queues, heads of a cycle, and requests for another try.

Source: Kueue pkg/cache/queue/manager.go, v0.19.2.
"""

from collections.abc import Iterable
from operator import attrgetter

from kuota.sim.cluster_queue import ClusterQueue
from kuota.sim.model import (
    FlavorResources,
    Workload,
    WorkloadInfo,
)
from kuota.sim.queues.pending import PendingQueue
from kuota.sim.settings import (
    Settings,
)
from kuota.sim.workload_info import new_info

_BY_INDEX = attrgetter("index")


class Head:
    """A workload whose turn it is; ``is_preemptor`` when it waits for its own preemptions."""

    __slots__ = ("cluster_queue", "info", "is_preemptor")

    def __init__(self, info: WorkloadInfo, cluster_queue: ClusterQueue, is_preemptor: bool) -> None:
        self.info = info
        self.cluster_queue = cluster_queue
        self.is_preemptor = is_preemptor


class Queues:
    """The queues of all ClusterQueues.

    ``queue_of_local`` is the ClusterQueue of each LocalQueue that is not stopped; ``retries`` the
    cohort trees (or lone queues) whose inadmissible workloads are to be tried again.
    """

    __slots__ = (
        "by_index",
        "cluster_queues",
        "flavor_resources",
        "queue_of_local",
        "ready",
        "retries",
        "settings",
        "strangers",
        "waiting",
    )

    def __init__(
        self,
        cluster_queues: dict[str, ClusterQueue],
        local_queues: dict[str, str],
        ready: dict[PendingQueue, None],
        settings: Settings,
        flavor_resources: FlavorResources,
    ) -> None:
        self.cluster_queues = cluster_queues
        self.queue_of_local = {
            key: cluster_queues[name]
            for key, name in local_queues.items()
            if name in cluster_queues
        }
        self.ready = ready
        self.settings = settings
        self.flavor_resources = flavor_resources
        self.retries: dict[str, None] = {}
        self.strangers: set[str] = set()
        """Workloads created later that have never queued: nobody is tried again as they go."""
        self.waiting: dict[str, dict[PendingQueue, None]] = {}
        self.by_index = list(cluster_queues.values())
        for queue in self.by_index:
            queue.pending.waiting = self.waiting.setdefault(queue.tree, {})

    def cluster_queue_of(self, workload: Workload) -> ClusterQueue | None:
        """The ClusterQueue that a workload queues in, None when a queue is missing or stopped."""
        return self.queue_of_local.get(workload.local_queue)

    def add_or_update_workload(self, workload: Workload, now: int) -> bool:
        """Queue a workload; False when it cannot be queued."""
        queue = self.cluster_queue_of(workload)
        if queue is None or not is_admissible(workload, self.settings):
            return False
        info = new_info(workload, self.settings, self.flavor_resources)
        queue.pending.push_or_update(info, now)
        return True

    def delete_workload(self, workload: Workload) -> None:
        """Take a workload out of the queues."""
        queue = self.cluster_queue_of(workload)
        if queue is not None:
            queue.pending.delete(workload.key)

    def notify_retry_inadmissible(self, trees: Iterable[str]) -> None:
        """Note that inadmissible workloads of these cohort trees are worth another try."""
        for tree in trees:
            if tree:
                self.retries[tree] = None

    def notify_workload_gone(self, workload: Workload) -> None:
        """Note that a workload has given its quota back.

        Source: Kueue QueueAssociatedInadmissibleWorkloadsAfter, v0.19.2.
        """
        queue = self.cluster_queue_of(workload)
        if queue is not None and queue.tree and workload.key not in self.strangers:
            self.retries[queue.tree] = None

    def carry_out_retries(self, now: int) -> int:
        """Make inadmissible workloads active where that was asked for; how many."""
        moved = sum([self.retry(tree, now) for tree in self.retries])
        self.retries.clear()
        return moved

    def retry(self, tree: str, now: int) -> int:
        """Make the inadmissible workloads of one cohort tree active; how many."""
        moved = 0
        waiting = self.waiting.get(tree, {})
        for pending in list(waiting):
            moved += pending.queue_inadmissible_workloads(now)
            if not pending.deferred.size:
                del waiting[pending]
        return moved

    def has_heads(self) -> bool:
        """Whether an active ClusterQueue has a workload to try."""
        idle = [pending for pending in self.ready if not self._has_head(pending)]
        for pending in idle:
            del self.ready[pending]
        return bool(self.ready)

    def active_count(self) -> int:
        """How many workloads wait to be tried."""
        return sum(pending.active_count for pending in self.ready)

    def heads(self) -> list[Head]:
        """The first workload of each active ClusterQueue, taken off its queue."""
        found = []
        for pending in sorted(self.ready, key=_BY_INDEX):
            queue = self.by_index[pending.index]
            info = pending.pop() if queue.is_active() else None
            if info is None:
                del self.ready[pending]
                continue
            if pending.journal.recording:
                pending.journal.keep_info(info)
            info.cluster_queue = queue.name
            found.append(Head(info, queue, pending.is_preemptor(info)))
        return found

    def _has_head(self, pending: PendingQueue) -> bool:
        return pending.active_count > 0 and self.by_index[pending.index].is_active()


def is_admissible(workload: Workload, settings: Settings) -> bool:
    """Whether a workload may stand in a queue.

    Source: Kueue pkg/workload/workload.go, IsAdmissible, v0.19.2.
    """
    gated = settings.features.admission_gated_by and workload.admission_gated_by
    return not (
        gated
        or workload.finished
        or not workload.active
        or workload.quota_reserved_at is not None
        or workload.on_hold
        or workload.waiting_for_replacement_pods
    )
