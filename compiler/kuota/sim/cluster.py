"""The live state: queues, cohorts, nodes and what is admitted, built from objects.

Source: Kueue pkg/cache/scheduler/cache.go, v0.19.2.
"""

from collections.abc import Iterable, Mapping
from functools import partial
from typing import Any

from kuota.sim.activity import flavors_with_provisioning, inactive_reason, multi_kueue_checks
from kuota.sim.assignments import Assigner
from kuota.sim.cluster_queue import ClusterQueue
from kuota.sim.hierarchy import build_cohorts
from kuota.sim.journal import Journal
from kuota.sim.limit_ranges import PodDefaults
from kuota.sim.local_queue_usage import LocalQueueUsage
from kuota.sim.model import (
    Admission,
    FlavorResources,
    Usage,
    Workload,
    WorkloadInfo,
)
from kuota.sim.namespaces import Namespaces
from kuota.sim.objects import (
    ClusterQueueSpec,
    admission_check_from,
    cluster_queue_from,
    cohort_from,
    local_queue_from,
    resource_flavor_from,
    topology_from,
)
from kuota.sim.queues.pending import PendingQueue
from kuota.sim.queues.queueing import Queues
from kuota.sim.queues.usage_ordered import UsageOrderedQueue
from kuota.sim.scheduler import Scheduler
from kuota.sim.settings import (
    Settings,
)
from kuota.sim.tas.cache import TASCache
from kuota.sim.verdicts import Verdict, blocked
from kuota.sim.workload_object import aggregate, workload_from

Object = Mapping[str, Any]

HOSTNAME: str = "kubernetes.io/hostname"


