"""Arithmetic of the quota tree, by example. Expected values follow Kueue's resource_node.go."""

import pytest
from tests.sim.quota_trees import Node, cells, cohort, queue

from kuota.quantity import UNLIMITED
from kuota.sim.resource_node import finite

FLAT = (cohort("all"), queue("one", "all", "6"), queue("two", "all", "4"))
LENDING = (cohort("all"), queue("one", "all", "6 lend 2"), queue("two", "all", "4"))
BORROWING = (cohort("all"), queue("one", "all", "6 borrow 1"), queue("two", "all", "4"))
DEEP = (
    cohort("root", quota="2"),
    cohort("org", "root", "3 borrow 4 lend 5"),
    queue("team", "org", "6 lend 4"),
    queue("other", "root", "10"),
)


@pytest.mark.parametrize(
    ("tree", "node", "expected"),
    [
        ((queue("alone", quota="5"),), "alone", 5),
        (FLAT, "one", 10),
        (LENDING, "one", 10),
        (LENDING, "two", 6),
        (BORROWING, "one", 7),
        (DEEP, "other", 17),
        (DEEP, "org", 11),
        (DEEP, "team", 13),
    ],
)
def test_what_a_node_could_have_if_nothing_were_used(
    tree: tuple[Node, ...], node: str, expected: int
) -> None:
    found = cells(*tree)[node]
    assert (expected, expected) == (found.potential, found.available())


@pytest.mark.parametrize(
    ("tree", "used", "node", "expected"),
    [
        (FLAT, {"one": 8}, "two", 2),
        (FLAT, {"one": 8, "two": 5}, "two", -3),
        (LENDING, {"two": 5}, "one", 5),
        (LENDING, {"one": 3}, "two", 6),
        (LENDING, {"one": 5}, "two", 5),
        (BORROWING, {"one": 6}, "one", 1),
        (BORROWING, {"two": 4}, "one", 6),
        (DEEP, {"team": 13}, "other", 8),
        (DEEP, {"other": 12}, "team", 9),
    ],
)
def test_what_is_left_of_it_when_others_use_some(
    tree: tuple[Node, ...], used: dict[str, int], node: str, expected: int
) -> None:
    found = cells(*tree)
    for name, amount in used.items():
        found[name].add_usage(amount)
    assert expected == found[node].available()


def test_usage_within_what_is_not_lent_stays_out_of_the_cohort() -> None:
    found = cells(*LENDING)
    found["one"].add_usage(4)
    assert (4, 0) == (found["one"].usage, found["all"].usage)


def test_usage_beyond_that_counts_against_the_cohort() -> None:
    found = cells(*LENDING)
    found["one"].add_usage(5)
    assert (5, 1) == (found["one"].usage, found["all"].usage)


def test_a_cohort_that_no_object_describes_still_shares_quota() -> None:
    found = cells(queue("one", "implied", "6"), queue("two", "implied", "4"))
    assert 10 == found["two"].available()


def test_unlimited_quota_stays_unlimited_whatever_is_used() -> None:
    found = cells(cohort("all"), queue("one", "all", str(UNLIMITED)), queue("two", "all", "4"))
    found["one"].add_usage(10**15)
    assert UNLIMITED == finite(found["two"].available())


def test_a_queue_over_its_quota_is_listed_in_its_tree_and_only_then() -> None:
    found = cells(*FLAT)
    leaves = found["one"].over_leaves
    assert leaves is not None
    found["one"].add_usage(7)
    assert [found["one"]] == list(leaves)
    found["one"].remove_usage(1)
    assert [] == list(leaves)


def test_cohorts_in_a_cycle_give_their_queues_nothing() -> None:
    found = cells(cohort("a", "b", "5"), cohort("b", "a", "5"), queue("q", "a", "3"))
    assert 3 == found["q"].available()
