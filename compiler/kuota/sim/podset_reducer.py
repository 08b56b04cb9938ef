"""The search for the largest reduced pod counts with which a workload can start.

Source: pkg/scheduler/flavorassigner/podset_reducer.go, v0.19.2.
"""

from collections.abc import Callable, Sequence
from typing import TypeVar

Result = TypeVar("Result")


def search_reduced_counts(
    counts: Sequence[int],
    min_counts: Sequence[int | None],
    attempt: Callable[[list[int]], Result | None],
) -> Result | None:
    """What ``attempt`` answers for the largest counts it accepts, or None when it accepts none.

    All podSets shrink together, each in proportion to what it may give up. The search is binary: it
    assumes that whatever fits still fits when reduced further, and finds what Kueue finds where
    that does not hold.
    """
    deltas = [
        0 if smallest is None else count - smallest
        for count, smallest in zip(counts, min_counts, strict=True)
    ]
    total = sum(deltas)
    if total == 0:
        return None
    low, high = 0, total + 1
    accepted_index, accepted = 0, None
    while low < high:
        middle = (low + high) // 2
        result = attempt(
            [
                count - _quotient(delta * middle, total)
                for count, delta in zip(counts, deltas, strict=True)
            ]
        )
        if result is None:
            low = middle + 1
        else:
            accepted_index, accepted = middle, result
            high = middle
    return accepted if low == accepted_index else None


def _quotient(dividend: int, divisor: int) -> int:
    """Integer division that rounds towards zero, as Go's does."""
    return dividend // divisor if dividend >= 0 else -(-dividend // divisor)
