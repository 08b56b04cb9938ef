"""Workloads that evict one another for ever are found out and named."""

from tests.sim.kueue_objects import cluster_queue, flavor, local_queue, pod_set, quotas, workload

from kuota.sim.results import PreemptionLoop
from kuota.sim.simulator import Simulator


def _loop() -> Simulator:
    """Three workloads that take a cpu quota from one another in a circle.

    ``small`` reclaims the quota of its queue from ``guest``, which borrows it. ``large``, of the
    same queue and with a higher priority, evicts ``small`` but has to borrow; when the quota is
    free, ``guest`` comes first.
    """
    owner = {"reclaimWithinCohort": "Any", "withinClusterQueue": "LowerPriority"}
    objects = [
        flavor("default"),
        cluster_queue(
            "owner",
            [quotas("default", cpu="6", gpu="8")],
            cohortName="all",
            preemption=owner,
        ),
        cluster_queue(
            "other",
            [quotas("default", cpu="0", gpu="12")],
            cohortName="all",
            queueingStrategy="StrictFIFO",
        ),
        local_queue("owner", "owner"),
        local_queue("other", "other"),
    ]
    workloads = [
        workload("large", pod_set(cpu="4", gpu="16"), queue="owner", priority=500),
        workload("small", pod_set(cpu="4"), queue="owner", priority=0),
        workload("guest", pod_set(cpu="4"), queue="other", priority=1000),
    ]
    return Simulator(objects, workloads)


def test_a_cycle_is_named_with_all_who_take_part() -> None:
    members = ("team/guest", "team/large", "team/small")
    found = _loop().schedule(max_cycles=60)
    assert found.livelock
    assert found.loop == PreemptionLoop(first=15, again=27, members=members)
    evictions = [
        (event.workload, event.preemptor, event.reason)
        for event in found.events
        if event.type == "preempted" and 15 < event.cycle <= 27
    ]
    assert evictions == [
        ("team/small", "team/large", "InClusterQueue"),
        ("team/guest", "team/small", "InCohortReclamation"),
    ]


def test_a_step_can_end_where_the_loop_closes() -> None:
    found = _loop().schedule(max_cycles=1000, stop_at_loop=True)
    assert found.livelock
    assert found.cycles == 27


def test_a_loop_that_is_broken_up_is_none() -> None:
    cluster = _loop()
    cluster.schedule(stop_at_loop=True)
    cluster.remove("team/large")
    found = cluster.schedule()
    assert not found.livelock
    assert found.loop is None
    assert cluster.workload("team/small").state == "admitted"
    assert cluster.workload("team/guest").state == "pending"


def test_evictions_that_come_to_an_end_are_no_loop() -> None:
    cluster = _loop()
    cluster.schedule(max_cycles=2)
    cluster.remove("team/large")
    found = cluster.schedule()
    assert [event.type for event in found.events] == ["preempted", "admitted"]
    assert found.loop is None
