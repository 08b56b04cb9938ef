"""Whose workloads have to leave: in a tree of cohorts, under fair sharing, for elastic ones."""

from typing import Any

import pytest
from tests.sim.kueue_objects import (
    Object,
    cluster_queue,
    flavor,
    local_queue,
    pod_set,
    quotas,
    workload,
)

from kuota.sim.simulator import Simulator

LOWER = {"reclaimWithinCohort": "LowerPriority"}
ANY = {"reclaimWithinCohort": "Any"}


def queue(name: str, cohort: str, cpu: str, weight: str = "1", **preemption: Any) -> list[Object]:
    """A ClusterQueue and its LocalQueue."""
    spec = {"cohortName": cohort, "preemption": preemption, "fairSharing": {"weight": weight}}
    return [cluster_queue(name, [quotas("default", cpu=cpu)], **spec), local_queue(name, name)]


def cohort(name: str, parent: str = "", cpu: str = "") -> Object:
    """A cohort, perhaps with quota."""
    spec: Object = {"parentName": parent} if parent else {}
    if cpu:
        group = {"coveredResources": ["cpu"], "flavors": [quotas("default", cpu=cpu)]}
        spec["resourceGroups"] = [group]
    return {"kind": "Cohort", "metadata": {"name": name}, "spec": spec}


def job(name: str, queue_name: str, cpu: int, priority: int = 0, **fields: Any) -> Object:
    """A workload; later ones of a test are younger."""
    return workload(name, pod_set(cpu=str(cpu)), queue=queue_name, priority=priority, **fields)


def cluster(*objects: Object, jobs: list[Object], **settings: Any) -> Simulator:
    """A cluster in which these jobs, one after the other, have been admitted."""
    simulator = Simulator([flavor("default"), *objects], **settings)
    for obj in jobs:
        simulator.submit(obj)
        simulator.schedule()
        simulator.advance(1)
        assert simulator.workload(f"team/{obj['metadata']['name']}").state == "admitted"
    return simulator


def victims(simulator: Simulator, preemptor: Object) -> list[tuple[str, str]]:
    """Who has to leave for a workload, and by which rule."""
    simulator.submit(preemptor)
    key = f"team/{preemptor['metadata']['name']}"
    return [
        (event.workload.removeprefix("team/"), event.reason)
        for event in simulator.schedule().events
        if event.type == "preempted" and event.preemptor == key
    ]


def test_borrowers_of_a_far_branch_give_back_what_the_own_branch_has() -> None:
    simulator = cluster(
        cohort("root"),
        cohort("left", "root"),
        cohort("right", "root"),
        *queue("one", "left", "4", **ANY),
        *queue("far", "right", "0"),
        jobs=[job("guest", "far", 3, priority=9)],
    )
    assert victims(simulator, job("w", "one", 4)) == [("guest", "InCohortReclamation")]


def test_a_near_borrower_leaves_before_one_of_another_branch() -> None:
    simulator = cluster(
        cohort("root"),
        cohort("left", "root"),
        cohort("right", "root"),
        *queue("one", "left", "4", **ANY),
        *queue("near", "left", "0"),
        *queue("far", "right", "0"),
        jobs=[job("n", "near", 2, priority=9), job("f", "far", 2)],
    )
    assert victims(simulator, job("w", "one", 2)) == [("f", "InCohortReclamation")]
    assert victims(simulator, job("v", "one", 2)) == [("n", "InCohortReclamation")]


def test_without_advantage_a_branch_takes_nothing_from_another() -> None:
    simulator = cluster(
        cohort("root", cpu="4"),
        cohort("left", "root"),
        cohort("right", "root"),
        *queue("one", "left", "0", **ANY),
        *queue("far", "right", "0"),
        jobs=[job("guest", "far", 4)],
    )
    assert victims(simulator, job("w", "one", 4, priority=9)) == []


