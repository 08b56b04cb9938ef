"""Faults that CEL rules and webhooks find, in full."""

from typing import Any

import pytest
from tests.kueue.objects import (
    CLUSTER_QUEUE,
    COHORT,
    FLAVOR,
    LOCAL_QUEUE,
    TOPOLOGY,
    WEST,
    WORKERS,
    changed,
)

from kuota.kueue.release import KNOWN, NEWEST, Release
from kuota.kueue.validate import Violation, validate

GROUP = ("spec", "resourceGroups", 0)
FLAVORS = (*GROUP, "flavors", 0)
GPU = (*FLAVORS, "resources", 1)
LABELS = "use letters, digits, '-', '_' and '.', with a letter or digit at both ends"

CEL = [
    (
        changed(CLUSTER_QUEUE, *GROUP, "coveredResources", to=["cpu"]),
        Violation(
            (*FLAVORS, "resources"),
            False,
            "cel",
            'flavor "a100" has 2 resources, coveredResources has 1',
            "not covered: nvidia.com/gpu",
            "give each flavor the resources of coveredResources, in that order",
        ),
    ),
    (
        changed(
            CLUSTER_QUEUE,
            "spec",
            "preemption",
            to={"borrowWithinCohort": {"policy": "LowerPriority"}},
        ),
        Violation(
            ("spec", "preemption", "borrowWithinCohort", "policy"),
            False,
            "cel",
            "borrowWithinCohort.policy is LowerPriority, but reclaimWithinCohort is Never",
            "a queue that may not reclaim its quota may not preempt while it borrows either",
            "set reclaimWithinCohort to LowerPriority or Any, or the policy to Never",
        ),
    ),
    (
        changed(
            CLUSTER_QUEUE,
            "spec",
            "flavorFungibility",
            to={"preference": "BorrowingOverPreemption"},
        ),
        Violation(
            ("spec", "flavorFungibility", "preference"),
            False,
            "cel",
            'preference is "BorrowingOverPreemption", but whenCanBorrow is MayStopSearch',
            "a preference has a say only when both try the next flavor",
            "set whenCanBorrow to TryNextFlavor, or remove preference",
        ),
    ),
    (
        changed(FLAVOR, "spec", "nodeLabels", drop=True),
        Violation(
            ("spec", "topologyName"),
            False,
            "cel",
            'topologyName is "racks", but the flavor has no nodeLabels',
            "the nodes of a topology are found by the labels of the flavor",
            "add a label that the nodes of this flavor carry",
        ),
    ),
    (
        changed(FLAVOR, "spec", "nodeTaints", to=[{"key": "gpu", "effect": "NoScedule"}]),
        Violation(
            ("spec", "nodeTaints", 0, "effect"),
            False,
            "cel",
            'effect cannot be "NoScedule"',
            "",
            "did you mean NoSchedule or PreferNoSchedule?",
            ("NoSchedule", "PreferNoSchedule"),
        ),
    ),
    (
        changed(FLAVOR, "spec", "tolerations", to=[{"operator": "Equal"}]),
        Violation(
            ("spec", "tolerations", 0),
            False,
            "cel",
            'item 1 of tolerations has no key and operator "Equal"',
            "without a key a toleration matches every taint",
            "add a key, or set operator to Exists",
        ),
    ),
    (
        changed(FLAVOR, "spec", "tolerations", to=[{"key": "a", "operator": "Gt"}]),
        Violation(
            ("spec", "tolerations", 0, "operator"),
            False,
            "cel",
            'operator cannot be "Gt"',
            "",
            "known values: Equal, Exists",
        ),
    ),
    (
        changed(
            FLAVOR, "spec", "tolerations", to=[{"key": "a", "operator": "Exists", "value": "b"}]
        ),
        Violation(
            ("spec", "tolerations", 0, "value"),
            False,
            "cel",
            'value is "b", but operator is Exists',
            "Exists asks for the key alone",
            "remove the value, or set operator to Equal",
        ),
    ),
    (
        changed(FLAVOR, "spec", "tolerations", to=[{"key": "a", "tolerationSeconds": 5}]),
        Violation(
            ("spec", "tolerations", 0, "tolerationSeconds"),
            False,
            "cel",
            "tolerationSeconds is 5, but there is no effect",
            "only NoExecute evicts after a time",
            "set effect to NoExecute, or remove tolerationSeconds",
        ),
    ),
    (
        changed(TOPOLOGY, "spec", "levels", to=[{"nodeLabel": "rack"}, {"nodeLabel": "rack"}]),
        Violation(
            ("spec", "levels", 1),
            False,
            "cel",
            'levels lists "rack" twice',
            "the other is entry 1",
            "keep one of them",
        ),
    ),
    (
        changed(
            TOPOLOGY,
            "spec",
            "levels",
            to=[{"nodeLabel": "kubernetes.io/hostname"}, {"nodeLabel": "rack"}],
        ),
        Violation(
            ("spec", "levels", 0, "nodeLabel"),
            False,
            "cel",
            "level kubernetes.io/hostname stands above rack",
            "a node is the smallest domain there is",
            "make it the last level",
        ),
    ),
    (
        changed(WEST, "spec", "clusterSource", to={}),
        Violation(
            ("spec", "clusterSource"),
            False,
            "cel",
            "clusterSource has no source",
            "",
            "give one of the two",
        ),
    ),
    (
        changed(WORKERS, "spec", "clusters", to=["a", "a"]),
        Violation(
            ("spec", "clusters", 1),
            False,
            "cel",
            'clusters lists "a" twice',
            "the other is entry 1",
            "keep one of them",
        ),
    ),
]

