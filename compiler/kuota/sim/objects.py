"""Kueue's objects as they are written, read into typed values with the API's defaults filled in.

Both API versions that Kueue serves are understood.

Source: Kueue apis/kueue/v1beta2 and v1beta1, v0.19.2; pkg/cache/scheduler/clusterqueue.go.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from kuota.quantity import UNLIMITED, amount, parse_quantity
from kuota.sim.label_selector import LabelSelector
from kuota.sim.model import (
    ClusterQueuePreemption,
    FlavorFungibility,
    ResourceFlavor,
    ResourceGroup,
    ResourceQuota,
    Topology,
)
from kuota.sim.taints import taints_of, tolerations_of

Object = Mapping[str, Any]

_FUNGIBILITY_OF_OLD_NAMES: Final = {"Borrow": "MayStopSearch", "Preempt": "MayStopSearch"}


@dataclass(frozen=True, slots=True)
class AdmissionCheck:
    """An AdmissionCheck: who decides, and whether it is active."""

    name: str
    controller: str
    active: bool


@dataclass(frozen=True, slots=True)
class CohortSpec:
    """A Cohort object; ``quotas`` by (flavor, resource)."""

    name: str
    parent_name: str
    quotas: dict[tuple[str, str], ResourceQuota]
    fair_weight: float


@dataclass(frozen=True, slots=True)
class ClusterQueueSpec:
    """A ClusterQueue object.

    ``admission_checks`` maps a check to the flavors it is for. ``admission_mode`` is the mode of
    admission fair sharing, empty when there is none.
    """

    name: str
    cohort_name: str
    queueing_strategy: str
    namespace_selector: LabelSelector
    resource_groups: tuple[ResourceGroup, ...]
    quotas: dict[tuple[str, str], ResourceQuota]
    preemption: ClusterQueuePreemption
    flavor_fungibility: FlavorFungibility
    fair_weight: float
    stop_policy: str
    admission_checks: dict[str, frozenset[str]]
    admission_mode: str


@dataclass(frozen=True, slots=True)
class LocalQueueSpec:
    """A LocalQueue object; ``key`` is namespace/name."""

    key: str
    cluster_queue: str
    stop_policy: str
    fair_weight: float


def cohort_from(obj: Object) -> CohortSpec:
    """The Cohort that ``obj`` describes."""
    spec = obj.get("spec") or {}
    return CohortSpec(
        name=obj["metadata"]["name"],
        parent_name=spec.get("parentName") or spec.get("parent") or "",
        quotas=_quotas(spec),
        fair_weight=_fair_weight(spec),
    )


def cluster_queue_from(obj: Object) -> ClusterQueueSpec:
    """The ClusterQueue that ``obj`` describes."""
    spec = obj.get("spec") or {}
    groups = _resource_groups(spec)
    return ClusterQueueSpec(
        name=obj["metadata"]["name"],
        cohort_name=spec.get("cohortName") or spec.get("cohort") or "",
        queueing_strategy=spec.get("queueingStrategy") or "BestEffortFIFO",
        namespace_selector=LabelSelector(spec.get("namespaceSelector")),
        resource_groups=groups,
        quotas=_quotas(spec),
        preemption=_preemption(spec),
        flavor_fungibility=_flavor_fungibility(spec),
        fair_weight=_fair_weight(spec),
        stop_policy=spec.get("stopPolicy") or "None",
        admission_checks=_admission_checks(spec, groups),
        admission_mode=(spec.get("admissionScope") or {}).get("admissionMode") or "",
    )


def local_queue_from(obj: Object) -> LocalQueueSpec:
    """The LocalQueue that ``obj`` describes."""
    spec = obj.get("spec") or {}
    metadata = obj["metadata"]
    return LocalQueueSpec(
        key=f"{metadata.get('namespace', 'default')}/{metadata['name']}",
        cluster_queue=spec.get("clusterQueue") or "",
        stop_policy=spec.get("stopPolicy") or "None",
        fair_weight=_fair_weight(spec),
    )


def admission_check_from(obj: Object) -> AdmissionCheck:
    """The AdmissionCheck that ``obj`` describes; without a status it counts as active."""
    conditions = (obj.get("status") or {}).get("conditions")
    active = conditions is None or any(
        condition.get("type") == "Active" and condition.get("status") == "True"
        for condition in conditions
    )
    spec = obj.get("spec") or {}
    return AdmissionCheck(obj["metadata"]["name"], spec.get("controllerName") or "", active)


def resource_flavor_from(obj: Object) -> ResourceFlavor:
    """The ResourceFlavor that ``obj`` describes."""
    spec = obj.get("spec") or {}
    return ResourceFlavor(
        name=obj["metadata"]["name"],
        node_labels=dict(spec.get("nodeLabels") or {}),
        node_taints=taints_of(spec.get("nodeTaints")),
        tolerations=tolerations_of(spec.get("tolerations")),
        topology_name=spec.get("topologyName") or "",
    )


def topology_from(obj: Object) -> Topology:
    """The Topology that ``obj`` describes."""
    levels = (obj.get("spec") or {}).get("levels") or ()
    return Topology(obj["metadata"]["name"], tuple(level["nodeLabel"] for level in levels))


def _resource_groups(spec: Object) -> tuple[ResourceGroup, ...]:
    return tuple(
        ResourceGroup(
            covered_resources=tuple(group.get("coveredResources") or ()),
            flavors=tuple(flavor["name"] for flavor in group.get("flavors") or ()),
        )
        for group in spec.get("resourceGroups") or ()
    )


def _quotas(spec: Object) -> dict[tuple[str, str], ResourceQuota]:
    quotas: dict[tuple[str, str], ResourceQuota] = {}
    for group in spec.get("resourceGroups") or ():
        for flavor in group.get("flavors") or ():
            for raw in flavor.get("resources") or ():
                resource = raw["name"]
                quotas[flavor["name"], resource] = ResourceQuota(
                    nominal=_amount(resource, raw.get("nominalQuota"), 0),
                    borrowing_limit=_limit(resource, raw.get("borrowingLimit")),
                    lending_limit=_limit(resource, raw.get("lendingLimit")),
                )
    return quotas


def _amount(resource: str, raw: object, absent: int) -> int:
    if raw is None:
        return absent
    quantity = parse_quantity(str(raw))
    if quantity is None:
        raise ValueError(f"not a quantity of {resource}: {raw!r}")
    return amount(resource, quantity)


def _limit(resource: str, raw: object) -> int:
    """A limit. One too big for an int64 behaves in Kueue as if it were absent."""
    return _amount(resource, raw, UNLIMITED)


def _preemption(spec: Object) -> ClusterQueuePreemption:
    raw = spec.get("preemption") or {}
    borrow = raw.get("borrowWithinCohort") or {}
    return ClusterQueuePreemption(
        within_cluster_queue=raw.get("withinClusterQueue") or "Never",
        reclaim_within_cohort=raw.get("reclaimWithinCohort") or "Never",
        borrow_within_cohort_policy=borrow.get("policy") or "Never",
        max_priority_threshold=borrow.get("maxPriorityThreshold"),
    )


def _flavor_fungibility(spec: Object) -> FlavorFungibility:
    raw = spec.get("flavorFungibility") or {}
    can_borrow = raw.get("whenCanBorrow") or "MayStopSearch"
    can_preempt = raw.get("whenCanPreempt") or "TryNextFlavor"
    return FlavorFungibility(
        when_can_borrow=_FUNGIBILITY_OF_OLD_NAMES.get(can_borrow, can_borrow),
        when_can_preempt=_FUNGIBILITY_OF_OLD_NAMES.get(can_preempt, can_preempt),
        preference=raw.get("preference") or "",
    )


def _fair_weight(spec: Object) -> float:
    """The fair-sharing weight; the nearest float of the exact quantity, as Kueue takes it."""
    weight = (spec.get("fairSharing") or {}).get("weight")
    if weight is None:
        return 1.0
    quantity = parse_quantity(str(weight))
    if quantity is None:
        raise ValueError(f"not a weight: {weight!r}")
    return quantity.nanos / 10**9


def _admission_checks(spec: Object, groups: tuple[ResourceGroup, ...]) -> dict[str, frozenset[str]]:
    """The checks of a ClusterQueue; one that names no flavors is for all of them."""
    every = frozenset(flavor for group in groups for flavor in group.flavors)
    strategy = spec.get("admissionChecksStrategy") or {}
    checks = {
        rule["name"]: frozenset(rule.get("onFlavors") or ()) or every
        for rule in strategy.get("admissionChecks") or ()
    }
    checks.update(dict.fromkeys(spec.get("admissionChecks") or (), every))
    return checks
