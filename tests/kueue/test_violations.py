"""Each fault of an object in full: place, stage, words. One change to a sound object each."""

from typing import Any

import pytest
from tests.kueue.objects import (
    ALL,
    CHECK,
    CLUSTER_QUEUE,
    COHORT,
    FLAVOR,
    LOCAL_QUEUE,
    OLD_CLUSTER_QUEUE,
    PRIORITY,
    PROVISIONING,
    TOPOLOGY,
    WEST,
    WORKERS,
    changed,
)

from kuota.kueue.release import KNOWN, NEWEST, OLDEST
from kuota.kueue.validate import Violation, doubts, first_refusal, validate

GROUP = ("spec", "resourceGroups", 0)
GPU = (*GROUP, "flavors", 0, "resources", 1)
NAMES = "use lower case letters, digits, '-' and '.', and begin and end with a letter or digit"


@pytest.mark.parametrize("release", KNOWN, ids=str)
@pytest.mark.parametrize("obj", ALL, ids=lambda obj: obj["kind"])
def test_a_sound_object_is_accepted_by_every_release(obj: dict[str, Any], release: Any) -> None:
    assert () == validate(obj, release)


UNKNOWN = [
    (
        changed(CLUSTER_QUEUE, "spec", "cohort", to="x"),
        Violation(
            ("spec", "cohort"),
            True,
            "unknown",
            'unknown field "cohort" in spec',
            help="remove it: cohortName is set already",
        ),
    ),
    (
        changed(COHORT, "spec", to={"parent": "company"}),
        Violation(
            ("spec", "parent"),
            True,
            "unknown",
            'unknown field "parent" in spec',
            help="v1beta2 calls it parentName",
            near=("parentName",),
        ),
    ),
    (
        changed(CLUSTER_QUEUE, "spec", "admissionChecks", to=["capacity"]),
        Violation(
            ("spec", "admissionChecks"),
            True,
            "unknown",
            'unknown field "admissionChecks" in spec',
            help="v1beta2 calls it admissionChecksStrategy.admissionChecks",
        ),
    ),
    (
        changed(CLUSTER_QUEUE, *GPU, "Name", to="a"),
        Violation(
            (*GPU, "Name"),
            True,
            "unknown",
            'unknown field "Name" in item 2 of resources',
            help="remove it: name is set already",
        ),
    ),
    (
        changed(OLD_CLUSTER_QUEUE, "spec", "cohortName", to="x"),
        Violation(
            ("spec", "cohortName"),
            True,
            "unknown",
            'unknown field "cohortName" in spec',
            help="remove it: cohort is set already",
        ),
    ),
    (
        changed(CLUSTER_QUEUE, "spec", "queueingStrategi", to="StrictFIFO"),
        Violation(
            ("spec", "queueingStrategi"),
            True,
            "unknown",
            'unknown field "queueingStrategi" in spec',
            help="did you mean queueingStrategy?",
            near=("queueingStrategy",),
        ),
    ),
    (
        changed(CLUSTER_QUEUE, "spec", "nominalQuota", to="4"),
        Violation(
            ("spec", "nominalQuota"),
            True,
            "unknown",
            'unknown field "nominalQuota" in spec',
            help="nominalQuota is a field of spec.resourceGroups[].flavors[].resources[]",
        ),
    ),
    (
        changed(CLUSTER_QUEUE, "status", to={"condition": 1}),
        Violation(
            ("status", "condition"),
            True,
            "unknown",
            'unknown field "condition" in status',
            help="did you mean conditions?",
            near=("conditions",),
        ),
    ),
    (
        changed(CLUSTER_QUEUE, "metadata", "lables", to={}),
        Violation(
            ("metadata", "lables"),
            True,
            "unknown",
            'unknown field "lables" in metadata',
            help="did you mean labels?",
            near=("labels",),
        ),
    ),
]

