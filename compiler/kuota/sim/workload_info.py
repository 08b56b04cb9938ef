"""What the scheduler keeps about a workload: totals, usage, equivalence class, order.

Source: pkg/workload/workload.go, v0.19.2.
"""

from collections.abc import Iterable
from typing import Final

from kuota.quantity import add
from kuota.sim.model import (
    NO_USAGE,
    AdmittedPodSet,
    FlavorResources,
    PodSet,
    PodSetResources,
    QuotaUsage,
    Requests,
    TASUsage,
    TopologyDomainRequests,
    Usage,
    Workload,
    WorkloadInfo,
)
from kuota.sim.pod_requests import scaled
from kuota.sim.settings import (
    Settings,
)
from kuota.sim.workload_object import validate_resources, workload_from

__all__ = [
    "can_be_partially_admitted",
    "flavor_resource_usage",
    "get_queue_order_timestamp",
    "has_topology_assignment_with_unhealthy_node",
    "has_unhealthy_nodes",
    "is_explicitly_requesting_tas",
    "new_info",
    "scaled_to",
    "tas_usage",
    "update_info",
    "validate_resources",
    "workload_from",
]

SCHEDULING_HASH_UNKNOWN: Final = "unknown"


def new_info(workload: Workload, settings: Settings, pairs: FlavorResources) -> WorkloadInfo:
    """The scheduler's view of a workload that it has not seen before."""
    info = WorkloadInfo(workload)
    update_info(info, settings, pairs)
    return info


def update_info(info: WorkloadInfo, settings: Settings, pairs: FlavorResources) -> None:
    """Bring queue, totals, usage and equivalence class of ``info`` in line with its object.

    Source: Info.Update, v0.19.2.
    """
    workload = info.obj
    if workload.admission is None:
        info.cluster_queue = ""
        info.total_requests = _totals_from_pod_sets(workload, settings)
        info.usage = NO_USAGE
    else:
        info.cluster_queue = workload.admission.cluster_queue
        info.total_requests = _totals_from_admission(workload, settings)
        info.usage = Usage(flavor_resource_usage(info, pairs), tas_usage(info, settings))
    info.scheduling_hash = _scheduling_hash(info, settings)


def reserve(info: WorkloadInfo, usage: QuotaUsage, settings: Settings) -> None:
    """Bring ``info`` in line with an admission that the workload has just got.

    ``usage`` is the quota that the admission takes, by pair; the equivalence class is kept, as it
    only matters to workloads that wait.
    """
    admission = info.obj.admission
    assert admission is not None
    info.cluster_queue = admission.cluster_queue
    info.total_requests = _totals_from_admission(info.obj, settings)
    info.usage = Usage(usage, tas_usage(info, settings))
    info.last_assignment = None


def reserve_as(info: WorkloadInfo, totals: list[PodSetResources], usage: Usage) -> None:
    """Bring ``info`` in line with an admission whose totals and usage are known already."""
    admission = info.obj.admission
    assert admission is not None
    info.cluster_queue = admission.cluster_queue
    info.total_requests = totals
    info.usage = usage
    info.last_assignment = None


def flavor_resource_usage(info: WorkloadInfo, pairs: FlavorResources) -> QuotaUsage:
    """The quota that the workload holds, by (flavor, resource) pair."""
    usage: QuotaUsage = {}
    for pod_set in info.total_requests:
        for resource, amount in pod_set.requests.items():
            flavor = pod_set.flavors.get(resource)
            if flavor is not None:
                pair = pairs.pair(flavor, resource)
                usage[pair] = add(usage.get(pair, 0), amount)
    return usage


def tas_usage(info: WorkloadInfo, settings: Settings) -> TASUsage:
    """The pods that the workload has in topology domains, by flavor."""
    usage: TASUsage = {}
    if not settings.features.topology_aware_scheduling:
        return usage
    for pod_set in info.total_requests:
        if pod_set.topology_domains is not None:
            for flavor in dict.fromkeys(pod_set.flavors.values()):
                usage.setdefault(flavor, []).extend(pod_set.topology_domains)
    return usage


def scaled_to(pod_set: PodSetResources, count: int) -> PodSetResources:
    """The totals of a podSet for another number of pods.

    A podSet that already has its place in a topology keeps its size.

    Source: PodSetResources.ScaledTo, v0.19.2.
    """
    if pod_set.topology_domains is not None:
        return pod_set
    requests = dict(pod_set.requests)
    if pod_set.count not in (0, count):
        return PodSetResources(
            pod_set.name, _rescaled(requests, pod_set.count, count), count, dict(pod_set.flavors)
        )
    return PodSetResources(pod_set.name, requests, pod_set.count, dict(pod_set.flavors))


def is_explicitly_requesting_tas(pod_sets: Iterable[PodSet]) -> bool:
    """Whether a podSet asks by itself for a place in a topology."""
    for pod_set in pod_sets:
        request = pod_set.topology_request
        if request is not None and (
            request.unconstrained is not None
            or request.required is not None
            or request.preferred is not None
            or request.pod_set_slice_required_topology is not None
            or request.pod_set_slice_size is not None
            or request.pod_set_slice_required_topology_constraints
        ):
            return True
    return False


