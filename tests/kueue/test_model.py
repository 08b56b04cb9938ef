import pytest

from kuota.kueue.model import KINDS, enum_values, is_kueue, known_since, knows
from kuota.kueue.release import API_VERSIONS, KNOWN, NEWEST, OLDEST, V1BETA1, V1BETA2
from kuota.kueue.schema.node import schema_of


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_has_a_schema_in_every_release_and_version(kind: str) -> None:
    for release in KNOWN:
        for version in API_VERSIONS:
            assert schema_of(kind, version.partition("/")[2], release.minor) is not None


@pytest.mark.parametrize("kind", KINDS)
def test_a_kind_has_a_status_when_its_schema_has_one(kind: str) -> None:
    assert KINDS[kind].has_status == knows(NEWEST, V1BETA2, kind, ("status",))


def test_the_cohort_of_a_queue_was_renamed() -> None:
    assert knows(NEWEST, V1BETA2, "ClusterQueue", ("spec", "cohortName"))
    assert not knows(NEWEST, V1BETA2, "ClusterQueue", ("spec", "cohort"))
    assert knows(NEWEST, V1BETA1, "ClusterQueue", ("spec", "cohort"))
    assert not knows(NEWEST, V1BETA1, "ClusterQueue", ("spec", "cohortName"))


def test_list_positions_may_be_left_out_of_a_pointer() -> None:
    fields = ("spec", "resourceGroups", "flavors", "resources", "lendingLimit")
    placed = ("spec", "resourceGroups", 0, "flavors", 1, "resources", 2, "lendingLimit")

    assert knows(NEWEST, V1BETA2, "ClusterQueue", fields)
    assert knows(NEWEST, V1BETA2, "ClusterQueue", placed)


def test_a_field_of_a_later_release_is_named_with_it() -> None:
    field = ("spec", "quotaManagement")

    assert not knows(OLDEST, V1BETA2, "MultiKueueConfig", field)
    assert "0.18" == known_since(OLDEST, V1BETA2, "MultiKueueConfig", field)
    assert known_since(NEWEST, V1BETA2, "MultiKueueConfig", field) is None


def test_values_differ_by_api_version() -> None:
    field = ("spec", "flavorFungibility", "whenCanBorrow")

    assert ("MayStopSearch", "TryNextFlavor") == enum_values(NEWEST, V1BETA2, "ClusterQueue", field)
    assert ("MayStopSearch", "TryNextFlavor", "Borrow") == enum_values(
        NEWEST, V1BETA1, "ClusterQueue", field
    )


def test_only_objects_of_the_group_are_kueue_objects() -> None:
    assert is_kueue({"apiVersion": "kueue.x-k8s.io/v1alpha1", "kind": "Cohort"})
    assert not is_kueue({"apiVersion": "config.kueue.x-k8s.io/v1beta2", "kind": "Configuration"})
    assert not is_kueue({"apiVersion": 1})
    assert not is_kueue({})
