"""The flavors that a whole workload gets, and what follows from them.

Source: pkg/scheduler/flavorassigner/flavorassigner.go (Assignment), v0.19.2.
"""

from typing import TYPE_CHECKING

from kuota.quantity import add
from kuota.sim.flavor_attempts import no_fit_token
from kuota.sim.model import (
    Admission,
    AssignmentClusterQueueState,
    FlavorAssignmentMode,
    FlavorResources,
    QuotaUsage,
    Requests,
    ResourceGroup,
    TASUsage,
    Usage,
    WorkloadInfo,
)
from kuota.sim.pod_set_assignment import PodSetAssignment
from kuota.sim.reasons import (
    TOPOLOGY_PLACEMENT_FAILED,
    WAITING_FOR_QUOTA,
    Reason,
    TopologyPlacement,
    most_severe,
)
from kuota.sim.settings import (
    Settings,
)
from kuota.sim.tas.requests import (
    TASAssignmentsResult,
    WorkloadTASRequests,
)
from kuota.sim.tas_flavor_assigner import (
    DELAYED_READY,
    TASRequestError,
    error_of,
    needs_place,
    pod_set_topology_request,
    tas_net_usage,
)
from kuota.sim.workload_info import scaled_to

if TYPE_CHECKING:
    from kuota.sim.cluster_queue import ClusterQueue
    from kuota.sim.fit_template import FitTemplate

_NO_FIT = FlavorAssignmentMode.NO_FIT


