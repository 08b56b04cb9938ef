"""A question "what if" leaves no trace, and its answer is the one that reality would give."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.sim.clusters import Story, act, actions, stories
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


def _all_of(simulator: Simulator) -> dict[str, Any]:
    """Everything that can be seen of a simulator."""
    return {
        "now": simulator.now,
        "workloads": simulator.workloads(),
        "usage": simulator.usage(),
        "positions": {name: simulator.positions(name) for name in simulator.cluster.cluster_queues},
        "retries": dict(simulator.cluster.queues.retries),
        "timers": [time for time, _, _ in simulator.clock.timers],
    }


def _simulator(**settings: Any) -> Simulator:
    objects = [
        flavor("default"),
        cluster_queue("cq", [quotas("default", cpu="4")]),
        local_queue("queue", "cq"),
    ]
    running = workload("running", pod_set(cpu="3"), status=admitted("cq", assigned(cpu="3")))
    return Simulator(objects, [running], **settings)


def test_a_workload_submitted_in_a_what_if_is_unknown_afterwards() -> None:
    simulator = _simulator()
    with simulator.what_if():
        simulator.submit(workload("new", pod_set(cpu="1")))
        assert ["new"] == [event.workload[5:] for event in simulator.schedule().events]
    assert ["team/running"] == list(simulator.workloads())


def test_usage_is_as_before_after_a_what_if_that_raises() -> None:
    simulator = _simulator()
    before = _all_of(simulator)
    with pytest.raises(ZeroDivisionError), simulator.what_if():
        simulator.finish("team/running")
        raise ZeroDivisionError
    assert before == _all_of(simulator)


def test_what_ifs_can_be_nested() -> None:
    simulator = _simulator()
    with simulator.what_if():
        simulator.submit(workload("one", pod_set(cpu="1")))
        simulator.schedule()
        inside = _all_of(simulator)
        with simulator.what_if():
            simulator.finish("team/one")
            simulator.submit(workload("two", pod_set(cpu="1")))
            simulator.schedule()
        assert inside == _all_of(simulator)
    assert 3000 == simulator.usage()[0].used


def test_deadlines_set_in_a_what_if_lapse_with_it() -> None:
    simulator = _simulator(wait_for_pods_ready={"timeout": "1m"})
    before = _all_of(simulator)
    with simulator.what_if():
        simulator.submit(workload("new", pod_set(cpu="1")))
        simulator.schedule()
        assert 2 == len(simulator.advance(61))
    assert before == _all_of(simulator)


@pytest.mark.property
@settings(max_examples=60, deadline=None)
@given(story=stories(), extra=actions())
def test_a_what_if_leaves_no_trace(story: Story, extra: list[tuple[str, Any]]) -> None:
    simulator, other = story.simulator(), story.simulator()
    act(simulator, story.actions[:-1])
    act(other, story.actions[:-1])
    before = _all_of(simulator)
    with simulator.what_if():
        tried = act(simulator, [*extra, ("schedule", None)])
    assert before == _all_of(simulator)
    assert act(other, story.actions[-1:]) == act(simulator, story.actions[-1:])
    assert _all_of(other) == _all_of(simulator)
    again = story.simulator()
    act(again, story.actions[:-1])
    assert act(again, [*extra, ("schedule", None)]) == tried


@pytest.mark.property
@settings(max_examples=40, deadline=None)
@given(story=stories(), cut=st.integers(0, 14))
def test_a_story_told_within_a_what_if_is_the_same_story(story: Story, cut: int) -> None:
    simulator, other = story.simulator(), story.simulator()
    act(simulator, story.actions[:cut])
    act(other, story.actions[:cut])
    with simulator.what_if():
        assert act(other, story.actions[cut:]) == act(simulator, story.actions[cut:])
        assert _all_of(other) == _all_of(simulator)
