"""A team on one cluster: its ClusterQueue, its LocalQueues, and what it must be able to run."""

from dataclasses import dataclass
from typing import NamedTuple

from kuota.policy.origin import Amount, Origin, Setting
from kuota.policy.quota import Grant, ResourceGroup
from kuota.source.span import Span


class Preemption(NamedTuple):
    """Who may be evicted for this queue's workloads. Values are spelled as in Kueue's API."""

    within_cluster_queue: Setting[str]
    reclaim_within_cohort: Setting[str]
    borrow_within_cohort: Setting[str]
    max_priority_threshold: Setting[int] | None


class FlavorFungibility(NamedTuple):
    """When the scan of flavors stops. Values are spelled as in Kueue's v1beta2 API."""

    when_can_borrow: Setting[str]
    when_can_preempt: Setting[str]
    preference: Setting[str] | None


class LocalQueue(NamedTuple):
    """A LocalQueue in one namespace; ``weight`` counts under admission fair sharing only."""

    name: str
    namespace: str
    weight: Setting[str] | None
    stop_policy: Setting[str]
    origin: Origin


class AdmissionCheckUse(NamedTuple):
    """An AdmissionCheck that this queue asks for, on all flavors or on those named."""

    name: str
    on_flavors: tuple[str, ...]
    origin: Origin


@dataclass(frozen=True, slots=True)
class PodSet:
    """Pods of one shape: requests are per pod. ``min_count`` allows partial admission."""

    name: str
    count: int
    min_count: int | None
    requests: dict[str, Amount]
    node_selector: dict[str, str]
    tolerations: tuple[dict[str, object], ...]
    origin: Origin


class GangTopology(NamedTuple):
    """The placement a gang asks for, as Kueue's podset annotations spell it."""

    required: str | None
    preferred: str | None
    unconstrained: bool
    slice_required: str | None
    slice_size: int | None
    origin: Origin


class Gang(NamedTuple):
    """A workload that the team must be able to run; ``expect``: reachable, guaranteed or never.

    ``origin`` is its name, ``extent`` the whole entry.
    """

    name: str
    queue: str | None
    pod_sets: tuple[PodSet, ...]
    topology: GangTopology | None
    priority_class: Setting[str] | None
    expect: Setting[str]
    origin: Origin
    extent: Span


class Team(NamedTuple):
    """A team as one cluster sees it; ``name`` is also that of its ClusterQueue.

    ``origin`` is the team's name in its file, ``file`` that file.
    """

    name: str
    file: str
    origin: Origin
    owners: tuple[str, ...]
    cohort: Setting[str] | None
    namespaces: tuple[Setting[str], ...]
    resource_groups: tuple[ResourceGroup, ...]
    local_queues: tuple[LocalQueue, ...]
    queueing_strategy: Setting[str]
    preemption: Preemption
    flavor_fungibility: FlavorFungibility
    weight: Setting[str]
    stop_policy: Setting[str]
    admission_checks: tuple[AdmissionCheckUse, ...]
    admission_mode: Setting[str] | None
    grants: tuple[Grant, ...]
    gangs: tuple[Gang, ...]
    formerly: tuple[Setting[str], ...]
