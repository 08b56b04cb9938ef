"""Places for all podSets of a workload, over all its flavors.

Source: Kueue pkg/cache/scheduler/clusterqueue_snapshot.go (FindTopologyAssignmentsForWorkload),
v0.19.2.
"""

from collections.abc import Mapping

from kuota.sim.model import WorkloadInfo
from kuota.sim.tas.assumed_usage import AssumedUsage
from kuota.sim.tas.flavor_snapshot import TASFlavorSnapshot
from kuota.sim.tas.requests import TASAssignmentsResult, WorkloadTASRequests


def find_workload_assignments(
    flavors: Mapping[str, TASFlavorSnapshot],
    requests: WorkloadTASRequests,
    wl: WorkloadInfo | None,
    simulate_empty: bool,
    overlapping: bool,
) -> TASAssignmentsResult:
    """Places, or why there are none, by podSet; flavors are asked in the order of their names.

    ``overlapping`` lets flavors whose narrowest level is the hostname see what podSets of the same
    workload take on the others. A failure on one flavor does not end the search on the next.
    """
    shared: AssumedUsage = []
    result: TASAssignmentsResult = {}
    for name in sorted(requests):
        flavor = flavors[name]
        assumed = shared if overlapping and flavor.is_lowest_level_node else None
        found = flavor.find_topology_assignments_for_flavor(
            requests[name], wl, simulate_empty, assumed
        )
        for pod_set, assignment in found.items():
            assignment.flavor = name
            result[pod_set] = assignment
    return result
