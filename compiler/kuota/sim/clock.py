"""Simulated time, and what is due at which moment."""

from enum import IntEnum
from heapq import heappop, heappush

from kuota.sim.journal import Undo
from kuota.sim.model import (
    Workload,
)


class Due(IntEnum):
    """What happens to a workload when its time has come."""

    CHECK_READY = 0
    PODS_READY = 1
    PODS_READY_TIMEOUT = 2
    MAXIMUM_EXECUTION_TIME = 3
    BACKOFF_OVER = 4
    SECOND_PASS = 5


class Timer:
    """Something due for a workload; it lapses when the workload has been evicted meanwhile.

    ``run`` is the number of evictions of the workload when the timer was set; ``detail`` the name
    of an admission check, ``iteration`` the number of second passes so far.
    """

    __slots__ = ("detail", "due", "iteration", "run", "workload")

    def __init__(
        self, due: Due, workload: Workload, run: int, detail: str = "", iteration: int = 0
    ) -> None:
        self.due = due
        self.workload = workload
        self.run = run
        self.detail = detail
        self.iteration = iteration


class Clock:
    """The time, and the timers that are running. Units: milliseconds since 1970."""

    __slots__ = ("_counter", "now", "timers")

    def __init__(self, now: int) -> None:
        self.now = now
        self.timers: list[tuple[int, int, Timer]] = []
        self._counter = 0

    def image(self) -> Undo:
        """What puts time and timers back into their present state."""
        now, timers, counter = self.now, list(self.timers), self._counter

        def undo() -> None:
            self.now, self.timers, self._counter = now, timers, counter

        return undo

    def set_timer(self, time: int, timer: Timer) -> None:
        """Let something happen at a time, after what is due then already."""
        self._counter += 1
        heappush(self.timers, (time, self._counter, timer))

    def next_time(self) -> int | None:
        """When the next timer is due."""
        return self.timers[0][0] if self.timers else None

    def pop_timer(self) -> Timer:
        """The next timer; time moves to it."""
        time, _, timer = heappop(self.timers)
        self.now = max(self.now, time)
        return timer
