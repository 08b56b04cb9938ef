"""The accounts by which LocalQueues share admission fairly."""

import math
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
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

from kuota.sim.afs import UsageLedger
from kuota.sim.settings import (
    AdmissionFairSharing,
)
from kuota.sim.simulator import Simulator

MINUTE = 60_000
CONFIG = AdmissionFairSharing(10 * MINUTE, MINUTE)
QUEUE = "team/a"
RATE = 1.0 - math.pow(0.5, 0.1)
"""What one sampling of a minute adds, at a half-life of ten."""


def ledger(config: AdmissionFairSharing = CONFIG, **weights: float) -> UsageLedger:
    return UsageLedger(config, {f"team/{name}": weight for name, weight in weights.items()})


def test_an_unknown_queue_has_used_nothing() -> None:
    assert 0.0 == ledger().usage(QUEUE)


def test_a_charge_counts_at_once() -> None:
    accounts = ledger()
    accounts.push_penalty(QUEUE, "team/w", {"cpu": 1000, GPU: 4}, 0)
    assert pytest.approx(5 * RATE, abs=2e-9) == accounts.usage(QUEUE)


def test_a_charge_is_cut_off_at_nanos() -> None:
    accounts = ledger()
    accounts.push_penalty(QUEUE, "team/w", {GPU: 1}, 0)
    assert math.floor(RATE * 1e9) * 1e-9 == accounts.usage(QUEUE)


def test_a_second_charge_of_a_workload_replaces_the_first() -> None:
    accounts = ledger()
    accounts.push_penalty(QUEUE, "team/w", {GPU: 8}, 0)
    accounts.push_penalty(QUEUE, "team/w", {GPU: 1}, 0)
    once = ledger()
    once.push_penalty(QUEUE, "team/w", {GPU: 1}, 0)
    assert once.usage(QUEUE) == accounts.usage(QUEUE)


def test_a_charge_is_taken_back() -> None:
    accounts = ledger()
    accounts.push_penalty(QUEUE, "team/w", {GPU: 8}, 0)
    accounts.subtract_penalty(QUEUE, "team/w")
    assert (0.0, False) == (accounts.usage(QUEUE), accounts.has_pending_penalty(QUEUE))


def test_settling_changes_no_usage_at_the_same_moment() -> None:
    accounts = ledger()
    accounts.push_penalty(QUEUE, "team/w", {GPU: 8}, 0)
    before = accounts.usage(QUEUE)
    accounts.settle(QUEUE, "team/w", 0)
    assert (before, False) == (accounts.usage(QUEUE), accounts.has_pending_penalty(QUEUE))


def test_a_settled_charge_is_not_taken_back() -> None:
    accounts = ledger()
    accounts.push_penalty(QUEUE, "team/w", {GPU: 8}, 0)
    accounts.settle(QUEUE, "team/w", 0)
    before = accounts.usage(QUEUE)
    accounts.subtract_penalty(QUEUE, "team/w")
    assert before == accounts.usage(QUEUE)


def test_usage_halves_in_a_half_life() -> None:
    accounts = ledger()
    accounts.push_penalty(QUEUE, "team/w", {GPU: 1000}, 0)
    accounts.settle(QUEUE, "team/w", 0)
    before = accounts.usage(QUEUE)
    accounts.reconcile(QUEUE, 10 * MINUTE)
    assert pytest.approx(before / 2) == accounts.usage(QUEUE)


def test_what_is_admitted_is_approached() -> None:
    accounts = ledger()
    accounts.reconcile(QUEUE, 0)
    accounts.add_admitted(QUEUE, {GPU: 8}, 1)
    accounts.reconcile(QUEUE, 10 * MINUTE)
    assert pytest.approx(4.0) == accounts.usage(QUEUE)


def test_a_sampling_within_the_interval_is_left_out() -> None:
    accounts = ledger()
    found = [accounts.reconcile(QUEUE, now) for now in (0, MINUTE - 1, MINUTE, MINUTE + 1)]
    assert [True, False, True, False] == found


def test_a_pending_charge_is_sampled_at_any_time() -> None:
    accounts = ledger()
    accounts.reconcile(QUEUE, 0)
    accounts.push_penalty(QUEUE, "team/w", {GPU: 8}, 1)
    assert accounts.reconcile(QUEUE, 1)


def test_without_half_life_nothing_is_remembered() -> None:
    accounts = ledger(AdmissionFairSharing(0, MINUTE))
    accounts.push_penalty(QUEUE, "team/w", {GPU: 8}, 0)
    accounts.settle(QUEUE, "team/w", 0)
    accounts.add_admitted(QUEUE, {GPU: 8}, 1)
    accounts.reconcile(QUEUE, MINUTE)
    assert 0.0 == accounts.usage(QUEUE)


WEIGHTS = [(1.0, 4.0), (2.0, 2.0), (0.5, 8.0), (0.0, math.inf)]


