"""Workload objects of both API versions."""

from typing import Any

import pytest

from kuota.sim.features import Features
from kuota.sim.model import (
    Admission,
    AdmittedPodSet,
    PodSetTopologyRequest,
    Toleration,
    TopologyAssignment,
    TopologyConstraint,
    TopologyDomainAssignment,
)
from kuota.sim.workload_object import workload_from
from kuota.sim.workload_status import milliseconds, topology_assignment_from

NOON = 1_767_268_800_000
"""2026-01-01T12:00:00Z"""


def pod_set(**fields: Any) -> dict[str, Any]:
    container = {"name": "c", "resources": {"requests": {"cpu": "1"}}}
    return {"name": "main", "template": {"spec": {"containers": [container]}}, **fields}


def workload(
    status: dict[str, Any] | None = None,
    metadata: dict[str, Any] | None = None,
    **spec: Any,
) -> dict[str, Any]:
    return {
        "apiVersion": "kueue.x-k8s.io/v1beta2",
        "kind": "Workload",
        "metadata": {"namespace": "team", "name": "train", **(metadata or {})},
        "spec": {"queueName": "queue", "podSets": [pod_set()], **spec},
        "status": status or {},
    }


def condition(kind: str, status: str = "True", reason: str = "") -> dict[str, Any]:
    return {
        "type": kind,
        "status": status,
        "reason": reason,
        "lastTransitionTime": "2026-01-01T12:00:00Z",
    }


def test_names_and_times_are_read() -> None:
    read = workload_from(
        workload(metadata={"uid": "u1", "creationTimestamp": "2026-01-01T12:00:00Z"})
    )
    expected = ("team/train", "queue", "u1", NOON)
    assert expected == (read.key, read.queue_name, read.uid, read.created_at)


def test_a_pod_set_is_read_with_its_demands() -> None:
    spec = {
        "containers": [{"name": "c", "resources": {"requests": {"cpu": "1"}}}],
        "tolerations": [{"key": "gpu", "operator": "Exists"}],
        "nodeSelector": {"pool": "a100"},
    }
    read = workload_from(workload(podSets=[pod_set(count=4, minCount=2, template={"spec": spec})]))
    found = read.pod_sets[0]
    expected = (
        "main",
        4,
        2,
        {"cpu": 1000},
        (Toleration("gpu", "Exists", "", ""),),
        {"pool": "a100"},
    )
    actual = (
        found.name,
        found.count,
        found.min_count,
        found.requests,
        found.tolerations,
        found.node_selector,
    )
    assert expected == actual


def test_a_pod_set_without_count_has_one_pod() -> None:
    assert 1 == workload_from(workload()).pod_sets[0].count


def test_a_pod_set_of_no_pods_keeps_its_zero() -> None:
    assert 0 == workload_from(workload(podSets=[pod_set(count=0)])).pod_sets[0].count


def test_a_topology_request_is_read() -> None:
    raw = {
        "required": "rack",
        "podSetGroupName": "g",
        "podSetSliceRequiredTopology": "host",
        "podSetSliceSize": 2,
        "podsetSliceRequiredTopologyConstraints": [{"topology": "host", "size": 2}],
    }
    expected = PodSetTopologyRequest(
        required="rack",
        pod_set_group_name="g",
        pod_set_slice_required_topology="host",
        pod_set_slice_size=2,
        pod_set_slice_required_topology_constraints=(TopologyConstraint("host", 2),),
    )
    read = workload_from(workload(podSets=[pod_set(topologyRequest=raw)]))
    assert expected == read.pod_sets[0].topology_request


SHAPES = {
    "the count": ({"count": 2}, True),
    "the minimum": ({"minCount": 1}, False),
    "the topology": ({"topologyRequest": {"required": "rack"}}, False),
    "the name": ({"name": "other"}, False),
    "the way an amount is written": (
        {
            "template": {
                "spec": {"containers": [{"name": "d", "resources": {"requests": {"cpu": "1000m"}}}]}
            }
        },
        True,
    ),
    "the amount": (
        {"template": {"spec": {"containers": [{"resources": {"requests": {"cpu": "2"}}}]}}},
        False,
    ),
    "the node selector": (
        {
            "template": {
                "spec": {
                    "containers": [{"resources": {"requests": {"cpu": "1"}}}],
                    "nodeSelector": {"a": "b"},
                }
            }
        },
        False,
    ),
}


