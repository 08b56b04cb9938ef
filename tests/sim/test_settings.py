"""Durations, backoff, and the gates of each release."""

import pytest

from kuota.sim.features import Features
from kuota.sim.settings import WaitForPodsReady, duration, make_settings, timestamp


@pytest.mark.parametrize(
    ("text", "milliseconds"),
    [
        ("0s", 0),
        ("5m", 300_000),
        ("1h30m", 5_400_000),
        ("1.5s", 1500),
        ("250ms", 250),
        ("1h1m1s1ms", 3_661_001),
    ],
)
def test_durations_are_written_as_in_go(text: str, milliseconds: int) -> None:
    assert duration(text) == milliseconds


@pytest.mark.parametrize("text", ["5", "m", "5 m", "five minutes", "5mm"])
def test_what_is_no_duration_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="not a duration"):
        duration(text)


def test_times_are_told_in_milliseconds() -> None:
    assert timestamp("1970-01-01T00:00:01Z") == 1000
    assert timestamp("1970-01-01T01:00:01.5+01:00") == 1500


@pytest.mark.parametrize(
    ("count", "seconds"), [(1, 60), (2, 120), (3, 240), (6, 1920), (7, 3600), (100, 3600)]
)
def test_the_backoff_doubles_up_to_its_maximum(count: int, seconds: int) -> None:
    assert WaitForPodsReady(timeout=0).backoff(count) == 1000 * seconds


def settings_of(release: tuple[int, int] = (0, 19), **gates: bool) -> Features:
    """The gates of a release, some of them set."""
    return Features(gates, release)


@pytest.mark.parametrize(
    ("release", "topology", "elastic", "scan_progress"),
    [
        ((0, 13), False, False, False),
        ((0, 14), True, False, False),
        ((0, 18), True, True, False),
        ((0, 19), True, True, True),
    ],
)
def test_gates_are_open_by_default_since_a_release(
    release: tuple[int, int], topology: bool, elastic: bool, scan_progress: bool
) -> None:
    found = settings_of(release)
    assert found.topology_aware_scheduling == topology
    assert found.elastic_jobs == elastic
    assert found.flavor_fungibility_preserve_scan_progress == scan_progress
    assert found.partial_admission


def test_gates_can_be_set() -> None:
    assert not settings_of(PartialAdmission=False).partial_admission
    assert settings_of(PriorityBoost=True).priority_boost
    assert settings_of((0, 13), TopologyAwareScheduling=True).topology_aware_scheduling


def test_gates_that_change_no_outcome_are_ignored() -> None:
    settings_of(SomethingElse=True)


def test_settings_read_kueues_configuration() -> None:
    found = make_settings(
        fair_sharing=True,
        preemption_strategies=["LessThanInitialShare"],
        feature_gates=None,
        admission_fair_sharing={
            "usageHalfLifeTime": "1h",
            "usageSamplingInterval": "1m",
            "resourceWeights": {"cpu": 2},
        },
        wait_for_pods_ready={
            "timeout": "10m",
            "requeuingStrategy": {
                "timestamp": "Creation",
                "backoffBaseSeconds": 10,
                "backoffMaxSeconds": 30,
                "backoffLimitCount": 3,
            },
        },
        resources={"quotaCheckStrategy": "IgnoreUndeclared"},
        release=(0, 19),
    )
    assert found.preemption_strategies == ("LessThanInitialShare",)
    sharing = found.admission_fair_sharing
    assert sharing is not None
    assert sharing.usage_half_life_time == 3_600_000
    assert sharing.usage_sampling_interval == 60_000
    assert sharing.resource_weights == {"cpu": 2.0}
    assert found.requeuing_timestamp == "Creation"
    waits = found.wait_for_pods_ready
    assert waits == WaitForPodsReady(600_000, 10_000, 30_000, 3)
    assert waits is not None
    assert waits.backoff(5) == 30_000
    assert found.ignores_undeclared_resources()


def test_admission_fair_sharing_needs_its_gate() -> None:
    found = make_settings(
        fair_sharing=False,
        preemption_strategies=(),
        feature_gates={"AdmissionFairSharing": False, "QuotaCheckStrategy": False},
        admission_fair_sharing={"usageHalfLifeTime": "1h"},
        wait_for_pods_ready={"enable": False},
        resources={"quotaCheckStrategy": "IgnoreUndeclared"},
        release=(0, 19),
    )
    assert found.admission_fair_sharing is None
    assert found.wait_for_pods_ready is None
    assert not found.ignores_undeclared_resources()
