"""Capacity classes: how often a request fits, and what is left."""

import pytest

from kuota.sim.model import (
    Requests,
)
from kuota.sim.tas.capacity_classes import MAX_COUNT, CapacityClasses, RequestShapes
from kuota.sim.tas.leaf_capacity import LeafCapacities

RESOURCES = ("cpu", "memory", "pods")


def classes() -> CapacityClasses:
    return CapacityClasses(RESOURCES, RequestShapes())


@pytest.mark.parametrize(
    ("requests", "with_pod", "count", "limiting"),
    [
        ({"cpu": 3}, False, 3, "cpu"),
        ({"cpu": 3}, True, 3, "cpu"),
        ({"cpu": 1, "memory": 1}, True, 5, "memory"),
        ({"cpu": 5, "memory": 3}, False, 1, "memory"),
        ({"cpu": 5, "memory": 2}, False, 2, "cpu"),
        ({"cpu": 1}, True, 7, "pods"),
        ({"cpu": 0}, False, MAX_COUNT, "cpu"),
        ({"gpu": 1}, False, 0, "gpu"),
        ({"gpu": 0, "cpu": 2}, False, 5, "cpu"),
        ({"example": 1, "gpu": 1}, False, 0, "example"),
        ({"cpu": 11}, True, 0, "cpu"),
        ({}, True, 7, "pods"),
        ({}, False, 0, ""),
    ],
)
def test_a_request_fits_as_often_as_its_scarcest_resource_allows(
    requests: Requests, with_pod: bool, count: int, limiting: str
) -> None:
    known = classes()
    capacity = known.of({"cpu": 10, "memory": 5, "pods": 7})
    fit = known.fit(known.shapes.shape(requests), with_pod)
    assert (count, limiting) == (fit.count(capacity), fit.limiting_resource(capacity))


def test_an_overdrawn_resource_fits_nothing() -> None:
    known = classes()
    fit = known.fit(known.shapes.shape({"cpu": 2}))
    assert 0 == fit.count(known.of({"cpu": -3, "pods": 7}))


def test_pods_are_taken_with_their_requests_and_given_back() -> None:
    known = classes()
    shape = known.shapes.shape({"cpu": 2, "gpu": 1})
    before = known.of({"cpu": 10, "pods": 7})
    after = known.after(before, shape, 3)
    assert ((4, 0, 4), before) == (known.amounts[after], known.after(after, shape, -3))


def test_equal_requests_are_one_shape() -> None:
    shapes = RequestShapes()
    assert [0, 0, 1] == [
        shapes.shape(requests) for requests in ({"a": 1, "b": 2}, {"b": 2, "a": 1}, {"a": 1})
    ]


def test_classes_that_no_leaf_has_are_forgotten_when_there_are_too_many() -> None:
    known = classes()
    start = known.of({"cpu": 10, "pods": 7})
    leaves = LeafCapacities(known, [start, start], [start, start])
    leaves.take(1, known.shapes.shape({"cpu": 1}), 2)
    for amount in range(5000):
        known.of({"memory": amount})
    assert leaves.compact()
    assert ([(10, 0, 7), (8, 0, 5)], [0, 0], [0, 1]) == (
        leaves.classes.amounts,
        leaves.free,
        leaves.remaining,
    )


def test_few_classes_are_kept() -> None:
    known = classes()
    leaves = LeafCapacities(known, [known.of({})], [known.of({})])
    assert (False, known) == (leaves.compact(), leaves.classes)


def test_a_long_list_of_changes_loses_its_older_half() -> None:
    known = classes()
    leaves = LeafCapacities(known, [known.of({})], [known.of({})])
    shape = known.shapes.shape({"cpu": 1})
    for _ in range(2100):
        leaves.take(0, shape, 1)
        leaves.take(0, shape, -1)
    leaves.trim_changes()
    assert (2100, 2100) == (leaves.changes_start, len(leaves.changes))
