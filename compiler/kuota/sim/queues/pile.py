"""A pile of pending workloads of one equivalence class, the first in queue order on top."""

from heapq import heappop, heappush
from typing import TYPE_CHECKING

from kuota.sim.journal import Undo
from kuota.sim.model import (
    WorkloadInfo,
)

if TYPE_CHECKING:
    from kuota.sim.queues.bucket import Bucket

OrderKey = tuple[int, int, str, int]
"""Priority (negated), queue order timestamp, uid, sequence number: smaller comes first.

Source: Kueue pkg/cache/queue/cluster_queue.go, baseCompareFunc, v0.19.2.
"""

PileItem = tuple[int, int, str, int, int, "Place"]


class Place:
    """Where one pending workload stands; ``pile`` is None once it has left the queue."""

    __slots__ = ("bucket", "info", "pile")

    def __init__(self, info: WorkloadInfo, bucket: "Bucket", pile: "Pile") -> None:
        self.info = info
        self.bucket = bucket
        self.pile: Pile | None = pile


class Pile:
    """A heap in queue order. Places that left it are dropped when they come to the top."""

    __slots__ = ("heap", "size")

    def __init__(self) -> None:
        self.heap: list[PileItem] = []
        self.size = 0

    def push(self, item: PileItem) -> None:
        """Put a place that names this pile on it."""
        heappush(self.heap, item)
        self.size += 1

    def top(self) -> PileItem | None:
        """The first place in queue order."""
        heap = self.heap
        while heap:
            item = heap[0]
            if item[5].pile is self:
                return item
            heappop(heap)
        return None

    def pop(self) -> Place:
        """Take the first place off; the pile must not be empty."""
        while True:
            place = heappop(self.heap)[5]
            if place.pile is self:
                place.pile = None
                self.size -= 1
                return place

    def remove(self, place: Place) -> None:
        """Take a place off wherever it is."""
        place.pile = None
        self.size -= 1

    def take_all(self, other: "Pile") -> None:
        """Move everything from ``other``, the smaller of the two, onto this pile."""
        for item in other.heap:
            place = item[5]
            if place.pile is other:
                place.pile = self
                heappush(self.heap, item)
        self.size += other.size
        other.heap = []
        other.size = 0

    def image(self) -> Undo:
        """What puts the pile back into its present state."""
        heap, size = list(self.heap), self.size

        def undo() -> None:
            self.heap, self.size = heap, size

        return undo

    def places(self) -> list[Place]:
        """All places, in no particular order."""
        return [item[5] for item in self.heap if item[5].pile is self]
