"""Placement of pods on nodes without a topology."""

from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kuota.capacity.packing import Outcome, Packing, Room, Shape, Vector, pack


def rooms(*free: Vector, shapes: int = 1) -> list[Room]:
    return [Room(f"n{i}", f, (True,) * shapes) for i, f in enumerate(free)]


def test_one_shape_fills_the_nodes_that_take_it() -> None:
    expected = Packing(Outcome.PLACED, {"n0": (1,), "n1": (2,)}, (0,), 0)
    assert expected == pack(rooms((4,), (8,)), [Shape("main", 3, (4,))])


def test_free_amounts_on_several_nodes_do_not_add_up_for_one_pod() -> None:
    expected = Packing(Outcome.IMPOSSIBLE, {}, (1,), 0)
    assert expected == pack(rooms((2,), (2,), (2,)), [Shape("main", 1, (6,))])


def test_a_node_that_admits_no_pod_of_a_shape_is_not_used_for_it() -> None:
    nodes = [Room("tainted", (8,), (False,)), Room("open", (8,), (True,))]
    expected = Packing(Outcome.PLACED, {"open": (1,)}, (0,), 0)
    assert expected == pack(nodes, [Shape("main", 1, (8,))])


def test_search_finds_a_placement_that_greedy_misses() -> None:
    shapes = [Shape("big", 2, (3, 1)), Shape("small", 2, (1, 3))]
    packing = pack(rooms((4, 4), (4, 4), shapes=2), shapes)
    assert (Outcome.PLACED, {"n0": (1, 1), "n1": (1, 1)}) == (packing.outcome, packing.placement)


def test_impossible_although_every_sum_fits() -> None:
    shapes = [Shape("three", 2, (3,)), Shape("two", 3, (2,))]
    packing = pack(rooms((4,), (4,), (4,), shapes=2), shapes)
    assert Outcome.IMPOSSIBLE == packing.outcome


def test_a_used_up_bound_is_said_and_not_guessed() -> None:
    shapes = [Shape("three", 2, (3,)), Shape("two", 3, (2,))]
    packing = pack(rooms((4,), (4,), (4,), shapes=2), shapes, steps=1)
    assert Outcome.UNDECIDED == packing.outcome


def test_thousands_of_nodes_do_not_exhaust_the_stack() -> None:
    nodes = [Room(f"n{i}", (8, 3), (True, True)) for i in range(3000)]
    shapes = [Shape("a", 3000, (5, 1)), Shape("b", 3000, (3, 2))]
    assert Outcome.PLACED == pack(nodes, shapes).outcome


def brute_force(nodes: list[Room], shapes: list[Shape]) -> bool:
    pods = [(i, s) for i, s in enumerate(shapes) for _ in range(s.count)]
    for choice in product(range(len(nodes)), repeat=len(pods)):
        left = [list(node.free) for node in nodes]
        for (index, shape), target in zip(pods, choice, strict=True):
            if not nodes[target].admits[index]:
                break
            left[target] = [a - b for a, b in zip(left[target], shape.requests, strict=True)]
        else:
            if all(amount >= 0 for node in left for amount in node):
                return True
    return False


@pytest.mark.property
@settings(max_examples=150, deadline=None)
@given(st.data())
def test_agrees_with_trying_every_placement(data: st.DataObject) -> None:
    amount = st.integers(0, 5)
    nodes = [
        Room(f"n{i}", (data.draw(amount), data.draw(amount)), (data.draw(st.booleans()), True))
        for i in range(data.draw(st.integers(1, 3)))
    ]
    shapes = [
        Shape(f"s{i}", data.draw(st.integers(1, 2)), (data.draw(amount), data.draw(amount)))
        for i in range(2)
    ]
    packing = pack(nodes, shapes)
    assert brute_force(nodes, shapes) == (packing.outcome is Outcome.PLACED)
    if packing.outcome is Outcome.PLACED:
        for node in nodes:
            counts = packing.placement.get(node.name, (0, 0))
            used = [
                sum(c * s.requests[r] for c, s in zip(counts, shapes, strict=True)) for r in (0, 1)
            ]
            assert all(u <= f for u, f in zip(used, node.free, strict=True))
        placed = [sum(c[i] for c in packing.placement.values()) for i in (0, 1)]
        assert [s.count for s in shapes] == placed