def test_a_queue_that_may_borrow_by_preemption_takes_what_its_cohort_has() -> None:
    borrow: Object = {"borrowWithinCohort": {"policy": "LowerPriority"}, **ANY}
    simulator = cluster(
        cohort("root", cpu="4"),
        *queue("one", "root", "0", **borrow),
        *queue("other", "root", "0"),
        jobs=[job("low", "other", 2, priority=1), job("high", "other", 2, priority=9)],
    )
    found = victims(simulator, job("w", "one", 2, priority=5))
    assert found == [("low", "InCohortReclaimWhileBorrowing")]


@pytest.mark.parametrize(("policy", "leaves"), [(ANY, True), (LOWER, False), ({}, False)])
def test_reclaim_policy_decides_whether_priority_matters(policy: Object, leaves: bool) -> None:
    simulator = cluster(
        *queue("one", "all", "4", **policy),
        *queue("other", "all", "0"),
        jobs=[job("guest", "other", 4, priority=9)],
    )
    found = victims(simulator, job("w", "one", 4))
    assert found == ([("guest", "InCohortReclamation")] if leaves else [])


def test_fair_sharing_takes_from_the_queue_that_borrows_most() -> None:
    simulator = cluster(
        *queue("one", "all", "3", **ANY),
        *queue("some", "all", "3", **ANY),
        *queue("more", "all", "3", **ANY),
        jobs=[
            job("a", "some", 1),
            job("b", "some", 1),
            job("c", "some", 1),
            job("d", "some", 1),
            *(job(name, "more", 1) for name in "ghijk"),
        ],
        fair_sharing=True,
    )
    assert victims(simulator, job("w", "one", 1)) == [("k", "InCohortReclamation")]


def test_fair_sharing_stops_where_shares_are_even() -> None:
    simulator = cluster(
        *queue("one", "all", "2", **ANY),
        *queue("two", "all", "2", **ANY),
        *queue("lender", "all", "2"),
        jobs=[job("a", "two", 3), job("b", "one", 3)],
        fair_sharing=True,
    )
    assert victims(simulator, job("w", "one", 1, priority=9)) == []


def test_a_weight_gives_a_right_to_more() -> None:
    simulator = cluster(
        *queue("heavy", "all", "0", weight="3", **ANY),
        *queue("light", "all", "0", weight="1", **ANY),
        cohort("all", cpu="4"),
        jobs=[job(name, "light", 1) for name in "abcd"],
        fair_sharing=True,
    )
    found = [victims(simulator, job(f"w{number}", "heavy", 1)) for number in range(4)]
    assert [[rule for _, rule in taken] for taken in found] == [["InCohortFairSharing"]] * 3 + [[]]


def test_a_workload_of_its_own_queue_leaves_by_priority_even_under_fair_sharing() -> None:
    simulator = cluster(
        *queue("one", "all", "2", withinClusterQueue="LowerPriority", **ANY),
        *queue("two", "all", "0"),
        jobs=[job("low", "one", 2), job("guest", "two", 0)],
        fair_sharing=True,
    )
    assert victims(simulator, job("w", "one", 2, priority=1)) == [("low", "InClusterQueue")]


def test_a_larger_slice_of_an_elastic_workload_replaces_the_smaller_one() -> None:
    simulator = cluster(*queue("one", "all", "4"), jobs=[job("small", "one", 3)])
    replaces = {"kueue.x-k8s.io/workload-slice-replacement-for": "team/small"}
    elastic = {"kueue.x-k8s.io/elastic-job": "true", **replaces}
    simulator.submit(job("large", "one", 4, annotations=elastic))
    simulator.schedule()
    assert simulator.workload("team/large").state == "admitted"
    assert "team/small" not in simulator.workloads()
    assert [use.used for use in simulator.usage() if use.node == "one"] == [4000]


def test_before_elastic_workloads_a_slice_is_a_workload_like_others() -> None:
    simulator = cluster(*queue("one", "all", "4"), jobs=[job("small", "one", 3)], release=(0, 17))
    replaces = {"kueue.x-k8s.io/workload-slice-replacement-for": "team/small"}
    simulator.submit(job("large", "one", 4, annotations=replaces))
    simulator.schedule()
    assert simulator.workload("team/large").state == "pending"