SCHEMA = [
    (
        changed(CLUSTER_QUEUE, *GPU, "nominalQuota", to="12Gb"),
        Violation(
            (*GPU, "nominalQuota"),
            False,
            "schema",
            'nominalQuota "12Gb" is not a quantity',
            help="write 12Gi (powers of 1024) or 12G",
        ),
    ),
    (
        changed(CLUSTER_QUEUE, *GPU, "nominalQuota", to=12.5),
        Violation(
            (*GPU, "nominalQuota"),
            False,
            "schema",
            "nominalQuota is 12.5, not a quantity",
            help='write it in quotes: "12.5"',
        ),
    ),
    (
        changed(CLUSTER_QUEUE, *GPU, "nominalQuota", drop=True),
        Violation(
            GPU,
            True,
            "schema",
            'item 2 of resources ("nvidia.com/gpu") has no nominalQuota',
            help="add nominalQuota",
        ),
    ),
    (
        changed(CLUSTER_QUEUE, "spec", "flavorFungibility", to={"whenCanBorrow": "Borrow"}),
        Violation(
            ("spec", "flavorFungibility", "whenCanBorrow"),
            False,
            "schema",
            'whenCanBorrow cannot be "Borrow"',
            help="v1beta2 calls it MayStopSearch",
            near=("MayStopSearch",),
        ),
    ),
    (
        changed(CLUSTER_QUEUE, "spec", "queueingStrategy", to="FIFO"),
        Violation(
            ("spec", "queueingStrategy"),
            False,
            "schema",
            'queueingStrategy cannot be "FIFO"',
            help="known values: StrictFIFO, BestEffortFIFO",
        ),
    ),
    (
        changed(CLUSTER_QUEUE, "spec", to=[]),
        Violation(("spec",), False, "schema", "spec is an empty list, not a mapping"),
    ),
    (
        changed(LOCAL_QUEUE, "spec", "clusterQueue", to="Team_A"),
        Violation(
            ("spec", "clusterQueue"),
            False,
            "schema",
            'clusterQueue "Team_A" is not a valid name',
            help=NAMES,
        ),
    ),
    (
        changed(LOCAL_QUEUE, "spec", "clusterQueue", to="a" * 300),
        Violation(
            ("spec", "clusterQueue"),
            False,
            "schema",
            "clusterQueue has 300 characters, the limit is 253",
        ),
    ),
    (
        changed(PRIORITY, "value", drop=True),
        Violation((), True, "schema", "the WorkloadPriorityClass has no value", help="add value"),
    ),
    (
        changed(PRIORITY, "value", to=2**31),
        Violation(
            ("value",),
            False,
            "schema",
            "value 2147483648 is out of range",
            "it must be between -2147483648 and 2147483647",
        ),
    ),
    (
        changed(CHECK, "spec", "controllerName", to=""),
        Violation(("spec", "controllerName"), False, "schema", "controllerName is empty"),
    ),
    (
        changed(WORKERS, "spec", "clusters", to=[f"c{at}" for at in range(21)]),
        Violation(
            ("spec", "clusters"), False, "schema", "clusters has 21 entries, the limit is 20"
        ),
    ),
    (
        changed(PROVISIONING, "spec", "parameters", to={f"p{at}": "" for at in range(101)}),
        Violation(
            ("spec", "parameters"), False, "schema", "parameters has 101 entries, the limit is 100"
        ),
    ),
    (
        changed(
            FLAVOR,
            "spec",
            "nodeTaints",
            to=[{"key": "a", "effect": "NoSchedule", "timeAdded": "2026-02-30T00:00:00Z"}],
        ),
        Violation(
            ("spec", "nodeTaints", 0, "timeAdded"),
            False,
            "schema",
            'timeAdded "2026-02-30T00:00:00Z" is not a time',
            help="write a time such as 2026-01-31T12:00:00Z",
        ),
    ),
]

