"""The pending workloads of one ClusterQueue.

Source: Kueue pkg/cache/queue/cluster_queue.go and inadmissible_workloads.go, v0.19.2.
"""

from collections.abc import Callable
from enum import IntEnum
from heapq import heappop, heappush
from typing import Final

from kuota.sim.journal import Journal, Undo
from kuota.sim.model import (
    WorkloadInfo,
)
from kuota.sim.queues.bucket import Bucket
from kuota.sim.queues.pile import Pile, PileItem, Place
from kuota.sim.settings import (
    Settings,
)
from kuota.sim.workload_info import SCHEDULING_HASH_UNKNOWN, get_queue_order_timestamp

STRICT_FIFO: Final = "StrictFIFO"
BEST_EFFORT_FIFO: Final = "BestEffortFIFO"

Rank = tuple[float, bool, int, int, str, int]
"""Usage of the LocalQueue, whether another is the preemptor, and the queue order."""


class RequeueReason(IntEnum):
    """Why a head goes back to its queue; it decides whether it is tried again at once."""

    GENERIC = 0
    FAILED_AFTER_NOMINATION = 1
    NAMESPACE_MISMATCH = 2
    PREEMPTION_GATED = 3
    PENDING_PREEMPTION = 4
    PENDING_MIGRATION = 5
    PREEMPTION_FAILED = 6
    NO_FIT = 7
    PREEMPTION_NO_CANDIDATES = 8


_IMMEDIATE_IN_BEST_EFFORT: Final = frozenset(
    (
        RequeueReason.FAILED_AFTER_NOMINATION,
        RequeueReason.PENDING_PREEMPTION,
        RequeueReason.PENDING_MIGRATION,
        RequeueReason.PREEMPTION_FAILED,
    )
)


