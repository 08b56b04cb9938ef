"""The largest gangs that levels of a topology take."""

from collections.abc import Sequence
from itertools import combinations
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.capacity.clusters import GPU, HOST, RACK, facts_of, hosts, platform

from kuota.capacity.slots import ALL_NODES, Fit, Scope, Slots, slots
from kuota.capacity.world import World
from kuota.lint.facts import Facts
from kuota.policy.cluster import Cluster
from kuota.sim.tas.flavor_snapshot import TASFlavorSnapshot
from kuota.sim.tas.place import open_flavor, place

TOPOLOGY = f"topology: {{levels: [{RACK}, {HOST}]}}"
FLAVORS = "{a100: {topology: true}}"


def racks(*sizes: Sequence[int], flavors: str = FLAVORS) -> Facts:
    """A cluster whose racks hold nodes with these numbers of GPUs."""
    nodes = "".join(
        hosts(f"r{rack}n{number}", 1, gpus, rack=f"r{rack}")
        for rack, each in enumerate(sizes)
        for number, gpus in enumerate(each)
    )
    quota = f"quota: {{a100: {{{GPU}: 1}}}}"
    return facts_of(platform(nodes, flavors=flavors, more=TOPOLOGY), ("red", quota))


def at(facts: Facts, level: str, units: int, down: int | None = None) -> Slots:
    return next(s for s in slots(facts, down) if (s.level, s.units) == (level, units))


def fit(facts: Facts, level: str, units: int = 8) -> tuple[int, int]:
    first = at(facts, level, units).fits[0]
    return first.largest, first.at_once


def test_every_level_takes_a_gang_as_large_as_its_largest_domain() -> None:
    facts = racks([8, 8], [8, 8], [8])
    expected = {ALL_NODES: (40, 1), RACK: (16, 2), HOST: (8, 5)}
    assert expected == {level: fit(facts, level, 1) for level in expected}


def test_pods_of_a_whole_node_take_one_node_each() -> None:
    assert (2, 2) == fit(racks([8, 8], [8, 8], [8]), RACK)


def test_a_node_with_fewer_devices_takes_no_pod_of_a_whole_node() -> None:
    assert (1, 2) == fit(racks([8, 4, 4], [8]), RACK)


def test_fifteen_leaf_groups_take_one_gang_of_eleven_hosts() -> None:
    sizes = (1, 1, 2, 2, 2, 3, 3, 3, 5, 5, 6, 6, 6, 8, 11)
    facts = racks(*([4] * size for size in sizes))
    assert (11, 1) == fit(facts, RACK, 4)


def test_a_rack_of_eighteen_with_a_node_down_in_each_takes_seventeen() -> None:
    facts = racks([8] * 18, [8] * 18)
    expected = (
        Fit(0, Scope.ANY, 18, 2),
        Fit(1, Scope.ANY, 18, 1),
        Fit(1, Scope.EACH, 17, 2),
    )
    assert expected == at(facts, RACK, 8).fits


def test_headroom_is_supposed_to_be_down_too() -> None:
    facts = racks([8] * 4, flavors="{a100: {topology: true, headroom: {nodes: 2}}}")
    assert [0, 1, 2] == [each.down for each in at(facts, ALL_NODES, 8).fits]


def test_a_number_of_nodes_that_is_asked_for_replaces_the_headroom() -> None:
    fits = at(racks([8, 8], [8]), ALL_NODES, 8, down=3).fits
    assert (Fit(0, Scope.ANY, 3, 1), Fit(3, Scope.ANY, 0, 0)) == fits


def test_a_flavor_without_a_topology_has_one_row_for_all_nodes() -> None:
    facts = racks([8, 8], [8], flavors="{a100: {}}")
    assert [(ALL_NODES, 1), (ALL_NODES, 8)] == [(s.level, s.units) for s in slots(facts)]


def test_a_node_without_a_label_of_the_topology_does_not_count() -> None:
    nodes = hosts("in", 2, rack="r0") + hosts("out", 2)
    quota = f"quota: {{a100: {{{GPU}: 1}}}}"
    facts = facts_of(platform(nodes, flavors=FLAVORS, more=TOPOLOGY), ("red", quota))
    assert (2, 1) == fit(facts, ALL_NODES)


