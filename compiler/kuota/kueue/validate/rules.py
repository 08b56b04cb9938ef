"""The CEL rules of Kueue's CRDs, each as a function that tells where it is broken.

A rule gets the value at its node, with defaults written and unknown fields dropped, as the API
server hands it to CEL. It yields nothing exactly when the CEL expression is true; where CEL would
fail with an error (a field that is absent), the rule is broken, as it is on the API server.
Source: ``+kubebuilder:validation:XValidation`` markers in Kueue apis/kueue/v1beta1 and v1beta2,
v0.19.2, with those of v0.15.8 where they differ. Their text stands in the tests, which compare each
function with a CEL engine.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

from kuota.kueue.near import choice, near_names
from kuota.kueue.validate.wording import amount_of, called, plain, shown
from kuota.kueue.violation import Pointer, Violation

Rule = Callable[[Any, Pointer], Iterator[Violation]]
"""Yields the faults of a value at a place."""

_EFFECTS: Final = ("NoSchedule", "PreferNoSchedule", "NoExecute")
_OPERATORS: Final = ("Equal", "Exists")
_HOSTNAME: Final = "kubernetes.io/hostname"


def _cel(
    pointer: Pointer, headline: str, note: str = "", help_: str = "", near: tuple[str, ...] = ()
) -> Violation:
    return Violation(pointer, False, "cel", headline, note, help_, near)


def flavors_match_covered_resources(group: Any, path: Pointer) -> Iterator[Violation]:
    """Each flavor of a resource group has as many resources as the group covers."""
    covered = group["coveredResources"]
    for at, flavor in enumerate(group["flavors"]):
        resources = flavor["resources"]
        if len(resources) == len(covered):
            continue
        names = [resource.get("name") for resource in resources]
        lacking = [name for name in covered if name not in names]
        added = [name for name in names if name not in covered]
        flavor_name = shown(flavor.get("name"))
        has = amount_of(len(resources), "resource")
        headline = f"flavor {flavor_name} has {has}, coveredResources has {len(covered)}"
        note = f"missing: {', '.join(map(plain, lacking))}" if lacking else ""
        if added:
            note = "; ".join(filter(None, (note, f"not covered: {', '.join(map(plain, added))}")))
        help_ = "give each flavor the resources of coveredResources, in that order"
        yield _cel((*path, "flavors", at, "resources"), headline, note, help_)


def _borrowing_limit_needs(cohort: str) -> Rule:
    def rule(spec: Any, path: Pointer) -> Iterator[Violation]:
        if cohort in spec:
            return
        for i, group in enumerate(spec.get("resourceGroups", ())):
            for j, flavor in enumerate(group["flavors"]):
                for k, resource in enumerate(flavor["resources"]):
                    if "borrowingLimit" in resource:
                        place = (*path, "resourceGroups", i, "flavors", j, "resources", k)
                        limit = shown(resource["borrowingLimit"])
                        yield _cel(
                            (*place, "borrowingLimit"),
                            f"borrowingLimit is {limit}, but the queue is in no cohort",
                            "quota is borrowed within a cohort",
                            f"set {cohort}, or remove borrowingLimit",
                        )

    return rule


def preference_needs_try_next_flavor(fungibility: Any, path: Pointer) -> Iterator[Violation]:
    """A preference chooses among flavors, so both switches must go on to the next one."""
    if "preference" not in fungibility:
        return
    others = {
        name: fungibility.get(name)
        for name in ("whenCanBorrow", "whenCanPreempt")
        if fungibility.get(name) != "TryNextFlavor"
    }
    if others:
        preference = shown(fungibility["preference"])
        held = " and ".join(f"{name} is {plain(value)}" for name, value in others.items())
        yield _cel(
            (*path, "preference"),
            f"preference is {preference}, but {held}",
            "a preference has a say only when both try the next flavor",
            f"set {' and '.join(others)} to TryNextFlavor, or remove preference",
        )


def borrow_needs_reclaim(preemption: Any, path: Pointer) -> Iterator[Violation]:
    """Preempting while borrowing needs reclaiming within the cohort."""
    borrow = preemption.get("borrowWithinCohort")
    if preemption.get("reclaimWithinCohort") != "Never" or borrow is None:
        return
    policy = borrow.get("policy")
    if policy != "Never":
        pointer = (*path, "borrowWithinCohort")
        yield _cel(
            pointer if policy is None else (*pointer, "policy"),
            f"borrowWithinCohort.policy is {plain(policy)}, but reclaimWithinCohort is Never",
            "a queue that may not reclaim its quota may not preempt while it borrows either",
            "set reclaimWithinCohort to LowerPriority or Any, or the policy to Never",
        )


def one_cluster_source(source: Any, path: Pointer) -> Iterator[Violation]:
    """A worker cluster is reached by a kubeconfig or by a cluster profile, not both."""
    given = [name for name in ("kubeConfig", "clusterProfileRef") if name in source]
    if len(given) != 1:
        what = "both kubeConfig and clusterProfileRef" if given else "no source"
        yield _cel(path, f"{called(path)} has {what}", "", "give one of the two")


def unique_items(items: Any, path: Pointer) -> Iterator[Violation]:
    """No entry of the list occurs twice."""
    for at, item in enumerate(items):
        if item in items[:at]:
            name = item.get("nodeLabel") if isinstance(item, dict) else item
            headline = f"{called(path)} lists {shown(name)} twice"
            note = f"the other is entry {items.index(item) + 1}"
            yield _cel((*path, at), headline, note, "keep one of them")


def hostname_only_last(levels: Any, path: Pointer) -> Iterator[Violation]:
    """A node is the smallest domain, so its label is the last level or none."""
    labels = [level["nodeLabel"] for level in levels]
    if _HOSTNAME not in labels or labels[-1] == _HOSTNAME:
        return
    at = labels.index(_HOSTNAME)
    below = ", ".join(map(plain, labels[at + 1 :]))
    yield _cel(
        (*path, at, "nodeLabel"),
        f"level {_HOSTNAME} stands above {below}",
        "a node is the smallest domain there is",
        "make it the last level",
    )


def topology_needs_node_label(spec: Any, path: Pointer) -> Iterator[Violation]:
    """A flavor with a topology must say which nodes it has."""
    if "topologyName" in spec and not spec.get("nodeLabels"):
        name = shown(spec["topologyName"])
        yield _cel(
            (*path, "topologyName"),
            f"topologyName is {name}, but the flavor has no nodeLabels",
            "the nodes of a topology are found by the labels of the flavor",
            "add a label that the nodes of this flavor carry",
        )


def taint_effects(taints: Any, path: Pointer) -> Iterator[Violation]:
    """Each taint has one of the three effects."""
    for at, taint in enumerate(taints):
        yield from _one_of(taint.get("effect"), _EFFECTS, (*path, at, "effect"))


def toleration_effects(tolerations: Any, path: Pointer) -> Iterator[Violation]:
    """Each toleration has one of the three effects, or none."""
    for at, toleration in enumerate(tolerations):
        if "effect" in toleration:
            yield from _one_of(toleration["effect"], _EFFECTS, (*path, at, "effect"))


def toleration_operators(tolerations: Any, path: Pointer) -> Iterator[Violation]:
    """Each toleration has one of the two operators, or none."""
    for at, toleration in enumerate(tolerations):
        if "operator" in toleration:
            yield from _one_of(toleration["operator"], _OPERATORS, (*path, at, "operator"))


def _one_of(value: Any, known: tuple[str, ...], pointer: Pointer) -> Iterator[Violation]:
    if value not in known:
        near = near_names(str(value), known)
        headline = f"{pointer[-1]} cannot be {shown(value)}"
        yield _cel(pointer, headline, "", choice(near, known, "values"), near)


def toleration_without_key_needs_exists(tolerations: Any, path: Pointer) -> Iterator[Violation]:
    """Only a toleration of everything may leave its key out."""
    for at, toleration in enumerate(tolerations):
        if "key" not in toleration and toleration.get("operator") != "Exists":
            operator = toleration.get("operator")
            has = "no operator" if operator is None else f"operator {shown(operator)}"
            yield _cel(
                (*path, at),
                f"{called((*path, at))} has no key and {has}",
                "without a key a toleration matches every taint",
                "add a key, or set operator to Exists",
            )


def toleration_seconds_need_no_execute(tolerations: Any, path: Pointer) -> Iterator[Violation]:
    """A time limit has a meaning for evictions only."""
    for at, toleration in enumerate(tolerations):
        if "tolerationSeconds" in toleration and toleration.get("effect") != "NoExecute":
            effect = toleration.get("effect")
            has = "there is no effect" if effect is None else f"effect is {shown(effect)}"
            yield _cel(
                (*path, at, "tolerationSeconds"),
                f"tolerationSeconds is {shown(toleration['tolerationSeconds'])}, but {has}",
                "only NoExecute evicts after a time",
                "set effect to NoExecute, or remove tolerationSeconds",
            )


def toleration_exists_has_no_value(tolerations: Any, path: Pointer) -> Iterator[Violation]:
    """Exists asks for the key alone."""
    for at, toleration in enumerate(tolerations):
        if toleration.get("operator") == "Exists" and "value" in toleration:
            yield _cel(
                (*path, at, "value"),
                f"value is {shown(toleration['value'])}, but operator is Exists",
                "Exists asks for the key alone",
                "remove the value, or set operator to Equal",
            )


RULES: Final[Mapping[str, Rule]] = {
    "borrow-needs-reclaim": borrow_needs_reclaim,
    "borrowing-limit-needs-cohort": _borrowing_limit_needs("cohort"),
    "borrowing-limit-needs-cohort-name": _borrowing_limit_needs("cohortName"),
    "flavors-match-covered-resources": flavors_match_covered_resources,
    "hostname-only-last": hostname_only_last,
    "one-cluster-source": one_cluster_source,
    "preference-needs-try-next-flavor": preference_needs_try_next_flavor,
    "taint-effects": taint_effects,
    "toleration-effects": toleration_effects,
    "toleration-exists-has-no-value": toleration_exists_has_no_value,
    "toleration-operators": toleration_operators,
    "toleration-seconds-need-no-execute": toleration_seconds_need_no_execute,
    "toleration-without-key-needs-exists": toleration_without_key_needs_exists,
    "topology-needs-node-label": topology_needs_node_label,
    "unique-items": unique_items,
}
"""By the name that the tables give a rule; those that compare with the old object are apart."""
