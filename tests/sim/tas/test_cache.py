"""Flavors over one cluster: shared nodes and node changes."""

from typing import Any

import pytest
from tests.sim.tas.objects import GPU, HOST, node, pod_set, racks

from kuota.sim.features import Features
from kuota.sim.model import (
    ResourceFlavor,
    TASUsage,
    Topology,
    TopologyDomainRequests,
)
from kuota.sim.settings import (
    Settings,
)
from kuota.sim.tas.cache import TASCache
from kuota.sim.tas.flavor_snapshot import tas_failure
from kuota.sim.tas.requests import (
    TASAssignmentsResult,
    TASPodSetRequests,
    WorkloadTASRequests,
)
from kuota.sim.tas.workload_assignments import find_workload_assignments
from kuota.sim.workload_object import workload_from

TOPOLOGIES = {
    "hosts": Topology("hosts", ("rack", HOST)),
    "racks": Topology("racks", ("block", "rack")),
}
WHOLE_NODE = {GPU: 8}


def flavor(name: str, topology: str = "hosts") -> ResourceFlavor:
    return ResourceFlavor(name, {}, (), (), topology)


def cache(nodes: list[Any], *flavors: ResourceFlavor, overlapping: bool = True) -> TASCache:
    features = Features({"TASHandleOverlappingFlavors": overlapping})
    found = TASCache(Settings(features=features))
    found.set_objects({f.name: f for f in flavors}, TOPOLOGIES, nodes)
    return found


def request(name: str, flavor_name: str) -> TASPodSetRequests:
    raw = {**pod_set(1, {GPU: "8"}, {"unconstrained": True}), "name": name}
    found = workload_from({"spec": {"podSets": [raw]}}).pod_sets[0]
    return TASPodSetRequests(found, found.requests, 1, flavor_name, implied=False)


def on(host: str, flavor_name: str = "a") -> TASUsage:
    return {flavor_name: [TopologyDomainRequests((host,), WHOLE_NODE, 1)]}


def places(
    tas: TASCache, requests: WorkloadTASRequests, overlapping: bool = True
) -> TASAssignmentsResult:
    return find_workload_assignments(tas.flavors, requests, None, False, overlapping)


def host_of(tas: TASCache, flavor_name: str) -> str:
    """The host that the next whole-node pod gets, or why there is none."""
    found = places(tas, {flavor_name: [request("p", flavor_name)]})
    assignment = found["p"].topology_assignment
    return found["p"].failure_reason if assignment is None else assignment.domains[0].values[-1]


def test_only_flavors_whose_topology_exists_are_there() -> None:
    flavors = (flavor("a"), flavor("b", "unknown"), flavor("c", ""))
    assert ["a"] == list(cache(racks([1]), *flavors).flavors)


def test_pods_admitted_on_one_flavor_take_room_from_all_flavors_of_the_same_hosts() -> None:
    tas = cache(racks([2]), flavor("a"), flavor("b"))
    tas.add_usage(on("r0-n0"))
    assert "r0-n1" == host_of(tas, "b")
    tas.remove_usage(on("r0-n0"))
    assert "r0-n0" == host_of(tas, "b")


def test_without_the_gate_flavors_do_not_see_each_other() -> None:
    tas = cache(racks([2]), flavor("a"), flavor("b"), overlapping=False)
    tas.add_usage(on("r0-n0"))
    assert ("r0-n1", "r0-n0") == (host_of(tas, "a"), host_of(tas, "b"))


def test_a_flavor_whose_lowest_level_is_no_host_is_left_out_of_the_sharing() -> None:
    tas = cache(racks([1]), flavor("a"), flavor("b", "racks"))
    tas.add_usage(on("r0-n0"))
    assert "r0" == host_of(tas, "b")


def test_what_a_cycle_tries_out_stays_within_its_flavor() -> None:
    tas = cache(racks([2]), flavor("a"), flavor("b"))
    tas.flavors["a"].update_tas_usage(on("r0-n0")["a"], 1)
    assert ("r0-n1", "r0-n0") == (host_of(tas, "a"), host_of(tas, "b"))


@pytest.mark.parametrize(("overlapping", "second"), [(True, "r0-n1"), (False, "r0-n0")])
def test_pod_sets_of_one_workload_on_two_flavors_share_hosts_with_the_gate_only(
    overlapping: bool, second: str
) -> None:
    tas = cache(racks([2]), flavor("a"), flavor("b"), overlapping=overlapping)
    found = places(tas, {"b": [request("second", "b")], "a": [request("first", "a")]}, overlapping)
    hosts = []
    for result in found.values():
        assert result.topology_assignment is not None
        hosts.append((result.flavor, result.topology_assignment.domains[0].values[0]))
    assert [("a", "r0-n0"), ("b", second)] == hosts


def test_a_node_that_goes_takes_its_room_away_and_comes_back_with_its_pods() -> None:
    tas = cache(racks([2]), flavor("a"), flavor("b"))
    tas.add_usage(on("r0-n0"))
    tas.delete_node("r0-n1")
    assert 'topology "hosts" doesn\'t allow to fit any of 1 pod(s)' in host_of(tas, "b")
    tas.update_node(racks([2])[1])
    assert "r0-n1" == host_of(tas, "b")


def test_a_node_that_is_cordoned_is_out_of_every_flavor() -> None:
    tas = cache(racks([2]), flavor("a"))
    cordoned = node("r0-n0", block="b0", rack="r0")
    cordoned["spec"]["unschedulable"] = True
    tas.update_node(cordoned)
    assert "r0-n1" == host_of(tas, "a")


def test_flavors_stay_the_same_objects_when_nodes_change() -> None:
    tas = cache(racks([2]), flavor("a"))
    before = tas.flavors["a"]
    tas.delete_node("r0-n0")
    assert before is tas.flavors["a"]


def test_pods_of_flavors_and_hosts_that_do_not_exist_are_passed_over() -> None:
    tas = cache(racks([1]), flavor("a"))
    tas.add_usage({**on("elsewhere"), **on("r0-n0", "unknown")})
    assert "r0-n0" == host_of(tas, "a")


def test_the_first_pod_set_without_a_place_is_the_failure() -> None:
    tas = cache(racks([1]), flavor("a"))
    found = places(tas, {"a": [request("first", "a"), request("second", "a")]})
    failed = tas_failure(found)
    assert failed is not None
    assert ("second", "a") == (failed[0], failed[2])


def test_fits_looks_at_each_domain_alone_and_not_at_the_number_of_pods() -> None:
    tas = cache([node("n0", {"cpu": "8", "pods": "1"}, rack="r0")], flavor("a"))
    snapshot = tas.flavors["a"]
    four = TopologyDomainRequests(("n0",), {"cpu": 2000}, 4)
    five = TopologyDomainRequests(("n0",), {"cpu": 2000}, 5)
    nothing = TopologyDomainRequests(("n0",), {}, 1)
    elsewhere = TopologyDomainRequests(("n1",), {"cpu": 1}, 1)
    assert [True, True, False, False, False] == [
        snapshot.fits(usage)
        for usage in ([four], [four, four], [five], [nothing], [four, elsewhere])
    ]
