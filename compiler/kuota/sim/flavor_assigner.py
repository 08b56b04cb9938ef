"""The scan that gives a flavor to every resource of every podSet of a workload.

Source: pkg/scheduler/flavorassigner/flavorassigner.go, v0.19.2.
"""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from kuota.quantity import add
from kuota.sim.flavor_assignment import Assignment
from kuota.sim.flavor_attempts import Attempts
from kuota.sim.flavor_scan import FlavorScan
from kuota.sim.model import (
    AssignmentClusterQueueState,
    FlavorAssignmentMode,
    PodSetResources,
    Requests,
    ResourceFlavor,
    WorkloadInfo,
)
from kuota.sim.pod_requests import ordered_requests
from kuota.sim.pod_set_assignment import (
    FlavorAssignment,
    PodSetAssignment,
    ResourceAssignment,
    Status,
    tas_flavors_only,
)
from kuota.sim.reasons import TopologyPlacement, unavailable_resource
from kuota.sim.settings import (
    Settings,
)
from kuota.sim.tas.flavor_snapshot import tas_failure
from kuota.sim.tas_flavor_assigner import pod_set_group_name
from kuota.sim.workload_info import scaled_to

if TYPE_CHECKING:
    from kuota.sim.cluster_queue import ClusterQueue
    from kuota.sim.preemption.oracle import PreemptionOracle

_FIT = FlavorAssignmentMode.FIT
_NO_FIT = FlavorAssignmentMode.NO_FIT
_PREEMPT = FlavorAssignmentMode.PREEMPT
_PODS = "pods"


