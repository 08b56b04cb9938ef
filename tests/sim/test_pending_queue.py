"""The pending workloads of a queue behave like Kueue's heap and map of inadmissible ones."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.sim.kueue_objects import pod_set, workload

from kuota.sim.journal import Journal
from kuota.sim.model import FlavorResources, WorkloadInfo
from kuota.sim.queues.pending import BEST_EFFORT_FIFO, STRICT_FIFO, PendingQueue, RequeueReason
from kuota.sim.settings import Settings
from kuota.sim.workload_info import new_info, workload_from

NOW = 10_000


def queue(strategy: str = BEST_EFFORT_FIFO) -> PendingQueue:
    """A queue that admits every namespace but ``closed``."""
    return PendingQueue(0, strategy, Settings(), lambda name: name != "closed", {}, Journal())


def info(
    name: str, priority: int = 0, created: int = 0, cpu: int = 1, namespace: str = "team"
) -> WorkloadInfo:
    """A workload as the scheduler sees it; those that ask for the same are equivalent."""
    raw = workload(name, pod_set(cpu=str(cpu)), priority=priority, created=created)
    raw["metadata"]["namespace"] = namespace
    return new_info(workload_from(raw), Settings(), FlavorResources())


def filled(*infos: WorkloadInfo, strategy: str = BEST_EFFORT_FIFO) -> PendingQueue:
    """A queue with these workloads."""
    found = queue(strategy)
    for each in infos:
        found.push_or_update(each, NOW)
    return found


def popped(pending: PendingQueue) -> list[str]:
    """All heads, one after the other."""
    found = []
    while (head := pending.pop()) is not None:
        found.append(head.obj.name)
    return found


def test_heads_come_by_priority_then_age_then_uid() -> None:
    pending = filled(
        info("b", created=5), info("a", created=5), info("old"), info("high", priority=1, created=9)
    )
    assert ["high", "old", "a", "b"] == popped(pending)


@pytest.mark.parametrize(
    ("reason", "expected"),
    [
        (RequeueReason.GENERIC, ["second"]),
        (RequeueReason.NO_FIT, ["second"]),
        (RequeueReason.PREEMPTION_NO_CANDIDATES, ["second"]),
        (RequeueReason.NAMESPACE_MISMATCH, ["second"]),
        (RequeueReason.PREEMPTION_GATED, ["second"]),
        (RequeueReason.FAILED_AFTER_NOMINATION, ["first", "second"]),
        (RequeueReason.PENDING_PREEMPTION, ["first", "second"]),
        (RequeueReason.PREEMPTION_FAILED, ["first", "second"]),
    ],
)
def test_a_best_effort_queue_tries_again_at_once_only_for_some_reasons(
    reason: RequeueReason, expected: list[str]
) -> None:
    pending = filled(info("first", cpu=2), info("second", created=1))
    head = pending.pop()
    assert head is not None
    pending.requeue_if_not_present(head, reason, NOW)
    assert expected == popped(pending)


def test_a_strict_queue_tries_again_at_once_unless_the_namespace_is_not_selected() -> None:
    for reason in RequeueReason:
        pending = filled(info("first"), strategy=STRICT_FIFO)
        head = pending.pop()
        assert head is not None
        again = pending.requeue_if_not_present(head, reason, NOW)
        assert (reason != RequeueReason.NAMESPACE_MISMATCH) == again


def test_equivalent_workloads_leave_the_heap_with_the_one_that_failed() -> None:
    pending = filled(info("a"), info("b", created=1), info("other", created=2, cpu=2))
    head = pending.pop()
    assert head is not None
    pending.requeue_if_not_present(head, RequeueReason.NO_FIT, NOW)
    pending.push_or_update(info("late", created=3), NOW)
    assert ["other"] == popped(pending)


def test_a_strict_queue_does_not_treat_equivalent_workloads_alike() -> None:
    pending = filled(info("a"), info("b", created=1), strategy=STRICT_FIFO)
    head = pending.pop()
    assert head is not None
    pending.requeue_if_not_present(head, RequeueReason.NO_FIT, NOW)
    assert ["a", "b"] == popped(pending)


def test_a_change_brings_inadmissible_workloads_back() -> None:
    pending = filled(info("a"), info("b", created=1))
    head = pending.pop()
    assert head is not None
    pending.requeue_if_not_present(head, RequeueReason.NO_FIT, NOW)
    assert (2, ["a", "b"]) == (pending.queue_inadmissible_workloads(NOW), popped(pending))


def test_workloads_of_other_namespaces_are_not_brought_back() -> None:
    pending = filled(info("a", namespace="closed"))
    head = pending.pop()
    assert head is not None
    pending.requeue_if_not_present(head, RequeueReason.NAMESPACE_MISMATCH, NOW)
    assert 0 == pending.queue_inadmissible_workloads(NOW)


def test_who_has_issued_preemptions_stays_at_the_head_of_a_best_effort_queue() -> None:
    pending = filled(info("first"), info("second", created=1))
    head = pending.pop()
    assert head is not None
    pending.requeue_if_not_present(head, RequeueReason.PENDING_PREEMPTION, NOW)
    pending.push_or_update(info("higher", priority=1), NOW)
    assert ["first", "higher", "second"] == popped(pending)


def test_a_strict_queue_puts_priority_before_preemptions_issued() -> None:
    pending = filled(info("first"), strategy=STRICT_FIFO)
    head = pending.pop()
    assert head is not None
    pending.requeue_if_not_present(head, RequeueReason.PENDING_PREEMPTION, NOW)
    pending.push_or_update(info("higher", priority=1), NOW)
    assert ["higher", "first"] == popped(pending)


def test_a_workload_waits_for_its_backoff_among_the_inadmissible() -> None:
    waiting = info("w")
    waiting.obj.requeue_at = NOW + 1
    pending = filled(waiting)
    assert [] == popped(pending)
    assert 0 == pending.queue_inadmissible_workloads(NOW)
    assert (1, ["w"]) == (pending.queue_inadmissible_workloads(NOW + 1), popped(pending))


def test_positions_are_those_in_which_workloads_would_be_tried() -> None:
    pending = filled(info("a", created=3), info("b", created=1), info("c", priority=2))
    assert ["c", "b", "a"] == [each.obj.name for each in pending.in_queue_order()]


class Model:
    """Kueue's rules in the simplest form: a list to choose from, and a list left aside."""

    def __init__(self) -> None:
        self.active: list[WorkloadInfo] = []
        self.inadmissible: list[WorkloadInfo] = []
        self.moved: set[str] = set()

    def push(self, each: WorkloadInfo) -> None:
        """A workload arrives."""
        aside = each.scheduling_hash in self.moved
        (self.inadmissible if aside else self.active).append(each)

    def pop(self) -> WorkloadInfo | None:
        """The head."""
        if not self.active:
            return None
        self.active.sort(key=lambda each: (-each.obj.priority, each.obj.created_at, each.obj.uid))
        return self.active.pop(0)

    def requeue(self, each: WorkloadInfo, reason: RequeueReason) -> None:
        """The head was not admitted."""
        if reason == RequeueReason.FAILED_AFTER_NOMINATION:
            self.active.append(each)
            return
        self.inadmissible.append(each)
        if reason == RequeueReason.NO_FIT:
            self.moved.add(each.scheduling_hash)
            alike = [w for w in self.active if w.scheduling_hash == each.scheduling_hash]
            self.inadmissible += alike
            self.active = [w for w in self.active if w not in alike]

    def wake(self) -> None:
        """Something has changed."""
        self.moved.clear()
        self.active += self.inadmissible
        self.inadmissible = []

    def delete(self, key: str) -> None:
        """A workload is gone."""
        self.active = [w for w in self.active if w.obj.key != key]
        self.inadmissible = [w for w in self.inadmissible if w.obj.key != key]


