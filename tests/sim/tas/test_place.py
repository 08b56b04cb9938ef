"""Placement by itself, on the cases that people report."""

from typing import Any

import pytest
from tests.sim.tas.objects import GPU, HOST, node, pod_set, racks, topology

from kuota.sim.model import (
    TopologyAssignment,
    TopologyDomainAssignment,
)
from kuota.sim.tas.failure import ExclusionStats, LayerFit, PlacementFailure
from kuota.sim.tas.place import Places, open_flavor, place

LEVELS = ("block", "rack", HOST)
WHOLE_NODE = {GPU: "8"}


def placed(nodes: list[Any], *pod_sets: dict[str, Any], levels: tuple[str, ...] = LEVELS) -> Places:
    return place(open_flavor(nodes, topology(*levels)), pod_sets)


def counts(places: Places, name: str = "main") -> dict[str, int]:
    return {domain.values[-1]: domain.count for domain in places.assignments[name].domains}


def per_rack(places: Places) -> dict[str, int]:
    found: dict[str, int] = {}
    for host, count in counts(places).items():
        rack = host.split("-")[0]
        found[rack] = found.get(rack, 0) + count
    return found


def test_an_assignment_names_the_hosts_and_how_many_pods_each_takes() -> None:
    places = placed(racks([2]), pod_set(3, {GPU: "4"}, {"required": "rack"}))
    expected = TopologyAssignment(
        (HOST,),
        (TopologyDomainAssignment(("r0-n0",), 2), TopologyDomainAssignment(("r0-n1",), 1)),
    )
    assert {"main": expected} == places.assignments


def test_a_required_gang_takes_the_smallest_rack_that_holds_it() -> None:
    places = placed(racks([5, 3, 4, 2]), pod_set(3, WHOLE_NODE, {"required": "rack"}))
    assert {"r1": 3} == per_rack(places)


def test_a_required_gang_larger_than_any_rack_is_refused_with_the_largest() -> None:
    places = placed(racks([5, 11, 8]), pod_set(12, WHOLE_NODE, {"required": "rack"}))
    assert ("main", PlacementFailure("default", "", 11, 12, 1, None, ExclusionStats(24))) == (
        places.failed,
        places.failure,
    )


def test_a_preferred_gang_larger_than_any_rack_is_split_unevenly() -> None:
    places = placed(racks([18, 18, 18]), pod_set(32, WHOLE_NODE, {"preferred": "rack"}))
    assert {"r0": 18, "r1": 14} == per_rack(places)


def test_slices_keep_the_racks_even() -> None:
    request = {
        "preferred": "block",
        "podSetSliceRequiredTopology": "rack",
        "podSetSliceSize": 16,
    }
    places = placed(racks([18, 18, 18]), pod_set(32, WHOLE_NODE, request))
    assert {"r0": 16, "r1": 16} == per_rack(places)


def test_an_unconstrained_pod_goes_to_the_fullest_node_that_takes_it() -> None:
    flavor = open_flavor(racks([3]), topology(*LEVELS))
    flavor.update_tas_usage(place(flavor, [pod_set(1, {GPU: "4"}, {"required": HOST})]).usage, 1)
    places = place(flavor, [pod_set(1, {GPU: "1"}, {"unconstrained": True})])
    assert {"r0-n0": 1} == counts(places)


def test_a_pod_set_without_a_request_goes_anywhere() -> None:
    assert {"r0-n0": 8, "r0-n1": 1} == counts(placed(racks([2]), pod_set(9, {GPU: "1"})))


def test_several_whole_node_pods_do_not_fit_into_one_host() -> None:
    places = placed(racks([4]), pod_set(2, WHOLE_NODE, {"required": HOST}))
    assert 'topology "default" allows to fit only 1 out of 2 pod(s)' == str(places.failure)


