"""Which of several flavors is taken: borrowing, preemption, and where a scan goes on."""

import pytest
from tests.sim.flavor_case import LOWER, MAY_STOP, TRY_NEXT, Case, assign, check
from tests.sim.kueue_objects import (
    pod_set,
    quotas,
)

from kuota.sim.model import AssignmentClusterQueueState

CASES = {
    "quota of others is borrowed": Case(
        [[quotas("one", cpu="2")]],
        [pod_set(cpu="5")],
        "FIT",
        {"main": {"cpu": "one FIT"}},
        borrowing=1,
        other=[[quotas("one", cpu="4")]],
    ),
    "the borrowing limit holds": Case(
        [[quotas("one", cpu="2 borrow 1")]],
        [pod_set(cpu="4")],
        "NO_FIT",
        {"main": {}},
        "couldn't assign flavors to pod set main: insufficient quota for cpu in flavor one, "
        "previously considered podsets requests (0) + current podset request (4) > maximum "
        "capacity (3)",
        other=[[quotas("one", cpu="4")]],
    ),
    "the lending limit of others holds": Case(
        [[quotas("one", cpu="2"), quotas("two", cpu="4")]],
        [pod_set(cpu="4")],
        "FIT",
        {"main": {"cpu": "two FIT"}},
        other=[[quotas("one", cpu="9 lend 1"), quotas("two", cpu="0")]],
    ),
    "a queue that may not preempt waits for what others have borrowed": Case(
        [[quotas("one", cpu="2")]],
        [pod_set(cpu="4")],
        "NO_FIT",
        {"main": {}},
        "couldn't assign flavors to pod set main: "
        "insufficient unused quota for cpu in flavor one, 2 more needed",
        other=[[quotas("one", cpu="4")]],
        other_used={"one": {"cpu": "4"}},
    ),
    "preemption here before another flavor": Case(
        [[quotas("one", cpu="4"), quotas("two", cpu="4")]],
        [pod_set(cpu="2")],
        "PREEMPT",
        {"main": {"cpu": "one PREEMPT"}},
        "couldn't assign flavors to pod set main: "
        "insufficient unused quota for cpu in flavor one, 1 more needed",
        spec={"preemption": LOWER, "flavorFungibility": MAY_STOP},
        used={"one": {"cpu": "3"}},
        priority=1,
        tried=[{"cpu": 0}],
    ),
    "another flavor before preemption here": Case(
        [[quotas("one", cpu="4"), quotas("two", cpu="4")]],
        [pod_set(cpu="2")],
        "FIT",
        {"main": {"cpu": "two FIT"}},
        spec={"preemption": LOWER, "flavorFungibility": TRY_NEXT},
        used={"one": {"cpu": "3"}},
        priority=1,
    ),
    "without victims another flavor, whatever the policy": Case(
        [[quotas("one", cpu="4"), quotas("two", cpu="4")]],
        [pod_set(cpu="2")],
        "FIT",
        {"main": {"cpu": "two FIT"}},
        spec={"flavorFungibility": MAY_STOP},
        used={"one": {"cpu": "3"}},
        priority=1,
    ),
    "borrowing here before another flavor": Case(
        [[quotas("one", cpu="1"), quotas("two", cpu="4")]],
        [pod_set(cpu="2")],
        "FIT",
        {"main": {"cpu": "one FIT"}},
        borrowing=1,
        spec={"flavorFungibility": MAY_STOP},
        other=[[quotas("one", cpu="4"), quotas("two", cpu="4")]],
        tried=[{"cpu": 0}],
    ),
    "another flavor before borrowing here": Case(
        [[quotas("one", cpu="1"), quotas("two", cpu="4")]],
        [pod_set(cpu="2")],
        "FIT",
        {"main": {"cpu": "two FIT"}},
        spec={"flavorFungibility": TRY_NEXT},
        other=[[quotas("one", cpu="4"), quotas("two", cpu="4")]],
    ),
    "the first of flavors that are equally far": Case(
        [[quotas("one", cpu="1"), quotas("two", cpu="1")]],
        [pod_set(cpu="2")],
        "FIT",
        {"main": {"cpu": "one FIT"}},
        borrowing=1,
        spec={"flavorFungibility": TRY_NEXT},
        other=[[quotas("one", cpu="4"), quotas("two", cpu="4")]],
    ),
    "preemption at home rather than borrowing, where that is preferred": Case(
        [[quotas("one", cpu="1"), quotas("two", cpu="4")]],
        [pod_set(cpu="2")],
        "PREEMPT",
        {"main": {"cpu": "two PREEMPT"}},
        "couldn't assign flavors to pod set main: "
        "insufficient unused quota for cpu in flavor two, 2 more needed",
        spec={
            "preemption": LOWER,
            "flavorFungibility": {**TRY_NEXT, "preference": "PreemptionOverBorrowing"},
        },
        used={"two": {"cpu": "4"}},
        other=[[quotas("one", cpu="4"), quotas("two", cpu="0")]],
        priority=1,
    ),
    "borrowing rather than preemption at home, by default": Case(
        [[quotas("one", cpu="1"), quotas("two", cpu="4")]],
        [pod_set(cpu="2")],
        "FIT",
        {"main": {"cpu": "one FIT"}},
        borrowing=1,
        spec={"preemption": LOWER, "flavorFungibility": TRY_NEXT},
        used={"two": {"cpu": "4"}},
        other=[[quotas("one", cpu="4"), quotas("two", cpu="0")]],
        priority=1,
    ),
    "without fungibility the first flavor that can be had by preemption, unless one fits": Case(
        [[quotas("one", cpu="4"), quotas("two", cpu="4"), quotas("plain", cpu="4")]],
        [pod_set(cpu="2")],
        "FIT",
        {"main": {"cpu": "plain FIT"}},
        spec={"preemption": LOWER, "flavorFungibility": MAY_STOP},
        used={"one": {"cpu": "3"}, "two": {"cpu": "4"}},
        priority=1,
        gates={"FlavorFungibility": False},
    ),
}


@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
def test_the_flavor_taken(case: Case) -> None:
    check(case)


@pytest.mark.parametrize(
    "case",
    [case for case in CASES.values() if case.tried is not None],
    ids=[name for name, case in CASES.items() if case.tried is not None],
)
def test_where_the_scan_stopped_is_kept(case: Case) -> None:
    assert case.tried == assign(case).last_state.last_tried_flavor_idx


def test_the_scan_resumes_behind_the_last_flavor_tried() -> None:
    last = AssignmentClusterQueueState(1, 0, "")
    last.last_tried_flavor_idx = [{"cpu": 0}]
    case = Case([[quotas("one", cpu="4"), quotas("two", cpu="4")]], [pod_set(cpu="1")], "FIT", {})
    found = assign(case, last)
    assert ("two", -1) == (
        found.pod_sets[0].flavors["cpu"].name,
        found.last_state.last_tried_flavor_idx[0]["cpu"],
    )


def test_the_scan_does_not_resume_without_fungibility() -> None:
    last = AssignmentClusterQueueState(1, 0, "")
    last.last_tried_flavor_idx = [{"cpu": 0}]
    case = Case(
        [[quotas("one", cpu="4"), quotas("two", cpu="4")]],
        [pod_set(cpu="1")],
        "FIT",
        {},
        gates={"FlavorFungibility": False},
    )
    assert "one" == assign(case, last).pod_sets[0].flavors["cpu"].name
