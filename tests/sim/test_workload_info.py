"""What the scheduler keeps about a workload."""

from typing import Any

import pytest

from kuota.sim.features import Features
from kuota.sim.model import (
    FlavorResources,
    PodSetResources,
    TopologyDomainRequests,
)
from kuota.sim.settings import (
    Settings,
)
from kuota.sim.workload_info import (
    can_be_partially_admitted,
    get_queue_order_timestamp,
    has_topology_assignment_with_unhealthy_node,
    is_explicitly_requesting_tas,
    new_info,
    scaled_to,
)
from kuota.sim.workload_object import workload_from

SETTINGS = Settings()


def pod_set(name: str = "main", cpu: str = "1", **fields: Any) -> dict[str, Any]:
    container = {"name": "c", "resources": {"requests": {"cpu": cpu}}}
    return {"name": name, "template": {"spec": {"containers": [container]}}, **fields}


def workload(status: dict[str, Any] | None = None, **spec: Any) -> dict[str, Any]:
    metadata = {
        "namespace": "team",
        "name": "train",
        "creationTimestamp": "1970-01-01T00:00:01Z",
    }
    return {"metadata": metadata, "spec": spec, "status": status or {}}


def admission(*assignments: dict[str, Any], **status: Any) -> dict[str, Any]:
    admitted = {"clusterQueue": "cq", "podSetAssignments": list(assignments)}
    return {"admission": admitted, **status}


def totals(obj: dict[str, Any], settings: Settings = SETTINGS) -> list[tuple[str, int, Any]]:
    info = new_info(workload_from(obj), settings, FlavorResources())
    return [(total.name, total.count, total.requests) for total in info.total_requests]


def test_totals_are_those_of_all_pods() -> None:
    obj = workload(podSets=[pod_set("a", count=3), pod_set("b", "500m", count=2)])
    assert [("a", 3, {"cpu": 3000}), ("b", 2, {"cpu": 1000})] == totals(obj)


def test_negative_requests_count_as_none() -> None:
    assert [("main", 2, {"cpu": 0})] == totals(workload(podSets=[pod_set(cpu="-1", count=2)]))


def test_totals_saturate_at_64_bits() -> None:
    obj = workload(podSets=[pod_set(cpu="9000000000000000", count=2000)])
    assert [("main", 2000, {"cpu": 2**63 - 1})] == totals(obj)


def test_reclaimable_pods_are_taken_off() -> None:
    status = {"reclaimablePods": [{"name": "main", "count": 2}]}
    obj = workload(status, podSets=[pod_set(count=3)])
    assert [("main", 1, {"cpu": 1000})] == totals(obj)


def test_more_reclaimable_pods_than_there_are_leave_none() -> None:
    status = {"reclaimablePods": [{"name": "main", "count": 9}]}
    obj = workload(status, podSets=[pod_set(count=3)])
    assert [("main", 0, {"cpu": 0})] == totals(obj)


def test_reclaimable_pods_are_ignored_without_their_gate() -> None:
    status = {"reclaimablePods": [{"name": "main", "count": 2}]}
    settings = Settings(features=Features({"ReclaimablePods": False}))
    obj = workload(status, podSets=[pod_set(count=3)])
    assert [("main", 3, {"cpu": 3000})] == totals(obj, settings)


def test_an_admitted_workload_takes_what_its_admission_says() -> None:
    assigned = {
        "name": "main",
        "flavors": {"cpu": "x"},
        "resourceUsage": {"cpu": "2"},
        "count": 2,
    }
    obj = workload(admission(assigned), podSets=[pod_set(count=5)])
    assert [("main", 2, {"cpu": 2000})] == totals(obj)


