"""Pods of an unhealthy node, where the drawn scenarios do not reach."""

from typing import Any

from tests.sim.tas.objects import GPU, HOST, pod_set, racks, topology

from kuota.sim.features import Features
from kuota.sim.model import (
    Admission,
    AdmittedPodSet,
    TopologyAssignment,
    TopologyDomainAssignment,
    WorkloadInfo,
)
from kuota.sim.tas.flavor_snapshot import TASFlavorSnapshot
from kuota.sim.tas.place import open_flavor
from kuota.sim.tas.requests import (
    TASPodSetAssignmentResult,
    TASPodSetRequests,
)
from kuota.sim.workload_object import workload_from

GANG = pod_set(3, {GPU: "8"}, {"required": "rack"})


def assignment(**counts: int) -> TopologyAssignment:
    """Pods on hosts, ``_`` in a name standing for ``-``."""
    return TopologyAssignment(
        (HOST,),
        tuple(
            TopologyDomainAssignment((host.replace("_", "-"),), count)
            for host, count in counts.items()
        ),
    )


def flavor_over(sizes: list[int]) -> TASFlavorSnapshot:
    return open_flavor(racks(sizes), topology("rack", HOST))


def replaced(
    flavor: TASFlavorSnapshot,
    existing: TopologyAssignment | None,
    unhealthy: str,
    gang: dict[str, Any] = GANG,
    single_pod: bool = False,
) -> TASPodSetAssignmentResult | None:
    workload = workload_from({"spec": {"podSets": [gang]}})
    workload.unhealthy_nodes = [unhealthy]
    workload.owner_is_single_pod = single_pod
    workload.admission = Admission("queue", (AdmittedPodSet("main", {}, {}, 3, existing),))
    only = workload.pod_sets[0]
    request = TASPodSetRequests(only, only.requests, 3, "f", implied=False)
    found = flavor.find_topology_assignments_for_flavor([request], WorkloadInfo(workload))
    return found.get("main")


def test_the_pods_of_the_node_move_within_the_required_rack() -> None:
    flavor = flavor_over([3, 4])
    found = replaced(flavor, assignment(r1_n0=1, r1_n1=1, r1_n2=1), "r1-n1")
    assert found is not None
    # Nothing is on the nodes in this flavor's eyes, so the moved pod may even share one.
    assert assignment(r1_n0=2, r1_n2=1) == found.topology_assignment


def test_pods_move_to_a_free_node_of_the_rack() -> None:
    existing = assignment(r1_n0=1, r1_n1=1, r1_n2=1)
    flavor = flavor_over([3, 4])
    request = workload_from({"spec": {"podSets": [GANG]}}).pod_sets[0]
    for domain in existing.domains:
        flavor.capacities.take(
            flavor.tree.leaf_index[domain.values[0]],
            flavor.shapes.shape(request.requests),
            domain.count,
        )
    found = replaced(flavor, existing, "r1-n1")
    assert found is not None
    assert assignment(r1_n0=1, r1_n2=1, r1_n3=1) == found.topology_assignment


def test_another_node_that_is_gone_too_makes_the_assignment_invalid() -> None:
    found = replaced(flavor_over([3]), assignment(r0_n0=1, r0_n1=1, gone=1), "r0-n1")
    assert found is not None
    assert (
        "Cannot replace the node, because the existing topologyAssignment is invalid, as it "
        "contains the stale domain gone"
    ) == found.failure_reason


def test_a_node_without_pods_leaves_nothing_to_place() -> None:
    found = replaced(flavor_over([3]), assignment(r0_n0=2, r0_n1=1), "r0-n2")
    assert found is not None
    assert "cannot find replacement assignment for unhealthy node: r0-n2" == found.failure_reason


def test_the_workload_of_a_single_pod_keeps_its_place() -> None:
    existing = assignment(r0_n0=3)
    found = replaced(flavor_over([3]), existing, "r0-n0", single_pod=True)
    assert found is not None
    assert existing == found.topology_assignment


def test_without_an_assignment_there_is_nothing_to_replace() -> None:
    assert replaced(flavor_over([3]), None, "r0-n0") is None


def test_an_elastic_workload_keeps_the_places_of_the_slice_it_replaces() -> None:
    features = Features({"ElasticJobsViaWorkloadSlicesWithTAS": True})
    flavor = open_flavor(racks([3]), topology("rack", HOST), features=features)
    only = workload_from({"spec": {"podSets": [GANG]}}).pod_sets[0]
    request = TASPodSetRequests(only, only.requests, 3, "f", implied=False)
    request.previous_assignment = assignment(r0_n1=1, r0_n2=1)
    found = flavor.find_topology_assignments_for_flavor([request])
    assert assignment(r0_n0=1, r0_n1=1, r0_n2=1) == found["main"].topology_assignment
