"""Laws of placement, held for drawn clusters and requests."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.sim.tas.objects import HOST, node, pod_set, topology

from kuota.sim.model import (
    TASFlavorUsage,
)
from kuota.sim.tas.flavor_snapshot import TASFlavorSnapshot
from kuota.sim.tas.place import Places, open_flavor, place

pytestmark = pytest.mark.property

LEVELS = ("block", "rack", HOST)
CPUS = ("1", "2", "3")


@st.composite
def clusters(draw: st.DrawFn) -> list[dict[str, Any]]:
    """Nodes of several sizes, spread over racks and blocks."""
    places = draw(st.lists(st.tuples(st.integers(0, 1), st.integers(0, 2)), min_size=1, max_size=9))
    return [
        node(
            f"n{index}",
            {"cpu": draw(st.sampled_from("01258")), "pods": draw(st.sampled_from(["2", "110"]))},
            block=f"b{block}",
            rack=f"b{block}-r{rack}",
        )
        for index, (block, rack) in enumerate(places)
    ]


@st.composite
def gangs(draw: st.DrawFn) -> dict[str, Any]:
    """A podSet with any kind of topology request."""
    level = draw(st.integers(0, 2))
    count = draw(st.integers(1, 12))
    kind = draw(st.sampled_from(["required", "preferred", "unconstrained", "slices"]))
    request: dict[str, Any] = {}
    if kind in ("required", "preferred"):
        request[kind] = LEVELS[level]
    elif kind == "unconstrained":
        request[kind] = True
    if kind == "slices" or draw(st.booleans()):
        lowest = 0 if kind in ("slices", "unconstrained") else level
        size = draw(st.integers(1, 3))
        count = size * draw(st.integers(1, 4))
        request["podSetSliceRequiredTopology"] = LEVELS[draw(st.integers(lowest, 2))]
        request["podSetSliceSize"] = size
    return pod_set(count, {"cpu": draw(st.sampled_from(CPUS))}, request)


def fill(flavor: TASFlavorSnapshot, gangs: list[dict[str, Any]]) -> list[TASFlavorUsage]:
    """Places one gang after the other, those that fit; the usage of each."""
    usages = []
    for gang in gangs:
        usage = place(flavor, [gang]).usage
        flavor.update_tas_usage(usage, 1)
        usages.append(usage)
    return usages


def free(flavor: TASFlavorSnapshot) -> list[tuple[int, ...]]:
    """What remains on each leaf."""
    capacities = flavor.capacities
    return [capacities.classes.amounts[number] for number in capacities.remaining]


def opened(nodes: list[dict[str, Any]]) -> TASFlavorSnapshot:
    return open_flavor(nodes, topology(*LEVELS))


def values_of(places: Places) -> list[tuple[str, int]]:
    return [(d.values[0], d.count) for d in places.assignments["main"].domains]


@settings(deadline=None)
@given(clusters(), st.lists(gangs(), max_size=6))
def test_pods_never_exceed_what_a_node_can_allocate(
    nodes: list[dict[str, Any]], waiting: list[dict[str, Any]]
) -> None:
    flavor = opened(nodes)
    fill(flavor, waiting)
    assert [] == [left for left in free(flavor) if min(left) < 0]


@settings(deadline=None)
@given(clusters(), st.lists(gangs(), max_size=4), gangs())
def test_all_pods_are_placed_or_none(
    nodes: list[dict[str, Any]], before: list[dict[str, Any]], gang: dict[str, Any]
) -> None:
    flavor = opened(nodes)
    fill(flavor, before)
    places = place(flavor, [gang])
    placed = sum(domain.count for domain in places.usage)
    assert (gang["count"] if places.failure is None else 0) == placed


@settings(deadline=None)
@given(clusters(), st.lists(gangs(), max_size=4), gangs())
def test_a_required_gang_is_in_one_domain(
    nodes: list[dict[str, Any]], before: list[dict[str, Any]], gang: dict[str, Any]
) -> None:
    flavor = opened(nodes)
    fill(flavor, before)
    places = place(flavor, [gang])
    required = gang["topologyRequest"].get("required")
    if required is None or places.failure is not None:
        return
    labels = {obj["metadata"]["name"]: obj["metadata"]["labels"] for obj in nodes}
    assert 1 == len({labels[name][required] for name, _ in values_of(places)})


@settings(deadline=None)
@given(clusters(), st.lists(gangs(), max_size=4), gangs())
def test_each_domain_of_the_slice_level_has_whole_slices(
    nodes: list[dict[str, Any]], before: list[dict[str, Any]], gang: dict[str, Any]
) -> None:
    flavor = opened(nodes)
    fill(flavor, before)
    places = place(flavor, [gang])
    level = gang["topologyRequest"].get("podSetSliceRequiredTopology")
    if level is None or places.failure is not None:
        return
    labels = {obj["metadata"]["name"]: obj["metadata"]["labels"] for obj in nodes}
    pods: dict[str, int] = {}
    for name, count in values_of(places):
        domain = labels[name][level]
        pods[domain] = pods.get(domain, 0) + count
    size = gang["topologyRequest"]["podSetSliceSize"]
    assert {} == {domain: count for domain, count in pods.items() if count % size}


@settings(deadline=None)
@given(clusters(), st.lists(gangs(), max_size=6), st.randoms(use_true_random=False))
def test_usage_added_and_removed_in_any_order_leaves_nothing(
    nodes: list[dict[str, Any]], waiting: list[dict[str, Any]], random: Any
) -> None:
    flavor = opened(nodes)
    before = free(flavor)
    usages = fill(flavor, waiting)
    random.shuffle(usages)
    for usage in usages:
        flavor.update_tas_usage(usage, -1)
    assert before == free(flavor)


@settings(deadline=None)
@given(clusters(), st.lists(st.tuples(gangs(), st.booleans()), max_size=8), gangs())
def test_counts_kept_between_searches_change_nothing(
    nodes: list[dict[str, Any]], history: list[tuple[dict[str, Any], bool]], gang: dict[str, Any]
) -> None:
    flavor = opened(nodes)
    staying: list[TASFlavorUsage] = []
    for earlier, leaves in history:
        place(flavor, [gang])
        place(flavor, [gang], simulate_empty=True)
        usage = fill(flavor, [earlier])[0]
        if leaves:
            flavor.update_tas_usage(usage, -1)
        else:
            staying.append(usage)
    fresh = opened(nodes)
    for usage in staying:
        fresh.update_tas_usage(usage, 1)
    assert (
        place(fresh, [gang]).assignments,
        str(place(fresh, [gang]).failure),
        place(fresh, [gang], simulate_empty=True).assignments,
    ) == (
        place(flavor, [gang]).assignments,
        str(place(flavor, [gang]).failure),
        place(flavor, [gang], simulate_empty=True).assignments,
    )


@settings(deadline=None)
@given(clusters(), st.lists(gangs(), max_size=3), gangs(), st.randoms(use_true_random=False))
def test_the_order_of_nodes_does_not_matter(
    nodes: list[dict[str, Any]], before: list[dict[str, Any]], gang: dict[str, Any], random: Any
) -> None:
    flavor = opened(nodes)
    fill(flavor, before)
    shuffled = list(nodes)
    random.shuffle(shuffled)
    other = opened(shuffled)
    fill(other, before)
    assert place(flavor, [gang]).assignments == place(other, [gang]).assignments


@settings(deadline=None)
@given(clusters(), st.lists(gangs(), max_size=3), gangs())
def test_what_is_placed_fits(
    nodes: list[dict[str, Any]], before: list[dict[str, Any]], gang: dict[str, Any]
) -> None:
    flavor = opened(nodes)
    fill(flavor, before)
    usage = place(flavor, [gang]).usage
    assert flavor.fits(usage)


@settings(deadline=None)
@given(clusters(), st.lists(gangs(), max_size=3), gangs())
def test_a_copy_lives_by_itself(
    nodes: list[dict[str, Any]], before: list[dict[str, Any]], gang: dict[str, Any]
) -> None:
    flavor = opened(nodes)
    fill(flavor, before)
    remaining = free(flavor)
    copy = flavor.copy()
    assert place(flavor, [gang]).assignments == place(copy, [gang]).assignments
    fill(copy, [gang])
    assert remaining == free(flavor)


@settings(deadline=None)
@given(clusters(), st.lists(gangs(), max_size=4), gangs())
def test_an_empty_cluster_takes_whatever_a_used_one_takes(
    nodes: list[dict[str, Any]], before: list[dict[str, Any]], gang: dict[str, Any]
) -> None:
    flavor = opened(nodes)
    fill(flavor, before)
    if place(flavor, [gang]).failure is None:
        assert place(flavor, [gang], simulate_empty=True).failure is None
