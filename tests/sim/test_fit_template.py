"""Reusing the assignment of a workload's class changes nothing but the time it takes."""

from typing import Any
from unittest.mock import patch

from hypothesis import HealthCheck, given, settings
from tests.sim.clusters import Story, act, stories
from tests.sim.kueue_objects import (
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


def _told(story: Story) -> tuple[list[Any], dict[str, Any], Simulator]:
    simulator = story.simulator()
    return act(simulator, story.actions), simulator.workloads(), simulator


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(stories())
def test_a_story_is_the_same_with_and_without_templates(story: Story) -> None:
    steps, workloads, _ = _told(story)
    with patch("kuota.sim.assignments.applies_to", return_value=False):
        other_steps, other_workloads, simulator = _told(story)
    assert steps == other_steps
    assert workloads == other_workloads
    assert not any(queue.fit_templates for queue in simulator.cluster.cluster_queues.values())


def test_a_flavor_passed_over_because_it_borrows_is_looked_at_again() -> None:
    simulator = Simulator(
        [
            flavor("one"),
            flavor("two"),
            cluster_queue(
                "cq",
                [quotas("one", cpu="1"), quotas("two", cpu="4")],
                cohortName="c",
                flavorFungibility={"whenCanBorrow": "TryNextFlavor"},
            ),
            cluster_queue("lender", [quotas("one", cpu="4")], cohortName="c"),
            local_queue("queue", "cq"),
        ],
        [workload("holder", pod_set(), status=admitted("cq", assigned(flavor="one", cpu="1")))],
    )
    simulator.submit(workload("first", pod_set(cpu="1")))
    simulator.schedule()
    simulator.finish("team/holder")
    simulator.submit(workload("second", pod_set(cpu="1")))
    simulator.schedule()
    flavors = [
        simulator.workload(f"team/{name}").pod_sets[0].flavors["cpu"]
        for name in ("first", "second")
    ]
    assert ["two", "one"] == flavors