def test_an_admitted_workload_shrinks_by_reclaimable_pods() -> None:
    assigned = {"name": "main", "flavors": {"cpu": "x"}, "resourceUsage": {"cpu": "4"}, "count": 4}
    status = admission(assigned, reclaimablePods=[{"name": "main", "count": 3}])
    assert [("main", 1, {"cpu": 1000})] == totals(workload(status, podSets=[pod_set(count=4)]))


def test_a_partially_admitted_workload_keeps_its_count_while_enough_pods_are_left() -> None:
    assigned = {"name": "main", "flavors": {"cpu": "x"}, "resourceUsage": {"cpu": "2"}, "count": 2}
    status = admission(assigned, reclaimablePods=[{"name": "main", "count": 3}])
    assert [("main", 2, {"cpu": 2000})] == totals(workload(status, podSets=[pod_set(count=5)]))


def test_usage_of_several_pod_sets_in_one_flavor_adds_up() -> None:
    assigned = [
        {"name": name, "flavors": {"cpu": "x"}, "resourceUsage": {"cpu": "2"}, "count": 1}
        for name in ("a", "b")
    ]
    pairs = FlavorResources()
    obj = workload(admission(*assigned), podSets=[pod_set("a"), pod_set("b")])
    info = new_info(workload_from(obj), SETTINGS, pairs)
    assert ("cq", {pairs.pair("x", "cpu"): 4000}) == (info.cluster_queue, info.usage.quota)


TOPOLOGY = {"levels": ["host"], "domains": [{"values": ["n1"], "count": 2}]}


def test_usage_of_topology_domains_is_that_of_the_pods_as_written() -> None:
    assigned = {
        "name": "main",
        "flavors": {"cpu": "x"},
        "resourceUsage": {"cpu": "8"},
        "count": 2,
        "topologyAssignment": TOPOLOGY,
    }
    obj = workload(admission(assigned), podSets=[pod_set(count=2)])
    info = new_info(workload_from(obj), SETTINGS, FlavorResources())
    found = {
        flavor: [(d.values, d.single_pod_requests, d.count) for d in domains]
        for flavor, domains in info.usage.tas.items()
    }
    assert {"x": [(("n1",), {"cpu": 1000}, 2)]} == found


def scheduling_hash(**spec: Any) -> str:
    return new_info(workload_from(workload(**spec)), SETTINGS, FlavorResources()).scheduling_hash


CLASSES = {
    "the same": ({"podSets": [pod_set(count=2)]}, True),
    "another count": ({"podSets": [pod_set(count=3)]}, False),
    "another priority": ({"podSets": [pod_set(count=2)], "priority": 1}, False),
    "another request": ({"podSets": [pod_set(cpu="2", count=2)]}, False),
}


@pytest.mark.parametrize(("spec", "alike"), CLASSES.values(), ids=CLASSES)
def test_equivalence_classes(spec: dict[str, Any], alike: bool) -> None:
    assert alike is (scheduling_hash(podSets=[pod_set(count=2)]) == scheduling_hash(**spec))


def test_there_are_no_equivalence_classes_without_their_gate() -> None:
    settings = Settings(features=Features({"SchedulingEquivalenceHashing": False}))
    info = new_info(workload_from(workload(podSets=[pod_set()])), settings, FlavorResources())
    assert "unknown" == info.scheduling_hash


def test_scaling_rounds_down_to_whole_units_a_pod() -> None:
    scaled = scaled_to(PodSetResources("main", {"cpu": 10}, 4), 3)
    assert (3, {"cpu": 6}) == (scaled.count, scaled.requests)


def test_scaling_to_the_same_count_changes_nothing() -> None:
    scaled = scaled_to(PodSetResources("main", {"cpu": 10}, 4), 4)
    assert (4, {"cpu": 10}) == (scaled.count, scaled.requests)


def test_a_pod_set_with_places_keeps_its_size() -> None:
    placed = PodSetResources(
        "main", {"cpu": 10}, 4, None, [TopologyDomainRequests(("n1",), {"cpu": 2}, 4)]
    )
    assert placed is scaled_to(placed, 2)