def can_be_partially_admitted(workload: Workload) -> bool:
    """Whether a podSet may start with fewer pods than it has."""
    for pod_set in workload.pod_sets:
        if pod_set.min_count is not None and pod_set.count > pod_set.min_count:
            return True
    return False


def has_unhealthy_nodes(workload: Workload) -> bool:
    """Whether a node that the workload runs on has been found unhealthy."""
    return bool(workload.unhealthy_nodes)


def has_topology_assignment_with_unhealthy_node(workload: Workload) -> bool:
    """Whether an admitted workload has pods placed on a node found unhealthy."""
    if not workload.unhealthy_nodes or workload.admitted_at is None or workload.admission is None:
        return False
    return any(
        domain.values[-1] in workload.unhealthy_nodes
        for pod_set in workload.admission.pod_sets
        if pod_set.topology_assignment is not None
        for domain in pod_set.topology_assignment.domains
    )


def get_queue_order_timestamp(workload: Workload, settings: Settings) -> int:
    """The time by which equally important workloads queue.

    Source: Ordering.GetQueueOrderTimestamp, v0.19.2.
    """
    if workload.evicted_at is None and workload.preempted_at is None:
        return workload.created_at
    if workload.evicted_at is not None and (
        workload.evicted_reason == "AdmissionCheck"
        or (
            workload.evicted_reason == "PodsReadyTimeout"
            and settings.requeuing_timestamp == "Eviction"
        )
    ):
        return workload.evicted_at
    if (
        not settings.features.priority_sorting_within_cohort
        and workload.preempted_at is not None
        and workload.preempted_reason == "InCohortReclaimWhileBorrowing"
    ):
        return workload.preempted_at + 1
    return workload.created_at


def counts_after_reclaim(workload: Workload, settings: Settings) -> dict[str, int]:
    """The pods that each podSet still needs, those reported as done taken off."""
    counts = {pod_set.name: pod_set.count for pod_set in workload.pod_sets}
    if settings.features.reclaimable_pods:
        for name, reclaimable in workload.reclaimable_pods.items():
            if name in counts:
                counts[name] -= min(reclaimable, counts[name])
    return counts


def _totals_from_pod_sets(workload: Workload, settings: Settings) -> list[PodSetResources]:
    rules = settings.resource_rules
    if not workload.reclaimable_pods and rules is None:
        return [pod_set.total for pod_set in workload.pod_sets]
    counts = counts_after_reclaim(workload, settings)
    totals = []
    for pod_set in workload.pod_sets:
        count = counts[pod_set.name]
        single = pod_set.requests if rules is None else rules.apply(pod_set.spec)
        requests = {name: scaled(max(amount, 0), count) for name, amount in single.items()}
        totals.append(PodSetResources(pod_set.name, requests, count))
    return totals


def _totals_from_admission(workload: Workload, settings: Settings) -> list[PodSetResources]:
    if workload.admission is None:
        return []
    counts = counts_after_reclaim(workload, settings)
    totals = []
    for assigned in workload.admission.pod_sets:
        requests, count = dict(assigned.usage), assigned.count
        domains, delayed = None, ""
        if settings.features.topology_aware_scheduling:
            domains = _topology_domains(workload, assigned)
            delayed = assigned.delayed_topology_request
        needed = counts.get(assigned.name, 0)
        if needed < count:
            requests, count = _rescaled(requests, count, needed), needed
        totals.append(
            PodSetResources(assigned.name, requests, count, assigned.flavors, domains, delayed)
        )
    return totals


def _topology_domains(
    workload: Workload, assigned: AdmittedPodSet
) -> list[TopologyDomainRequests] | None:
    if assigned.topology_assignment is None:
        return None
    single = _rescaled(assigned.usage, assigned.count, 1)
    for pod_set in workload.pod_sets:
        if pod_set.name == assigned.name:
            single = pod_set.requests
            break
    return [
        TopologyDomainRequests(domain.values, single, domain.count)
        for domain in assigned.topology_assignment.domains
    ]


def _rescaled(requests: Requests, count: int, new_count: int) -> Requests:
    """The requests of ``new_count`` pods, given those of ``count``; whole units a pod."""
    return {
        name: scaled(amount // count if count else 0, new_count)
        for name, amount in requests.items()
    }


def _scheduling_hash(info: WorkloadInfo, settings: Settings) -> str:
    """The equivalence class: workloads of the same get the same answer from the same state."""
    if not settings.features.scheduling_equivalence_hashing:
        return SCHEDULING_HASH_UNKNOWN
    workload = info.obj
    parts = [str(workload.priority)]
    for pod_set, total in zip(workload.pod_sets, info.total_requests, strict=False):
        parts.append(f"{pod_set.shape}:{total.count}")
    if workload.admission is not None:
        parts.append(repr([list(total.requests.items()) for total in info.total_requests]))
    if settings.features.concurrent_admission:
        allowed = workload.annotations.get(ALLOWED_RESOURCE_FLAVORS)
        parts.append("" if allowed is None else f"={allowed}")
    return "|".join(parts)


ALLOWED_RESOURCE_FLAVORS: Final = "kueue.x-k8s.io/workload-allowed-resource-flavors"
"""Annotation that names the flavors a concurrent-admission variant may take."""
