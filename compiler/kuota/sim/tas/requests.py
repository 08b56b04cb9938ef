"""What podSets ask of a topology, and what they get."""

from kuota.sim.model import (
    PodSet,
    Requests,
    TopologyAssignment,
)
from kuota.sim.tas.failure import PlacementFailure


class TASPodSetRequests:
    """A podSet that wants a place on the nodes of one flavor.

    Source: Kueue pkg/cache/scheduler/tas_flavor_snapshot.go, v0.19.2.
    """

    __slots__ = (
        "count",
        "flavor",
        "implied",
        "pod_set",
        "pod_set_group_name",
        "pod_set_updates",
        "previous_assignment",
        "single_pod_requests",
    )

    def __init__(
        self,
        pod_set: PodSet,
        single_pod_requests: Requests,
        count: int,
        flavor: str,
        implied: bool,
        pod_set_group_name: str | None = None,
        pod_set_updates: list[dict[str, object]] | None = None,
        previous_assignment: TopologyAssignment | None = None,
    ) -> None:
        self.pod_set = pod_set
        self.single_pod_requests = single_pod_requests
        self.count = count
        self.flavor = flavor
        self.implied = implied
        self.pod_set_group_name = pod_set_group_name
        self.pod_set_updates = [] if pod_set_updates is None else pod_set_updates
        self.previous_assignment = previous_assignment


FlavorTASRequests = list[TASPodSetRequests]
WorkloadTASRequests = dict[str, FlavorTASRequests]


class TASPodSetAssignmentResult:
    """The place found for one podSet, or why there is none (``failure`` not None)."""

    __slots__ = ("failure", "flavor", "topology_assignment")

    def __init__(
        self,
        topology_assignment: TopologyAssignment | None,
        failure: PlacementFailure | None = None,
        flavor: str = "",
    ) -> None:
        self.topology_assignment = topology_assignment
        self.failure = failure
        self.flavor = flavor

    @property
    def failure_reason(self) -> str:
        """Kueue's message, empty when a place was found."""
        return "" if self.failure is None else str(self.failure)


TASAssignmentsResult = dict[str, TASPodSetAssignmentResult]
"""podSet name to result."""
