"""What one cycle does, by example: order, reservations, victims, requeues."""

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
    workload,
)

from kuota.sim.results import Event
from kuota.sim.simulator import Simulator


def queue(name: str, cpu: str, cohort: str = "all", **spec: Any) -> list[Object]:
    """A ClusterQueue with one flavor, and a LocalQueue of the same name."""
    return [
        cluster_queue(name, [quotas("default", cpu=cpu)], cohortName=cohort, **spec),
        local_queue(name, name),
    ]


def job(name: str, cpu: int, queue: str = "one", priority: int = 0, created: int = 0) -> Object:
    """A pending workload of one pod."""
    return workload(name, pod_set(cpu=str(cpu)), queue=queue, priority=priority, created=created)


def running(name: str, cpu: int, queue: str = "one", priority: int = 0, at: int = 0) -> Object:
    """A workload that holds quota since so many seconds."""
    status = admitted(queue, assigned(cpu=str(cpu)))
    moment = f"2026-01-01T00:{at // 60:02}:{at % 60:02}Z"
    status["conditions"] = [
        {"type": kind, "status": "True", "reason": kind, "lastTransitionTime": moment}
        for kind in ("QuotaReserved", "Admitted")
    ]
    return workload(
        name, pod_set(cpu=str(cpu)), queue=queue, priority=priority, created=at, status=status
    )


def events(simulator: Simulator, **options: Any) -> list[str]:
    """What a schedule does: cycle, workload, and what became of it."""
    return [_text(event) for event in simulator.schedule(**options).events]


def _text(event: Event) -> str:
    if event.type == "admitted":
        return f"{event.cycle} {event.workload[5:]} admitted"
    return f"{event.cycle} {event.workload[5:]} {event.reason} by {event.preemptor[5:]}"


def simulator(*parts: list[Object], workloads: list[Object], **settings: Any) -> Simulator:
    """A cluster with one flavor."""
    objects = [flavor("default"), *(obj for part in parts for obj in part)]
    return Simulator(objects, workloads, **settings)


ANY = {"reclaimWithinCohort": "Any", "withinClusterQueue": "LowerPriority"}


def test_a_cycle_takes_one_head_of_each_queue() -> None:
    cluster = simulator(
        queue("one", "4"),
        queue("two", "4"),
        workloads=[job("a", 1, created=1), job("b", 1, created=2), job("c", 1, "two")],
    )
    assert ["1 c admitted", "1 a admitted", "2 b admitted"] == events(cluster)


def test_priority_goes_before_age() -> None:
    cluster = simulator(
        queue("one", "1"), workloads=[job("old", 1, created=1), job("high", 1, priority=1)]
    )
    assert ["1 high admitted"] == events(cluster)


def test_who_does_not_borrow_goes_before_who_does() -> None:
    cluster = simulator(
        queue("one", "2"),
        queue("two", "2"),
        workloads=[job("borrower", 3, priority=9), job("owner", 2, "two", created=5)],
    )
    assert ["1 owner admitted"] == events(cluster)


def test_a_head_that_does_not_fit_blocks_a_strict_queue() -> None:
    cluster = simulator(
        queue("one", "2", queueingStrategy="StrictFIFO"),
        workloads=[job("big", 3, created=1), job("small", 1, created=2)],
    )
    assert [] == events(cluster)


def test_a_head_that_does_not_fit_is_left_aside_in_a_best_effort_queue() -> None:
    cluster = simulator(
        queue("one", "2"), workloads=[job("big", 3, created=1), job("small", 1, created=2)]
    )
    assert ["2 small admitted"] == events(cluster)


def test_workloads_like_one_that_failed_are_not_tried() -> None:
    alike = [job(f"w{number}", 3, created=number) for number in range(5)]
    cluster = simulator(queue("one", "2"), workloads=alike)
    # One attempt, and one more for the retry that a new cluster begins with.
    assert 2 == cluster.schedule().cycles


def test_quota_that_is_given_back_wakes_who_was_left_aside() -> None:
    cluster = simulator(queue("one", "2"), workloads=[running("r", 2), job("w", 2)])
    assert [] == events(cluster)
    cluster.finish("team/r")
    assert ["1 w admitted"] == events(cluster)


def test_quota_of_another_tree_wakes_nobody() -> None:
    cluster = simulator(
        queue("one", "2"),
        queue("two", "2", cohort="other"),
        workloads=[running("r", 2, "two"), job("w", 3)],
    )
    events(cluster)
    cluster.finish("team/r")
    assert 0 == cluster.schedule().cycles


def test_a_workload_that_waits_for_victims_keeps_its_quota_from_later_ones() -> None:
    # "one" cannot reclaim, so what its workload asks for is kept free of "two" in the same cycle.
    cluster = simulator(
        queue("one", "4"),
        queue("two", "4"),
        workloads=[running("r", 6, "two"), job("w", 3), job("x", 2, "two", created=9)],
    )
    assert [] == events(cluster, max_cycles=1)


def test_a_queue_that_can_always_reclaim_keeps_nothing() -> None:
    cluster = simulator(
        queue("one", "4", preemption={"reclaimWithinCohort": "Any"}),
        queue("two", "4", preemption={}),
        workloads=[running("r", 5, "two", priority=1), job("w", 9), job("x", 2, "two")],
    )
    assert ["1 x admitted"] == events(cluster, max_cycles=1)


@pytest.mark.parametrize(
    ("policy", "victims"),
    [
        ("Never", []),
        ("LowerPriority", ["1 low InClusterQueue by new"]),
    ],
)
def test_within_a_queue_policy_decides_who_may_be_displaced(
    policy: str, victims: list[str]
) -> None:
    cluster = simulator(
        queue("one", "2", preemption={"withinClusterQueue": policy}),
        workloads=[running("low", 2), job("new", 2, priority=1)],
    )
    assert victims == events(cluster, max_cycles=1)