class PendingQueue:
    """Workloads that wait in one ClusterQueue: active ones, from which the head is taken, and
    inadmissible ones, which were tried in vain and wait for a change.

    ``preemptor`` is the key of the workload that has issued preemptions; in a BestEffortFIFO queue
    it stays at the head. ``deferred`` holds inadmissible workloads that wait for their backoff.
    ``ready`` and ``waiting`` are shared: the queues that have a head, and those of the same cohort
    tree that an event may wake.
    """

    __slots__ = (
        "active_count",
        "buckets",
        "bulk_moved",
        "by_local_queue",
        "counter",
        "deferred",
        "heads",
        "index",
        "journal",
        "namespace_matches",
        "parked_buckets",
        "places",
        "preemptor",
        "preemptor_generation",
        "ready",
        "selected",
        "settings",
        "strategy",
        "waiting",
    )

    def __init__(
        self,
        index: int,
        strategy: str,
        settings: Settings,
        namespace_matches: Callable[[str], bool],
        ready: "dict[PendingQueue, None]",
        journal: Journal,
    ) -> None:
        self.index = index
        self.journal = journal
        self.ready = ready
        self.waiting: dict[PendingQueue, None] = {}
        self.strategy = strategy
        self.settings = settings
        self.namespace_matches = namespace_matches
        self.by_local_queue = False
        self.selected: dict[str, bool] = {}
        self.places: dict[str, Place] = {}
        self.buckets: dict[tuple[str, str, bool], Bucket] = {}
        self.parked_buckets: dict[Bucket, None] = {}
        self.heads: list[PileItem] = []
        self.deferred = Pile()
        self.bulk_moved: set[str] = set()
        self.preemptor = ""
        self.preemptor_generation = 0
        self.active_count = 0
        self.counter = 0

    def push_or_update(self, info: WorkloadInfo, now: int) -> None:
        """Queue a workload that arrives, or comes back after an eviction."""
        self.keep()
        key = info.obj.key
        held = self.places.get(key)
        was_active = held is not None and held.pile is held.bucket.active
        if held is not None:
            self._drop(held)
        if not was_active and not backoff_waiting_time_expired(info, now):
            self._park(info, deferred=True)
        elif (
            not was_active
            and self.strategy == BEST_EFFORT_FIFO
            and info.scheduling_hash in self.bulk_moved
        ):
            self._park(info)
        else:
            self._activate(info)

    def requeue_if_not_present(self, info: WorkloadInfo, reason: RequeueReason, now: int) -> bool:
        """Put back a head that was not admitted; whether it will be tried again at once.

        Source: Kueue RequeueIfNotPresent and requeueIfNotPresent, v0.19.2.
        """
        self.keep()
        if self.strategy == STRICT_FIFO:
            immediate = reason != RequeueReason.NAMESPACE_MISMATCH
        else:
            immediate = reason in _IMMEDIATE_IN_BEST_EFFORT
        if reason in (RequeueReason.PENDING_PREEMPTION, RequeueReason.PENDING_MIGRATION):
            self.preemptor = info.obj.key
            self.preemptor_generation = info.obj.generation
        expired = backoff_waiting_time_expired(info, now)
        last = info.last_assignment
        if expired and (immediate or (last is not None and last.pending_flavors())):
            self._activate(info)
            return True
        self._park(info, deferred=not expired)
        if reason in (RequeueReason.NO_FIT, RequeueReason.PREEMPTION_NO_CANDIDATES):
            self._handle_inadmissible_hash(info.scheduling_hash)
        return False

    def pop(self) -> WorkloadInfo | None:
        """Take the head off the queue."""
        if self.active_count == 0:
            return None
        self.keep()
        place = self._sticky()
        if place is not None and place.pile is not None:
            place.pile.remove(place)
            bucket = place.bucket
        else:
            bucket = self._bucket_of_head()
            place = bucket.active.pop()
        self.active_count -= 1
        del self.places[place.info.obj.key]
        self._offer(bucket)
        return place.info

    def delete(self, key: str) -> None:
        """Forget a workload, wherever it stands."""
        self.keep()
        place = self.places.get(key)
        if place is not None:
            self._drop(place)
        if self.preemptor == key:
            self.preemptor = ""

    def queue_inadmissible_workloads(self, now: int) -> int:
        """Make inadmissible workloads active again; how many.

        Source: Kueue queueInadmissibleWorkloads, v0.19.2.
        """
        self.keep()
        self.bulk_moved.clear()
        moved = 0
        for bucket in self.parked_buckets:
            moved += bucket.wake_all()
            self._offer(bucket)
        self.parked_buckets.clear()
        if moved:
            self.active_count += moved
            self.ready[self] = None
        if self.deferred.size:
            moved += self._wake_deferred(now)
        return moved

    def selects(self, namespace: str) -> bool:
        """Whether the ClusterQueue admits workloads of the namespace."""
        found = self.selected.get(namespace)
        if found is None:
            found = self.selected[namespace] = self.namespace_matches(namespace)
        return found

    def is_preemptor(self, info: WorkloadInfo) -> bool:
        """Whether the workload is the one that has issued preemptions."""
        return self.preemptor == info.obj.key and self.preemptor_generation == info.obj.generation

    def is_inadmissible(self, key: str) -> bool:
        """Whether the workload was tried in vain and waits for a change."""
        place = self.places.get(key)
        return place is not None and place.pile is not place.bucket.active

    def in_queue_order(self) -> list[WorkloadInfo]:
        """All pending workloads, the one that would be tried first in front."""
        return [place.info for place in sorted(self.places.values(), key=self._rank)]

    def keep(self) -> None:
        """Keep an image for the journal before the first change since its mark."""
        journal = self.journal
        if journal.recording and not journal.is_kept(self):
            journal.add(self.image())

    def image(self) -> Undo:
        """What puts the queue back into its present state."""
        places = dict(self.places)
        piles = [(place, place.pile) for place in places.values()]
        buckets = dict(self.buckets)
        contents = [bucket.image() for bucket in buckets.values()]
        parked, heads, moved = dict(self.parked_buckets), list(self.heads), set(self.bulk_moved)
        deferred = self.deferred.image()
        preemptor, generation = self.preemptor, self.preemptor_generation
        count, ready, waits = self.active_count, self in self.ready, self in self.waiting

        def undo() -> None:
            self.places, self.buckets, self.parked_buckets = places, buckets, parked
            for place, pile in piles:
                place.pile = pile
            for restore in contents:
                restore()
            deferred()
            self.heads, self.bulk_moved, self.active_count = heads, moved, count
            self.preemptor, self.preemptor_generation = preemptor, generation
            _set_member(self.ready, self, ready)
            _set_member(self.waiting, self, waits)

        return undo

    def _sticky(self) -> Place | None:
        """The workload that keeps the head because it has issued preemptions."""
        if not self.preemptor or self.strategy != BEST_EFFORT_FIFO:
            return None
        place = self.places.get(self.preemptor)
        return place if place is not None and place.pile is place.bucket.active else None

    def _rank(self, place: Place) -> Rank:
        return (0.0, place is not self._sticky(), *self._order(place.info))

    def _order(self, info: WorkloadInfo) -> tuple[int, int, str, int]:
        workload = info.obj
        return (
            -workload.priority,
            get_queue_order_timestamp(workload, self.settings),
            workload.uid,
            workload.sequence,
        )

    def _bucket(self, info: WorkloadInfo) -> Bucket:
        workload = info.obj
        local_queue = workload.local_queue if self.by_local_queue else ""
        key = (info.scheduling_hash, local_queue, self.selects(workload.namespace))
        bucket = self.buckets.get(key)
        if bucket is None:
            bucket = self.buckets[key] = Bucket(*key)
        return bucket

    def _item(self, place: Place) -> PileItem:
        self.counter += 1
        return (*self._order(place.info), self.counter, place)

    def _activate(self, info: WorkloadInfo) -> None:
        bucket = self._bucket(info)
        place = Place(info, bucket, bucket.active)
        self.places[info.obj.key] = place
        bucket.active.push(self._item(place))
        self.active_count += 1
        self.ready[self] = None
        self._offer(bucket)

    def _offer(self, bucket: Bucket) -> None:
        """Rank the class among the others by its first workload."""
        top = bucket.active.top()
        if top is not None and top[5] is not bucket.offered and not self.by_local_queue:
            bucket.offered = top[5]
            heappush(self.heads, top)

    def _park(self, info: WorkloadInfo, deferred: bool = False) -> None:
        bucket = self._bucket(info)
        pile = self.deferred if deferred else bucket.parked
        place = Place(info, bucket, pile)
        self.places[info.obj.key] = place
        pile.push(self._item(place))
        self.waiting[self] = None
        if not deferred and bucket.wakes:
            self.parked_buckets[bucket] = None

    def _drop(self, place: Place) -> None:
        pile = place.pile
        if pile is not None:
            if pile is place.bucket.active:
                self.active_count -= 1
            pile.remove(place)
        del self.places[place.info.obj.key]
        self._offer(place.bucket)

    def _bucket_of_head(self) -> Bucket:
        """The class whose first workload is the first of the queue; some class must be active."""
        heads = self.heads
        while True:
            place = heappop(heads)[5]
            bucket = place.bucket
            if bucket.offered is place:
                bucket.offered = None
            if place.pile is bucket.active:
                top = bucket.active.top()
                if top is not None and top[5] is place:
                    return bucket

    def _handle_inadmissible_hash(self, scheduling_hash: str) -> None:
        """Make all active workloads of the class inadmissible, as they would fail alike."""
        if self.strategy != BEST_EFFORT_FIFO or scheduling_hash == SCHEDULING_HASH_UNKNOWN:
            return
        self.bulk_moved.add(scheduling_hash)
        self.waiting[self] = None
        for bucket in self._buckets_of(scheduling_hash):
            moved = bucket.park_all()
            self.active_count -= moved
            if moved and bucket.wakes:
                self.parked_buckets[bucket] = None

    def _buckets_of(self, scheduling_hash: str) -> list[Bucket]:
        if self.by_local_queue:
            return [b for b in self.buckets.values() if b.scheduling_hash == scheduling_hash]
        found = (self.buckets.get((scheduling_hash, "", wakes)) for wakes in (True, False))
        return [bucket for bucket in found if bucket is not None]

    def _wake_deferred(self, now: int) -> int:
        moved = 0
        for place in self.deferred.places():
            if place.bucket.wakes and backoff_waiting_time_expired(place.info, now):
                self.deferred.remove(place)
                self._activate(place.info)
                moved += 1
        return moved


def _set_member(members: dict[PendingQueue, None], queue: PendingQueue, is_member: bool) -> None:
    if is_member:
        members[queue] = None
    else:
        members.pop(queue, None)


def backoff_waiting_time_expired(info: WorkloadInfo, now: int) -> bool:
    """Whether the workload may be tried again after an eviction.

    Source: Kueue pkg/cache/queue/cluster_queue.go, backoffWaitingTimeExpired, v0.19.2.
    """
    workload = info.obj
    if workload.requeued is False:
        return False
    return workload.requeue_at is None or now >= workload.requeue_at
