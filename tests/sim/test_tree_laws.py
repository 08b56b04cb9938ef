"""Laws of the quota tree."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.sim.quota_trees import Node, cells, trees, usages, with_limit

from kuota.sim.resource_node import QuotaCell

pytestmark = pytest.mark.property

Tree = dict[str, QuotaCell]


def _used(tree: Tree) -> dict[str, int]:
    return {name: cell.usage for name, cell in tree.items()}


def _available(tree: Tree) -> dict[str, int]:
    return {name: cell.available() for name, cell in tree.items()}


@st.composite
def used_trees(draw: st.DrawFn) -> tuple[list[Node], list[tuple[str, int]]]:
    """A tree, and what its queues come to use."""
    nodes = draw(trees())
    return nodes, draw(usages(nodes))


def _play(nodes: list[Node], steps: list[tuple[str, int]]) -> Tree:
    tree = cells(*nodes)
    for name, amount in steps:
        tree[name].add_usage(amount)
    return tree


@given(used_trees(), st.data())
def test_usage_added_and_removed_is_as_if_it_had_never_been(
    case: tuple[list[Node], list[tuple[str, int]]], data: st.DataObject
) -> None:
    nodes, steps = case
    tree = _play(nodes, steps)
    before = _used(tree)
    more = data.draw(usages(nodes))
    for name, amount in more:
        tree[name].add_usage(amount)
    for name, amount in data.draw(st.permutations(more)):
        tree[name].remove_usage(amount)
    assert before == _used(tree)


@given(used_trees(), st.data())
def test_the_order_in_which_usage_comes_does_not_matter(
    case: tuple[list[Node], list[tuple[str, int]]], data: st.DataObject
) -> None:
    nodes, steps = case
    assert _used(_play(nodes, steps)) == _used(_play(nodes, data.draw(st.permutations(steps))))


@given(used_trees(), st.data())
def test_the_order_of_children_does_not_matter(
    case: tuple[list[Node], list[tuple[str, int]]], data: st.DataObject
) -> None:
    nodes, steps = case
    shuffled = data.draw(st.permutations(nodes))
    assert _available(_play(nodes, steps)) == _available(_play(shuffled, steps))


@given(used_trees())
def test_available_never_exceeds_potential(
    case: tuple[list[Node], list[tuple[str, int]]],
) -> None:
    tree = _play(*case)
    assert {} == {
        name: cell.available() for name, cell in tree.items() if cell.available() > cell.potential
    }


@given(used_trees())
def test_what_is_available_can_be_used_without_anybody_going_into_debt(
    case: tuple[list[Node], list[tuple[str, int]]],
) -> None:
    nodes, _ = case
    tree = cells(*nodes)
    for node in nodes:
        if node.is_queue:
            tree[node.name].add_usage(max(0, tree[node.name].available() - 1))
    assert {} == {name: left for name, left in _available(tree).items() if left < 0}


@given(used_trees())
def test_more_usage_never_makes_more_available(
    case: tuple[list[Node], list[tuple[str, int]]],
) -> None:
    nodes, steps = case
    before, after = _available(_play(nodes, steps[:-1])), _available(_play(nodes, steps))
    assert {} == {name: after[name] for name in after if after[name] > before[name]}


@given(used_trees(), st.data())
def test_a_higher_borrowing_limit_never_makes_less_available(
    case: tuple[list[Node], list[tuple[str, int]]], data: st.DataObject
) -> None:
    nodes, steps = case
    index = data.draw(st.integers(0, len(nodes) - 1))
    limit = data.draw(st.integers(0, 12))
    low = _available(_play(with_limit(nodes, index, borrowing_limit=limit), steps))
    high = _available(_play(with_limit(nodes, index, borrowing_limit=limit + 1), steps))
    assert {} == {name: high[name] for name in high if high[name] < low[name]}


@given(trees(), st.data())
def test_a_higher_lending_limit_never_makes_less_available_to_others(
    nodes: list[Node], data: st.DataObject
) -> None:
    index = data.draw(st.integers(0, len(nodes) - 1))
    limit = data.draw(st.integers(0, 12))
    low = cells(*with_limit(nodes, index, lending_limit=limit))
    high = cells(*with_limit(nodes, index, lending_limit=limit + 1))
    assert {} == {
        name: cell.potential for name, cell in high.items() if cell.potential < low[name].potential
    }


@given(used_trees(), st.data())
def test_more_nominal_quota_never_makes_less_available(
    case: tuple[list[Node], list[tuple[str, int]]], data: st.DataObject
) -> None:
    nodes, steps = case
    index = data.draw(st.integers(0, len(nodes) - 1))
    more = with_limit(nodes, index, nominal=nodes[index].nominal + 1)
    low, high = _available(_play(nodes, steps)), _available(_play(more, steps))
    assert {} == {name: high[name] for name in high if high[name] < low[name]}


@settings(max_examples=50)
@given(used_trees())
def test_the_cohorts_usage_is_what_its_children_do_not_hold_back(
    case: tuple[list[Node], list[tuple[str, int]]],
) -> None:
    nodes, steps = case
    tree = _play(nodes, steps)
    for node in nodes:
        if not node.is_queue:
            below = [tree[child.name] for child in nodes if child.parent == node.name]
            stored = sum(max(0, cell.usage - cell.local_quota) for cell in below)
            assert stored == tree[node.name].usage
