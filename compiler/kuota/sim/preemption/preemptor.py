"""The search for victims, by whichever rules are in force.

Source: Kueue pkg/scheduler/preemption/preemption.go, v0.19.2.
"""

from kuota.sim.cluster_queue import ClusterQueue
from kuota.sim.flavor_assignment import Assignment
from kuota.sim.model import (
    FlavorAssignmentMode,
    FlavorResources,
    Usage,
    WorkloadInfo,
)
from kuota.sim.preemption.classical import classical_preemptions
from kuota.sim.preemption.common import LocalQueueUsage
from kuota.sim.preemption.context import PreemptionContext
from kuota.sim.preemption.fair import fair_preemptions
from kuota.sim.preemption.target import Target
from kuota.sim.settings import (
    Settings,
)
from kuota.sim.tas.requests import (
    WorkloadTASRequests,
)


class Preemptor:
    """Finds victims.

    ``excluded`` holds keys of workloads that count as gone already; ``usage_of`` is set when
    admission fair sharing has a say in who leaves.
    """

    __slots__ = ("excluded", "flavor_resources", "now", "settings", "usage_of")

    def __init__(self, settings: Settings, flavor_resources: FlavorResources) -> None:
        self.settings = settings
        self.flavor_resources = flavor_resources
        self.excluded: set[str] = set()
        self.usage_of: LocalQueueUsage | None = None
        self.now = 0

    def get_targets(
        self, wl: WorkloadInfo, queue: ClusterQueue, assignment: Assignment
    ) -> list[Target]:
        """The workloads to evict so that ``wl`` can be admitted as assigned; empty if none do."""
        requests: WorkloadTASRequests = {}
        if self.settings.features.topology_aware_scheduling:
            requests = assignment.workloads_topology_requests(wl, queue)
        usage = Usage(assignment.total_requests_for(wl), wl.usage.tas)
        pairs = self._flavor_resources_need_preemption(assignment)
        return self.targets_for(wl, queue, pairs, usage, requests)

    def targets_for(
        self,
        wl: WorkloadInfo,
        queue: ClusterQueue,
        pairs: list[int],
        usage: Usage,
        tas_requests: WorkloadTASRequests,
    ) -> list[Target]:
        """The workloads to evict so that ``usage`` fits, ``pairs`` being what it lacks."""
        context = PreemptionContext(
            wl, queue, pairs, usage, tas_requests, self.excluded, self.settings, self.now
        )
        if self.settings.fair_sharing:
            return fair_preemptions(context, self.usage_of)
        return classical_preemptions(context, self.usage_of)

    def _flavor_resources_need_preemption(self, assignment: Assignment) -> list[int]:
        pairs: dict[int, None] = {}
        for pod_set in assignment.pod_sets:
            for resource, flavor in pod_set.flavors.items():
                if flavor.mode == FlavorAssignmentMode.PREEMPT:
                    pairs[self.flavor_resources.pair(flavor.name, resource)] = None
        return list(pairs)
