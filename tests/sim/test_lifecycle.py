"""What time, checks and nodes do to workloads beside the scheduler."""

from typing import Any

import pytest
from tests.sim.kueue_objects import (
    Object,
    admitted,
    assigned,
    cluster_queue,
    flavor,
    local_queue,
    pod_set,
    quotas,
    topology,
    workload,
)

from kuota.sim.simulator import Simulator

HOST = "kubernetes.io/hostname"
CHECKS = {"admissionChecksStrategy": {"admissionChecks": [{"name": "check"}]}}


def simulator(*more: Object, spec: Object | None = None, **settings: Any) -> Simulator:
    """One queue with 2 cpus and one workload that takes them."""
    objects = [
        flavor("default"),
        cluster_queue("cq", [quotas("default", cpu="2")], **(spec or {})),
        local_queue("queue", "cq"),
        *more,
    ]
    return Simulator(objects, [job()], **settings)


def job(name: str = "w", **spec: Any) -> Object:
    """A workload that takes all of the queue."""
    found = workload(name, pod_set(cpu="2"))
    found["spec"].update(spec)
    return found


def check(name: str = "check", controller: str = "example.com/check") -> Object:
    """An AdmissionCheck."""
    return {
        "kind": "AdmissionCheck",
        "metadata": {"name": name},
        "spec": {"controllerName": controller},
    }


def node(name: str) -> Object:
    """A node of 2 cpus."""
    status = {
        "allocatable": {"cpu": "2", "pods": "10"},
        "conditions": [{"type": "Ready", "status": "True"}],
    }
    return {
        "kind": "Node",
        "metadata": {"name": name, "labels": {HOST: name, "pool": "yes"}},
        "status": status,
    }


def happened(simulator: Simulator, seconds: int) -> list[tuple[str, str]]:
    """What becomes of workloads while time passes."""
    return [(event.type, event.reason) for event in simulator.advance(seconds)]


def state(simulator: Simulator, name: str = "w") -> str:
    """Where a workload stands."""
    return simulator.workload(f"team/{name}").state


def test_pods_that_are_not_ready_in_time_cost_the_workload_its_place() -> None:
    cluster = simulator(wait_for_pods_ready={"timeout": "5m"})
    cluster.schedule()
    assert [] == happened(cluster, 299)
    assert [("evicted", "PodsReadyTimeout")] == happened(cluster, 1)


def test_pods_that_are_ready_in_time_stay() -> None:
    cluster = simulator(wait_for_pods_ready={"timeout": "5m"}, pods_ready_delay=60)
    cluster.schedule()
    assert ([], "admitted") == (happened(cluster, 3600), state(cluster))


def test_an_evicted_workload_waits_for_its_backoff_which_doubles() -> None:
    cluster = simulator(wait_for_pods_ready={"timeout": "1m"})
    waits = []
    for _ in range(3):
        cluster.schedule()
        cluster.advance(60)
        waited = 0
        while state(cluster) == "pending":
            cluster.advance(1)
            waited += 1
            with cluster.what_if():
                if cluster.schedule().events:
                    break
        waits.append(waited)
    assert [60, 120, 240] == waits


def test_backoff_is_bounded_and_its_number_too() -> None:
    requeuing = {"backoffBaseSeconds": 10, "backoffMaxSeconds": 15, "backoffLimitCount": 2}
    cluster = simulator(wait_for_pods_ready={"timeout": "1m", "requeuingStrategy": requeuing})
    for wait in (10, 15):
        cluster.schedule()
        cluster.advance(60 + wait)
    cluster.schedule()
    assert [("evicted", "Deactivated")] == happened(cluster, 60)
    assert "inactive" == state(cluster)


def test_others_run_while_a_workload_waits_for_its_backoff() -> None:
    cluster = simulator(wait_for_pods_ready={"timeout": "1m"})
    cluster.schedule()
    cluster.submit(job("other"))
    cluster.schedule()
    cluster.advance(60)
    assert ["team/other"] == [event.workload for event in cluster.schedule().events]


@pytest.mark.parametrize(("timestamp", "first"), [("Eviction", "other"), ("Creation", "w")])
def test_a_workload_evicted_by_timeout_queues_by_the_time_that_is_configured(
    timestamp: str, first: str
) -> None:
    requeuing = {"timestamp": timestamp, "backoffBaseSeconds": 1}
    cluster = simulator(wait_for_pods_ready={"timeout": "1m", "requeuingStrategy": requeuing})
    cluster.schedule()
    other = job("other")
    other["metadata"]["creationTimestamp"] = "2026-01-01T01:00:00Z"
    cluster.advance(61)
    cluster.submit(other)
    assert [f"team/{first}"] == [event.workload for event in cluster.schedule().events]


def test_a_workload_that_runs_too_long_is_deactivated() -> None:
    cluster = simulator()
    cluster.finish("team/w")
    cluster.submit(job(maximumExecutionTimeSeconds=100))
    cluster.schedule()
    assert [] == happened(cluster, 99)
    assert [("evicted", "Deactivated")] == happened(cluster, 1)


def test_time_run_before_an_eviction_counts() -> None:
    cluster = simulator(spec={"preemption": {"withinClusterQueue": "LowerPriority"}})
    cluster.finish("team/w")
    cluster.submit(job(maximumExecutionTimeSeconds=100))
    cluster.schedule()
    cluster.advance(60)
    cluster.submit(job("high", priority=1))
    cluster.schedule()
    cluster.finish("team/high")
    cluster.schedule()
    assert [] == happened(cluster, 39)
    assert [("evicted", "Deactivated")] == happened(cluster, 1)