WEBHOOK = [
    (
        changed(CLUSTER_QUEUE, *GPU, "nominalQuota", to=-1),
        Violation(
            (*GPU, "nominalQuota"),
            False,
            "webhook",
            "nominalQuota of nvidia.com/gpu is -1, below zero",
        ),
    ),
    (
        changed(CLUSTER_QUEUE, *GPU, "lendingLimit", to="13"),
        Violation(
            (*GPU, "lendingLimit"),
            False,
            "webhook",
            "lendingLimit 13 exceeds the nominalQuota 12 of nvidia.com/gpu",
            "a queue lends from its own quota",
            "lower it to 12 or less, or raise nominalQuota",
        ),
    ),
    (
        changed(CLUSTER_QUEUE, *GROUP, "coveredResources", to=["nvidia.com/gpu", "cpu"]),
        Violation(
            (*FLAVORS, "resources", 0, "name"),
            False,
            "webhook",
            "flavor a100 lists cpu where coveredResources has nvidia.com/gpu",
            "the resources of a flavor stand in the order of coveredResources",
            "order them as nvidia.com/gpu, cpu",
        ),
    ),
    (
        changed(CLUSTER_QUEUE, *GROUP, "coveredResources", to=["cpu", "memory"]),
        Violation(
            (*GPU, "name"),
            False,
            "webhook",
            'flavor a100 has quota for "nvidia.com/gpu", which is not covered',
            "coveredResources of this group: cpu, memory",
            "call it memory, or add it to coveredResources",
        ),
    ),
    (
        changed(CLUSTER_QUEUE, "spec", "fairSharing", to={"weight": "0.0000000001"}),
        Violation(
            ("spec", "fairSharing", "weight"),
            False,
            "webhook",
            "weight 0.0000000001 is too small",
            "Kueue computes with weights above 1n (10^-9) only",
            "use 0, or more than 1n",
        ),
    ),
    (
        changed(CLUSTER_QUEUE, "spec", "fairSharing", to={"weight": "1e1.5"}),
        Violation(
            ("spec", "fairSharing", "weight"),
            False,
            "webhook",
            'weight "1e1.5" is not a quantity',
        ),
    ),
    (
        changed(
            CLUSTER_QUEUE,
            "spec",
            "namespaceSelector",
            to={"matchExpressions": [{"key": "team", "operator": "in", "values": ["a"]}]},
        ),
        Violation(
            ("spec", "namespaceSelector", "matchExpressions", 0, "operator"),
            False,
            "webhook",
            'operator cannot be "in"',
            "",
            "did you mean In?",
            ("In",),
        ),
    ),
    (
        changed(CLUSTER_QUEUE, "spec", "namespaceSelector", to={"matchLabels": {"team": "a b"}}),
        Violation(
            ("spec", "namespaceSelector", "matchLabels", "team"),
            False,
            "webhook",
            'label team has value "a b", which is not a label value',
            "",
            LABELS,
        ),
    ),
    (
        changed(
            CLUSTER_QUEUE,
            "spec",
            "admissionChecksStrategy",
            to={"admissionChecks": [{"name": "capacity", "onFlavors": ["a10"]}]},
        ),
        Violation(
            ("spec", "admissionChecksStrategy", "admissionChecks", 0, "onFlavors", 0),
            False,
            "webhook",
            'admission check capacity is for flavor "a10", which the queue does not have',
            "",
            "did you mean a100?",
            ("a100",),
        ),
    ),
    (
        changed(
            FLAVOR,
            "spec",
            "nodeTaints",
            to=[{"key": "a", "effect": "NoSchedule"}, {"key": "a", "effect": "NoSchedule"}],
        ),
        Violation(
            ("spec", "nodeTaints", 1),
            False,
            "webhook",
            "taint a with effect NoSchedule is listed twice",
            "the other is entry 1",
            "keep one of them",
        ),
    ),
    (
        changed(FLAVOR, "spec", "tolerations", to=[{"key": "-a"}]),
        Violation(
            ("spec", "tolerations", 0, "key"),
            False,
            "webhook",
            'key "-a" is not a label key',
            "",
            LABELS,
        ),
    ),
]