@pytest.mark.parametrize(("fields", "alike"), SHAPES.values(), ids=SHAPES)
def test_the_shape_of_a_pod_set_depends_on(fields: dict[str, Any], alike: bool) -> None:
    plain, changed = workload_from(workload(podSets=[pod_set(), {**pod_set(), **fields}])).pod_sets
    assert alike is (plain.shape == changed.shape)


PRIORITIES = {
    "none": ({}, {}, 0),
    "stated": ({"priority": 7, "priorityClassRef": {"name": "high"}}, {}, 7),
    "by class": ({"priorityClassRef": {"name": "high"}}, {}, 100),
    "by class, v1beta1": ({"priorityClassName": "high"}, {}, 100),
    "of an unknown class": ({"priorityClassRef": {"name": "low"}}, {}, 0),
    "boosted": ({"priority": 7}, {"kueue.x-k8s.io/priority-boost": "-2"}, 5),
    "with a boost that is no number": ({"priority": 7}, {"kueue.x-k8s.io/priority-boost": "x"}, 7),
}


@pytest.mark.parametrize(("spec", "annotations", "expected"), PRIORITIES.values(), ids=PRIORITIES)
def test_priority(spec: dict[str, Any], annotations: dict[str, str], expected: int) -> None:
    obj = workload(metadata={"annotations": annotations}, **spec)
    assert expected == workload_from(obj, Features({"PriorityBoost": True}), {"high": 100}).priority


def test_priority_boost_is_ignored_without_its_gate() -> None:
    obj = workload(metadata={"annotations": {"kueue.x-k8s.io/priority-boost": "5"}}, priority=1)
    assert 1 == workload_from(obj).priority


def test_an_admission_is_read() -> None:
    assignment = {
        "name": "main",
        "flavors": {"cpu": "default"},
        "resourceUsage": {"cpu": "3"},
        "count": 3,
    }
    read = workload_from(
        workload(status={"admission": {"clusterQueue": "cq", "podSetAssignments": [assignment]}})
    )
    expected = Admission(
        "cq", (AdmittedPodSet("main", {"cpu": "default"}, {"cpu": 3000}, 3, None, ""),)
    )
    assert expected == read.admission


def test_an_admission_without_count_has_that_of_the_pod_set() -> None:
    status = {"admission": {"clusterQueue": "cq", "podSetAssignments": [{"name": "main"}]}}
    read = workload_from(workload(status=status, podSets=[pod_set(count=5)]))
    assert read.admission is not None
    assert 5 == read.admission.pod_sets[0].count


def test_an_admission_without_conditions_is_in_effect_since_creation() -> None:
    read = workload_from(
        workload(
            status={"admission": {"clusterQueue": "cq"}},
            metadata={"creationTimestamp": "2026-01-01T12:00:00Z"},
        )
    )
    assert (NOON, NOON) == (read.quota_reserved_at, read.admitted_at)


def test_conditions_are_read() -> None:
    status = {
        "conditions": [
            condition("QuotaReserved"),
            condition("Admitted", "False"),
            condition("Evicted", reason="PodsReadyTimeout"),
            condition("Preempted", reason="InClusterQueue"),
            condition("Requeued", "False"),
            condition("PodsReady"),
            condition("Finished", "False"),
        ]
    }
    read = workload_from(workload(status=status))
    expected = (
        NOON,
        None,
        NOON,
        "PodsReadyTimeout",
        NOON,
        "InClusterQueue",
        False,
        True,
        False,
        False,
    )
    actual = (
        read.quota_reserved_at,
        read.admitted_at,
        read.evicted_at,
        read.evicted_reason,
        read.preempted_at,
        read.preempted_reason,
        read.requeued,
        read.pods_ready,
        read.finished,
        read.on_hold,
    )
    assert expected == actual


def test_a_workload_on_hold_is_known_by_its_reason() -> None:
    conditions = [condition("QuotaReserved", "False", "OnHold")]
    read = workload_from(workload(status={"conditions": conditions}))
    assert (True, None) == (read.on_hold, read.quota_reserved_at)


