"""The search for reduced pod counts."""

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kuota.sim.podset_reducer import search_reduced_counts

CASES = {
    "full counts are tried too": ([5], [1], 5, [5]),
    "one podSet shrinks to what fits": ([10], [2], 7, [7]),
    "nothing fits": ([10], [5], 4, None),
    "no podSet may shrink": ([10, 3], [None, None], 1, None),
    "a podSet without minimum keeps its size": ([3, 10], [None, 4], 9, [3, 6]),
    "podSets shrink in proportion": ([10, 20], [5, 10], 24, [8, 16]),
}


@pytest.mark.parametrize(
    ("counts", "min_counts", "capacity", "expected"), CASES.values(), ids=CASES
)
def test_search(
    counts: list[int], min_counts: list[int | None], capacity: int, expected: list[int] | None
) -> None:
    def attempt(reduced: list[int]) -> list[int] | None:
        return reduced if sum(reduced) <= capacity else None

    assert expected == search_reduced_counts(counts, min_counts, attempt)


def test_the_search_is_binary() -> None:
    tried = []

    def attempt(reduced: list[int]) -> bool | None:
        tried.append(reduced[0])
        return True if reduced[0] <= 3 else None

    search_reduced_counts([100], [0], attempt)
    assert [50, 24, 11, 5, 2, 3, 4] == tried


@given(st.lists(st.tuples(st.integers(1, 50), st.integers(0, 50)), min_size=1), st.integers(0, 500))
def test_what_is_found_fits_and_the_next_larger_does_not(
    pod_sets: Sequence[tuple[int, int]], capacity: int
) -> None:
    counts = [count for count, _ in pod_sets]
    minimums = [min(count, smallest) for count, smallest in pod_sets]
    seen: list[list[int]] = []

    def attempt(reduced: list[int]) -> list[int] | None:
        seen.append(reduced)
        return reduced if sum(reduced) <= capacity else None

    found = search_reduced_counts(counts, minimums, attempt)
    total = sum(counts) - sum(minimums)
    steps = [
        [c - (c - m) * index // total for c, m in zip(counts, minimums, strict=True)]
        for index in (range(total + 1) if total else ())
    ]
    assert next((step for step in steps if sum(step) <= capacity), None) == found