METADATA = [
    (
        changed(CLUSTER_QUEUE, "metadata", "name", to="Team_A"),
        Violation(
            ("metadata", "name"), False, "metadata", 'name "Team_A" is not a valid name', help=NAMES
        ),
    ),
    (
        changed(CLUSTER_QUEUE, "metadata", to={"generateName": "team-"}),
        Violation(
            ("metadata",),
            True,
            "metadata",
            "the object has no name",
            "generateName works with create only, not with apply",
            "add a name",
        ),
    ),
    (
        changed(CLUSTER_QUEUE, "metadata", "name", to=12),
        Violation(
            ("metadata", "name"), False, "metadata", "name is 12, not text", help="put it in quotes"
        ),
    ),
    (
        changed(CLUSTER_QUEUE, "metadata", "labels", to={"team": True}),
        Violation(
            ("metadata", "labels", "team"),
            False,
            "metadata",
            "label team is true, not text",
            help="put it in quotes",
        ),
    ),
    (
        changed(CLUSTER_QUEUE, "metadata", "annotations", to={"note": "x" * 262144}),
        Violation(
            ("metadata", "annotations"),
            False,
            "metadata",
            "annotations have 262148 bytes, the limit is 262144",
        ),
    ),
]

LISTS = [
    (
        changed(PROVISIONING, "spec", "managedResources", to=["cpu", "cpu"]),
        Violation(
            ("spec", "managedResources", 1),
            False,
            "list",
            'managedResources lists "cpu" twice',
            "the other is entry 1",
            "keep one of them",
        ),
    ),
    (
        changed(
            CLUSTER_QUEUE,
            "spec",
            "admissionChecksStrategy",
            to={"admissionChecks": [{"name": "a"}, {"name": "a"}]},
        ),
        Violation(
            ("spec", "admissionChecksStrategy", "admissionChecks", 1, "name"),
            False,
            "list",
            'admissionChecks has two entries with name "a"',
            "the other is entry 1",
            "keep one of them",
        ),
    ),
]

KINDS = [
    (
        changed(COHORT, "apiVersion", to="kueue.x-k8s.io/v1alpha1"),
        Violation(
            ("apiVersion",),
            False,
            "kind",
            'Kueue 0.19 does not serve "kueue.x-k8s.io/v1alpha1"',
            help="use kueue.x-k8s.io/v1beta2",
            near=("kueue.x-k8s.io/v1beta2",),
        ),
    ),
    (
        changed(CLUSTER_QUEUE, "kind", to="Clusterqueue"),
        Violation(
            ("kind",),
            False,
            "kind",
            'Kueue 0.19 has no kind "Clusterqueue"',
            help="did you mean ClusterQueue?",
            near=("ClusterQueue",),
        ),
    ),
]


@pytest.mark.parametrize(
    ("obj", "violation"),
    UNKNOWN + SCHEMA + METADATA + LISTS + KINDS,
    ids=lambda value: value.headline if isinstance(value, Violation) else "",
)
def test_a_fault_is_told_at_its_place(obj: dict[str, Any], violation: Violation) -> None:
    assert (violation,) == validate(obj, NEWEST)


def test_a_field_of_a_later_release_is_told_with_it() -> None:
    policy = {"migration": {"mode": "RetainFirstAdmission"}}
    obj = changed(CLUSTER_QUEUE, "spec", "concurrentAdmissionPolicy", to=policy)
    violation = Violation(
        ("spec", "concurrentAdmissionPolicy"),
        True,
        "unknown",
        'unknown field "concurrentAdmissionPolicy" in spec',
        "Kueue knows it from 0.18 on, the target is 0.15",
        "remove it, or raise the target release",
    )

    assert (violation,) == validate(obj, OLDEST)
    assert () == validate(obj, NEWEST)


