"""The assignment of one workload: flavors, places on nodes, victims, and reduced pod counts.

Source: Kueue pkg/scheduler/scheduler.go (getAssignments, getInitialAssignments,
updateAssignmentForTAS), v0.19.2.
"""

from collections.abc import Iterable, Mapping

from kuota.sim.cluster_queue import ClusterQueue
from kuota.sim.fit_template import applies_to, template_from
from kuota.sim.flavor_assigner import FlavorAssigner
from kuota.sim.flavor_assignment import Assignment
from kuota.sim.model import (
    AssignmentClusterQueueState,
    FlavorAssignmentMode,
    FlavorResources,
    ResourceFlavor,
    WorkloadInfo,
)
from kuota.sim.podset_reducer import search_reduced_counts
from kuota.sim.preemption.oracle import PreemptionOracle
from kuota.sim.preemption.preemptor import Preemptor
from kuota.sim.preemption.target import Target, remove, restore_all
from kuota.sim.settings import (
    Settings,
)
from kuota.sim.workload_info import (
    SCHEDULING_HASH_UNKNOWN,
    can_be_partially_admitted,
    has_topology_assignment_with_unhealthy_node,
    is_explicitly_requesting_tas,
)

_FIT = FlavorAssignmentMode.FIT
_PREEMPT = FlavorAssignmentMode.PREEMPT

WORKLOAD_SLICE_REPLACEMENT_FOR = "kueue.x-k8s.io/workload-slice-replacement-for"

Assigned = tuple[Assignment, list[Target]]


class Assigner:
    """Finds assignments in the state at the moment, which it leaves as it found it."""

    __slots__ = ("oracle", "preemptor", "resource_flavors", "scheduling_cycle", "settings")

    def __init__(
        self,
        resource_flavors: Mapping[str, ResourceFlavor],
        settings: Settings,
        flavor_resources: FlavorResources,
    ) -> None:
        self.resource_flavors = resource_flavors
        self.settings = settings
        self.preemptor = Preemptor(settings, flavor_resources)
        self.oracle = PreemptionOracle(self.preemptor)
        self.scheduling_cycle = 0

    def begin_cycle(self, scheduling_cycle: int, now: int) -> None:
        """Set the cycle that assignments are made in."""
        self.scheduling_cycle = scheduling_cycle
        self.preemptor.now = now

    def exclude(self, keys: Iterable[str]) -> None:
        """Treat these workloads as gone when victims are sought."""
        self.preemptor.excluded = set(keys)

    def get_assignments(self, wl: WorkloadInfo, queue: ClusterQueue) -> Assigned:
        """The assignment of a workload, and the workloads that must leave for it."""
        last = wl.last_assignment
        if last is not None and self._is_outdated(last, wl, queue):
            wl.last_assignment = None
        ready = self._from_template(wl, queue)
        if ready is not None:
            return ready, []
        fresh = applies_to(wl, self.settings)
        assignment, targets = self._initial_assignments(wl, queue)
        if self.settings.features.topology_aware_scheduling:
            self._update_for_tas(queue, wl, assignment, targets)
        if fresh and wl.scheduling_hash not in queue.fit_templates:
            template = template_from(assignment, wl, queue)
            if template is not None:
                queue.fit_templates[wl.scheduling_hash] = template
        return assignment, targets

    def _is_outdated(
        self, last: AssignmentClusterQueueState, wl: WorkloadInfo, queue: ClusterQueue
    ) -> bool:
        """Whether the flavor scan must start over.

        Source: lastAssignmentOutdated, v0.19.2.
        """
        if self.settings.features.flavor_fungibility_preserve_scan_progress:
            known = SCHEDULING_HASH_UNKNOWN not in (last.scheduling_hash, wl.scheduling_hash)
            if known and last.scheduling_hash != wl.scheduling_hash:
                return True
            if self.scheduling_cycle - last.scheduling_cycle <= 1:
                return False
        return queue.allocatable_resource_generation > last.cluster_queue_generation

    def _from_template(self, wl: WorkloadInfo, queue: ClusterQueue) -> Assignment | None:
        """The assignment of the workload's class, if it has one that fits."""
        template = queue.fit_templates.get(wl.scheduling_hash)
        if template is None or not applies_to(wl, self.settings):
            return None
        return template.apply(queue, wl, self.scheduling_cycle)

    def _initial_assignments(self, wl: WorkloadInfo, queue: ClusterQueue) -> Assigned:
        replaced = self._replaced_workload_slice(wl, queue)
        slices = [] if replaced is None else [Target(replaced, "", queue)]
        assigner = FlavorAssigner(
            wl,
            queue,
            self.resource_flavors,
            self.settings,
            self.oracle,
            replaced,
            self.scheduling_cycle,
        )
        full = assigner.assign()
        found = self._with_targets(wl, queue, full)
        if found is not None:
            return full, slices + found[1]
        workload = wl.obj
        if self.settings.features.partial_admission and can_be_partially_admitted(workload):
            reduced = search_reduced_counts(
                [pod_set.count for pod_set in workload.pod_sets],
                [pod_set.min_count for pod_set in workload.pod_sets],
                lambda counts: self._with_targets(wl, queue, assigner.assign(counts)),
            )
            if reduced is not None:
                return reduced[0], slices + reduced[1]
        return full, []

    def _with_targets(
        self, wl: WorkloadInfo, queue: ClusterQueue, assignment: Assignment
    ) -> Assigned | None:
        """The assignment with its victims; None when it cannot be realised."""
        mode = assignment.representative_mode()
        if mode == _FIT:
            return assignment, []
        if mode == _PREEMPT:
            targets = self.preemptor.get_targets(wl, queue, assignment)
            if targets:
                return assignment, targets
        return None

    def _replaced_workload_slice(
        self, wl: WorkloadInfo, queue: ClusterQueue
    ) -> WorkloadInfo | None:
        """The admitted slice that an elastic workload is to replace.

        Source: Kueue pkg/workloadslicing, ReplacedWorkloadSlice, v0.19.2.
        """
        key = wl.obj.annotations.get(WORKLOAD_SLICE_REPLACEMENT_FOR)
        if key is None or not self.settings.features.elastic_jobs:
            return None
        replaced = queue.workloads.get(key)
        if replaced is None or replaced.obj.namespace != wl.obj.namespace:
            return None
        return replaced

    def _update_for_tas(
        self, queue: ClusterQueue, wl: WorkloadInfo, assignment: Assignment, targets: list[Target]
    ) -> None:
        """Find the places that will be free once the victims have left.

        Without victims the places are sought as if nodes were empty, so that they can be kept free
        for the workload.
        """
        if assignment.representative_mode() != _PREEMPT:
            return
        workload = wl.obj
        if not (queue.is_tas_only() or is_explicitly_requesting_tas(workload.pod_sets)):
            return
        if has_topology_assignment_with_unhealthy_node(workload):
            return
        requests = assignment.workloads_topology_requests(wl, queue)
        for target in targets:
            remove(target)
        result = queue.find_topology_assignments_for_workload(
            requests, wl, simulate_empty=not targets
        )
        restore_all(targets)
        assignment.update_for_tas_result(queue, wl, result)
