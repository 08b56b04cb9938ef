"""Changes of a workload's status, and questions about it.

Source: Kueue pkg/workload/workload.go, admissionchecks.go, evict/evict.go, v0.19.2.
"""

from typing import Final

from kuota.sim.model import (
    Admission,
    AdmissionCheckState,
    Workload,
)
from kuota.sim.tas_flavor_assigner import DELAYED_PENDING
from kuota.sim.workload_info import has_topology_assignment_with_unhealthy_node

PENDING: Final = "Pending"
READY: Final = "Ready"
RETRY: Final = "Retry"
REJECTED: Final = "Rejected"

EVICTED_BY_PREEMPTION: Final = "Preempted"
EVICTED_BY_PODS_READY_TIMEOUT: Final = "PodsReadyTimeout"
EVICTED_BY_ADMISSION_CHECK: Final = "AdmissionCheck"
EVICTED_BY_NODE_FAILURES: Final = "NodeFailures"
EVICTED_BY_DEACTIVATION: Final = "Deactivated"
EVICTED_BY_CLUSTER_QUEUE_STOPPED: Final = "ClusterQueueStopped"
EVICTED_BY_LOCAL_QUEUE_STOPPED: Final = "LocalQueueStopped"


def has_failed_checks(workload: Workload) -> bool:
    """Whether an admission check asks for another try, or refuses."""
    if not workload.admission_checks:
        return False
    return any(check.state in (RETRY, REJECTED) for check in workload.admission_checks)


def has_all_checks_ready(workload: Workload) -> bool:
    """Whether all admission checks that the workload has are ready."""
    return all(check.state == READY for check in workload.admission_checks)


def needs_second_pass(workload: Workload) -> bool:
    """Whether a workload with a reservation must go through the scheduler again."""
    if (
        workload.quota_reserved_at is None
        or workload.finished
        or workload.evicted_at is not None
        or workload.on_hold
    ):
        return False
    delayed = (
        bool(workload.admission_checks)
        and workload.admitted_at is None
        and has_all_checks_ready(workload)
        and _has_topology_assignments_pending(workload.admission)
    )
    return delayed or has_topology_assignment_with_unhealthy_node(workload)


def set_quota_reservation(workload: Workload, admission: Admission, now: int) -> None:
    """Reserve quota; an eviction that was under way is over."""
    workload.admission = admission
    if workload.quota_reserved_at is None:
        workload.quota_reserved_at = now
    workload.evicted_at = None
    workload.evicted_reason = ""
    workload.preempted_at = None
    workload.preempted_reason = ""


def sync_admitted(workload: Workload, required_checks: frozenset[str], now: int) -> bool:
    """Admit a workload that has its reservation, its checks and its places; whether it was now.

    Source: SyncAdmittedCondition and HasAllRequiredChecks, v0.19.2.
    """
    if workload.admitted_at is not None:
        return False
    if not required_checks and not workload.admission_checks:
        if _has_topology_assignments_pending(workload.admission):
            return False
        workload.admitted_at = now
        return True
    present = {check.name for check in workload.admission_checks}
    if (
        required_checks <= present
        and has_all_checks_ready(workload)
        and not _has_topology_assignments_pending(workload.admission)
    ):
        workload.admitted_at = now
        return True
    return False


def set_evicted(workload: Workload, reason: str, now: int) -> None:
    """Mark a workload as evicted; it keeps its reservation until its pods are gone."""
    workload.evicted_at = now
    workload.evicted_reason = reason
    workload.unhealthy_nodes = []
    for check in workload.admission_checks:
        if check.state != PENDING:
            check.state = PENDING
            check.pod_set_updates = {}


def unset_quota_reservation(workload: Workload) -> None:
    """Take the reservation away."""
    workload.admission = None
    workload.quota_reserved_at = None
    workload.admitted_at = None
    workload.pods_ready = False


def set_checks(workload: Workload, names: list[str]) -> None:
    """Give the workload these admission checks; those it has keep their state.

    Source: Kueue pkg/workload/admissionchecks.go, syncAdmissionCheckConditions, v0.19.2.
    """
    known = {check.name: check for check in workload.admission_checks}
    workload.admission_checks = [
        known.get(name, AdmissionCheckState(name, PENDING)) for name in names
    ]


def _has_topology_assignments_pending(admission: Admission | None) -> bool:
    if admission is None:
        return False
    for pod_set in admission.pod_sets:
        if (
            pod_set.delayed_topology_request == DELAYED_PENDING
            and pod_set.topology_assignment is None
        ):
            return True
    return False
