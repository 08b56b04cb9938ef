"""What is said of pending workloads, and the arithmetic behind it."""

from typing import Any

import pytest
from tests.sim.kueue_objects import (
    GPU,
    Object,
    cluster_queue,
    flavor,
    local_queue,
    pod_set,
    quotas,
    workload,
)

from kuota.sim.explanation import Explanation, Obstacle, Shortage
from kuota.sim.model import ResourceQuota
from kuota.sim.simulator import Simulator

LOWER = {"withinClusterQueue": "LowerPriority"}


def simulator(*workloads: Object, objects: tuple[Object, ...] = (), **spec: Any) -> Simulator:
    """Four GPUs in flavor ``default`` of ClusterQueue ``cq``."""
    base = [
        flavor("default"),
        cluster_queue("cq", [quotas("default", gpu="4")], **spec),
        local_queue("queue", "cq"),
    ]
    found = Simulator([*base, *objects], workloads)
    found.schedule()
    return found


def verdict(found: Simulator, name: str) -> tuple[str, str]:
    status = found.workload(f"team/{name}")
    return status.reason, status.message


WAITS = (
    "couldn't assign flavors to pod set main: "
    "insufficient unused quota for nvidia.com/gpu in flavor default, 2 more needed"
)


def test_a_workload_that_was_tried_has_the_words_of_the_scheduler() -> None:
    found = simulator(workload("a", pod_set(gpu="3")), workload("b", pod_set(gpu="3"), created=1))
    assert ("WaitingForQuota", WAITS) == verdict(found, "b")


def test_a_workload_that_is_left_out_shares_the_reason_of_its_class() -> None:
    found = simulator(
        workload("a", pod_set(gpu="3")),
        workload("b", pod_set(gpu="3"), created=1),
        workload("c", pod_set(gpu="3"), created=2),
    )
    assert ("WaitingForQuota", "") == verdict(found, "c")


def test_a_workload_that_nobody_has_looked_at_waits_for_evaluation() -> None:
    found = simulator()
    found.submit(workload("a", pod_set(gpu="1")))
    assert ("PendingEvaluation", "") == verdict(found, "a")


def test_a_workload_that_made_room_knows_for_whom() -> None:
    found = simulator(workload("a", pod_set(gpu="4")), preemption=LOWER)
    found.submit(workload("b", pod_set(gpu="4"), priority=1))
    found.run_cycle()
    expected = (
        "PendingEvaluation",
        "Preempted to accommodate a workload (UID: uid-b, JobUID: UNKNOWN) due to prioritization "
        "in the ClusterQueue; preemptor path: /cq; preemptee path: /cq",
    )
    assert expected == verdict(found, "a")


def test_a_workload_that_waits_for_its_victims_says_so() -> None:
    found = simulator(workload("a", pod_set(gpu="4")), preemption=LOWER)
    found.submit(workload("b", pod_set(gpu="4"), priority=1))
    found.run_cycle()
    expected = (
        "WaitingForPreemptedWorkloads",
        "couldn't assign flavors to pod set main: insufficient unused quota for nvidia.com/gpu in "
        "flavor default, 4 more needed. Pending the preemption of 1 workload(s)",
    )
    assert expected == verdict(found, "b")


def test_an_admitted_workload_has_no_verdict() -> None:
    assert ("", "") == verdict(simulator(workload("a", pod_set(gpu="1"))), "a")


