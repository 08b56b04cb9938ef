"""Jobs that arrive, run and leave in simulated time."""

from typing import Any

import pytest
from tests.sim.kueue_objects import cluster_queue, flavor, local_queue, pod_set, quotas, workload

from kuota.sim.replay import Job, Replay
from kuota.sim.simulator import Simulator

SECOND = 1000


def cluster(**queues: str) -> Simulator:
    """A cohort of queues with so much CPU each; within a queue priority decides."""
    objects = [flavor("default")]
    preemption = {"withinClusterQueue": "LowerPriority", "reclaimWithinCohort": "Any"}
    for name, cpu in queues.items():
        spec: dict[str, Any] = {"cohortName": "all", "preemption": preemption}
        objects.append(cluster_queue(name, [quotas("default", cpu=cpu)], **spec))
        objects.append(local_queue(name, name))
    return Simulator(objects, now="2026-01-01T00:00:00Z")


def job(
    simulator: Simulator,
    name: str,
    arrival: int,
    runtime: int,
    cpu: int = 1,
    queue: str = "queue",
    priority: int = 0,
) -> Job:
    """A job that arrives so many seconds after the start."""
    obj = workload(name, pod_set(cpu=str(cpu)), queue=queue, priority=priority, created=arrival)
    read = simulator.cluster.read_workload(obj)
    return Job(simulator.now + arrival * SECOND, read, runtime * SECOND)


def times(simulator: Simulator, jobs: list[Job], until: int | None = None) -> list[tuple[int, int]]:
    """When each job started and ended, in milliseconds after the start; -1 for never."""
    start = simulator.now
    Replay(simulator).run(jobs, None if until is None else start + until * SECOND)
    return [
        (
            played.admitted_at - start if played.admitted_at >= 0 else -1,
            played.finished_at - start if played.finished_at >= 0 else -1,
        )
        for played in jobs
    ]


def test_a_job_starts_as_it_arrives_where_there_is_room() -> None:
    simulator = cluster(queue="2")
    jobs = [job(simulator, "one", 5, 10), job(simulator, "two", 7, 10)]
    assert times(simulator, jobs) == [(5000, 15_000), (7000, 17_000)]


def test_a_job_that_waits_starts_a_batch_after_room_is_made() -> None:
    simulator = cluster(queue="1")
    jobs = [job(simulator, "one", 0, 10), job(simulator, "two", 3, 10)]
    assert times(simulator, jobs) == [(0, 10_000), (11_000, 21_000)]


def test_jobs_need_not_come_in_order() -> None:
    simulator = cluster(queue="1")
    jobs = [job(simulator, "later", 3, 10), job(simulator, "sooner", 0, 10)]
    assert times(simulator, jobs) == [(11_000, 21_000), (0, 10_000)]


def test_a_displaced_job_starts_again_from_the_beginning() -> None:
    simulator = cluster(queue="1")
    jobs = [
        job(simulator, "low", 0, 10),
        job(simulator, "high", 4, 5, priority=1),
    ]
    assert times(simulator, jobs) == [(10_000, 20_000), (4000, 9000)]
    assert jobs[0].runs == 2
    assert jobs[0].first_admitted_at == jobs[1].admitted_at - 4 * SECOND


def test_a_borrower_leaves_when_its_lender_has_a_job() -> None:
    simulator = cluster(lender="1", borrower="0")
    jobs = [
        job(simulator, "guest", 0, 10, queue="borrower"),
        job(simulator, "host", 4, 5, queue="lender"),
    ]
    assert times(simulator, jobs) == [(10_000, 20_000), (4000, 9000)]


def test_a_job_that_never_fits_stays_pending() -> None:
    simulator = cluster(queue="1")
    jobs = [job(simulator, "big", 0, 10, cpu=2), job(simulator, "small", 1, 10)]
    assert times(simulator, jobs) == [(-1, -1), (1000, 11_000)]
    assert simulator.workload("team/big").state == "pending"


def test_a_replay_ends_where_it_is_told_to_and_goes_on_from_there() -> None:
    simulator = cluster(queue="1")
    start = simulator.now
    jobs = [job(simulator, "one", 0, 10), job(simulator, "two", 3, 10)]
    replay = Replay(simulator)
    replay.run(jobs, start + 5 * SECOND)
    assert simulator.now == start + 5 * SECOND
    assert [played.finished_at for played in jobs] == [-1, -1]
    replay.run([])
    assert [played.finished_at - start for played in jobs] == [10_000, 21_000]


@pytest.mark.parametrize("period", [0, 500, 5000])
def test_the_wait_for_the_batch_can_be_chosen(period: int) -> None:
    simulator = cluster(queue="1")
    start = simulator.now
    jobs = [job(simulator, "one", 0, 10), job(simulator, "two", 3, 10)]
    Replay(simulator, period).run(jobs)
    assert jobs[1].admitted_at - start == 10_000 + period


def test_deadlines_of_the_cluster_end_runs_too() -> None:
    simulator = cluster(queue="1")
    played = job(simulator, "one", 0, 100)
    played.workload.maximum_execution_time = 30 * SECOND
    assert times(simulator, [played, job(simulator, "two", 1, 5)]) == [(0, -1), (31_000, 36_000)]
    assert simulator.workload("team/one").state == "inactive"
