"""Amounts, sums and lists in words."""

import pytest

from kuota.lint.inventory import Capacity
from kuota.lint.wording import amount_of, capacity_text, listed, plural, sum_text

GI = 2**30


@pytest.mark.parametrize(
    ("resource", "units", "expected"),
    [
        ("nvidia.com/gpu", 12, "12 nvidia.com/gpu"),
        ("cpu", 1500, "1500m cpu"),
        ("memory", 768 * GI, "768Gi memory"),
        ("pods", 2000, "2000 pods"),
        ("cpu", 2_000_000, "2k cpu"),
    ],
)
def test_amounts(resource: str, units: int, expected: str) -> None:
    assert expected == amount_of(resource, units)


@pytest.mark.parametrize(
    ("names", "expected"),
    [
        ([], ""),
        (["a"], "a"),
        (["a", "b"], "a and b"),
        (["a", "b", "c"], "a, b and c"),
        (["a", "b", "c", "d", "e"], "a, b, c and 2 more"),
    ],
)
def test_lists_of_at_most_three(names: list[str], expected: str) -> None:
    assert expected == listed(names, limit=3)


def test_a_sum_of_one_term_has_no_total() -> None:
    assert "alpha 12" == sum_text("pods", [("alpha", 12)])


def test_a_sum_has_its_total() -> None:
    assert "alpha 12 + beta 13 = 25" == sum_text("pods", [("alpha", 12), ("beta", 13)])


def test_a_long_sum_keeps_the_seven_largest_in_their_order() -> None:
    terms = [(f"t{i}", i) for i in range(1, 11)]
    text = "t4 4 + t5 5 + t6 6 + t7 7 + t8 8 + t9 9 + t10 10 + 3 others 6 = 55"
    assert text == sum_text("pods", terms)


def test_a_capacity_says_what_it_leaves_out() -> None:
    capacity = Capacity(12_000, ((2, 8000), (1, 4000)), True, (8000,), 1, ())
    assert (
        "2 nodes x 8 + 1 node x 4 - 8 headroom of 1 node = 12, after each node's reserve, "
        "1 node out of service not counted"
    ) == capacity_text("cpu", capacity)


def test_plural() -> None:
    assert ["1 node", "0 nodes", "6 nodes"] == [plural(n, "node") for n in (1, 0, 6)]
