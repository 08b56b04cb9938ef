"""What a simulator without controllers takes from objects as they are."""

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

from kuota.sim.simulator import Simulator

OBJECTS = [
    flavor("default"),
    cluster_queue("one", [quotas("default", cpu="4")]),
    local_queue("queue", "one"),
]


def running(**spec: Any) -> Object:
    """A workload that holds all quota."""
    status = admitted("one", assigned(cpu="4"))
    status["conditions"] = [
        {
            "type": kind,
            "status": "True",
            "reason": kind,
            "lastTransitionTime": "2026-01-01T00:00:00Z",
        }
        for kind in ("QuotaReserved", "Admitted")
    ]
    found = workload("running", pod_set(cpu="4"), status=status)
    found["spec"].update(spec)
    return found


@pytest.mark.parametrize(("active", "state"), [(True, "pending"), (False, "admitted")])
def test_a_reservation_counts_while_its_workload_is_active(active: bool, state: str) -> None:
    simulator = Simulator(
        OBJECTS, [running(active=active), workload("waiting", pod_set(cpu="1"), created=1)]
    )
    simulator.schedule()
    assert state == simulator.workload("team/waiting").state


def test_a_workload_whose_eviction_is_under_way_stops_after_the_first_cycle() -> None:
    leaving = running()
    leaving["status"]["conditions"].append(
        {
            "type": "Evicted",
            "status": "True",
            "reason": "Preempted",
            "message": "Preempted by hand",
            "lastTransitionTime": "2026-01-01T00:00:30Z",
        }
    )
    waiting = workload("waiting", pod_set(cpu="1"), priority=1)
    simulator = Simulator(OBJECTS, [leaving, waiting])
    simulator.schedule(max_cycles=1)
    found = simulator.workload("team/running")
    assert ("pending", "Preempted by hand", 1) == (found.state, found.message, found.evictions)


@pytest.mark.parametrize(("controllers", "state"), [(True, "admitted"), (False, "pending")])
def test_only_a_simulator_with_controllers_assumes_namespaces(
    controllers: bool, state: str
) -> None:
    simulator = Simulator(OBJECTS, [workload("job", pod_set(cpu="1"))], controllers=controllers)
    simulator.schedule()
    assert state == simulator.workload("team/job").state