@pytest.mark.parametrize(("weight", "expected"), WEIGHTS)
def test_usage_is_divided_by_the_weight(weight: float, expected: float) -> None:
    accounts = ledger(a=weight)
    accounts.seed(QUEUE, {GPU: 4 * 10**9}, 0)
    assert expected == accounts.usage(QUEUE)


def test_resources_have_weights() -> None:
    accounts = ledger(AdmissionFairSharing(MINUTE, MINUTE, {"cpu": 0.5, "memory": 0.0}))
    accounts.seed(QUEUE, {"cpu": 4 * 10**9, "memory": 10**18, GPU: 3 * 10**9}, 0)
    assert 5.0 == accounts.usage(QUEUE)


def test_a_copy_goes_its_own_way() -> None:
    accounts = ledger()
    accounts.push_penalty(QUEUE, "team/w", {GPU: 8}, 0)
    before = accounts.usage(QUEUE)
    other = accounts.copy()
    other.settle(QUEUE, "team/w", 0)
    other.push_penalty(QUEUE, "team/x", {GPU: 8}, 0)
    other.add_admitted(QUEUE, {GPU: 8}, 1)
    assert (before, True, {}) == (
        accounts.usage(QUEUE),
        accounts.has_pending_penalty(QUEUE),
        accounts.admitted,
    )


def test_victims_are_compared_by_usage_before_the_cycle() -> None:
    accounts = ledger()
    accounts.begin_cycle()
    accounts.push_penalty(QUEUE, "team/w", {GPU: 8}, 0)
    during = accounts.usage_at_cycle_start(QUEUE)
    accounts.begin_cycle()
    assert (0.0, accounts.usage(QUEUE)) == (during, accounts.usage_at_cycle_start(QUEUE))


@given(st.integers(0, 10**6), st.integers(0, 10**6), st.integers(1, 10**6), st.integers(1, 10**6))
def test_usage_stays_between_what_was_and_what_is(
    before: int, now: int, elapsed: int, half_life: int
) -> None:
    accounts = ledger(AdmissionFairSharing(1000 * half_life, 1))
    accounts.seed(QUEUE, {GPU: before * 10**9}, 0)
    accounts.add_admitted(QUEUE, {GPU: now}, 1)
    accounts.reconcile(QUEUE, 1000 * elapsed)
    low, high = sorted((before, now))
    assert low - 1e-6 <= accounts.usage(QUEUE) <= high + 1e-6


def simulator(*workloads: Object, **weights: str) -> Simulator:
    queue = cluster_queue(
        "cq",
        [quotas("default", gpu="4")],
        queueingStrategy="StrictFIFO",
        admissionScope={"admissionMode": "UsageBasedAdmissionFairSharing"},
    )
    local_queues = [
        local_queue(name, "cq", fairSharing={"weight": weight}) for name, weight in weights.items()
    ]
    return Simulator(
        [flavor("default"), queue, *local_queues],
        workloads,
        admission_fair_sharing={"usageHalfLifeTime": "10m", "usageSamplingInterval": "1m"},
    )


def jobs(**queues: int) -> list[Any]:
    return [
        workload(f"{name}{number}", pod_set(gpu="1"), queue=name, created=created * 10 + number)
        for created, (name, count) in enumerate(queues.items())
        for number in range(count)
    ]


def admissions(found: Simulator) -> list[str]:
    return [e.workload for e in found.schedule().events if e.type == "admitted"]


def test_the_queue_that_has_used_less_goes_first() -> None:
    found = simulator(*jobs(a=1), a="1", b="1")
    found.schedule()
    found.submit(workload("later-a", pod_set(gpu="1"), queue="a", created=20, priority=9))
    found.submit(workload("later-b", pod_set(gpu="1"), queue="b", created=30))
    assert ["team/later-b", "team/later-a"] == admissions(found)


def test_a_heavier_queue_may_use_more() -> None:
    found = simulator(*jobs(a=1, b=2), a="1", b="3")
    found.schedule()
    found.submit(workload("later-a", pod_set(gpu="1"), queue="a", created=20, priority=9))
    found.submit(workload("later-b", pod_set(gpu="1"), queue="b", created=30))
    assert ["team/later-b"] == admissions(found)


def test_the_next_head_was_chosen_when_the_last_one_was_taken() -> None:
    found = simulator(*jobs(a=3, b=3), a="1", b="1")
    assert ["team/a0", "team/a1", "team/b0", "team/b1"] == admissions(found)


def test_what_was_used_is_remembered_when_it_has_ended() -> None:
    found = simulator(*jobs(a=4), a="1", b="1")
    found.schedule()
    found.advance(600)
    for number in range(4):
        found.finish(f"team/a{number}")
    for obj in [*jobs(a=1)[:0], *jobs(b=2)]:
        found.submit(obj)
    found.submit(workload("again", pod_set(gpu="1"), queue="a", created=0, priority=9))
    assert ["team/b0", "team/b1", "team/again"] == admissions(found)
