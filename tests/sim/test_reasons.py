"""The one token that sums up why a workload does not fit, and the words for it."""

from collections.abc import Mapping, Sequence
from typing import Any

import pytest
from tests.sim.flavor_case import Case, assign
from tests.sim.kueue_objects import (
    Object,
    flavor,
    pod_set,
    quotas,
    topology,
)

from kuota.quantity import UNLIMITED
from kuota.sim.flavor_attempts import FlavorAssignmentAttempt, no_fit_token
from kuota.sim.model import (
    FlavorAssignmentMode,
    ResourceGroup,
)
from kuota.sim.reasons import (
    EXCEEDS_MAX_QUOTA,
    NO_MATCHING_FLAVOR,
    TOPOLOGY_PLACEMENT_FAILED,
    WAITING_FOR_QUOTA,
    ExceedsMaximumCapacity,
    InsufficientUnusedQuota,
    Mismatch,
    Reason,
    most_severe,
)

A_AND_B = (
    flavor("a", type="a"),
    flavor("b", taints=[{"key": "key", "value": "val", "effect": "NoSchedule"}]),
    flavor("placed", topology="racks"),
    topology("racks", "rack"),
)
BOTH = [[quotas("a", cpu="2"), quotas("b", cpu="2")]]
PLACED = [[quotas("a", cpu="2"), quotas("b", cpu="2"), quotas("placed", cpu="2")]]
IN_RACK = {"required": "rack"}

TOKENS: dict[str, tuple[Sequence[Sequence[Object]], Object, Mapping[str, Any], str]] = {
    "it fits": (BOTH, pod_set(cpu="1"), {}, ""),
    "the least grave of alternatives": (BOTH, pod_set(cpu="3"), {}, EXCEEDS_MAX_QUOTA),
    "no alternative suits": (
        BOTH,
        pod_set(cpu="1", nodeSelector={"type": "wrong"}),
        {},
        NO_MATCHING_FLAVOR,
    ),
    "what does not suit counts before what is too much": (
        BOTH,
        pod_set(cpu="3", nodeSelector={"type": "wrong"}),
        {},
        NO_MATCHING_FLAVOR,
    ),
    "waiting for quota that others have borrowed": (
        BOTH,
        pod_set(cpu="3"),
        {
            "other": [[quotas("a", cpu="2"), quotas("b", cpu="2")]],
            "other_used": {"a": {"cpu": "2"}, "b": {"cpu": "2"}},
        },
        WAITING_FOR_QUOTA,
    ),
    "more than the cohort has": (
        BOTH,
        pod_set(cpu="5"),
        {"other": [[quotas("a", cpu="2"), quotas("b", cpu="2")]]},
        EXCEEDS_MAX_QUOTA,
    ),
    "more than may be borrowed": (
        [[quotas("a", cpu="2 borrow 1"), quotas("b", cpu="2 borrow 1")]],
        pod_set(cpu="4"),
        {"other": [[quotas("a", cpu="5"), quotas("b", cpu="5")]]},
        EXCEEDS_MAX_QUOTA,
    ),
    "no topology": (BOTH, pod_set(cpu="1", topologyRequest=IN_RACK), {}, NO_MATCHING_FLAVOR),
    "no such level": (
        PLACED,
        pod_set(cpu="1", topologyRequest={"required": "block"}),
        {},
        NO_MATCHING_FLAVOR,
    ),
    "quota but no place": (
        PLACED,
        pod_set(cpu="1", topologyRequest=IN_RACK),
        {},
        TOPOLOGY_PLACEMENT_FAILED,
    ),
    "no place even if quota came free": (
        PLACED,
        pod_set(cpu="1", topologyRequest=IN_RACK),
        {"used": {"placed": {"cpu": "2"}}},
        TOPOLOGY_PLACEMENT_FAILED,
    ),
    "too much before no place": (
        PLACED,
        pod_set(cpu="3", topologyRequest=IN_RACK),
        {},
        EXCEEDS_MAX_QUOTA,
    ),
    "a resource that nobody has": (BOTH, pod_set(gpu="1"), {}, NO_MATCHING_FLAVOR),
    "a group that can give a flavor is no obstacle": (
        [[quotas("b", memory="1"), quotas("a", memory="1")], [quotas("placed", cpu="1")]],
        pod_set(cpu="1", memory="1"),
        {"objects": (*A_AND_B[:2], flavor("placed")), "used": {"placed": {"cpu": "1"}}},
        "",
    ),
}