class FlavorAssigner:
    """Assigns flavors to one workload in the state of its ClusterQueue at the moment."""

    __slots__ = ("_cq", "_cycle", "_replaced", "_scan", "_settings", "_wl")

    def __init__(
        self,
        wl: WorkloadInfo,
        cq: "ClusterQueue",
        resource_flavors: Mapping[str, ResourceFlavor],
        settings: Settings,
        oracle: "PreemptionOracle",
        replace_workload_slice: WorkloadInfo | None,
        scheduling_cycle: int,
    ) -> None:
        self._wl = wl
        self._cq = cq
        self._settings = settings
        self._replaced = replace_workload_slice
        self._scan = FlavorScan(wl, cq, resource_flavors, settings, oracle, replace_workload_slice)
        self._cycle = scheduling_cycle

    def assign(self, counts: list[int] | None = None) -> Assignment:
        """Flavors for all podSets, at their full counts or at ``counts``.

        The scan ends with the first podSet group that gets none.
        """
        cq, wl = self._cq, self._wl
        last_state = AssignmentClusterQueueState(
            cq.allocatable_resource_generation, self._cycle, wl.scheduling_hash
        )
        assignment = Assignment(
            self._settings, cq.resource_groups, cq.flavor_resources, last_state, self._replaced
        )
        for indices in self._pod_set_groups():
            members = [self._new_assignment(index, counts) for index in indices]
            if not self._assign_group(assignment, indices, members):
                return assignment
        if (
            self._settings.features.topology_aware_scheduling
            and assignment.representative_mode() != _NO_FIT
            and self._may_use_topology()
        ):
            self._find_places(assignment)
        return assignment

    def _pod_set_groups(self) -> list[list[int]]:
        """The podSets, by index, that must get the same flavors, in order of first appearance."""
        pod_sets = self._wl.obj.pod_sets
        if len(pod_sets) == 1:
            return [[0]]
        groups: dict[str, list[int]] = {}
        for index in range(len(self._wl.total_requests)):
            name = pod_set_group_name(pod_sets[index])
            groups.setdefault(str(index) if name is None else name, []).append(index)
        return list(groups.values())

    def _new_assignment(self, index: int, counts: list[int] | None) -> PodSetAssignment:
        """A podSet before the scan, with what an earlier pass gave to it."""
        total = self._wl.total_requests[index]
        if counts is not None:
            total = scaled_to(total, counts[index])
        requests = total.requests
        if _PODS in self._cq.group_of_resource:
            requests = dict(requests)
            requests[_PODS] = total.count
            requests = ordered_requests(requests)
        psa = PodSetAssignment(total.name, requests, total.count)
        if self._settings.features.topology_aware_scheduling:
            self._keep_earlier_pass(psa, total, index)
        return psa

    def _keep_earlier_pass(self, psa: PodSetAssignment, total: PodSetResources, index: int) -> None:
        for resource, name in total.flavors.items():
            psa.flavors[resource] = FlavorAssignment(name, _FIT)
        psa.delayed_topology_request = total.delayed_topology_request
        admission = self._wl.obj.admission
        if total.topology_domains is not None and admission is not None:
            psa.topology_assignment = admission.pod_sets[index].topology_assignment

    def _assign_group(
        self, assignment: Assignment, indices: list[int], members: list[PodSetAssignment]
    ) -> bool:
        """Give flavors to one podSet group; False when a podSet of it gets none."""
        flavors, status, attempts = self._scan_group(assignment, indices, members)
        complete = True
        for index, psa in zip(indices, members, strict=True):
            psa.flavors = self._flavors_of(index, psa, flavors)
            psa.status = Status(list(status.reasons), status.error)
            psa.attempts = attempts
            assignment.append(psa.requests, psa)
            if status.error is not None or (psa.requests and not psa.flavors):
                complete = False
        return complete

    def _scan_group(
        self, assignment: Assignment, indices: list[int], members: list[PodSetAssignment]
    ) -> tuple[ResourceAssignment, Status, Attempts]:
        """Flavors for all that a podSet group asks, or none and why; and what was tried."""
        requests, flavors = members[0].requests, dict(members[0].flavors)
        if len(members) > 1:
            requests, flavors = _merged(members)
        status = Status()
        attempts: Attempts = []
        for resource, amount in requests.items():
            if resource in flavors:
                continue
            group = self._cq.rg_by_resource(resource)
            if group is None:
                if amount == 0 or self._settings.ignores_undeclared_resources():
                    continue
                return {}, Status([unavailable_resource(resource)]), attempts
            found, problem, tried = self._scan.find_flavor(
                indices, requests, resource, group, assignment.usage.quota
            )
            attempts.append((resource, tried))
            if problem is not None:
                if problem.error is not None or not found:
                    return {}, problem, attempts
                status.reasons.extend(problem.reasons)
            flavors.update(found)
        return flavors, status, attempts

    def _flavors_of(
        self, index: int, psa: PodSetAssignment, group_flavors: ResourceAssignment
    ) -> ResourceAssignment:
        """What one podSet takes of its group's flavors.

        One that requests nothing still needs a flavor with a topology to be placed beside the rest.

        Source: resolvePodSetFlavors, v0.19.2.
        """
        if psa.requests:
            return {
                resource: group_flavors[resource]
                for resource in psa.requests
                if resource in group_flavors
            }
        if pod_set_group_name(self._wl.obj.pod_sets[index]) is not None:
            return tas_flavors_only(group_flavors, self._cq.tas_flavors)
        return {}

    def _may_use_topology(self) -> bool:
        """Whether any podSet could want, or have, a place in a topology."""
        if self._cq.tas_flavors or self._cq.is_tas_only():
            return True
        return any(pod_set.topology_request is not None for pod_set in self._wl.obj.pod_sets)

    def _find_places(self, assignment: Assignment) -> None:
        """Places in the topologies of the flavors; without one the workload needs victims.

        Source: assignFlavors, the part on TopologyAwareScheduling, v0.19.2.
        """
        cq, wl = self._cq, self._wl
        requests = assignment.workloads_topology_requests(wl, cq)
        if assignment.representative_mode() == _FIT:
            result = cq.find_topology_assignments_for_workload(requests, wl)
            failure = tas_failure(result)
            if failure is None:
                assignment.update_for_tas_result(cq, wl, result)
            else:
                name, placement, flavor = failure
                psa = assignment.pod_set_assignment_by_name(name)
                if psa is not None:
                    psa.status.reasons.append(TopologyPlacement(flavor, placement))
                assignment.update_mode(name, _PREEMPT)
        if assignment.representative_mode() == _PREEMPT and not wl.obj.unhealthy_nodes:
            result = cq.find_topology_assignments_for_workload(requests, wl, simulate_empty=True)
            failure = tas_failure(result)
            if failure is None:
                for flavor_requests in requests.values():
                    for request in flavor_requests:
                        assignment.update_mode(request.pod_set.name, _PREEMPT)
            else:
                name, _, flavor = failure
                assignment.note_failed_topology(name, flavor)
                assignment.update_mode(name, _NO_FIT)


def _merged(members: list[PodSetAssignment]) -> tuple[Requests, ResourceAssignment]:
    """What a group of podSets asks together, and the flavors that an earlier pass gave to it."""
    requests: Requests = {}
    flavors: ResourceAssignment = {}
    for psa in members:
        flavors.update(psa.flavors)
        for resource, amount in psa.requests.items():
            requests[resource] = add(requests.get(resource, 0), amount)
    return ordered_requests(requests), flavors