def test_newer_workloads_of_equal_priority_may_be_displaced_if_policy_says_so() -> None:
    cluster = simulator(
        queue("one", "2", preemption={"withinClusterQueue": "LowerOrNewerEqualPriority"}),
        workloads=[running("young", 2, at=60), job("old", 2, created=1)],
    )
    assert ["1 young InClusterQueue by old"] == events(cluster, max_cycles=1)


def test_borrowed_quota_is_reclaimed_from_the_borrower() -> None:
    cluster = simulator(
        queue("one", "2", preemption=ANY),
        queue("two", "2"),
        workloads=[running("r", 4, "two", priority=9), job("owner", 2)],
    )
    assert ["1 r InCohortReclamation by owner", "2 owner admitted"] == events(cluster)


def test_quota_within_nominal_is_not_reclaimed() -> None:
    cluster = simulator(
        queue("one", "2", preemption=ANY),
        queue("two", "2"),
        workloads=[running("r", 2, "two"), running("mine", 2), job("w", 1)],
    )
    assert [] == events(cluster)


@pytest.mark.parametrize(
    ("threshold", "victims"),
    [(5, ["1 r InCohortReclaimWhileBorrowing by w"]), (0, [])],
)
def test_a_borrower_displaces_others_up_to_the_threshold(
    threshold: int, victims: list[str]
) -> None:
    borrow = {"policy": "LowerPriority", "maxPriorityThreshold": threshold}
    cluster = simulator(
        queue("one", "2", preemption={**ANY, "borrowWithinCohort": borrow}),
        queue("two", "1"),
        queue("three", "3"),
        workloads=[running("r", 4, "two", priority=1), job("w", 4, priority=9)],
    )
    assert victims == events(cluster, max_cycles=1)


def test_no_more_victims_leave_than_needed() -> None:
    cluster = simulator(
        queue("one", "4", preemption=ANY),
        workloads=[
            running("small", 1, at=30),
            running("large", 3, at=10),
            job("new", 3, priority=1),
        ],
    )
    assert ["1 large InClusterQueue by new"] == events(cluster, max_cycles=1)


def test_the_last_to_get_quota_is_the_first_to_leave() -> None:
    cluster = simulator(
        queue("one", "2", preemption=ANY),
        workloads=[running("old", 1, at=1), running("new", 1, at=50), job("w", 1, priority=1)],
    )
    assert ["1 new InClusterQueue by w"] == events(cluster, max_cycles=1)


def test_two_preemptors_do_not_share_a_victim() -> None:
    cluster = simulator(
        queue("one", "1", preemption=ANY),
        queue("two", "1", preemption=ANY),
        queue("three", "0"),
        workloads=[running("r", 2, "three"), job("a", 1, created=1), job("b", 1, "two", created=2)],
    )
    assert [
        "1 r InCohortReclamation by a",
        "2 a admitted",
        "2 b admitted",
    ] == events(cluster)


def test_a_workload_of_a_namespace_that_is_not_selected_is_left_aside() -> None:
    selector = {"matchLabels": {"team": "yes"}}
    cluster = simulator(
        queue("one", "2", namespaceSelector=selector, queueingStrategy="StrictFIFO"),
        [{"kind": "Namespace", "metadata": {"name": "team"}}],
        workloads=[job("w", 1)],
    )
    assert ([], "Misconfigured") == (events(cluster), cluster.workload("team/w").reason)


@pytest.mark.parametrize("stopped", ["ClusterQueue", "LocalQueue"])
def test_nothing_is_admitted_through_a_stopped_queue(stopped: str) -> None:
    parts = queue("one", "2")
    parts[0 if stopped == "ClusterQueue" else 1]["spec"]["stopPolicy"] = "Hold"
    cluster = simulator(parts, workloads=[job("w", 1)])
    assert ([], "Suspended") == (events(cluster), cluster.workload("team/w").reason)


@pytest.mark.parametrize(("settings", "winner"), [({"fair_sharing": True}, "light"), ({}, "heavy")])
def test_fair_sharing_lets_the_queue_with_the_smaller_share_go_first(
    settings: dict[str, Any], winner: str
) -> None:
    root = {
        "kind": "Cohort",
        "metadata": {"name": "all"},
        "spec": {
            "resourceGroups": [
                {"coveredResources": ["cpu"], "flavors": [quotas("default", cpu="6")]}
            ]
        },
    }
    cluster = simulator(
        [root],
        queue("one", "0"),
        queue("two", "0"),
        workloads=[
            running("r", 3),
            job("heavy", 2, created=1),
            job("light", 2, "two", created=2),
        ],
        **settings,
    )
    assert [f"1 {winner} admitted"] == events(cluster)


@pytest.mark.parametrize(
    ("strategies", "victims"),
    [
        (["LessThanOrEqualToFinalShare"], []),
        (["LessThanInitialShare"], ["1 r InCohortFairSharing by w"]),
    ],
)
def test_fair_sharing_strategies_differ_in_what_a_victim_keeps(
    strategies: list[str], victims: list[str]
) -> None:
    root = {
        "kind": "Cohort",
        "metadata": {"name": "all"},
        "spec": {
            "resourceGroups": [
                {"coveredResources": ["cpu"], "flavors": [quotas("default", cpu="4")]}
            ]
        },
    }
    cluster = simulator(
        [root],
        queue("one", "0", preemption={"reclaimWithinCohort": "Any"}),
        queue("two", "0"),
        workloads=[running("r", 4, "two"), job("w", 3)],
        fair_sharing=True,
        preemption_strategies=strategies,
    )
    assert victims == events(cluster, max_cycles=1)