def test_what_is_left_of_the_status_is_read() -> None:
    status = {
        "reclaimablePods": [{"name": "main", "count": 2}],
        "requeueState": {"count": 3, "requeueAt": "2026-01-01T12:00:00Z"},
        "unhealthyNodes": [{"name": "n1"}],
        "admissionChecks": [
            {
                "name": "prov",
                "state": "Ready",
                "podSetUpdates": [{"name": "main", "nodeSelector": {"a": "b"}}],
            }
        ],
    }
    read = workload_from(workload(status=status))
    check = read.admission_checks[0]
    expected = (
        {"main": 2},
        3,
        NOON,
        ["n1"],
        ("prov", "Ready", {"main": {"name": "main", "nodeSelector": {"a": "b"}}}),
    )
    actual = (
        read.reclaimable_pods,
        read.requeue_count,
        read.requeue_at,
        read.unhealthy_nodes,
        (check.name, check.state, check.pod_set_updates),
    )
    assert expected == actual


GATES = {
    "no gate": ([], [], False),
    "a gate without state is closed": ([{"name": "g"}], [], True),
    "a closed gate": ([{"name": "g"}], [{"name": "g", "position": "Closed"}], True),
    "an open gate": ([{"name": "g"}], [{"name": "g", "position": "Open"}], False),
    "one of two is closed": (
        [{"name": "g"}, {"name": "h"}],
        [{"name": "g", "position": "Open"}],
        True,
    ),
}


@pytest.mark.parametrize(("gates", "states", "expected"), GATES.values(), ids=GATES)
def test_preemption_gates(
    gates: list[dict[str, str]], states: list[dict[str, str]], expected: bool
) -> None:
    read = workload_from(workload(status={"preemptionGates": states}, preemptionGates=gates))
    assert expected is read.preemption_gates_closed


OWNERS = {
    "a pod": ([{"apiVersion": "v1", "kind": "Pod"}], {}, True),
    "a job": ([{"apiVersion": "batch/v1", "kind": "Job"}], {}, False),
    "a group of one pod": (
        [{"apiVersion": "v1", "kind": "Pod"}],
        {"kueue.x-k8s.io/is-group-workload": "true"},
        False,
    ),
    "nobody": ([], {}, False),
}


@pytest.mark.parametrize(("owners", "annotations", "expected"), OWNERS.values(), ids=OWNERS)
def test_owned_by_single_pod(
    owners: list[dict[str, str]], annotations: dict[str, str], expected: bool
) -> None:
    read = workload_from(workload(metadata={"ownerReferences": owners, "annotations": annotations}))
    assert expected is read.owner_is_single_pod


def test_requests_above_limits_are_kept() -> None:
    container = {"resources": {"requests": {"cpu": "2"}, "limits": {"cpu": "1"}}}
    read = workload_from(
        workload(podSets=[pod_set(template={"spec": {"containers": [container]}})])
    )
    expected = [
        "resources validation failed: spec.podSets[0].template.spec.containers[0]: "
        'Invalid value: ["cpu"]: requests must not exceed its limits'
    ]
    assert expected == read.resource_violations


def test_a_compressed_topology_assignment_is_spelled_out() -> None:
    raw = {
        "levels": ["rack", "host"],
        "slices": [
            {
                "domainCount": 2,
                "valuesPerLevel": [
                    {"universal": "r1"},
                    {"individual": {"prefix": "h-", "suffix": ".x", "roots": ["1", "2"]}},
                ],
                "podCounts": {"individual": [3, 4]},
            },
            {
                "domainCount": 1,
                "valuesPerLevel": [{"universal": "r2"}, {"individual": {"roots": ["h-9"]}}],
                "podCounts": {"universal": 5},
            },
        ],
    }
    expected = TopologyAssignment(
        ("rack", "host"),
        (
            TopologyDomainAssignment(("r1", "h-1.x"), 3),
            TopologyDomainAssignment(("r1", "h-2.x"), 4),
            TopologyDomainAssignment(("r2", "h-9"), 5),
        ),
    )
    assert expected == topology_assignment_from(raw)


def test_a_topology_assignment_of_v1beta1_lists_its_domains() -> None:
    raw = {"levels": ["host"], "domains": [{"values": ["h1"], "count": 2}]}
    expected = TopologyAssignment(("host",), (TopologyDomainAssignment(("h1",), 2),))
    assert expected == topology_assignment_from(raw)


TIMES = [
    ("2026-01-01T12:00:00Z", NOON),
    ("2026-01-01T14:00:00.250+02:00", NOON + 250),
    ("2026-01-01T12:00:00", NOON),
    (None, 0),
]


@pytest.mark.parametrize(("text", "expected"), TIMES)
def test_milliseconds(text: str | None, expected: int) -> None:
    assert expected == milliseconds(text)