@pytest.mark.parametrize(("groups", "wanted", "more", "expected"), TOKENS.values(), ids=TOKENS)
def test_token(
    groups: Sequence[Sequence[Object]], wanted: Object, more: Mapping[str, Any], expected: str
) -> None:
    case = Case(groups, [wanted], "", {}, **{"objects": A_AND_B, **more})
    assert expected == assign(case).no_fit_reason


def test_the_gravest_pod_set_counts() -> None:
    pod_sets = [pod_set("one", cpu="1"), pod_set("two", cpu="9")]
    assert EXCEEDS_MAX_QUOTA == assign(Case(BOTH, pod_sets, "", {}, objects=A_AND_B)).no_fit_reason


def test_a_workload_that_waits_for_victims_waits_for_quota() -> None:
    case = Case(BOTH, [pod_set(cpu="1")], "", {}, objects=A_AND_B, used={"a": {"cpu": "2"}})
    assert WAITING_FOR_QUOTA == assign(case).waiting_reason()


def attempt(flavor_name: str, mode: str, *reasons: Reason) -> FlavorAssignmentAttempt:
    return FlavorAssignmentAttempt(flavor_name, FlavorAssignmentMode[mode], 0, reasons)


WAITS = InsufficientUnusedQuota("a", "cpu", 3, 1)
TOO_MUCH = ExceedsMaximumCapacity("a", "cpu", 0, 9, 4)
UNFIT = Mismatch("a", "flavor a doesn't match node affinity")
CPU = ResourceGroup(("cpu", "memory"), ("a", "b"))
GPUS = ResourceGroup(("gpu",), ("c",))


def preemptible() -> InsufficientUnusedQuota:
    reason = InsufficientUnusedQuota("a", "cpu", 3, 1)
    reason.preemptible = True
    return reason


ATTEMPTS = {
    "none": ([], "", NO_MATCHING_FLAVOR),
    "the gravest reason of a flavor": (
        [("cpu", [attempt("a", "NO_FIT", WAITS, TOO_MUCH)])],
        "",
        EXCEEDS_MAX_QUOTA,
    ),
    "the least grave flavor of a group": (
        [("cpu", [attempt("a", "NO_FIT", UNFIT), attempt("b", "NO_FIT", WAITS)])],
        "",
        WAITING_FOR_QUOTA,
    ),
    "the gravest group": (
        [("cpu", [attempt("a", "NO_FIT", WAITS)]), ("gpu", [attempt("c", "NO_FIT", UNFIT)])],
        "",
        NO_MATCHING_FLAVOR,
    ),
    "what preemption may remove has no class": (
        [("cpu", [attempt("a", "NO_FIT", preemptible())])],
        "",
        "",
    ),
    "no place in the flavor that was chosen": (
        [("cpu", [attempt("a", "PREEMPT", preemptible()), attempt("b", "PREEMPT", WAITS)])],
        "b",
        TOPOLOGY_PLACEMENT_FAILED,
    ),
    "a flavor without a resource of its group": (
        [
            ("cpu", [attempt("a", "NO_FIT", WAITS), attempt("b", "NO_FIT", WAITS)]),
            ("memory", [attempt("b", "NO_FIT", TOO_MUCH)]),
        ],
        "",
        EXCEEDS_MAX_QUOTA,
    ),
    "a flavor that is in no group any more": (
        [("cpu", [attempt("gone", "NO_FIT", UNFIT)])],
        "",
        NO_MATCHING_FLAVOR,
    ),
}


@pytest.mark.parametrize(("attempts", "failed", "expected"), ATTEMPTS.values(), ids=ATTEMPTS)
def test_token_of_attempts(
    attempts: list[tuple[str, list[FlavorAssignmentAttempt]]], failed: str, expected: str
) -> None:
    assert expected == no_fit_token(attempts, [CPU, GPUS], failed)


def test_of_equally_grave_tokens_the_first_stays() -> None:
    assert ("x", "x") == (most_severe("x", ""), most_severe("x", "y"))


WORDS = [
    (
        InsufficientUnusedQuota("a", "memory", 3 * 2**30, 2**30),
        "insufficient unused quota for memory in flavor a, 2Gi more needed",
    ),
    (
        ExceedsMaximumCapacity("a", "cpu", 500, 1500, UNLIMITED),
        "insufficient quota for cpu in flavor a, previously considered podsets requests (500m) + "
        "current podset request (1500m) > maximum capacity (<unlimited>)",
    ),
]


@pytest.mark.parametrize(("reason", "expected"), WORDS)
def test_amounts_are_written_as_kueue_does(reason: Reason, expected: str) -> None:
    assert expected == reason.message()