class Assignment:
    """Flavors for the podSets of a workload, up to the first podSet group that gets none.

    ``borrowing`` is the height of the smallest subtree of the cohort that can provide the usage.
    ``template`` is set when the assignment is that of a whole equivalence class.
    """

    __slots__ = (
        "_groups",
        "_pairs",
        "_representative_mode",
        "_settings",
        "borrowing",
        "last_state",
        "pod_sets",
        "replace_workload_slice",
        "template",
        "usage",
    )

    def __init__(
        self,
        settings: Settings,
        groups: list[ResourceGroup],
        pairs: FlavorResources,
        last_state: AssignmentClusterQueueState,
        replace_workload_slice: WorkloadInfo | None,
    ) -> None:
        self.pod_sets: list[PodSetAssignment] = []
        self.borrowing = 0
        self.last_state = last_state
        self.usage = Usage({})
        self.replace_workload_slice = replace_workload_slice
        self.template: FitTemplate | None = None
        self._settings = settings
        self._groups = groups
        self._pairs = pairs
        self._representative_mode: FlavorAssignmentMode | None = None

    def reused(
        self, last_state: AssignmentClusterQueueState, borrowing: int, template: "FitTemplate"
    ) -> "Assignment":
        """The same assignment for another workload, at another distance of borrowing."""
        other = Assignment(self._settings, self._groups, self._pairs, last_state, None)
        other.pod_sets = self.pod_sets
        other.usage = self.usage
        other.borrowing = borrowing
        other.template = template
        other._representative_mode = self._representative_mode
        return other

    def representative_mode(self) -> FlavorAssignmentMode:
        """The worst mode of all podSets."""
        if not self.pod_sets:
            return _NO_FIT
        if self._representative_mode is None:
            self._representative_mode = min(psa.representative_mode() for psa in self.pod_sets)
        return self._representative_mode

    def set_representative_mode(self, mode: FlavorAssignmentMode) -> None:
        """Give the workload, and every flavor in it, this mode."""
        self._representative_mode = mode
        for psa in self.pod_sets:
            psa.update_mode(mode)

    def update_mode(self, pod_set_name: str, mode: FlavorAssignmentMode) -> None:
        """Give the flavors of one podSet this mode, and the workload with them."""
        psa = self.pod_set_assignment_by_name(pod_set_name)
        if psa is not None:
            psa.update_mode(mode)
            self._representative_mode = mode

    def note_failed_topology(self, pod_set_name: str, flavor: str) -> None:
        """Note that a podSet finds no place in a flavor even when it is empty.

        The podSets of a group share their attempts, and so the note.
        """
        failed = self.pod_set_assignment_by_name(pod_set_name)
        for psa in self.pod_sets:
            if failed is not None and psa.attempts is failed.attempts:
                psa.failed_topology_flavor = flavor

    def pod_set_assignment_by_name(self, name: str) -> PodSetAssignment | None:
        """The assignment of the podSet of this name."""
        for psa in self.pod_sets:
            if psa.name == name:
                return psa
        return None

    def append(self, requests: Requests, psa: PodSetAssignment) -> None:
        """Add a podSet, and what it takes, to the workload's usage."""
        self.pod_sets.append(psa)
        tried: dict[str, int] = {}
        quota, pairs = self.usage.quota, self._pairs
        for resource, flavor in psa.flavors.items():
            if flavor.borrow > self.borrowing:
                self.borrowing = flavor.borrow
            amount = requests.get(resource, 0) - self._old_request(psa.name, resource)
            pair = pairs.pair(flavor.name, resource)
            quota[pair] = add(quota.get(pair, 0), amount)
            tried[resource] = flavor.tried_flavor_idx
        self.last_state.last_tried_flavor_idx.append(tried)

    def total_requests_for(self, wl: WorkloadInfo) -> QuotaUsage:
        """All the quota that the workload takes with this assignment, by pair.

        Source: Assignment.TotalRequestsFor, v0.19.2.
        """
        usage: QuotaUsage = {}
        ignore_undeclared = self._settings.ignores_undeclared_resources()
        for index, total in enumerate(wl.total_requests):
            psa = self.pod_sets[index]
            count = psa.count
            if self.replace_workload_slice is not None:
                count = total.count - self.replace_workload_slice.total_requests[index].count
            for resource, amount in scaled_to(total, count).requests.items():
                if amount == 0 or (ignore_undeclared and resource not in psa.flavors):
                    continue
                pair = self._pairs.pair(psa.flavors[resource].name, resource)
                usage[pair] = add(usage.get(pair, 0), amount)
        return usage

    def workloads_topology_requests(
        self, wl: WorkloadInfo, cq: "ClusterQueue"
    ) -> WorkloadTASRequests:
        """The places that are asked for, by flavor.

        A podSet for which none can be asked gets an error, and the workload no longer fits.
        """
        requests: WorkloadTASRequests = {}
        elastic = (
            self._settings.features.elastic_jobs and self._settings.features.elastic_jobs_with_tas
        )
        for pod_set in wl.obj.pod_sets:
            psa = self.pod_set_assignment_by_name(pod_set.name)
            if psa is None or not needs_place(cq, wl.obj, pod_set, psa):
                continue
            try:
                request = pod_set_topology_request(
                    cq, wl.obj, pod_set, psa, self.replace_workload_slice, elastic
                )
            except TASRequestError as error:
                psa.status.error = error_of(error)
                self._representative_mode = None
                continue
            if request is not None:
                requests.setdefault(request.flavor, []).append(request)
        return requests

    def update_for_tas_result(
        self, cq: "ClusterQueue", wl: WorkloadInfo, result: TASAssignmentsResult
    ) -> None:
        """Take over the places that were found."""
        for name, placed in result.items():
            psa = self.pod_set_assignment_by_name(name)
            if psa is None:
                continue
            psa.topology_assignment = placed.topology_assignment
            if placed.topology_assignment is not None and psa.delayed_topology_request:
                psa.delayed_topology_request = DELAYED_READY
        self.usage.tas = self.compute_tas_net_usage(cq, wl, None)

    def compute_tas_net_usage(
        self, cq: "ClusterQueue", wl: WorkloadInfo, prev_admission: Admission | None
    ) -> TASUsage:
        """The pods that the assignment adds to the nodes beyond those of an earlier admission."""
        return tas_net_usage(cq, wl.obj, self.pod_sets, prev_admission)

    def to_admission(self, cluster_queue: str) -> Admission:
        """The admission on these terms."""
        return Admission(cluster_queue, tuple([psa.to_admitted() for psa in self.pod_sets]))

    def message(self) -> str:
        """What stands against the workload, in Kueue's words; empty when nothing does."""
        parts = []
        for psa in self.pod_sets:
            if psa.status.error is not None:
                problem = psa.status.error.message()
                return f"failed to assign flavors to pod set {psa.name}: {problem}"
            if not psa.status.is_fit():
                parts.append(
                    f"couldn't assign flavors to pod set {psa.name}: {psa.status.message()}"
                )
        return "; ".join(parts)

    def reasons(self) -> list[tuple[str, Reason]]:
        """What stands against the workload: podSet name and reason, in the order of the scan."""
        found: list[tuple[str, Reason]] = []
        for psa in self.pod_sets:
            if psa.status.error is not None:
                found.append((psa.name, psa.status.error))
            found.extend((psa.name, reason) for reason in psa.status.reasons)
        return found

    @property
    def no_fit_reason(self) -> str:
        """The token of a workload that does not fit at all, empty when it might.

        The podSet for which there is no place even on empty nodes may have no word of its own.

        Source: resolveNoFitReason, v0.19.2.
        """
        if self.representative_mode() != _NO_FIT:
            return ""
        token = ""
        for psa in self.pod_sets:
            if psa.failed_topology_flavor or psa.representative_mode() == _NO_FIT:
                found = no_fit_token(psa.attempts, self._groups, psa.failed_topology_flavor)
                token = most_severe(token, found or psa.gravest_token())
        return token

    def waiting_reason(self) -> str:
        """The token of a workload that fits by quota, but for which there are no victims.

        Kueue says "waiting for quota" of all of them; where every amount is free and only the
        places are taken, this says so.
        """
        placement = False
        for _, reason in self.reasons():
            if not isinstance(reason, TopologyPlacement):
                return WAITING_FOR_QUOTA
            placement = True
        return TOPOLOGY_PLACEMENT_FAILED if placement else WAITING_FOR_QUOTA

    def _old_request(self, pod_set_name: str, resource: str) -> int:
        """What the slice to be replaced already holds for the podSet."""
        if self.replace_workload_slice is not None:
            for total in self.replace_workload_slice.total_requests:
                if total.name == pod_set_name:
                    return total.requests.get(resource, 0)
        return 0
