"""The scan through the flavors of one resource group for one podSet group.

Source: pkg/scheduler/flavorassigner/flavorassigner.go (findFlavorForPodSets, fitsResourceQuota),
v0.19.2.
"""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from kuota.quantity import add
from kuota.sim.flavor_attempts import FlavorAssignmentAttempt
from kuota.sim.flavor_matching import FlavorMatch
from kuota.sim.flavor_mode import (
    BEST,
    FIT,
    NO_FIT,
    WORST,
    GranularMode,
    assignment_mode,
    is_preferred,
    of_possibility,
    should_try_next_flavor,
)
from kuota.sim.model import (
    FlavorAssignmentMode,
    PodSet,
    QuotaUsage,
    Requests,
    ResourceFlavor,
    ResourceGroup,
    WorkloadInfo,
)
from kuota.sim.pod_set_assignment import FlavorAssignment, ResourceAssignment, Status
from kuota.sim.preemption.classical import find_height_of_lowest_subtree_that_fits
from kuota.sim.reasons import (
    AssignmentError,
    ExceedsMaximumCapacity,
    InsufficientUnusedQuota,
    Mismatch,
    Reason,
)
from kuota.sim.settings import (
    Settings,
)
from kuota.sim.workload_info import ALLOWED_RESOURCE_FLAVORS

if TYPE_CHECKING:
    from kuota.sim.cluster_queue import ClusterQueue
    from kuota.sim.preemption.oracle import PreemptionOracle


class FlavorScan:
    """Looks for flavors for one workload in the state of its ClusterQueue at the moment."""

    __slots__ = ("_cq", "_flavors", "_oracle", "_replaced", "_settings", "_wl")

    def __init__(
        self,
        wl: WorkloadInfo,
        cq: "ClusterQueue",
        resource_flavors: Mapping[str, ResourceFlavor],
        settings: Settings,
        oracle: "PreemptionOracle",
        replace_workload_slice: WorkloadInfo | None,
    ) -> None:
        self._wl = wl
        self._cq = cq
        self._flavors = resource_flavors
        self._settings = settings
        self._oracle = oracle
        self._replaced = replace_workload_slice

    def find_flavor(
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
        features = self._settings.features
        matches = self._cq.flavor_matches.of(
            self._cq, group, pod_sets, self._flavors, features.topology_aware_scheduling
        )
        may_skip = bool(self._wl.nomination_mapping) or features.concurrent_admission
        status = Status()
        tried: list[FlavorAssignmentAttempt] = []
        best: ResourceAssignment = {}
        best_mode = WORST
        last_index = -1
        for last_index in range(self._next_flavor(indices[0], resource), len(matches)):
            match = matches[last_index]
            skipped = self._skips(match.name, pod_sets, resource) if may_skip else None
            if skipped is not None:
                status.reasons.append(skipped)
                continue
            if match.mismatch is not None:
                tried.append(
                    FlavorAssignmentAttempt(
                        match.name, FlavorAssignmentMode.NO_FIT, 0, (match.mismatch,)
                    )
                )
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
                    if mode[0] == FIT:
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
            if best_mode[0] == FIT:
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
        pairs = match.pairs
        for resource, amount in requests.items():
            pair = pairs.get(resource)
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
        cell = cq.pair_cell(pair)
        needed = add(assumed, request)
        if needed > cell.potential:
            return (
                NO_FIT,
                0,
                ExceedsMaximumCapacity(flavor, resource, assumed, request, cell.potential),
            )
        borrow, may_reclaim = find_height_of_lowest_subtree_that_fits(cq, pair, needed)
        available = max(0, cell.available())
        if needed <= available:
            return FIT, borrow, None
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


def _names(text: str) -> list[str]:
    return [name.strip() for name in text.split(",") if name.strip()]
