"""The pending workloads of a ClusterQueue that shares admission fairly among its LocalQueues.

The usage that orders them changes while they wait. Kueue compares live values in a heap that it
mends only in certain places, so now and then a workload is popped that is no longer the first by
the values of the moment. The same heap, mended in the same places, pops the same.

Source: Kueue pkg/cache/queue/cluster_queue.go (queueOrderingFunc, Pop, RebuildLocalQueue),
pkg/util/heap/heap.go, v0.19.2; Go's container/heap.
"""

from collections.abc import Callable

from kuota.sim.afs import UsageLedger
from kuota.sim.journal import Journal, Undo
from kuota.sim.model import (
    WorkloadInfo,
)
from kuota.sim.queues.bucket import Bucket
from kuota.sim.queues.pending import BEST_EFFORT_FIFO, PendingQueue, Rank
from kuota.sim.queues.pile import Place
from kuota.sim.settings import (
    Settings,
)
from kuota.sim.workload_info import SCHEDULING_HASH_UNKNOWN


class UsageOrderedQueue(PendingQueue):
    """A pending queue whose workloads stand behind those of LocalQueues with less usage.

    ``local_queues`` are all that lead here, by ``namespace/name``.
    """

    __slots__ = ("_heap", "_index", "_ledger", "local_queues")

    def __init__(
        self,
        index: int,
        strategy: str,
        settings: Settings,
        namespace_matches: Callable[[str], bool],
        ready: dict[PendingQueue, None],
        journal: Journal,
        ledger: UsageLedger,
        local_queues: list[str],
    ) -> None:
        super().__init__(index, strategy, settings, namespace_matches, ready, journal)
        self.by_local_queue = True
        self._ledger = ledger
        self.local_queues = local_queues
        self._heap: list[Place] = []
        self._index: dict[str, int] = {}

    def pop(self) -> WorkloadInfo | None:
        """Take the top off the heap."""
        heap = self._heap
        if not heap:
            return None
        self.keep()
        if any(self._ledger.has_pending_penalty(queue) for queue in self.local_queues):
            for place in list(heap):
                self._mend(self._index[place.info.obj.key])
        place = heap[0]
        self._remove(0)
        self._forget(place)
        return place.info

    def image(self) -> Undo:
        """What puts the queue back into its present state."""
        rest, heap, index = super().image(), list(self._heap), dict(self._index)

        def undo() -> None:
            rest()
            self._heap, self._index = heap, index

        return undo

    def rebuild_local_queue(self, name: str) -> None:
        """Put the workloads of LocalQueues of this name where their new usage wants them."""
        self.keep()
        for place in list(self._heap):
            if place.info.obj.queue_name == name:
                self._mend(self._index[place.info.obj.key])

    def queue_inadmissible_workloads(self, now: int) -> int:
        """Make inadmissible workloads active again; how many."""
        self.keep()
        self.bulk_moved.clear()
        moved = 0
        for bucket in list(self.parked_buckets):
            for place in bucket.parked.places():
                bucket.parked.remove(place)
                self._activate(place.info)
                moved += 1
        self.parked_buckets.clear()
        if self.deferred.size:
            moved += self._wake_deferred(now)
        return moved

    def _activate(self, info: WorkloadInfo) -> None:
        bucket = self._bucket(info)
        place = Place(info, bucket, bucket.active)
        self.places[info.obj.key] = place
        self.active_count += 1
        self.ready[self] = None
        self._heap.append(place)
        self._index[info.obj.key] = len(self._heap) - 1
        self._up(len(self._heap) - 1)

    def _drop(self, place: Place) -> None:
        if place.pile is place.bucket.active:
            self._remove(self._index[place.info.obj.key])
            self._forget(place)
        elif place.pile is not None:
            place.pile.remove(place)
            del self.places[place.info.obj.key]

    def _handle_inadmissible_hash(self, scheduling_hash: str) -> None:
        if self.strategy != BEST_EFFORT_FIFO or scheduling_hash == SCHEDULING_HASH_UNKNOWN:
            return
        self.bulk_moved.add(scheduling_hash)
        self.waiting[self] = None
        for place in list(self._heap):
            if place.info.scheduling_hash == scheduling_hash:
                self._drop(place)
                self._park(place.info)

    def _offer(self, bucket: Bucket) -> None:
        """Nothing is ranked in advance here."""

    def _rank(self, place: Place) -> Rank:
        sticky = self.preemptor if self.strategy == BEST_EFFORT_FIFO else ""
        is_other = not sticky or place.info.obj.key != sticky
        return (
            self._ledger.usage(place.bucket.local_queue),
            is_other,
            *self._order(place.info),
        )

    def _forget(self, place: Place) -> None:
        place.pile = None
        self.active_count -= 1
        key = place.info.obj.key
        del self.places[key]
        del self._index[key]

    def _less(self, one: int, other: int) -> bool:
        """Whether the workload at index ``one`` goes before the one at ``other``."""
        return self._rank(self._heap[one]) < self._rank(self._heap[other])

    def _swap(self, one: int, other: int) -> None:
        heap = self._heap
        heap[one], heap[other] = heap[other], heap[one]
        self._index[heap[one].info.obj.key] = one
        self._index[heap[other].info.obj.key] = other

    def _up(self, index: int) -> None:
        while index > 0:
            parent = (index - 1) // 2
            if not self._less(index, parent):
                break
            self._swap(parent, index)
            index = parent

    def _down(self, start: int, size: int) -> bool:
        """Sink to the right depth among the first ``size``; whether it sank at all."""
        index = start
        while True:
            child = 2 * index + 1
            if child >= size:
                break
            if child + 1 < size and self._less(child + 1, child):
                child += 1
            if not self._less(child, index):
                break
            self._swap(index, child)
            index = child
        return index > start

    def _mend(self, index: int) -> None:
        if not self._down(index, len(self._heap)):
            self._up(index)

    def _remove(self, index: int) -> None:
        last = len(self._heap) - 1
        if last != index:
            self._swap(index, last)
            if not self._down(index, last):
                self._up(index)
        self._heap.pop()