def test_the_resource_that_shuts_a_node_out_is_counted() -> None:
    nodes = racks([3], {"cpu": "100", GPU: "4", "pods": "110"})
    places = placed(nodes, pod_set(2, {GPU: "4", "cpu": "110"}, {"required": "rack"}))
    assert PlacementFailure(
        "default", "", 0, 2, 1, None, ExclusionStats(3, resources={"cpu": 3})
    ) == (places.failure)


def test_the_number_of_pods_of_a_node_is_a_limit() -> None:
    nodes = racks([2], {"cpu": "100", "pods": "3"})
    assert {"r0-n0": 3, "r0-n1": 1} == counts(placed(nodes, pod_set(4, {"cpu": "1"})))


def test_taints_selectors_and_affinity_shut_nodes_out_in_this_order() -> None:
    tainted, elsewhere, wrong = (node(f"n{i}", block="b", rack="r", zone="a") for i in range(3))
    tainted["spec"]["taints"] = [
        {"key": "soft", "effect": "PreferNoSchedule"},
        {"key": "gpu", "value": "x", "effect": "NoSchedule"},
    ]
    elsewhere["metadata"]["labels"]["zone"] = "b"
    affinity = {
        "nodeAffinity": {
            "requiredDuringSchedulingIgnoredDuringExecution": {
                "nodeSelectorTerms": [{"matchExpressions": [{"key": "gen", "operator": "Exists"}]}]
            }
        }
    }
    gang = pod_set(
        1, {GPU: "1"}, {"required": "rack"}, nodeSelector={"zone": "a"}, affinity=affinity
    )
    exclusions = ExclusionStats(3, 1, 1, 0, {"gpu=x:NoSchedule": 1})
    failure = PlacementFailure("default", "", 0, 1, 1, None, exclusions)
    assert failure == placed([tainted, elsewhere, wrong], gang).failure


def test_the_tolerations_of_pod_and_flavor_let_onto_tainted_nodes() -> None:
    nodes = [node("n0", block="b", rack="r"), node("n1", block="b", rack="r")]
    nodes[0]["spec"]["taints"] = [{"key": "gpu", "effect": "NoSchedule"}]
    nodes[1]["spec"]["taints"] = [{"key": "spot", "effect": "NoExecute"}]
    flavor = open_flavor(
        nodes,
        topology(*LEVELS),
        {
            "metadata": {"name": "f"},
            "spec": {"tolerations": [{"key": "spot", "operator": "Exists"}]},
        },
    )
    gang = pod_set(2, WHOLE_NODE, tolerations=[{"key": "gpu", "operator": "Exists"}])
    assert {"n0": 1, "n1": 1} == counts(place(flavor, [gang]))


def test_where_the_lowest_level_is_no_hostname_taints_do_not_matter() -> None:
    tainted = node("n0", rack="r0")
    tainted["spec"]["taints"] = [{"key": "gpu", "effect": "NoSchedule"}]
    places = placed([tainted], pod_set(1, WHOLE_NODE, {"required": "rack"}), levels=("rack",))
    assert {"r0": 1} == counts(places)


def test_pods_outside_kueue_take_room() -> None:
    container = {"name": "c", "resources": {"requests": {GPU: "6"}}}
    other = {
        "metadata": {"name": "p"},
        "spec": {"nodeName": "r0-n0", "containers": [container]},
    }
    flavor = open_flavor(racks([2]), topology(*LEVELS), pods=[other])
    assert {"r0-n1": 1} == counts(place(flavor, [pod_set(1, WHOLE_NODE)], simulate_empty=True))


def test_later_pod_sets_find_what_earlier_ones_took() -> None:
    first = {**pod_set(1, WHOLE_NODE, {"required": "rack"}), "name": "first"}
    second = {**pod_set(1, WHOLE_NODE, {"required": "rack"}), "name": "second"}
    places = placed(racks([1, 2]), first, second)
    assert ({"r0-n0": 1}, {"r1-n0": 1}) == (counts(places, "first"), counts(places, "second"))