BLOCKED: dict[str, tuple[Object, tuple[Object, ...], dict[str, Any], tuple[str, str]]] = {
    "no such LocalQueue": (
        workload("a", pod_set(gpu="1"), queue="nowhere"),
        (),
        {},
        ("Misconfigured", "LocalQueue nowhere doesn't exist"),
    ),
    "a stopped LocalQueue": (
        workload("a", pod_set(gpu="1"), queue="stopped"),
        (local_queue("stopped", "cq", stopPolicy="Hold"),),
        {},
        ("Suspended", "LocalQueue stopped is inactive"),
    ),
    "no such ClusterQueue": (
        workload("a", pod_set(gpu="1"), queue="astray"),
        (local_queue("astray", "gone"),),
        {},
        ("Misconfigured", "ClusterQueue gone doesn't exist"),
    ),
    "a stopped ClusterQueue": (
        workload("a", pod_set(gpu="1")),
        (),
        {"stopPolicy": "Hold"},
        ("Suspended", "ClusterQueue cq is inactive"),
    ),
    "a namespace that is not selected": (
        workload("a", pod_set(gpu="1")),
        ({"kind": "Namespace", "metadata": {"name": "team"}},),
        {"namespaceSelector": {"matchLabels": {"a": "b"}}},
        ("Misconfigured", "workload namespace doesn't match ClusterQueue selector"),
    ),
    "a gate": (
        workload(
            "a", pod_set(gpu="1"), annotations={"kueue.x-k8s.io/admission-gated-by": "somebody"}
        ),
        (),
        {},
        ("AdmissionGated", "Admission is gated by: somebody"),
    ),
    "requests above limits": (
        workload(
            "a",
            {
                "name": "main",
                "template": {
                    "spec": {
                        "containers": [
                            {"resources": {"requests": {"cpu": "2"}, "limits": {"cpu": "1"}}}
                        ]
                    }
                },
            },
        ),
        (),
        {},
        (
            "Misconfigured",
            "resources validation failed: spec.podSets[0].template.spec.containers[0]: "
            'Invalid value: ["cpu"]: requests must not exceed its limits',
        ),
    ),
}


@pytest.mark.parametrize(("waiting", "objects", "spec", "expected"), BLOCKED.values(), ids=BLOCKED)
def test_a_workload_that_cannot_be_tried(
    waiting: Object, objects: tuple[Object, ...], spec: dict[str, Any], expected: tuple[str, str]
) -> None:
    assert expected == verdict(simulator(waiting, objects=objects, **spec), "a")


def test_a_deactivated_workload_says_so() -> None:
    waiting = workload("a", pod_set(gpu="1"))
    waiting["spec"]["active"] = False
    assert ("Deactivated", "The workload is deactivated") == verdict(simulator(waiting), "a")


def test_an_explanation_has_the_arithmetic() -> None:
    found = simulator(workload("a", pod_set(gpu="3")), workload("b", pod_set(gpu="3"), created=1))
    shortage = Shortage(
        resource=GPU, needed=3, available=1, max_capacity=4, used=3, quota=ResourceQuota(4)
    )
    text = "insufficient unused quota for nvidia.com/gpu in flavor default, 2 more needed"
    obstacle = Obstacle("main", "default", "WaitingForQuota", text, shortage)
    expected = Explanation("WaitingForQuota", WAITS, "team/b", (obstacle,))
    assert expected == found.explain("team/b")


def test_an_explanation_of_too_much_counts_earlier_pod_sets() -> None:
    found = simulator(workload("a", pod_set("one", gpu="3"), pod_set("two", gpu="3")))
    shortage = found.explain("team/a").obstacles[0].shortage
    assert shortage is not None
    assert (6, 4, 4) == (shortage.needed, shortage.available, shortage.max_capacity)


def test_an_explanation_of_a_mismatch_has_no_arithmetic() -> None:
    taint = {"key": "k", "value": "v", "effect": "NoSchedule"}
    found = simulator(
        workload("a", pod_set(cpu="1"), queue="tainted"),
        objects=(
            flavor("tainted", taints=[taint]),
            cluster_queue("other", [quotas("tainted", cpu="1")]),
            local_queue("tainted", "other"),
        ),
    )
    obstacle = Obstacle(
        "main",
        "tainted",
        "NoMatchingFlavor",
        "untolerated taint {k v NoSchedule <nil>} in flavor tainted",
        None,
    )
    assert (obstacle,) == found.explain("team/a").obstacles


def test_an_explanation_may_be_that_of_an_equivalent_workload() -> None:
    found = simulator(
        workload("a", pod_set(gpu="3")),
        workload("b", pod_set(gpu="3"), created=1),
        workload("c", pod_set(gpu="3"), created=2),
    )
    explanation = found.explain("team/c")
    assert ("team/b", 1) == (explanation.tried, len(explanation.obstacles))


def test_an_admitted_workload_needs_no_explanation() -> None:
    assert Explanation("", "") == simulator(workload("a", pod_set(gpu="1"))).explain("team/a")
