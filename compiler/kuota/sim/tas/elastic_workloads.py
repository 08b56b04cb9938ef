"""Elastic workloads: pods of the slice that a workload replaces stay where they are (alpha gate).

Source: Kueue pkg/cache/scheduler/tas_elastic_workloads.go, v0.19.2.
"""

from typing import TYPE_CHECKING

from kuota.sim.model import (
    TopologyAssignment,
    TopologyDomainAssignment,
    WorkloadInfo,
)
from kuota.sim.tas.assumed_usage import AssumedUsage
from kuota.sim.tas.failure import PlacementFailure
from kuota.sim.tas.node_replacement import merge_assignments, stale_domain
from kuota.sim.tas.requests import (
    TASAssignmentsResult,
    TASPodSetAssignmentResult,
    TASPodSetRequests,
)

if TYPE_CHECKING:
    from kuota.sim.tas.flavor_snapshot import TASFlavorSnapshot


def place_elastic_group(
    flavor: "TASFlavorSnapshot",
    workers: TASPodSetRequests,
    leader: TASPodSetRequests | None,
    wl: WorkloadInfo | None,
    simulate_empty: bool,
    assumed: AssumedUsage,
) -> TASAssignmentsResult | None:
    """The places after scaling, or None when all pods are to be placed anew."""
    previous = workers.previous_assignment
    if previous is None or stale_domain(flavor.tree, previous) is not None:
        return None
    led = None if leader is None else leader.previous_assignment
    if led is not None and stale_domain(flavor.tree, led) is not None:
        return None
    before = sum(domain.count for domain in previous.domains)
    if workers.count > before:
        return _scale_up(flavor, workers, leader, wl, simulate_empty, assumed)
    if workers.count < before:
        previous = _truncated(previous, workers.count)
    result = {workers.pod_set.name: TASPodSetAssignmentResult(previous)}
    assumed.append((previous, workers.single_pod_requests))
    if leader is not None and led is not None:
        result[leader.pod_set.name] = TASPodSetAssignmentResult(led)
        assumed.append((led, leader.single_pod_requests))
    return result


def _scale_up(
    flavor: "TASFlavorSnapshot",
    workers: TASPodSetRequests,
    leader: TASPodSetRequests | None,
    wl: WorkloadInfo | None,
    simulate_empty: bool,
    assumed: AssumedUsage,
) -> TASAssignmentsResult:
    """Places for the pods that are new, the present ones counted as there."""
    previous = workers.previous_assignment
    if previous is None:
        raise ValueError("nothing to scale up from")
    added = TASPodSetRequests(
        workers.pod_set,
        workers.single_pod_requests,
        workers.count - sum(domain.count for domain in previous.domains),
        workers.flavor,
        workers.implied,
        workers.pod_set_group_name,
        workers.pod_set_updates,
    )
    assumed.append((previous, workers.single_pod_requests))
    led = None if leader is None else leader.previous_assignment
    if leader is not None and led is not None:
        assumed.append((led, leader.single_pod_requests))
    new_leader = leader if led is None else None
    found = flavor.find_topology_assignment(added, new_leader, wl, simulate_empty, assumed)
    if isinstance(found, PlacementFailure):
        return {workers.pod_set.name: TASPodSetAssignmentResult(None, found)}
    delta, placed_leader = found
    merged = merge_assignments(flavor.tree, delta, previous)
    result = {workers.pod_set.name: TASPodSetAssignmentResult(merged)}
    if leader is not None:
        result[leader.pod_set.name] = TASPodSetAssignmentResult(led or placed_leader)
        if placed_leader is not None:
            assumed.append((placed_leader, leader.single_pod_requests))
    assumed.append((delta, workers.single_pod_requests))
    return result


def _truncated(assignment: TopologyAssignment, count: int) -> TopologyAssignment:
    """The first ``count`` pods of an assignment."""
    domains: list[TopologyDomainAssignment] = []
    for domain in assignment.domains:
        if count <= 0:
            break
        domains.append(TopologyDomainAssignment(domain.values, min(domain.count, count)))
        count -= domain.count
    return TopologyAssignment(assignment.levels, tuple(domains))
