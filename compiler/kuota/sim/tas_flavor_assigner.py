"""What a workload's podSets ask of the topologies of the flavors they were given.

Source: pkg/scheduler/flavorassigner/tas_flavorassigner.go and flavorassigner.go
(ComputeTASNetUsage), v0.19.2.
"""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from kuota.sim.flavor_matching import is_tas_implied, is_tas_requested
from kuota.sim.model import (
    Admission,
    PodSet,
    TASUsage,
    TopologyAssignment,
    TopologyDomainRequests,
    Workload,
    WorkloadInfo,
)
from kuota.sim.pod_set_assignment import PodSetAssignment, ResourceAssignment
from kuota.sim.reasons import AssignmentError
from kuota.sim.tas.requests import (
    TASPodSetRequests,
)

if TYPE_CHECKING:
    from kuota.sim.cluster_queue import ClusterQueue
    from kuota.sim.tas.flavor_snapshot import TASFlavorSnapshot

ELASTIC_JOB: Final = "kueue.x-k8s.io/elastic-job"
DELAYED_PENDING: Final = "Pending"
DELAYED_READY: Final = "Ready"


class TASRequestError(Exception):
    """A podSet whose place in a topology cannot even be asked for."""


def needs_place(cq: "ClusterQueue", wl: Workload, pod_set: PodSet, psa: PodSetAssignment) -> bool:
    """Whether a place is still to be found for the pods of an assigned podSet."""
    if psa.status.error is not None or psa.count == 0 or not is_tas_requested(cq, pod_set):
        return False
    return psa.topology_assignment is None or _has_unhealthy_node(wl, psa.topology_assignment)


def pod_set_topology_request(
    cq: "ClusterQueue",
    wl: Workload,
    pod_set: PodSet,
    psa: PodSetAssignment,
    replaced: WorkloadInfo | None,
    elastic: bool,
) -> TASPodSetRequests | None:
    """The place that is asked for, or None when it is settled later, after admission checks.

    Raises TASRequestError when the podSet's flavors, or its wish, do not allow one.
    """
    previous = None
    if elastic and wl.annotations.get(ELASTIC_JOB) == "true":
        request = pod_set.topology_request
        if request is not None and request.required is not None:
            raise TASRequestError(
                "required topology is not supported with ElasticJobsViaWorkloadSlices"
            )
        if request is not None and request.preferred is not None:
            raise TASRequestError(
                "preferred topology is not supported with ElasticJobsViaWorkloadSlices"
            )
        previous = _previous_assignment(replaced, pod_set.name)
    if not cq.tas_flavors:
        raise TASRequestError("workload requires Topology, but there is no TAS cache information")
    flavor = only_tas_flavor(psa.flavors, cq.tas_flavors)
    if cq.has_multi_kueue_admission_check() or (
        wl.quota_reserved_at is None and cq.has_prov_request_admission_check(flavor)
    ):
        psa.delayed_topology_request = DELAYED_PENDING
        return None
    return TASPodSetRequests(
        pod_set=pod_set,
        single_pod_requests=pod_set.requests,
        count=psa.count,
        flavor=flavor,
        implied=is_tas_implied(cq, pod_set),
        pod_set_group_name=pod_set_group_name(pod_set),
        pod_set_updates=[
            check.pod_set_updates[pod_set.name]
            for check in wl.admission_checks
            if check.state == "Ready" and pod_set.name in check.pod_set_updates
        ],
        previous_assignment=previous,
    )


def pod_set_group_name(pod_set: PodSet) -> str | None:
    """The group of podSets that are placed together, if the podSet is in one."""
    request = pod_set.topology_request
    return None if request is None else request.pod_set_group_name


def only_tas_flavor(
    flavors: ResourceAssignment, tas_flavors: Mapping[str, "TASFlavorSnapshot"]
) -> str:
    """The one flavor with a topology among those assigned; TASRequestError if there is not one."""
    names = sorted({flavor.name for flavor in flavors.values() if flavor.name in tas_flavors})
    if len(names) == 1:
        return names[0]
    if not names:
        raise TASRequestError("no TAS flavor assigned")
    raise TASRequestError(f"more than one TAS flavor assigned: {', '.join(names)}")


def error_of(error: TASRequestError) -> AssignmentError:
    """The error as the state of a podSet: none of its flavors is fit for what it wishes."""
    return AssignmentError("", str(error))


def tas_net_usage(
    cq: "ClusterQueue",
    wl: Workload,
    pod_sets: list[PodSetAssignment],
    prev_admission: Admission | None,
) -> TASUsage:
    """The pods that an assignment adds to the nodes, beyond those that an admission has there."""
    usage: TASUsage = {}
    for psa in pod_sets:
        if psa.topology_assignment is None:
            continue
        pod_set = next((p for p in wl.pod_sets if p.name == psa.name), None)
        if pod_set is None:
            continue
        try:
            flavor = only_tas_flavor(psa.flavors, cq.tas_flavors)
        except TASRequestError:
            continue
        accounted = _admitted_domain_counts(prev_admission, psa.name)
        for domain in psa.topology_assignment.domains:
            count = domain.count - accounted.get(domain.values, 0)
            if count > 0:
                usage.setdefault(flavor, []).append(
                    TopologyDomainRequests(domain.values, pod_set.requests, count)
                )
    return usage


def _admitted_domain_counts(
    admission: Admission | None, pod_set_name: str
) -> dict[tuple[str, ...], int]:
    counts: dict[tuple[str, ...], int] = {}
    for assigned in () if admission is None else admission.pod_sets:
        if assigned.name == pod_set_name:
            if assigned.topology_assignment is not None:
                for domain in assigned.topology_assignment.domains:
                    counts[domain.values] = counts.get(domain.values, 0) + domain.count
            break
    return counts


def _has_unhealthy_node(wl: Workload, assignment: TopologyAssignment) -> bool:
    return bool(wl.unhealthy_nodes) and any(
        domain.values[-1] in wl.unhealthy_nodes for domain in assignment.domains
    )


def _previous_assignment(
    replaced: WorkloadInfo | None, pod_set_name: str
) -> TopologyAssignment | None:
    if replaced is None or replaced.obj.admission is None:
        return None
    for assigned in replaced.obj.admission.pod_sets:
        if assigned.name == pod_set_name and assigned.topology_assignment is not None:
            return assigned.topology_assignment
    return None