steps = st.lists(
    st.one_of(
        st.tuples(st.just("push"), st.integers(0, 3), st.integers(0, 2), st.integers(0, 5)),
        st.tuples(st.just("pop"), st.sampled_from([0, 1, 2])),
        st.tuples(st.just("wake")),
        st.tuples(st.just("delete"), st.integers(0, 20)),
    ),
    max_size=40,
)

REASONS = (RequeueReason.NO_FIT, RequeueReason.GENERIC, RequeueReason.FAILED_AFTER_NOMINATION)


@pytest.mark.property
@given(steps)
def test_any_course_of_events_gives_the_heads_that_the_rules_give(
    course: list[tuple[Any, ...]],
) -> None:
    pending, model = queue(), Model()
    for number, (step, *values) in enumerate(course):
        if step == "push":
            cpu, priority, created = values
            each = info(f"w{number}", priority, created, cpu)
            pending.push_or_update(each, NOW)
            model.push(each)
        elif step == "pop":
            expected, head = model.pop(), pending.pop()
            assert expected is head
            if expected is not None and head is not None and values[0] < 2:
                pending.requeue_if_not_present(head, REASONS[values[0]], NOW)
                model.requeue(expected, REASONS[values[0]])
        elif step == "wake":
            assert len(model.inadmissible) == pending.queue_inadmissible_workloads(NOW)
            model.wake()
        else:
            pending.delete(f"team/w{values[0]}")
            model.delete(f"team/w{values[0]}")
        assert len(model.active) == pending.active_count