class Cluster:
    """Everything that objects describe, ready for scheduling."""

    def __init__(
        self, objects: Iterable[Object], settings: Settings, controllers: bool = True
    ) -> None:
        self.settings = settings
        self.journal = Journal()
        self.flavor_resources = FlavorResources()
        by_kind: dict[str, list[Object]] = {}
        for obj in objects:
            by_kind.setdefault(obj.get("kind", ""), []).append(obj)
        self.namespaces = Namespaces(
            {
                obj["metadata"]["name"]: obj["metadata"].get("labels") or {}
                for obj in by_kind.get("Namespace", ())
            },
            assumed=controllers,
        )
        flavors = [resource_flavor_from(obj) for obj in by_kind.get("ResourceFlavor", ())]
        self.resource_flavors = {flavor.name: flavor for flavor in flavors}
        topologies = [topology_from(obj) for obj in by_kind.get("Topology", ())]
        self.tas = TASCache(settings)
        self.nodes = {obj["metadata"]["name"]: obj for obj in by_kind.get("Node", ())}
        if settings.features.topology_aware_scheduling:
            self.tas.set_objects(
                self.resource_flavors,
                {topology.name: topology for topology in topologies},
                by_kind.get("Node", ()),
                by_kind.get("Pod", ()),
            )
        checks = [admission_check_from(obj) for obj in by_kind.get("AdmissionCheck", ())]
        self.admission_checks = {check.name: check for check in checks}
        self.local_queues = [local_queue_from(obj) for obj in by_kind.get("LocalQueue", ())]
        self.local_queues.sort(key=lambda queue: queue.key)
        self.pod_defaults = PodDefaults(
            by_kind.get("LimitRange", ()), by_kind.get("RuntimeClass", ())
        )
        self.usage = LocalQueueUsage(self.local_queues, settings)
        self._ready: dict[PendingQueue, None] = {}
        specs = sorted(
            (cluster_queue_from(obj) for obj in by_kind.get("ClusterQueue", ())),
            key=lambda spec: spec.name,
        )
        self.cluster_queues: dict[str, ClusterQueue] = {
            spec.name: self._make_cluster_queue(index, spec) for index, spec in enumerate(specs)
        }
        self.usage.cluster_queues = self.cluster_queues
        self.cohorts = build_cohorts(
            [cohort_from(obj) for obj in by_kind.get("Cohort", ())],
            self.cluster_queues,
            self.flavor_resources,
        )
        running = [
            queue for queue in self.local_queues if queue.stop_policy == "None" or not controllers
        ]
        self.queues = Queues(
            self.cluster_queues,
            {queue.key: queue.cluster_queue for queue in running},
            self._ready,
            settings,
            self.flavor_resources,
        )
        self.assigner = Assigner(self.resource_flavors, settings, self.flavor_resources)
        if self.usage.ledger is not None:
            self.assigner.preemptor.usage_of = self.usage.at_cycle_start
        self.scheduler = Scheduler(
            self.queues, self.assigner, self.namespaces, settings, self.usage.charge
        )

    def read_workload(self, obj: Object) -> Workload:
        """The workload of an object, with what its namespace and the cluster add to its pods."""
        obj = self.pod_defaults.applied(obj)
        workload = workload_from(obj, self.settings.features)
        if not workload.resource_violations and (found := self.pod_defaults.violations(obj)):
            text = "resources didn't satisfy LimitRange constraints: " + aggregate(found)
            workload.resource_violations = [text]
        return workload

    def add_workload(self, info: WorkloadInfo, is_counted: bool = False) -> None:
        """Count a workload that holds a reservation, its quota only unless ``is_counted``."""
        queue = self.cluster_queues.get(info.cluster_queue)
        if queue is None:
            return
        if is_counted:
            queue.add_workload(info)
        else:
            self._count(queue, info, info.usage)
        if self.journal.recording:
            self.journal.add(partial(self._uncount, queue, info, info.usage))
        if info.obj.admitted_at is not None:
            self.usage.note_admitted(info, 1)

    def delete_workload(self, workload: Workload) -> None:
        """Stop counting a workload; nothing happens if it holds no reservation."""
        if workload.admission is None:
            return
        queue = self.cluster_queues.get(workload.admission.cluster_queue)
        info = None if queue is None else queue.workloads.get(workload.key)
        if queue is None or info is None:
            return
        self._uncount(queue, info, info.usage)
        generation = queue.allocatable_resource_generation
        queue.allocatable_resource_generation = generation + 1
        if self.journal.recording:
            self.journal.add(partial(self._count, queue, info, info.usage, generation))
        if workload.admitted_at is not None:
            self.usage.note_admitted(info, -1)

    def _count(
        self, queue: ClusterQueue, info: WorkloadInfo, usage: Usage, generation: int = 0
    ) -> None:
        for pair, amount in usage.quota.items():
            queue.pair_cell(pair).add_usage(amount)
        if usage.tas:
            self.tas.add_usage(usage.tas)
        queue.add_workload(info)
        if generation:
            queue.allocatable_resource_generation = generation

    def _uncount(self, queue: ClusterQueue, info: WorkloadInfo, usage: Usage) -> None:
        for pair, amount in usage.quota.items():
            queue.pair_cell(pair).remove_usage(amount)
        if usage.tas:
            self.tas.remove_usage(usage.tas)
        queue.delete_workload(info.obj)

    def note_admitted(self, info: WorkloadInfo, now: int) -> None:
        """A workload that held its reservation for a while is admitted."""
        self.usage.note_admitted(info, 1)
        self.usage.settle(info, now)

    def update_node(self, obj: Object) -> None:
        """Add a node or replace the one of its name."""
        name = obj["metadata"]["name"]
        before = self.nodes.get(name)
        self.nodes[name] = obj
        self.tas.update_node(obj)
        if before is None:
            self.journal.add(partial(self.delete_node, name))
        else:
            self.journal.add(partial(self.update_node, before))

    def delete_node(self, name: str) -> None:
        """Take a node away."""
        before = self.nodes.pop(name, None)
        if before is not None:
            self.tas.delete_node(name)
            self.journal.add(partial(self.update_node, before))

    def trees_with_topologies(self) -> list[str]:
        """The cohort trees in which a queue has a flavor with a topology."""
        return [queue.tree for queue in self.cluster_queues.values() if queue.tas_flavors]

    def workloads_on_node(self, name: str) -> list[Workload]:
        """The workloads that topology-aware scheduling has placed on a node, by key."""
        found = {
            info.obj.key: info.obj
            for queue in self.cluster_queues.values()
            for info in queue.workloads.values()
            if info.obj.admission is not None
            for pod_set in info.obj.admission.pod_sets
            if pod_set.topology_assignment is not None
            and pod_set.topology_assignment.levels[-1:] == (HOSTNAME,)
            for domain in pod_set.topology_assignment.domains
            if domain.values[-1] == name
        }
        return [found[key] for key in sorted(found)]

    def blocked(self, workload: Workload) -> Verdict | None:
        """Why the workload cannot even be tried; None when it can."""
        key = workload.local_queue
        found = next((queue for queue in self.local_queues if queue.key == key), None)
        name = "" if found is None else found.cluster_queue
        return blocked(
            workload,
            None if found is None else found.stop_policy != "None",
            name,
            self.cluster_queues.get(name),
            self._admissibility_problem,
        )

    def _admissibility_problem(self, queue: ClusterQueue, workload: Workload) -> str:
        return self.namespaces.problem(workload, queue.spec.namespace_selector)

    def begin_cycle(self) -> None:
        """Start a new cycle of the scheduler."""
        self.tas.begin_cycle()
        self.usage.begin_cycle()

    def required_checks(self, queue: ClusterQueue, admission: Admission) -> frozenset[str]:
        """The admission checks that apply to an admission: those of its flavors."""
        if not queue.spec.admission_checks:
            return frozenset()
        flavors = {name for pod_set in admission.pod_sets for name in pod_set.flavors.values()}
        return frozenset(
            check
            for check, for_flavors in queue.spec.admission_checks.items()
            if not for_flavors.isdisjoint(flavors)
        )

    def _make_cluster_queue(self, index: int, spec: ClusterQueueSpec) -> ClusterQueue:
        queue = ClusterQueue(
            spec, index, self.flavor_resources, self._make_pending_queue(index, spec)
        )
        queue.inactive_reason = inactive_reason(
            spec, self.resource_flavors, self.admission_checks, self.tas.flavors, self.settings
        )
        queue.has_multi_kueue_check = bool(multi_kueue_checks(spec, self.admission_checks))
        queue.flavors_for_provisioning_checks = flavors_with_provisioning(
            spec, self.admission_checks
        )
        queue.overlapping_flavors = self.settings.features.tas_handle_overlapping_flavors
        names = [flavor for group in spec.resource_groups for flavor in group.flavors]
        queue.tas_flavors = {
            name: self.tas.flavors[name] for name in names if name in self.tas.flavors
        }
        queue.tas_only = self.settings.features.topology_aware_scheduling and all(
            name in self.resource_flavors and self.resource_flavors[name].topology_name
            for name in names
        )
        return queue

    def _make_pending_queue(self, index: int, spec: ClusterQueueSpec) -> PendingQueue:
        def namespace_matches(namespace: str) -> bool:
            return self.namespaces.matches(namespace, spec.namespace_selector)

        strategy = spec.queueing_strategy
        if self.usage.ledger is None or not self.usage.orders(spec):
            return PendingQueue(
                index, strategy, self.settings, namespace_matches, self._ready, self.journal
            )
        return UsageOrderedQueue(
            index,
            strategy,
            self.settings,
            namespace_matches,
            self._ready,
            self.journal,
            self.usage.ledger,
            self.usage.leading_to(spec.name),
        )