def test_quota_is_reserved_until_the_checks_are_ready() -> None:
    cluster = simulator(check(), spec=CHECKS, check_delays={"check": 30})
    cluster.schedule()
    assert "reserved" == state(cluster)
    assert [("admitted", "")] == happened(cluster, 30)
    assert "admitted" == state(cluster)


def test_a_check_without_a_delay_waits_for_its_verdict() -> None:
    cluster = simulator(check(), spec=CHECKS)
    cluster.schedule()
    cluster.advance(3600)
    assert "reserved" == state(cluster)
    cluster.set_check("team/w", "check", "Ready")
    assert "admitted" == state(cluster)


def test_a_check_that_asks_for_a_retry_sends_the_workload_back() -> None:
    cluster = simulator(check(), spec=CHECKS)
    cluster.schedule()
    cluster.set_check("team/w", "check", "Retry", requeue_after=30)
    assert [] == list(cluster.schedule().events)
    cluster.advance(30)
    assert ["team/w"] == [event.workload for event in cluster.schedule().events]


def test_a_check_that_refuses_deactivates_the_workload() -> None:
    cluster = simulator(check(), spec=CHECKS)
    cluster.schedule()
    cluster.set_check("team/w", "check", "Rejected")
    assert "inactive" == state(cluster)


def test_a_queue_whose_check_does_not_exist_admits_nothing() -> None:
    cluster = simulator(spec=CHECKS)
    assert ((), "Suspended") == (cluster.schedule().events, cluster.workload("team/w").reason)


def test_a_check_for_another_flavor_is_not_waited_for() -> None:
    rule = {"name": "check", "onFlavors": ["elsewhere"]}
    spec = {"admissionChecksStrategy": {"admissionChecks": [rule]}}
    cluster = simulator(check(), spec=spec)
    cluster.schedule()
    assert "admitted" == state(cluster)


@pytest.mark.parametrize("kind", ["ClusterQueue", "LocalQueue"])
def test_a_drained_queue_evicts_what_it_runs(kind: str) -> None:
    objects = [
        flavor("default"),
        cluster_queue("cq", [quotas("default", cpu="2")]),
        local_queue("queue", "cq"),
    ]
    objects[1 if kind == "ClusterQueue" else 2]["spec"]["stopPolicy"] = "HoldAndDrain"
    runs = workload("w", pod_set(cpu="2"), status=admitted("cq", assigned(cpu="2")))
    cluster = Simulator(objects, [runs])
    assert ("pending", 0) == (state(cluster), cluster.usage()[0].used)


def test_a_deactivated_workload_gives_its_quota_back() -> None:
    cluster = simulator()
    cluster.schedule()
    cluster.deactivate("team/w")
    assert ("inactive", 0) == (state(cluster), cluster.usage()[0].used)


def _on_nodes(*names: str) -> Simulator:
    spec = {"required": HOST}
    objects = [
        flavor("default", topology="hosts", pool="yes"),
        topology("hosts", HOST),
        cluster_queue("cq", [quotas("default", cpu="8")]),
        local_queue("queue", "cq"),
        *(node(name) for name in names),
    ]
    return Simulator(objects, [workload("w", pod_set(cpu="2", topologyRequest=spec))])


def _place(simulator: Simulator) -> list[tuple[str, ...]]:
    pod_sets = simulator.workload("team/w").pod_sets
    return [
        domain.values
        for pod_set in pod_sets
        if pod_set.topology_assignment is not None
        for domain in pod_set.topology_assignment.domains
    ]


def test_pods_of_a_failed_node_move_to_another() -> None:
    cluster = _on_nodes("a", "b")
    cluster.schedule()
    (first,) = _place(cluster)
    cluster.fail_node(first[0])
    cluster.advance(1)
    cluster.schedule()
    assert [("b",) if first == ("a",) else ("a",)] == _place(cluster)


def test_a_workload_without_a_replacement_for_its_node_is_evicted() -> None:
    cluster = _on_nodes("a")
    cluster.schedule()
    cluster.fail_node("a")
    cluster.advance(1)
    assert ["NodeFailures"] == [event.reason for event in cluster.schedule().events]


def test_a_provisioned_workload_gets_its_place_in_a_second_pass() -> None:
    rule = {"admissionChecksStrategy": {"admissionChecks": [{"name": "provision"}]}}
    objects = [
        flavor("default", topology="hosts", pool="yes"),
        topology("hosts", HOST),
        cluster_queue("cq", [quotas("default", cpu="8")], **rule),
        local_queue("queue", "cq"),
        check("provision", "kueue.x-k8s.io/provisioning-request"),
        node("a"),
    ]
    pods = pod_set(cpu="2", topologyRequest={"required": HOST})
    cluster = Simulator(objects, [workload("w", pods)], check_delays={"provision": 10})
    cluster.schedule()
    assert ("reserved", []) == (state(cluster), _place(cluster))
    cluster.advance(11)
    cluster.schedule()
    assert ("admitted", [("a",)]) == (state(cluster), _place(cluster))


def test_without_controllers_time_brings_nothing() -> None:
    cluster = simulator(wait_for_pods_ready={"timeout": "1m"}, controllers=False)
    cluster.schedule()
    assert [] == happened(cluster, 3600)


def test_a_workload_that_has_never_queued_lets_nobody_be_tried_again() -> None:
    cluster = simulator()
    cluster.submit(job("waits"))
    cluster.submit(job("idle", active=False))
    cluster.schedule()
    cluster.finish("team/idle")
    assert not cluster.cluster.queues.has_heads()


def test_a_workload_that_has_queued_lets_others_be_tried_again() -> None:
    cluster = simulator()
    cluster.submit(job("waits"))
    cluster.schedule()
    cluster.finish("team/w")
    assert cluster.cluster.queues.has_heads()
