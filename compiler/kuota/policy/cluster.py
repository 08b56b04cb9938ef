"""A cluster: what its Platform file says, and the teams on it."""

from datetime import date
from typing import TYPE_CHECKING, NamedTuple

from kuota.kueue.release import Release
from kuota.policy.origin import Amount, Origin, Setting
from kuota.policy.quota import ResourceGroup
from kuota.policy.team import Team

if TYPE_CHECKING:
    from kuota.policy.scenario import Scenario


class Taint(NamedTuple):
    """A node taint; ``effect`` as Kubernetes spells it."""

    key: str
    value: str
    effect: str
    origin: Origin


class Flavor(NamedTuple):
    """A ResourceFlavor. ``headroom_nodes`` of the nodes it selects are kept free of quota.

    ``label_origins`` has the place of each of the ``node_labels``.
    """

    name: str
    node_labels: dict[str, str]
    label_origins: dict[str, Origin]
    node_taints: tuple[Taint, ...]
    tolerations: tuple[dict[str, object], ...]
    topology: Setting[str] | None
    headroom_nodes: int
    origin: Origin


class Topology(NamedTuple):
    """A Topology object; ``levels`` are node labels from the widest to the narrowest."""

    name: str
    levels: tuple[Setting[str], ...]
    origin: Origin


class Node(NamedTuple):
    """One node of the inventory. ``allocatable`` and ``reserve`` are what the file says."""

    name: str
    labels: dict[str, str]
    taints: tuple[Taint, ...]
    allocatable: dict[str, Amount]
    reserve: dict[str, Amount]
    ready: bool
    unschedulable: bool
    origin: Origin


class Cohort(NamedTuple):
    """A Cohort. ``declared`` is false for one that only a team's ``cohort`` names."""

    name: str
    parent: Setting[str] | None
    resource_groups: tuple[ResourceGroup, ...]
    weight: Setting[str]
    declared: bool
    origin: Origin


class PriorityClass(NamedTuple):
    """A WorkloadPriorityClass."""

    name: str
    value: Setting[int]
    description: str
    origin: Origin


class AdmissionCheck(NamedTuple):
    """An AdmissionCheck with the object its parameters name, if kuota compiles that one too.

    ``parameters`` is the spec of a ProvisioningRequestConfig or MultiKueueConfig. The one over all
    workers that nobody wrote has ``Source.KUOTA`` as its origin.
    """

    name: str
    controller: str
    parameters_kind: str | None
    parameters_name: str | None
    parameters: dict[str, object]
    origin: Origin


class Worker(NamedTuple):
    """A MultiKueue worker cluster, and where its kubeconfig is: a Secret or a path."""

    name: str
    location_type: str
    location: str
    origin: Origin


class KueueConfiguration(NamedTuple):
    """Facts of the installed Kueue that change outcomes, Kueue's defaults filled in.

    ``usage_half_life_seconds`` of 0 means that only current usage counts.
    """

    fair_sharing: Setting[bool]
    preemption_strategies: tuple[str, ...]
    admission_fair_sharing: Setting[bool]
    usage_half_life_seconds: int
    usage_sampling_interval_seconds: int
    resource_weights: dict[str, str]
    managed_jobs_namespace_selector: dict[str, object] | None
    manage_jobs_without_queue_name: bool
    integrations: tuple[Setting[str], ...]
    exclude_resource_prefixes: tuple[Setting[str], ...]
    wait_for_pods_ready_seconds: int | None
    feature_gates: dict[str, Setting[bool]]
    origin: Origin


class Rules(NamedTuple):
    """What a team may ask. Shares are in per mille of a flavor's capacity or of the old quota."""

    max_nominal_share: Setting[int] | None
    priority_class_teams: dict[str, Setting[tuple[str, ...]]]
    removal_guard: Setting[int] | None


class Cluster(NamedTuple):
    """One Platform with its teams; teams, flavors, cohorts and the like are in order of name,
    except flavors inside a resource group, whose order is the one that Kueue tries.

    ``targets`` maps the name of a target to its settings as written, keys as in the file.
    ``release`` is the one whose rules hold: the newest known where ``kueue_version`` names none or
    a newer one, with the feature gates of the configuration.
    """

    name: str
    file: str
    origin: Origin
    kueue_version: Setting[str]
    release: Release
    api_version: Setting[str]
    targets: dict[str, Setting[dict[str, object]]]
    configuration: KueueConfiguration
    topologies: tuple[Topology, ...]
    flavors: tuple[Flavor, ...]
    nodes: tuple[Node, ...]
    cohorts: tuple[Cohort, ...]
    priority_classes: tuple[PriorityClass, ...]
    admission_checks: tuple[AdmissionCheck, ...]
    workers: tuple[Worker, ...]
    compile_namespaces: bool
    rules: Rules
    teams: tuple[Team, ...]
    unresolved: tuple[str, ...] = ()
    """Teams left out because they have errors, in order of name; sums over teams must say so."""


class Policy(NamedTuple):
    """All clusters of one tree of files, in order of name, as they are on the day ``today``."""

    clusters: tuple[Cluster, ...]
    today: date
    scenarios: "tuple[Scenario, ...]" = ()
    """Those that can be run, in order of place."""