def test_leader_and_workers_of_a_group_share_a_rack() -> None:
    request = {"required": "rack", "podSetGroupName": "g"}
    leader = {**pod_set(1, {"cpu": "16"}, request), "name": "leader"}
    workers = {**pod_set(3, {"cpu": "16"}, request), "name": "workers"}
    places = placed(racks([3, 4]), leader, workers)
    assert ({"r1-n0": 1}, {"r1-n1": 1, "r1-n2": 1, "r1-n3": 1}) == (
        counts(places, "leader"),
        counts(places, "workers"),
    )


def test_layers_that_do_not_fit_are_told_one_by_one() -> None:
    request = {
        "required": "block",
        "podsetSliceRequiredTopologyConstraints": [
            {"topology": "rack", "size": 4},
            {"topology": HOST, "size": 2},
        ],
    }
    places = placed(racks([2, 1]), pod_set(12, {GPU: "4"}, request))
    assert places.failure is not None
    assert (LayerFit("rack", 1, 3), LayerFit(HOST, 3, 6)) == places.failure.layers


@pytest.mark.parametrize(
    ("request_", "problem"),
    [
        ({"required": "zone"}, "no requested topology level: zone"),
        (
            {
                "required": "rack",
                "podSetSliceRequiredTopology": "zone",
                "podSetSliceSize": 1,
            },
            "no requested topology level for slices: zone",
        ),
        (
            {
                "required": "rack",
                "podSetSliceRequiredTopology": "block",
                "podSetSliceSize": 1,
            },
            "podset slice topology block is above the podset topology rack",
        ),
        (
            {"required": "rack", "podSetSliceRequiredTopology": "rack"},
            "slice topology requested, but slice size not provided",
        ),
        (
            {
                "required": "block",
                "podsetSliceRequiredTopologyConstraints": [
                    {"topology": "rack", "size": 4},
                    {"topology": HOST, "size": 3},
                ],
            },
            "additional slice layer size 3 must evenly divide parent layer size 4",
        ),
        (
            {
                "required": "block",
                "podsetSliceRequiredTopologyConstraints": [
                    {"topology": "rack", "size": 4},
                    {"topology": "block", "size": 2},
                ],
            },
            "additional slice layer topology block must be at a lower level than rack",
        ),
        (
            {
                "required": "block",
                "podsetSliceRequiredTopologyConstraints": [
                    {"topology": "rack", "size": 4},
                    {"topology": "zone", "size": 2},
                ],
            },
            "no requested topology level for additional slice layer: zone",
        ),
    ],
)
def test_a_request_that_does_not_suit_the_topology_is_refused(
    request_: dict[str, Any], problem: str
) -> None:
    assert problem == str(placed(racks([2]), pod_set(4, {GPU: "1"}, request_)).failure)


def test_without_nodes_a_level_has_no_domains() -> None:
    places = placed([], pod_set(1, {GPU: "1"}, {"required": "rack"}))
    assert "no topology domains at level: rack" == str(places.failure)


@pytest.mark.parametrize(
    ("spec", "problem"),
    [
        ({"nodeSelector": {"a b": "c"}}, "invalid node selectors, reason: "),
        (
            {
                "affinity": {
                    "nodeAffinity": {
                        "requiredDuringSchedulingIgnoredDuringExecution": {
                            "nodeSelectorTerms": [
                                {"matchExpressions": [{"key": "a", "operator": "Near"}]}
                            ]
                        }
                    }
                }
            },
            "invalid affinity node selectors, reason: ",
        ),
    ],
)
def test_a_pod_that_cannot_be_read_is_refused(spec: dict[str, Any], problem: str) -> None:
    failure = placed(racks([2]), pod_set(1, {GPU: "1"}, {"required": "rack"}, **spec)).failure
    assert str(failure).startswith(problem)
