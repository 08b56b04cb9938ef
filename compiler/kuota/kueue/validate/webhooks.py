"""What Kueue's validating webhooks refuse. They judge v1beta2; v1beta1 is converted first.

Source: Kueue pkg/webhooks/clusterqueue_webhook.go, cohort_webhook.go and resourceflavor_webhook.go,
v0.19.2; onFlavors since v0.16.6, concurrentAdmissionPolicy since v0.18.0. Two of their rules, on
flavorFungibility.preference and on borrowWithinCohort, are CEL rules as well and not repeated.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

from kuota.kueue.near import choice, near_names
from kuota.kueue.release import Release
from kuota.kueue.validate.labels import key_fault, label_faults, selector_faults, value_fault
from kuota.kueue.validate.resource_groups import (
    Owner,
    fair_sharing_faults,
    quantity_of,
    resource_group_faults,
    total_faults,
)
from kuota.kueue.validate.wording import plain, shown
from kuota.kueue.violation import Pointer, Violation

Webhook = Callable[[Any, Any, Release], Iterator[Violation]]
"""Yields the faults of a v1beta2 spec, given the one before it on an update."""


def cluster_queue_faults(spec: Any, old: Any, release: Release) -> Iterator[Violation]:
    """ValidateClusterQueue and ValidateClusterQueueUpdate."""
    groups = spec.get("resourceGroups", [])
    in_cohort = bool(spec.get("cohortName"))
    owner = Owner("queue", "is in no cohort", "cohortName", in_cohort, lends_own=True)
    yield from resource_group_faults(groups, owner)
    yield from selector_faults(spec.get("namespaceSelector", {}), ("spec", "namespaceSelector"))
    yield from fair_sharing_faults(spec)
    yield from total_faults(groups)
    if release.gate("ConcurrentAdmission"):
        yield from _concurrent_admission_faults(spec)
    if release.minor >= 16:
        yield from _on_flavors_faults(spec, old, release)
    if old is not None and release.minor >= 18:
        yield from _policy_change(spec, old)


def cohort_faults(spec: Any, old: Any, release: Release) -> Iterator[Violation]:
    """validateCohort."""
    del old, release
    yield from fair_sharing_faults(spec)
    has_parent = bool(spec.get("parentName"))
    owner = Owner("cohort", "has no parent", "parentName", has_parent, lends_own=False)
    yield from resource_group_faults(spec.get("resourceGroups", []), owner)


def resource_flavor_faults(spec: Any, old: Any, release: Release) -> Iterator[Violation]:
    """ValidateResourceFlavor."""
    del old, release
    yield from label_faults(spec.get("nodeLabels", {}), ("spec", "nodeLabels"), "webhook")
    yield from _taint_faults(spec.get("nodeTaints", []))
    for at, toleration in enumerate(spec.get("tolerations", ())):
        key = toleration.get("key")
        fault = key_fault(key) if key else None
        if fault is not None:
            pointer = ("spec", "tolerations", at, "key")
            yield _fault(pointer, f"key {shown(key)} {fault[0]}", "", fault[1])


def _taint_faults(taints: list[Any]) -> Iterator[Violation]:
    seen: dict[tuple[str, str], int] = {}
    for at, taint in enumerate(taints):
        pointer: Pointer = ("spec", "nodeTaints", at)
        key, value = taint["key"], taint.get("value", "")
        fault = key_fault(key)
        if fault is not None:
            yield _fault((*pointer, "key"), f"taint key {shown(key)} {fault[0]}", "", fault[1])
        fault = value_fault(value)
        if fault is not None:
            headline = f"taint {plain(key)} has value {shown(value)}, which {fault[0]}"
            yield _fault((*pointer, "value"), headline, "", fault[1])
        first = seen.setdefault((key, taint["effect"]), at)
        if first != at:
            headline = f"taint {plain(key)} with effect {plain(taint['effect'])} is listed twice"
            yield _fault(pointer, headline, f"the other is entry {first + 1}", "keep one of them")


def _flavors(spec: Any) -> list[str]:
    groups = spec.get("resourceGroups", [])
    return [flavor["name"] for group in groups for flavor in group["flavors"]]


def _checks(spec: Any) -> list[Any]:
    checks: list[Any] = (spec.get("admissionChecksStrategy") or {}).get("admissionChecks", [])
    return checks


def _on_flavors_faults(spec: Any, old: Any, release: Release) -> Iterator[Violation]:
    """Checks for flavors that the queue does not have.

    On an update those that were so before are let through, unless a gate says otherwise.
    """
    flavors = _flavors(spec)
    before: dict[str, frozenset[str]] = {}
    if (
        old is not None
        and not release.gate("RejectUpdatesToCQWithInvalidOnFlavors")
        and set(flavors) == set(_flavors(old))
    ):
        before = {check["name"]: frozenset(check.get("onFlavors", ())) for check in _checks(old)}
    for i, check in enumerate(_checks(spec)):
        on_flavors = check.get("onFlavors", [])
        if before.get(check["name"]) == frozenset(on_flavors):
            continue
        for j, flavor in enumerate(on_flavors):
            if flavor not in flavors:
                near = near_names(flavor, flavors)
                yield Violation(
                    ("spec", "admissionChecksStrategy", "admissionChecks", i, "onFlavors", j),
                    False,
                    "webhook",
                    f"admission check {plain(check['name'])} is for flavor {shown(flavor)}, "
                    "which the queue does not have",
                    "",
                    choice(near, flavors, "flavors of the queue"),
                    near,
                )


def _concurrent_admission_faults(spec: Any) -> Iterator[Violation]:
    """validateConcurrentAdmissionPolicy, behind the gate ConcurrentAdmission."""
    policy = spec.get("concurrentAdmissionPolicy")
    if policy is None:
        return
    groups = spec.get("resourceGroups", [])
    if len(groups) != 1:
        headline = f"concurrentAdmissionPolicy needs one resource group, there are {len(groups)}"
        yield _fault(("spec", "resourceGroups"), headline)
    elif len(groups[0]["flavors"]) > 16:
        count = len(groups[0]["flavors"])
        headline = f"concurrentAdmissionPolicy allows 16 flavors, there are {count}"
        yield _fault(("spec", "resourceGroups", 0, "flavors"), headline)
    if spec.get("queueingStrategy") == "StrictFIFO":
        headline = "queueingStrategy is StrictFIFO, but there is a concurrentAdmissionPolicy"
        yield _fault(("spec", "queueingStrategy"), headline, "", "use BestEffortFIFO")
    migration = policy["migration"]
    constraints = migration.get("constraints")
    if constraints is None:
        return
    pointer = ("spec", "concurrentAdmissionPolicy", "migration", "constraints")
    last = constraints.get("lastAcceptableFlavorName")
    if migration["mode"] != "TryPreferredFlavors":
        headline = f"constraints have no meaning with mode {migration['mode']}"
        yield _fault(pointer, headline, "", "remove them, or set mode to TryPreferredFlavors")
    elif last is not None and last not in _flavors(spec):
        near = near_names(last, _flavors(spec))
        headline = f"lastAcceptableFlavorName is {shown(last)}, which the queue does not have"
        help_ = choice(near, _flavors(spec), "flavors of the queue")
        yield Violation(
            (*pointer, "lastAcceptableFlavorName"), False, "webhook", headline, "", help_, near
        )


def _policy_change(spec: Any, old: Any) -> Iterator[Violation]:
    key = "concurrentAdmissionPolicy"
    if spec.get(key) != old.get(key):
        pointer = ("spec", key) if key in spec else ("spec",)
        headline = "concurrentAdmissionPolicy cannot change"
        help_ = "delete the queue and create it anew"
        yield Violation(pointer, key not in spec, "webhook", headline, "", help_)


def _fault(pointer: Pointer, headline: str, note: str = "", help_: str = "") -> Violation:
    return Violation(pointer, False, "webhook", headline, note, help_)


def conversion_faults(spec: Any) -> Iterator[Violation]:
    """What the conversion webhook cannot read in a kind that no other webhook reads.

    It is asked when an object is not of the API version that the cluster stores.
    """
    weight = (spec.get("fairSharing") or {}).get("weight")
    if weight is not None and quantity_of(weight) is None:
        pointer = ("spec", "fairSharing", "weight")
        yield _fault(pointer, f"weight {shown(weight)} is not a quantity")


WEBHOOKS: Final[Mapping[str, Webhook]] = {
    "ClusterQueue": cluster_queue_faults,
    "Cohort": cohort_faults,
    "ResourceFlavor": resource_flavor_faults,
}
"""By kind; the other kinds have no validating webhook."""