def test_all_faults_are_told_at_once_in_stage_order() -> None:
    obj = changed(CLUSTER_QUEUE, "spec", "extra", to=1)
    obj = changed(obj, "metadata", "name", to="X")
    obj = changed(obj, "spec", "preemption", to={"withinClusterQueue": "Always"})
    obj = changed(obj, "spec", "cohortName", drop=True)

    kinds = [violation.kind for violation in validate(obj, NEWEST)]

    assert ["unknown", "metadata", "schema", "cel", "webhook"] == kinds


def test_the_first_refusal_is_that_of_the_first_stage() -> None:
    obj = changed(CLUSTER_QUEUE, "metadata", "name", to="X")
    obj = changed(obj, "spec", "preemption", to={"withinClusterQueue": "Always"})
    obj = changed(obj, "spec", "cohortName", drop=True)

    kinds = [violation.kind for violation in first_refusal(validate(obj, NEWEST))]

    assert ["metadata", "schema"] == kinds
    assert () == first_refusal(())


def test_a_status_is_dropped_whatever_its_values() -> None:
    assert () == validate(changed(CLUSTER_QUEUE, "status", to={"pendingWorkloads": "x"}), NEWEST)


def test_nulls_are_dropped_before_anything_is_asked() -> None:
    assert () == validate(changed(CLUSTER_QUEUE, "spec", "stopPolicy", to=None), NEWEST)


def test_a_workload_is_known_but_not_judged() -> None:
    assert () == validate(changed(COHORT, "kind", to="Workload"), NEWEST)


def test_an_unprintable_name_stays_on_one_line() -> None:
    (violation,) = validate(changed(LOCAL_QUEUE, "spec", "clusterQueue", to="a\nb\x1b"), NEWEST)

    assert 'clusterQueue "a\ufffdb\ufffd" is not a valid name' == violation.headline


def test_a_namespace_on_a_kind_of_the_whole_cluster_is_a_doubt() -> None:
    obj = changed(TOPOLOGY, "metadata", "namespace", to="team-vision")
    doubt = Violation(
        ("metadata", "namespace"),
        True,
        "metadata",
        'namespace "team-vision" has no effect on a Topology',
        "the kind belongs to the whole cluster",
        "remove it",
    )

    assert () == validate(obj, NEWEST)
    assert (doubt,) == doubts(obj, NEWEST)


def test_a_namespace_that_cannot_exist_is_a_doubt() -> None:
    obj = changed(LOCAL_QUEUE, "metadata", "namespace", to="Team A")

    assert ['"Team A" cannot be the name of a namespace'] == [
        doubt.headline for doubt in doubts(obj, NEWEST)
    ]


def test_the_deprecated_api_version_is_a_doubt() -> None:
    assert ["kueue.x-k8s.io/v1beta1 is deprecated in Kueue 0.19"] == [
        doubt.headline for doubt in doubts(OLD_CLUSTER_QUEUE, NEWEST)
    ]


def test_a_field_behind_a_gate_that_is_off_is_a_doubt() -> None:
    obj = changed(WORKERS, "spec", "quotaManagement", to="Automated")
    gated = NEWEST.with_gates({"MultiKueueManagerQuotaAutomation": True})

    assert (
        Violation(
            ("spec", "quotaManagement"),
            True,
            "webhook",
            "quotaManagement Automated has no effect",
            "the feature gate MultiKueueManagerQuotaAutomation is off",
            "set the gate in Kueue's configuration, or remove the field",
        ),
    ) == doubts(obj, NEWEST)
    assert () == doubts(obj, gated)
    assert () == doubts(changed(WORKERS, "spec", "quotaManagement", to="Manual"), NEWEST)


def test_a_worker_cluster_of_v1beta1_needs_a_kubeconfig() -> None:
    old = {
        **WEST,
        "apiVersion": "kueue.x-k8s.io/v1beta1",
        "spec": {"clusterProfileRef": {"name": "a"}},
    }

    assert ["spec has no kubeConfig"] == [v.headline for v in validate(old, NEWEST)]
