"""How admission fair sharing follows the workloads: who is charged, and when it counts.

Source: pkg/scheduler/scheduler.go (shouldApplyEntryPenalty, updateEntryPenalty),
pkg/controller/core/workload_controller.go (reconcileAfsPenaltiesOnUpdate),
pkg/controller/core/localqueue_controller.go, v0.19.2.
"""

from typing import Final

from kuota.sim.afs import UsageLedger
from kuota.sim.cluster_queue import ClusterQueue
from kuota.sim.model import Requests, Workload, WorkloadInfo
from kuota.sim.objects import ClusterQueueSpec, LocalQueueSpec
from kuota.sim.queues.usage_ordered import UsageOrderedQueue
from kuota.sim.settings import Settings

USAGE_BASED: Final = "UsageBasedAdmissionFairSharing"


class LocalQueueUsage:
    """The usage of LocalQueues, where the scheduler is set to share admission by it.

    ``ledger`` is None where it is not; then nothing here has an effect. ``cluster_queues`` are
    filled in when the cluster has them.
    """

    __slots__ = ("_local_queues", "_settings", "cluster_queues", "ledger")

    def __init__(self, local_queues: list[LocalQueueSpec], settings: Settings) -> None:
        self._local_queues = local_queues
        self._settings = settings
        self.cluster_queues: dict[str, ClusterQueue] = {}
        self.ledger: UsageLedger | None = None
        if settings.admission_fair_sharing is not None:
            weights = {queue.key: queue.fair_weight for queue in local_queues}
            self.ledger = UsageLedger(settings.admission_fair_sharing, weights)

    def orders(self, spec: ClusterQueueSpec) -> bool:
        """Whether the workloads of a ClusterQueue stand in order of usage."""
        return self.ledger is not None and spec.admission_mode == USAGE_BASED

    def leading_to(self, name: str) -> list[str]:
        """The LocalQueues of a ClusterQueue, by ``namespace/name``."""
        return [queue.key for queue in self._local_queues if queue.cluster_queue == name]

    def in_order_of_discovery(self, workloads: list[Workload]) -> list[Workload]:
        """The workloads in the order in which Kueue finds them when it starts.

        It goes through the LocalQueues one by one. That matters only where usage orders a queue:
        elsewhere the order in which workloads come decides nothing.

        Source: pkg/cache/queue/manager.go, AddLocalQueue, v0.19.2.
        """
        if self.ledger is None:
            return workloads
        places = {queue.key: place for place, queue in enumerate(self._local_queues)}
        return sorted(workloads, key=lambda wl: places.get(wl.local_queue, len(places)))

    def begin_cycle(self) -> None:
        """Fix the usage that victims are compared by until the next cycle."""
        if self.ledger is not None:
            self.ledger.begin_cycle()

    def at_cycle_start(self, info: WorkloadInfo) -> float | None:
        """The usage by which a victim's LocalQueue is compared; None where it is not."""
        queue = self.cluster_queues.get(info.cluster_queue)
        if self.ledger is None or queue is None or not self.orders(queue.spec):
            return None
        return self.ledger.usage_at_cycle_start(info.obj.local_queue)

    def charge(self, info: WorkloadInfo, queue: ClusterQueue, now: int) -> None:
        """Charge the LocalQueue of a workload that gets its reservation."""
        if self.ledger is None or not self.orders(queue.spec):
            return
        if info.obj.quota_reserved_at is None:
            requests = _totals(info)
            if self._settings.ignores_undeclared_resources():
                covered = queue.group_of_resource
                requests = {name: requests[name] for name in requests if name in covered}
            self.ledger.push_penalty(info.obj.local_queue, info.obj.key, requests, now)

    def forget_charge(self, workload: Workload) -> None:
        """Take back the charge of a workload that is gone before it was admitted."""
        if self.ledger is not None:
            self.ledger.subtract_penalty(workload.local_queue, workload.key)

    def note_admitted(self, info: WorkloadInfo, sign: int) -> None:
        """An admitted workload begins (1) to use its requests, or ends (-1)."""
        if self.ledger is not None:
            self.ledger.add_admitted(info.obj.local_queue, _totals(info), sign)

    def settle(self, info: WorkloadInfo, now: int) -> None:
        """Turn the charge of a workload into usage, now that it is admitted."""
        if self.ledger is None or info.obj.admitted_at is None:
            return
        if self.orders(self.cluster_queues[info.cluster_queue].spec):
            self.ledger.settle(info.obj.local_queue, info.obj.key, now)

    def reconcile(self, now: int) -> None:
        """Sample all LocalQueues, as their controller does."""
        if self.ledger is None:
            return
        for queue in self._local_queues:
            if self.ledger.reconcile(queue.key, now):
                target = self.cluster_queues.get(queue.cluster_queue)
                if target is not None and isinstance(target.pending, UsageOrderedQueue):
                    target.pending.rebuild_local_queue(queue.key.partition("/")[2])


def _totals(info: WorkloadInfo) -> Requests:
    """What a workload requests, summed over podSets."""
    totals: Requests = {}
    for pod_set in info.total_requests:
        for resource, amount in pod_set.requests.items():
            totals[resource] = totals.get(resource, 0) + amount
    return totals
