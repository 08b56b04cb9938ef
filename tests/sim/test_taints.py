"""Tolerations and taints."""

import pytest

from kuota.sim.model import (
    Taint,
    Toleration,
)
from kuota.sim.taints import (
    taint_text,
    taints_of,
    tolerates,
    tolerations_of,
    untolerated_taint,
)

TAINT = Taint("gpu", "true", "NoSchedule")

TOLERATIONS = {
    "equal key and value": (Toleration("gpu", "Equal", "true", "NoSchedule"), True),
    "no operator is Equal": (Toleration("gpu", "", "true", "NoSchedule"), True),
    "another value": (Toleration("gpu", "Equal", "false", "NoSchedule"), False),
    "another key": (Toleration("cpu", "Equal", "true", "NoSchedule"), False),
    "another effect": (Toleration("gpu", "Equal", "true", "NoExecute"), False),
    "no effect is every effect": (Toleration("gpu", "Equal", "true", ""), True),
    "the key exists": (Toleration("gpu", "Exists", "", "NoSchedule"), True),
    "Exists without key is every taint": (Toleration("", "Exists", "", ""), True),
    "Equal without key compares the value alone": (Toleration("", "Equal", "true", ""), True),
    "an unknown operator": (Toleration("gpu", "Like", "true", ""), False),
    "a comparison of what is no number": (Toleration("gpu", "Gt", "1", ""), False),
}


@pytest.mark.parametrize(("toleration", "expected"), TOLERATIONS.values(), ids=TOLERATIONS)
def test_tolerates(toleration: Toleration, expected: bool) -> None:
    assert expected is tolerates(toleration, TAINT)


COMPARISONS = [
    ("Lt", "10", "9", True),
    ("Lt", "10", "10", False),
    ("Gt", "10", "11", True),
    ("Gt", "10", "10", False),
    ("Gt", "-2", "-1", True),
    ("Lt", "010", "9", False),
    ("Lt", "10", "+9", False),
    ("Lt", "10", str(2**63), False),
]


@pytest.mark.parametrize(("operator", "tolerated", "tainted", "expected"), COMPARISONS)
def test_comparison_operators(operator: str, tolerated: str, tainted: str, expected: bool) -> None:
    taint = Taint("level", tainted, "NoExecute")
    assert expected is tolerates(Toleration("level", operator, tolerated, ""), taint)


def test_the_first_taint_that_keeps_pods_away_is_found() -> None:
    taints = (
        Taint("soft", "", "PreferNoSchedule"),
        TAINT,
        Taint("other", "", "NoExecute"),
        Taint("last", "", "NoExecute"),
    )
    tolerations = tolerations_of([{"key": "gpu", "operator": "Exists"}])
    assert Taint("other", "", "NoExecute") == untolerated_taint(taints, tolerations)


def test_no_taint_is_found_when_all_are_tolerated() -> None:
    assert untolerated_taint((TAINT,), tolerations_of([{"operator": "Exists"}])) is None


def test_taints_are_read_from_a_kubernetes_list() -> None:
    raw = [{"key": "gpu", "value": "true", "effect": "NoSchedule"}, {"key": "x", "effect": "y"}]
    assert (TAINT, Taint("x", "", "y")) == taints_of(raw)


def test_a_taint_is_written_as_kueue_does() -> None:
    assert "{gpu true NoSchedule <nil>}" == taint_text(TAINT)
