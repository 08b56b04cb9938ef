"""Pending workloads that the scheduler treats alike: the active ones, and the inadmissible ones.

Kueue moves all workloads of an equivalence class at once when one of them cannot be admitted, and
back when something changes. Holding a class together makes either move cost almost nothing.
"""

from kuota.sim.journal import Undo
from kuota.sim.queues.pile import Pile, Place


class Bucket:
    """One equivalence class of one queue.

    ``wakes`` is false for workloads that no event makes active again, because their namespace is
    not selected. ``offered`` is the place by which the queue last ranked the class among others.
    """

    __slots__ = ("active", "local_queue", "offered", "parked", "scheduling_hash", "wakes")

    def __init__(self, scheduling_hash: str, local_queue: str, wakes: bool) -> None:
        self.scheduling_hash = scheduling_hash
        self.local_queue = local_queue
        self.wakes = wakes
        self.active = Pile()
        self.parked = Pile()
        self.offered: Place | None = None

    def image(self) -> Undo:
        """What puts the class back into its present state."""
        active, parked, offered = self.active, self.parked, self.offered
        contents = (active.image(), parked.image())

        def undo() -> None:
            self.active, self.parked, self.offered = active, parked, offered
            for restore in contents:
                restore()

        return undo

    def park_all(self) -> int:
        """Make every active workload inadmissible; how many there were."""
        moved = self.active.size
        if moved:
            self.parked, self.active = _united(self.parked, self.active)
        return moved

    def wake_all(self) -> int:
        """Make every inadmissible workload active; how many there were."""
        moved = self.parked.size
        if moved:
            self.active, self.parked = _united(self.active, self.parked)
        return moved


def _united(one: Pile, other: Pile) -> tuple[Pile, Pile]:
    """A pile that holds what both held, and the other one, empty."""
    if len(one.heap) < len(other.heap):
        one, other = other, one
    one.take_all(other)
    return one, other
