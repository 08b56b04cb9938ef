"""The scan that gives a flavor to every resource of every podSet of a workload.

Source: pkg/scheduler/flavorassigner/flavorassigner.go, v0.19.2.
"""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from kuota.quantity import add
from kuota.sim.flavor_assignment import Assignment
from kuota.sim.flavor_attempts import Attempts, FlavorAssignmentAttempt
from kuota.sim.flavor_matching import FlavorMatch
from kuota.sim.flavor_mode import (
    BEST,
    NO_FIT,
    WORST,
    GranularMode,
    assignment_mode,
    is_preferred,
    of_possibility,
    should_try_next_flavor,
)
from kuota.sim.flavor_mode import FIT as FITS
from kuota.sim.model import (
    AssignmentClusterQueueState,
    FlavorAssignmentMode,
    PodSet,
    PodSetResources,
    QuotaUsage,
    Requests,
    ResourceFlavor,
    ResourceGroup,
    Settings,
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
from kuota.sim.preemption.classical import find_height_of_lowest_subtree_that_fits
from kuota.sim.reasons import (
    AssignmentError,
    ExceedsMaximumCapacity,
    InsufficientUnusedQuota,
    Mismatch,
    Reason,
    TopologyPlacement,
    unavailable_resource,
)
from kuota.sim.tas.flavor_snapshot import tas_failure
from kuota.sim.tas_flavor_assigner import pod_set_group_name
from kuota.sim.workload_info import ALLOWED_RESOURCE_FLAVORS, scaled_to

if TYPE_CHECKING:
    from kuota.sim.cluster_queue import ClusterQueue
    from kuota.sim.preemption.oracle import PreemptionOracle

_FIT = FlavorAssignmentMode.FIT
_NO_FIT = FlavorAssignmentMode.NO_FIT
_PREEMPT = FlavorAssignmentMode.PREEMPT
_PODS = "pods"


class FlavorAssigner:
    """Assigns flavors to one workload in the state of its ClusterQueue at the moment."""

    __slots__ = (
        "_cq",
        "_cycle",
        "_flavors",
        "_oracle",
        "_replaced",
        "_settings",
        "_wl",
    )

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
        self._flavors = resource_flavors
        self._settings = settings
        self._oracle = oracle
        self._replaced = replace_workload_slice
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
                if amount == 0 or self._ignores_undeclared():
                    continue
                return {}, Status([unavailable_resource(resource)]), attempts
            found, problem, tried = self._find_flavor(
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

    def _find_flavor(
        self,
        indices: list[int],
        requests: Requests,
        resource: str,
        group: ResourceGroup,
        assumed: QuotaUsage,
    ) -> tuple[ResourceAssignment, Status | None, list[FlavorAssignmentAttempt]]:
        """The best flavor for all resources of a group, what stands against it, and what was tried.

        Source: findFlavorForPodSets, v0.19.2.
        """
        fungibility = self._cq.flavor_fungibility
        fungible = self._settings.features.flavor_fungibility
        pod_sets = [self._wl.obj.pod_sets[index] for index in indices]
        matches = self._cq.flavor_matches.of(
            self._cq,
            group,
            pod_sets,
            self._flavors,
            self._settings.features.topology_aware_scheduling,
        )
        status = Status()
        tried: list[FlavorAssignmentAttempt] = []
        best: ResourceAssignment = {}
        best_mode = WORST
        last_index = -1
        for last_index in range(self._next_flavor(indices[0], resource), len(matches)):
            match = matches[last_index]
            skipped = self._skips(match.name, pod_sets, resource)
            if skipped is not None:
                status.reasons.append(skipped)
                continue
            if match.mismatch is not None:
                tried.append(FlavorAssignmentAttempt(match.name, _NO_FIT, 0, (match.mismatch,)))
                if isinstance(match.mismatch, AssignmentError):
                    status.error = match.mismatch
                    return {}, status, tried
                status.reasons.append(match.mismatch)
                continue
            found, mode, attempt = self._try_flavor(indices, requests, match, assumed)
            status.reasons.extend(attempt.reasons)
            tried.append(attempt)
            if not fungible:
                if mode[0] > best_mode[0]:
                    best, best_mode = found, mode
                    if mode[0] == FITS:
                        return best, None, tried
            elif not should_try_next_flavor(mode, fungibility):
                best, best_mode = found, mode
                break
            elif is_preferred(mode, best_mode, fungibility):
                best, best_mode = found, mode
        if fungible:
            if last_index == len(matches) - 1:
                last_index = -1
            for flavor in best.values():
                flavor.tried_flavor_idx = last_index
            if best_mode[0] == FITS:
                return best, None, tried
        return best, status, tried

    def _try_flavor(
        self, indices: list[int], requests: Requests, match: FlavorMatch, assumed: QuotaUsage
    ) -> tuple[ResourceAssignment, GranularMode, FlavorAssignmentAttempt]:
        """How one flavor would serve all resources of its group: as its worst resource."""
        worst, max_borrow = BEST, 0
        reasons: list[Reason] = []
        found: ResourceAssignment = {}
        fungibility = self._cq.flavor_fungibility
        for resource, amount in requests.items():
            pair = match.pairs.get(resource)
            if pair is None:
                continue
            if self._replaced is not None:
                other, amount = self._beyond_slice(indices, match.name, resource, amount)
                if other is not None:
                    worst = WORST
                    reasons.append(other)
            mode, borrow, reason = self._fits_quota(
                pair, match.name, resource, assumed.get(pair, 0), amount
            )
            if reason is not None:
                reasons.append(reason)
            if borrow > max_borrow:
                max_borrow = borrow
            if is_preferred(worst, (mode, borrow), fungibility):
                worst = (mode, borrow)
            if worst[0] != NO_FIT:
                found[resource] = FlavorAssignment(match.name, assignment_mode(mode), borrow)
        attempt = FlavorAssignmentAttempt(
            match.name, assignment_mode(worst[0]), max_borrow, reasons
        )
        return found, worst, attempt

    def _fits_quota(
        self, pair: int, flavor: str, resource: str, assumed: int, request: int
    ) -> tuple[int, int, Reason | None]:
        """Mode, borrowing distance and obstacle of one amount.

        ``assumed`` is what earlier podSets of the workload take of the same pair.

        Source: fitsResourceQuota, v0.19.2.
        """
        cq = self._cq
        needed = add(assumed, request)
        max_capacity = cq.potential_available(pair)
        if needed > max_capacity:
            return (
                NO_FIT,
                0,
                ExceedsMaximumCapacity(flavor, resource, assumed, request, max_capacity),
            )
        borrow, may_reclaim = find_height_of_lowest_subtree_that_fits(cq, pair, needed)
        available = cq.available(pair)
        if needed <= available:
            return FITS, borrow, None
        reason = InsufficientUnusedQuota(flavor, resource, needed, available)
        if (
            needed <= cq.quota_for(pair).nominal
            or may_reclaim
            or self._can_preempt_while_borrowing()
        ):
            possibility, borrow = self._oracle.simulate_preemption(cq, self._wl, pair, needed)
            reason.preemptible = True
            return of_possibility(possibility), borrow, reason
        return NO_FIT, borrow, reason

    def _can_preempt_while_borrowing(self) -> bool:
        preemption = self._cq.preemption
        return preemption.borrow_within_cohort_policy not in ("", "Never") or (
            self._settings.fair_sharing and preemption.reclaim_within_cohort != "Never"
        )

    def _ignores_undeclared(self) -> bool:
        return (
            self._settings.ignore_undeclared_resources
            and self._settings.features.quota_check_strategy
        )

    def _next_flavor(self, pod_set: int, resource: str) -> int:
        """The index at which the scan resumes.

        Source: pkg/workload/workload.go, NextFlavorToTryForPodSetResource, v0.19.2.
        """
        last = self._wl.last_assignment
        if (
            last is None
            or not self._settings.features.flavor_fungibility
            or pod_set >= len(last.last_tried_flavor_idx)
        ):
            return 0
        return last.last_tried_flavor_idx[pod_set].get(resource, -1) + 1

    def _skips(self, flavor: str, pod_sets: list[PodSet], resource: str) -> Mismatch | None:
        """Why the flavor is not even looked at: flavors are pinned, or the variant excludes it."""
        mapping = self._wl.nomination_mapping
        if (
            mapping
            and self._pins_nominated_flavors()
            and all(mapping.get(p.name, {}).get(resource) != flavor for p in pod_sets)
        ):
            text = (
                f"skipping flavor {flavor} as it is not found in the nomination mapping "
                f"for resource {resource}"
            )
            return Mismatch(flavor, text, "")
        if self._settings.features.concurrent_admission:
            allowed = self._wl.obj.annotations.get(ALLOWED_RESOURCE_FLAVORS)
            if allowed is not None and flavor not in _names(allowed):
                text = (
                    f"skipping flavor {flavor} due to "
                    "WorkloadAllowedResourceFlavorAnnotation annotation"
                )
                return Mismatch(flavor, text, "")
        return None

    def _pins_nominated_flavors(self) -> bool:
        features = self._settings.features
        return features.recompute_assignment_upon_preemption_targets_overlap or (
            features.topology_aware_scheduling
            and features.tas_recompute_assignment_within_scheduling_cycle
        )

    def _beyond_slice(
        self, indices: list[int], flavor: str, resource: str, amount: int
    ) -> tuple[Mismatch | None, int]:
        """What is asked beyond the slice that the workload replaces, which must keep its flavor."""
        replaced = self._replaced
        if replaced is None:
            return None, amount
        for index in indices:
            total = replaced.total_requests[index]
            original = total.flavors.get(resource, "")
            if original != flavor:
                text = (
                    f"could not assign {flavor} flavor since the original workload is assigned: "
                    f"{original}"
                )
                return Mismatch(flavor, text), amount
            amount -= total.requests.get(resource, 0)
        return None, amount

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
                psa = assignment.pod_set_assignment_by_name(name)
                if psa is not None:
                    psa.failed_topology_flavor = flavor
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


def _names(text: str) -> list[str]:
    return [name.strip() for name in text.split(",") if name.strip()]