@pytest.mark.parametrize(
    ("obj", "violation"),
    CEL + WEBHOOK,
    ids=lambda value: value.headline if isinstance(value, Violation) else "",
)
def test_a_fault_is_told_at_its_place(obj: dict[str, Any], violation: Violation) -> None:
    assert (violation,) == validate(obj, NEWEST)


def test_each_limit_of_a_queue_without_cohort_is_told() -> None:
    told = validate(changed(CLUSTER_QUEUE, "spec", "cohortName", drop=True), NEWEST)

    assert [
        ((*GPU, "borrowingLimit"), "cel", 'borrowingLimit is "24", but the queue is in no cohort'),
        (
            (*GPU, "lendingLimit"),
            "webhook",
            "lendingLimit of nvidia.com/gpu is 8, but the queue is in no cohort",
        ),
    ] == [(v.pointer, v.kind, v.headline) for v in told]


def test_a_weight_of_a_local_queue_is_read_only_when_it_is_converted() -> None:
    obj = changed(LOCAL_QUEUE, "spec", "fairSharing", to={"weight": "1e1.5"})
    old = changed(obj, "apiVersion", to="kueue.x-k8s.io/v1beta1")

    assert () == validate(obj, NEWEST)
    assert ['weight "1e1.5" is not a quantity'] == [v.headline for v in validate(old, NEWEST)]


def groups(count: int, flavors: int, resources: int) -> list[dict[str, Any]]:
    names = [[f"r{i}-{k}" for k in range(resources)] for i in range(count)]
    return [
        {
            "coveredResources": names[i],
            "flavors": [
                {
                    "name": f"f{i}-{j}",
                    "resources": [{"name": name, "nominalQuota": 1} for name in names[i]],
                }
                for j in range(flavors)
            ],
        }
        for i in range(count)
    ]


@pytest.mark.parametrize(
    ("shape", "headlines"),
    [
        ((4, 64, 1), []),
        ((5, 52, 1), ["resourceGroups have 260 flavors in all, the limit is 256"]),
        ((5, 1, 52), ["resourceGroups have 260 resources in all, the limit is 256"]),
        ((1, 8, 64), []),
        ((1, 9, 64), ["a resource group has 576 quotas, the limit is 512"]),
    ],
)
def test_a_queue_is_bounded_over_all_its_groups(
    shape: tuple[int, int, int], headlines: list[str]
) -> None:
    obj = changed(CLUSTER_QUEUE, "spec", "resourceGroups", to=groups(*shape))

    assert headlines == [violation.headline for violation in validate(obj, NEWEST)]


