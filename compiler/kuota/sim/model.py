"""The values that all parts of the simulator share.

Amounts are plain ints (see ``kuota.quantity``), times are milliseconds since 1970, a (flavor,
resource) pair is a small int handed out by ``FlavorResources``. Names are Kueue's.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import IntEnum
from typing import Any, Final

from kuota.quantity import UNLIMITED
from kuota.sim.node_affinity import RequiredNodeAffinity

Requests = dict[str, int]
"""Resource name to amount. Iterates in Kueue's order: by FNV-1a hash of the name.

Source: Kueue pkg/resources/slice_requests.go, v0.19.2.
"""

QuotaUsage = dict[int, int]
"""(flavor, resource) pair to amount."""

NO_FLAVOR: Final = ""


class FlavorResources:
    """The table that turns a (flavor, resource) pair into a small int and back."""

    __slots__ = ("flavors", "names", "pairs", "resources")

    def __init__(self) -> None:
        self.pairs: dict[tuple[str, str], int] = {}
        self.names: list[tuple[str, str]] = []
        self.flavors: list[str] = []
        self.resources: list[str] = []

    def pair(self, flavor: str, resource: str) -> int:
        """The int of the pair, new ones included."""
        key = (flavor, resource)
        found = self.pairs.get(key)
        if found is None:
            found = self.pairs[key] = len(self.names)
            self.names.append(key)
            self.flavors.append(flavor)
            self.resources.append(resource)
        return found


# Kueue objects -----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Taint:
    """A taint of a node or flavor."""

    key: str
    value: str
    effect: str


@dataclass(frozen=True, slots=True)
class Toleration:
    """A toleration of a pod or flavor; an empty key, value or effect stands for absent."""

    key: str
    operator: str
    value: str
    effect: str


@dataclass(frozen=True, slots=True)
class ResourceFlavor:
    """A ResourceFlavor; ``topology_name`` is empty when it names no Topology."""

    name: str
    node_labels: dict[str, str]
    node_taints: tuple[Taint, ...]
    tolerations: tuple[Toleration, ...]
    topology_name: str


@dataclass(frozen=True, slots=True)
class Topology:
    """A Topology: its node labels from the widest level to the narrowest."""

    name: str
    levels: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ResourceGroup:
    """Resources that take their flavor together, and the flavors in the order of trial."""

    covered_resources: tuple[str, ...]
    flavors: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ResourceQuota:
    """Quota of one (flavor, resource) pair at one node of the tree; UNLIMITED is "no limit"."""

    nominal: int
    borrowing_limit: int = UNLIMITED
    lending_limit: int = UNLIMITED


NO_QUOTA: Final = ResourceQuota(0)


@dataclass(frozen=True, slots=True)
class FlavorFungibility:
    """When the flavor scan of a ClusterQueue goes on; ``preference`` is empty when unset."""

    when_can_borrow: str
    when_can_preempt: str
    preference: str


@dataclass(frozen=True, slots=True)
class ClusterQueuePreemption:
    """Preemption policies of a ClusterQueue, spelled as in the API."""

    within_cluster_queue: str
    reclaim_within_cohort: str
    borrow_within_cohort_policy: str
    max_priority_threshold: int | None


# Workloads ---------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class TopologyConstraint:
    """One level of a multi-layer slice request: so many pods in one domain of the topology."""

    topology: str
    size: int


@dataclass(frozen=True, slots=True)
class PodSetTopologyRequest:
    """``topologyRequest`` of a podSet; None stands for a field that is absent."""

    required: str | None = None
    preferred: str | None = None
    unconstrained: bool | None = None
    pod_set_group_name: str | None = None
    pod_set_slice_required_topology: str | None = None
    pod_set_slice_size: int | None = None
    pod_set_slice_required_topology_constraints: tuple[TopologyConstraint, ...] = ()


@dataclass(frozen=True, slots=True)
class PodSet:
    """A podSet as the user wrote it.

    ``requests`` are those of one pod (containers, init containers, overhead, limits as defaults).
    ``shape`` identifies what of the podSet matters to scheduling, its count apart: podSets that
    have the same shape are treated alike. ``total`` is what all pods ask together.
    """

    name: str
    count: int
    min_count: int | None
    requests: Requests
    tolerations: tuple[Toleration, ...]
    node_selector: dict[str, str]
    node_affinity: RequiredNodeAffinity
    spec: Mapping[str, Any]
    topology_request: PodSetTopologyRequest | None
    shape: str
    total: "PodSetResources" = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        requests = {
            resource: min(max(amount, 0) * self.count, UNLIMITED)
            for resource, amount in self.requests.items()
        }
        object.__setattr__(self, "total", PodSetResources(self.name, requests, self.count))


@dataclass(frozen=True, slots=True)
class TopologyDomainAssignment:
    """So many pods in the domain that has these values, one a level."""

    values: tuple[str, ...]
    count: int


@dataclass(frozen=True, slots=True)
class TopologyAssignment:
    """Where the pods of a podSet go."""

    levels: tuple[str, ...]
    domains: tuple[TopologyDomainAssignment, ...]


@dataclass(frozen=True, slots=True)
class AdmittedPodSet:
    """What an admission gives to one podSet; ``usage`` has an amount for each flavor."""

    name: str
    flavors: dict[str, str]
    usage: Requests
    count: int
    topology_assignment: TopologyAssignment | None = None
    delayed_topology_request: str = ""


@dataclass(frozen=True, slots=True)
class Admission:
    """``status.admission`` of a workload."""

    cluster_queue: str
    pod_sets: tuple[AdmittedPodSet, ...]


@dataclass(slots=True)
class AdmissionCheckState:
    """State of one admission check of a workload: Pending, Ready, Retry or Rejected.

    ``pod_set_updates`` maps a podSet name to the node selector and tolerations the check adds.
    """

    name: str
    state: str
    pod_set_updates: dict[str, dict[str, object]] = field(default_factory=dict)


class Workload:
    """A Workload object: what was written, and the part of its status that scheduling reads.

    Condition attributes hold the time of the last transition while the condition is true, else
    None. ``priority`` is the effective priority (boost included).
    """

    __slots__ = (
        "active",
        "admission",
        "admission_checks",
        "admission_gated_by",
        "admitted_at",
        "annotations",
        "created_at",
        "evicted_at",
        "evicted_message",
        "evicted_reason",
        "finished",
        "generation",
        "key",
        "labels",
        "local_queue",
        "maximum_execution_time",
        "name",
        "namespace",
        "on_hold",
        "owner_is_single_pod",
        "past_execution_time",
        "pod_sets",
        "pods_ready",
        "preempted_at",
        "preempted_reason",
        "preemption_gates_closed",
        "priority",
        "queue_name",
        "quota_reserved_at",
        "reclaimable_pods",
        "requeue_at",
        "requeue_count",
        "requeued",
        "resource_violations",
        "sequence",
        "uid",
        "unhealthy_nodes",
        "waiting_for_replacement_pods",
    )

    def __init__(self, namespace: str, name: str, queue_name: str, pod_sets: list[PodSet]) -> None:
        self.namespace = namespace
        self.name = name
        self.key = f"{namespace}/{name}"
        self.local_queue = f"{namespace}/{queue_name}"
        self.uid = ""
        self.queue_name = queue_name
        self.priority = 0
        self.created_at = 0
        self.generation = 0
        self.sequence = 0
        self.active = True
        self.labels: dict[str, str] = {}
        self.annotations: dict[str, str] = {}
        self.pod_sets = pod_sets
        self.maximum_execution_time: int | None = None
        self.past_execution_time = 0
        self.admission_gated_by = ""
        self.preemption_gates_closed = False
        self.owner_is_single_pod = False
        self.resource_violations: list[str] = []
        self.admission: Admission | None = None
        self.admission_checks: list[AdmissionCheckState] = []
        self.reclaimable_pods: dict[str, int] = {}
        self.unhealthy_nodes: list[str] = []
        self.quota_reserved_at: int | None = None
        self.admitted_at: int | None = None
        self.evicted_at: int | None = None
        self.evicted_reason = ""
        self.evicted_message = ""
        self.preempted_at: int | None = None
        self.preempted_reason = ""
        self.on_hold = False
        self.waiting_for_replacement_pods = False
        self.requeued: bool | None = None
        self.requeue_at: int | None = None
        self.requeue_count = 0
        self.pods_ready = False
        self.finished = False


class TopologyDomainRequests:
    """Pods in one topology domain, with what one of them asks."""

    __slots__ = ("count", "single_pod_requests", "values")

    def __init__(self, values: tuple[str, ...], single_pod_requests: Requests, count: int) -> None:
        self.values = values
        self.single_pod_requests = single_pod_requests
        self.count = count


TASFlavorUsage = list[TopologyDomainRequests]
TASUsage = dict[str, TASFlavorUsage]
"""Flavor name to the pods that a workload has on the nodes of the flavor."""


class Usage:
    """What a workload takes: quota by pair, and pods by flavor and topology domain."""

    __slots__ = ("quota", "tas")

    def __init__(self, quota: QuotaUsage, tas: TASUsage | None = None) -> None:
        self.quota = quota
        self.tas: TASUsage = {} if tas is None else tas


class PodSetResources:
    """What one podSet asks in total, and the flavors it has when admitted.

    ``topology_domains`` is None unless the admission holds a topology assignment.
    """

    __slots__ = (
        "count",
        "delayed_topology_request",
        "flavors",
        "name",
        "requests",
        "topology_domains",
    )

    def __init__(
        self,
        name: str,
        requests: Requests,
        count: int,
        flavors: dict[str, str] | None = None,
        topology_domains: list[TopologyDomainRequests] | None = None,
        delayed_topology_request: str = "",
    ) -> None:
        self.name = name
        self.requests = requests
        self.count = count
        self.flavors: dict[str, str] = {} if flavors is None else flavors
        self.topology_domains = topology_domains
        self.delayed_topology_request = delayed_topology_request


class AssignmentClusterQueueState:
    """Where the flavor scan of a workload stopped: per podSet, resource to flavor index."""

    __slots__ = (
        "cluster_queue_generation",
        "last_tried_flavor_idx",
        "scheduling_cycle",
        "scheduling_hash",
    )

    def __init__(self, generation: int, scheduling_cycle: int, scheduling_hash: str) -> None:
        self.last_tried_flavor_idx: list[dict[str, int]] = []
        self.cluster_queue_generation = generation
        self.scheduling_cycle = scheduling_cycle
        self.scheduling_hash = scheduling_hash

    def pending_flavors(self) -> bool:
        """Whether some flavor is still to be tried after the last attempt."""
        for indices in self.last_tried_flavor_idx:
            for index in indices.values():
                if index != -1:
                    return True
        return False


NO_USAGE: Final = Usage({})
"""The usage of a workload that holds nothing; not to be changed."""


class WorkloadInfo:
    """A workload inside the scheduler.

    ``nomination_mapping`` (podSet name to resource to flavor) pins flavors while an assignment is
    computed again within a cycle; empty otherwise. ``usage`` is cached by ``workload_info.update``.

    Source: Kueue pkg/workload/workload.go, Info, v0.19.2.
    """

    __slots__ = (
        "cluster_queue",
        "is_preemptor",
        "last_assignment",
        "local_queue_fs_usage",
        "nomination_mapping",
        "obj",
        "scheduling_hash",
        "second_pass_iteration",
        "total_requests",
        "usage",
    )

    def __init__(self, obj: Workload) -> None:
        self.obj = obj
        self.cluster_queue = ""
        self.total_requests: list[PodSetResources] = []
        self.usage = NO_USAGE
        self.scheduling_hash = ""
        self.last_assignment: AssignmentClusterQueueState | None = None
        self.nomination_mapping: dict[str, dict[str, str]] = {}
        self.local_queue_fs_usage: float | None = None
        self.second_pass_iteration = 0
        self.is_preemptor = False


# Flavor assignment -------------------------------------------------------------------------------


class FlavorAssignmentMode(IntEnum):
    """Whether a flavor can be had now, from worst to best."""

    NO_FIT = 0
    PREEMPT = 1
    DEFERRED_FIT = 2
    FIT = 3


class PreemptionPossibility(IntEnum):
    """What a simulated preemption found: nothing, victims, or only victims of other queues."""

    NO_CANDIDATES = 0
    PREEMPT = 1
    RECLAIM = 2