MIN_COUNTS = [(4, 2, True), (4, 4, False), (4, None, False)]


@pytest.mark.parametrize(("count", "min_count", "expected"), MIN_COUNTS)
def test_can_be_partially_admitted(count: int, min_count: int | None, expected: bool) -> None:
    fields: dict[str, Any] = {} if min_count is None else {"minCount": min_count}
    read = workload_from(workload(podSets=[pod_set(count=count, **fields)]))
    assert expected is can_be_partially_admitted(read)


TOPOLOGY_REQUESTS = [
    (None, False),
    ({}, False),
    ({"podSetGroupName": "g"}, False),
    ({"required": "rack"}, True),
    ({"preferred": "rack"}, True),
    ({"unconstrained": False}, True),
    ({"podSetSliceRequiredTopology": "rack"}, True),
    ({"podSetSliceSize": 2}, True),
    ({"podsetSliceRequiredTopologyConstraints": [{"topology": "rack", "size": 2}]}, True),
]


@pytest.mark.parametrize(("request_", "expected"), TOPOLOGY_REQUESTS)
def test_is_explicitly_requesting_tas(request_: dict[str, Any] | None, expected: bool) -> None:
    fields: dict[str, Any] = {} if request_ is None else {"topologyRequest": request_}
    read = workload_from(workload(podSets=[pod_set(**fields)]))
    assert expected is is_explicitly_requesting_tas(read.pod_sets)


def condition(kind: str, reason: str) -> dict[str, str]:
    at = "1970-01-01T00:00:09Z"
    return {"type": kind, "status": "True", "reason": reason, "lastTransitionTime": at}


UNSORTED = {"PrioritySortingWithinCohort": False}
PREEMPTED = condition("Preempted", "InCohortReclaimWhileBorrowing")
TIMESTAMPS = {
    "created": ([], {}, "Eviction", 1000),
    "timed out": ([condition("Evicted", "PodsReadyTimeout")], {}, "Eviction", 9000),
    "timed out, by creation": ([condition("Evicted", "PodsReadyTimeout")], {}, "Creation", 1000),
    "check retried": ([condition("Evicted", "AdmissionCheck")], {}, "Creation", 9000),
    "preempted": ([condition("Evicted", "Preempted"), PREEMPTED], {}, "Eviction", 1000),
    "preempted without sorting": ([PREEMPTED], UNSORTED, "Eviction", 9001),
    "preempted otherwise without sorting": (
        [condition("Preempted", "InClusterQueue")],
        UNSORTED,
        "Eviction",
        1000,
    ),
}


@pytest.mark.parametrize(
    ("conditions", "gates", "by", "expected"), TIMESTAMPS.values(), ids=TIMESTAMPS
)
def test_get_queue_order_timestamp(
    conditions: list[dict[str, str]], gates: dict[str, bool], by: str, expected: int
) -> None:
    settings = Settings(features=Features(gates), requeuing_timestamp=by)
    read = workload_from(workload({"conditions": conditions}, podSets=[pod_set()]))
    assert expected == get_queue_order_timestamp(read, settings)


UNHEALTHY = [(["n1"], True, True), (["n2"], True, False), ([], True, False), (["n1"], False, False)]


@pytest.mark.parametrize(("nodes", "admitted", "expected"), UNHEALTHY)
def test_has_topology_assignment_with_unhealthy_node(
    nodes: list[str], admitted: bool, expected: bool
) -> None:
    assigned = {"name": "main", "count": 2, "topologyAssignment": TOPOLOGY}
    status = admission(
        assigned,
        unhealthyNodes=[{"name": name} for name in nodes],
        conditions=[condition("Admitted" if admitted else "QuotaReserved", "")],
    )
    read = workload_from(workload(status, podSets=[pod_set(count=2)]))
    assert expected is has_topology_assignment_with_unhealthy_node(read)