def test_a_resource_or_flavor_belongs_to_one_group() -> None:
    obj = changed(CLUSTER_QUEUE, "spec", "resourceGroups", to=groups(1, 1, 1) * 2)

    assert [
        ("resource r0-0 is covered twice", "the first is in resource group 1"),
        ("flavor f0-0 is listed twice", "the first is in resource group 1"),
    ] == [(violation.headline, violation.note) for violation in validate(obj, NEWEST)]


def test_a_cohort_may_lend_more_than_its_own_quota() -> None:
    quota = [{"name": "cpu", "nominalQuota": 1, "lendingLimit": 2}]
    group = [{"coveredResources": ["cpu"], "flavors": [{"name": "a", "resources": quota}]}]

    assert () == validate(changed(COHORT, "spec", "resourceGroups", to=group), NEWEST)


def test_a_root_cohort_has_no_limits() -> None:
    quota = [{"name": "cpu", "nominalQuota": 1, "borrowingLimit": 1}]
    group = [{"coveredResources": ["cpu"], "flavors": [{"name": "a", "resources": quota}]}]

    assert ["borrowingLimit of cpu is 1, but the cohort has no parent"] == [
        violation.headline
        for violation in validate(changed(COHORT, "spec", to={"resourceGroups": group}), NEWEST)
    ]


@pytest.mark.parametrize("release", KNOWN, ids=str)
def test_flavors_of_checks_are_judged_since_0_16(release: Release) -> None:
    checks = {"admissionChecks": [{"name": "capacity", "onFlavors": ["h100"]}]}
    obj = changed(CLUSTER_QUEUE, "spec", "admissionChecksStrategy", to=checks)

    assert (release.minor >= 16) == bool(validate(obj, release))


def test_an_old_object_is_judged_as_v1beta2_would_be() -> None:
    obj = changed(CLUSTER_QUEUE, "apiVersion", to="kueue.x-k8s.io/v1beta1")
    obj["spec"]["cohort"] = obj["spec"].pop("cohortName")

    assert () == validate(obj, NEWEST)
    assert ["webhook"] == [
        violation.kind
        for violation in validate(changed(obj, *GPU, "lendingLimit", to="13"), NEWEST)
    ]


def concurrent(**more: Any) -> dict[str, Any]:
    policy = {"migration": {"mode": "TryPreferredFlavors", **more}}
    return changed(CLUSTER_QUEUE, "spec", "concurrentAdmissionPolicy", to=policy)


@pytest.mark.parametrize(
    ("obj", "headlines"),
    [
        (concurrent(), []),
        (concurrent(constraints={"lastAcceptableFlavorName": "a100"}), []),
        (
            concurrent(constraints={"lastAcceptableFlavorName": "a10"}),
            ['lastAcceptableFlavorName is "a10", which the queue does not have'],
        ),
        (
            concurrent(mode="RetainFirstAdmission", constraints={}),
            ["constraints have no meaning with mode RetainFirstAdmission"],
        ),
        (
            changed(concurrent(), "spec", "queueingStrategy", to="StrictFIFO"),
            ["queueingStrategy is StrictFIFO, but there is a concurrentAdmissionPolicy"],
        ),
        (
            changed(concurrent(), "spec", "resourceGroups", to=[]),
            ["concurrentAdmissionPolicy needs one resource group, there are 0"],
        ),
        (
            changed(concurrent(), "spec", "resourceGroups", to=groups(1, 17, 1)),
            ["concurrentAdmissionPolicy allows 16 flavors, there are 17"],
        ),
    ],
)
def test_concurrent_admission_is_judged_behind_its_gate(
    obj: dict[str, Any], headlines: list[str]
) -> None:
    gated = NEWEST.with_gates({"ConcurrentAdmission": True})

    assert headlines == [violation.headline for violation in validate(obj, gated)]
    assert () == validate(obj, NEWEST)
