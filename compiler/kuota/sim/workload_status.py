"""The status of Workload objects: admissions, conditions and what else is known of them.

Source: apis/kueue/v1beta2/workload_types.go, pkg/util/tas/tas_assignment.go, v0.19.2.
"""

from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

from kuota.sim.model import (
    Admission,
    AdmissionCheckState,
    AdmittedPodSet,
    PodSet,
    TopologyAssignment,
    TopologyDomainAssignment,
    Workload,
)
from kuota.sim.pod_requests import amounts_of

Object = Mapping[str, Any]


def milliseconds(timestamp: str | datetime | None) -> int:
    """An RFC 3339 time as milliseconds since 1970; 0 when absent."""
    if not timestamp:
        return 0
    time = timestamp if isinstance(timestamp, datetime) else datetime.fromisoformat(timestamp)
    if time.tzinfo is None:
        time = time.replace(tzinfo=UTC)
    since = time - datetime(1970, 1, 1, tzinfo=UTC)
    return since.days * 86_400_000 + since.seconds * 1000 + since.microseconds // 1000


def topology_assignment_from(raw: Object | None) -> TopologyAssignment | None:
    """A topology assignment of either API version, its domains spelled out."""
    if raw is None:
        return None
    domains = [
        TopologyDomainAssignment(tuple(domain.get("values") or ()), domain.get("count") or 0)
        for domain in raw.get("domains") or ()
    ]
    for part in raw.get("slices") or ():
        domains.extend(_slice_domains(part))
    return TopologyAssignment(tuple(raw.get("levels") or ()), tuple(domains))


def read_status(workload: Workload, status: Object, spec: Object) -> None:
    """Fill in what the status of a Workload says; ``spec`` is that of the same object."""
    workload.admission = _admission_from(status.get("admission"), workload.pod_sets)
    workload.reclaimable_pods = {
        r["name"]: r.get("count") or 0 for r in status.get("reclaimablePods") or ()
    }
    workload.unhealthy_nodes = [node["name"] for node in status.get("unhealthyNodes") or ()]
    workload.admission_checks = [
        _admission_check_from(raw) for raw in status.get("admissionChecks") or ()
    ]
    requeue_state = status.get("requeueState") or {}
    if requeue_state.get("requeueAt"):
        workload.requeue_at = milliseconds(requeue_state["requeueAt"])
    workload.requeue_count = requeue_state.get("count") or 0
    positions = {
        gate.get("name"): gate.get("position") for gate in status.get("preemptionGates") or ()
    }
    workload.preemption_gates_closed = any(
        positions.get(gate.get("name"), "Closed") == "Closed"
        for gate in spec.get("preemptionGates") or ()
    )
    conditions = status.get("conditions") or ()
    if workload.admission is not None and not conditions:
        workload.quota_reserved_at = workload.admitted_at = workload.created_at
    _read_conditions(workload, conditions)


def _read_conditions(workload: Workload, conditions: Sequence[Object]) -> None:
    for condition in conditions:
        is_true = condition.get("status") == "True"
        since = milliseconds(condition.get("lastTransitionTime")) if is_true else None
        reason = condition.get("reason") or ""
        match condition.get("type"):
            case "QuotaReserved":
                workload.quota_reserved_at = since
                workload.on_hold = condition.get("status") == "False" and reason == "OnHold"
            case "Admitted":
                workload.admitted_at = since
            case "Evicted":
                workload.evicted_at, workload.evicted_reason = since, reason
                workload.evicted_message = condition.get("message") or ""
            case "Preempted":
                workload.preempted_at, workload.preempted_reason = since, reason
            case "Requeued":
                workload.requeued = is_true
            case "PodsReady":
                workload.pods_ready = is_true
            case "Finished":
                workload.finished = is_true
            case "WaitingForReplacementPods":
                workload.waiting_for_replacement_pods = is_true


def _admission_from(raw: Object | None, pod_sets: Sequence[PodSet]) -> Admission | None:
    if raw is None:
        return None
    counts = {pod_set.name: pod_set.count for pod_set in pod_sets}
    assigned = []
    for assignment in raw.get("podSetAssignments") or ():
        name, count = assignment.get("name") or "main", assignment.get("count")
        assigned.append(
            AdmittedPodSet(
                name=name,
                flavors=dict(assignment.get("flavors") or {}),
                usage=amounts_of(assignment.get("resourceUsage")),
                count=counts.get(name, 0) if count is None else count,
                topology_assignment=topology_assignment_from(assignment.get("topologyAssignment")),
                delayed_topology_request=assignment.get("delayedTopologyRequest") or "",
            )
        )
    return Admission(raw.get("clusterQueue") or "", tuple(assigned))


def _admission_check_from(raw: Object) -> AdmissionCheckState:
    updates = {update["name"]: dict(update) for update in raw.get("podSetUpdates") or ()}
    return AdmissionCheckState(raw.get("name") or "", raw.get("state") or "Pending", updates)


def _slice_domains(part: Object) -> Iterator[TopologyDomainAssignment]:
    """The domains that one compressed slice of a v1beta2 assignment stands for."""
    counts = part.get("podCounts") or {}
    levels = part.get("valuesPerLevel") or ()
    for index in range(part.get("domainCount") or 0):
        universal = counts.get("universal")
        count = counts["individual"][index] if universal is None else universal
        values = tuple(_level_value(level, index) for level in levels)
        yield TopologyDomainAssignment(values, count)


def _level_value(level: Object, index: int) -> str:
    universal = level.get("universal")
    if universal is not None:
        return str(universal)
    individual = level["individual"]
    root = individual["roots"][index]
    return f"{individual.get('prefix') or ''}{root}{individual.get('suffix') or ''}"
