"""Places for all podSets of a workload that share a flavor.

Source: Kueue pkg/cache/scheduler/tas_flavor_snapshot.go (FindTopologyAssignmentsForFlavor),
v0.19.2.
"""

from typing import TYPE_CHECKING

from kuota.sim.model import (
    WorkloadInfo,
)
from kuota.sim.tas.assumed_usage import AssumedUsage
from kuota.sim.tas.elastic_workloads import place_elastic_group
from kuota.sim.tas.failure import PlacementFailure
from kuota.sim.tas.node_replacement import replace_node
from kuota.sim.tas.requests import (
    FlavorTASRequests,
    TASAssignmentsResult,
    TASPodSetAssignmentResult,
    TASPodSetRequests,
)

if TYPE_CHECKING:
    from kuota.sim.tas.flavor_snapshot import TASFlavorSnapshot


def find_assignments(
    flavor: "TASFlavorSnapshot",
    requests: FlavorTASRequests,
    wl: WorkloadInfo | None,
    simulate_empty: bool,
    assumed: AssumedUsage,
) -> TASAssignmentsResult:
    """Places for the podSets, group by group in order; ends with the first failure."""
    result: TASAssignmentsResult = {}
    for group in _groups(requests):
        if wl is not None and wl.obj.unhealthy_nodes:
            result.update(_replace_nodes(flavor, group, wl, assumed))
        else:
            result.update(_place_group(flavor, group, wl, simulate_empty, assumed))
        if any(found.failure is not None for found in result.values()):
            break
    return result


def _groups(requests: FlavorTASRequests) -> list[FlavorTASRequests]:
    groups: dict[str, FlavorTASRequests] = {}
    for index, request in enumerate(requests):
        name = request.pod_set_group_name
        groups.setdefault(f"{index}" if name is None else name, []).append(request)
    return list(groups.values())


def _place_group(
    flavor: "TASFlavorSnapshot",
    group: FlavorTASRequests,
    wl: WorkloadInfo | None,
    simulate_empty: bool,
    assumed: AssumedUsage,
) -> TASAssignmentsResult:
    workers, leader = workers_and_leader(group)
    if flavor.features.elastic_jobs_with_tas:
        elastic = place_elastic_group(flavor, workers, leader, wl, simulate_empty, assumed)
        if elastic is not None:
            return elastic
    found = flavor.find_topology_assignment(workers, leader, wl, simulate_empty, assumed)
    if isinstance(found, PlacementFailure):
        return {request.pod_set.name: TASPodSetAssignmentResult(None, found) for request in group}
    result: TASAssignmentsResult = {}
    for request, assignment in zip((workers, leader), found, strict=True):
        if request is not None and assignment is not None:
            result[request.pod_set.name] = TASPodSetAssignmentResult(assignment)
            assumed.append((assignment, request.single_pod_requests))
    return result


def workers_and_leader(
    group: FlavorTASRequests,
) -> tuple[TASPodSetRequests, TASPodSetRequests | None]:
    """The podSets of a group by role: the one with fewer pods is the leader."""
    if len(group) == 1:
        return group[0], None
    first, second = group[0], group[1]
    return (second, first) if second.count > first.count else (first, second)


def _replace_nodes(
    flavor: "TASFlavorSnapshot", group: FlavorTASRequests, wl: WorkloadInfo, assumed: AssumedUsage
) -> TASAssignmentsResult:
    """Other nodes for the pods of each podSet that are on an unhealthy node."""
    result: TASAssignmentsResult = {}
    workload = wl.obj
    admitted = () if workload.admission is None else workload.admission.pod_sets
    existing = {pod_set.name: pod_set.topology_assignment for pod_set in admitted}
    for request in group:
        name = request.pod_set.name
        assignment = existing.get(name)
        if assignment is None:
            continue
        if (
            flavor.features.skip_reassignment_for_pod_owned_workloads
            and workload.owner_is_single_pod
        ):
            result[name] = TASPodSetAssignmentResult(assignment)
            continue
        found = replace_node(flavor, request, assignment, wl, assumed)
        if isinstance(found, PlacementFailure):
            result[name] = TASPodSetAssignmentResult(None, found)
            break
        result[name] = TASPodSetAssignmentResult(found)
    return result
