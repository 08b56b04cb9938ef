import pytest

from kuota.kueue.release import (
    API_VERSIONS,
    KNOWN,
    NEWEST,
    OLDEST,
    V1BETA1,
    V1BETA2,
    Release,
    parse_release,
)


@pytest.mark.parametrize("text", ["0.17", "v0.17", "0.17.4", "v0.17.8", "0.17.x", "0.17.0-rc.1"])
def test_a_release_is_its_minor_line(text: str) -> None:
    assert Release(17, text) == parse_release(text)


@pytest.mark.parametrize(
    "text", ["", "0", "1", "0.019", "0.14", "latest", "0.17.", "0.-1", "0.17 ", "17"]
)
def test_what_is_no_release_or_too_old_is_none(text: str) -> None:
    assert parse_release(text) is None


@pytest.mark.parametrize("text", ["v0.23.1", "1.0", "2.14.3"])
def test_a_newer_release_is_treated_as_the_newest_known_and_flagged(text: str) -> None:
    assert Release(19, text, newer=True) == parse_release(text)


def test_the_known_releases_are_0_15_to_0_19() -> None:
    assert ["0.15", "0.16", "0.17", "0.18", "0.19"] == [str(release) for release in KNOWN]


def test_both_api_versions_are_served_by_every_release() -> None:
    assert {API_VERSIONS} == {release.served for release in KNOWN}


def test_v1beta2_is_stored_since_0_16() -> None:
    assert [V1BETA1, V1BETA2, V1BETA2, V1BETA2, V1BETA2] == [release.stored for release in KNOWN]


def test_a_gate_has_the_default_of_its_release() -> None:
    assert NEWEST.gate("TopologyAwareScheduling")
    assert not NEWEST.gate("ConcurrentAdmission")
    assert not NEWEST.gate("NoSuchGate")


def test_a_gate_can_be_set() -> None:
    assert NEWEST.with_gates({"ConcurrentAdmission": True}).gate("ConcurrentAdmission")
    assert not OLDEST.with_gates({"HierarchicalCohorts": False}).gate("HierarchicalCohorts")


def test_the_patch_release_of_the_tables_is_named() -> None:
    assert "0.19.2" == NEWEST.version
