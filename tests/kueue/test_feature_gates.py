"""Which release knows which feature gate and integration."""

import pytest

from kuota.kueue.feature_gates import GATES, known_gates
from kuota.kueue.integrations import known_integrations
from kuota.kueue.release import KNOWN


@pytest.mark.parametrize(
    ("gate", "minors"),
    [
        ("TopologyAwareScheduling", [15, 16, 17, 18, 19]),
        ("LendingLimit", [15, 16, 17, 18]),
        ("FlavorFungibilityImplicitPreferenceDefault", [15, 16]),
        ("ConcurrentAdmission", [18, 19]),
        ("DisableWaitForPodsReady", [19]),
    ],
)
def test_the_releases_that_know_a_gate(gate: str, minors: list[int]) -> None:
    found = [release.minor for release in KNOWN if gate in known_gates(release.minor)]
    assert minors == found


def test_a_gate_is_locked_only_while_it_exists() -> None:
    wrong = [
        name
        for name, gate in GATES.items()
        if gate.locked is not None and not gate.first <= gate.locked[0] <= gate.last
    ]
    assert [] == wrong


def test_gates_stand_in_order_of_name() -> None:
    assert sorted(GATES) == list(GATES)


def test_integrations_came_with_0_17() -> None:
    before, after = known_integrations(16), known_integrations(17)
    assert ["ray.io/rayservice", "sparkoperator.k8s.io/sparkapplication"] == [
        name for name in after if name not in before
    ]