def test_the_number_of_pods_of_a_node_bounds_small_pods() -> None:
    nodes = hosts("n", 1, more=", reserve: {pods: 107}")
    facts = facts_of(platform(nodes), ("red", f"quota: {{a100: {{{GPU}: 1}}}}"))
    assert (3, 1) == fit(facts, ALL_NODES, 1)


def test_a_node_with_a_taint_that_the_flavor_does_not_know_does_not_count() -> None:
    taint = ", taints: [{key: broken, effect: NoSchedule}]"
    nodes = hosts("good", 1, more="") + hosts("bad", 1, more=taint)
    labelled = nodes.replace("pods: 110}", "pods: 110}, labels: {pool: gpu}")
    flavors = "{a100: {nodeLabels: {pool: gpu}}}"
    facts = facts_of(platform(labelled, flavors=flavors), ("red", f"quota: {{a100: {{{GPU}: 1}}}}"))
    assert (1, 1) == fit(facts, ALL_NODES)


def test_a_flavor_of_cpu_counts_pods_of_one_cpu() -> None:
    nodes = "    - {name: n, count: 2, allocatable: {cpu: 16, pods: 110}}\n"
    facts = facts_of(platform(nodes), ("red", "quota: {a100: {cpu: 8}}"))
    expected = [("cpu", 1000, 32), ("cpu", 16000, 2)]
    assert expected == [(s.resource, s.units, s.fits[0].largest) for s in slots(facts)]


rack_sizes = st.lists(
    st.lists(st.sampled_from([2, 4, 8]), min_size=1, max_size=4), min_size=1, max_size=4
)


@settings(deadline=None, max_examples=40)
@given(rack_sizes, st.sampled_from([RACK, HOST]), st.booleans())
def test_the_simulator_places_as_many_gangs_of_that_size_and_none_larger(
    sizes: list[list[int]], level: str, whole: bool
) -> None:
    facts = racks(*sizes)
    units = max(max(each) for each in sizes) if whole else 1
    first = at(facts, level, units).fits[0]
    rack = opened(facts.cluster)
    assert place(rack, gang(first.largest + 1, units, level)).failure is not None
    for _ in range(first.at_once):
        places = place(rack, gang(first.largest, units, level))
        assert places.failure is None
        rack.update_tas_usage(places.usage, 1)
    assert place(rack, gang(first.largest, units, level)).failure is not None


@settings(deadline=None, max_examples=60)
@given(rack_sizes, st.integers(1, 3), st.sampled_from([RACK, HOST, ALL_NODES]))
def test_with_nodes_down_nothing_is_promised_that_some_failure_takes_away(
    sizes: list[list[int]], down: int, level: str
) -> None:
    facts = racks(*sizes)
    found = at(facts, level, 1, down).fits[1]
    names = [(rack, number) for rack, each in enumerate(sizes) for number in range(len(each))]
    left = [
        domains_left(sizes, set(lost), level) for lost in combinations(names, min(down, len(names)))
    ]
    largest = min(max(each, default=0) for each in left)
    at_once = min(sum(size // largest for size in each) for each in left) if largest else 0
    assert Fit(down, Scope.ANY, largest, at_once) == found


def domains_left(sizes: list[list[int]], lost: set[tuple[int, int]], level: str) -> list[int]:
    """The sizes of the domains of a level once these nodes are gone."""
    kept = [
        [gpus for number, gpus in enumerate(each) if (rack, number) not in lost]
        for rack, each in enumerate(sizes)
    ]
    if level == ALL_NODES:
        return [sum(map(sum, kept))]
    return [sum(each) for each in kept] if level == RACK else [g for each in kept for g in each]


def opened(cluster: Cluster) -> TASFlavorSnapshot:
    """The flavor's nodes as the simulator places pods on them."""
    objects = World(cluster).objects
    nodes = [obj for obj in objects if obj["kind"] == "Node"]
    topology = next(obj for obj in objects if obj["kind"] == "Topology")
    return open_flavor(nodes, topology)


def gang(count: int, units: int, level: str) -> list[dict[str, Any]]:
    containers = [{"name": "c", "resources": {"requests": {GPU: str(units)}}}]
    return [
        {
            "name": "main",
            "count": count,
            "template": {"spec": {"containers": containers}},
            "topologyRequest": {"required": level},
        }
    ]


@pytest.mark.parametrize("down", [0, 5])
def test_more_failures_than_nodes_leave_nothing(down: int) -> None:
    fits = at(racks([8], [8]), ALL_NODES, 8, down).fits
    assert (0 if down else 2) == fits[-1].largest
