import json
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.kueue.objects import (
    ALL,
    CLUSTER_QUEUE,
    LOCAL_QUEUE,
    OLD_CLUSTER_QUEUE,
    PROVISIONING,
    WEST,
    changed,
)

from kuota.kueue.canonical import canonical, canonical_quantity
from kuota.kueue.convert import to_v1beta1, to_v1beta2
from kuota.kueue.defaults import FINALIZER, with_defaults, with_webhook_defaults
from kuota.kueue.model import KINDS
from kuota.kueue.order import INNER_FIELDS, REFERENCE_FIELDS, SPEC_FIELDS, ordered
from kuota.kueue.release import API_VERSIONS, KNOWN, NEWEST, V1BETA1, V1BETA2
from kuota.kueue.schema.node import Node, schema_of
from kuota.kueue.validate import validate

QUEUE = {
    "apiVersion": "kueue.x-k8s.io/v1beta2",
    "kind": "ClusterQueue",
    "metadata": {"name": "ml-vision"},
    "spec": {
        "resourceGroups": [
            {
                "coveredResources": ["cpu", "nvidia.com/gpu"],
                "flavors": [
                    {
                        "name": "a100",
                        "resources": [
                            {"name": "cpu", "nominalQuota": "96"},
                            {
                                "name": "nvidia.com/gpu",
                                "nominalQuota": "12",
                                "borrowingLimit": "24",
                                "lendingLimit": "8",
                            },
                        ],
                    }
                ],
            }
        ],
        "cohortName": "ml-shared",
        "queueingStrategy": "BestEffortFIFO",
        "namespaceSelector": {},
        "flavorFungibility": {"whenCanBorrow": "MayStopSearch", "whenCanPreempt": "TryNextFlavor"},
        "preemption": {
            "reclaimWithinCohort": "Never",
            "borrowWithinCohort": {"policy": "Never"},
            "withinClusterQueue": "Never",
        },
        "stopPolicy": "None",
    },
}


def same_text(expected: Any, actual: Any) -> bool:
    """Whether two values are equal, the order of their keys included."""
    return json.dumps(expected) == json.dumps(actual)


def test_a_queue_is_written_whole_and_in_order() -> None:
    shuffled = {key: CLUSTER_QUEUE[key] for key in ("spec", "metadata", "kind", "apiVersion")}

    assert same_text(QUEUE, canonical(shuffled, NEWEST))


@pytest.mark.parametrize("release", KNOWN, ids=str)
@pytest.mark.parametrize("obj", ALL, ids=lambda obj: obj["kind"])
def test_what_is_canonical_stays_as_it_is(obj: dict[str, Any], release: Any) -> None:
    once = canonical(obj, release)

    assert same_text(once, canonical(once, release))
    assert () == validate(once, release)


def test_the_input_is_left_alone() -> None:
    before = json.dumps(CLUSTER_QUEUE)
    canonical(CLUSTER_QUEUE, NEWEST)["spec"]["preemption"]["withinClusterQueue"] = "Any"

    assert before == json.dumps(CLUSTER_QUEUE)
    assert "Never" == canonical(CLUSTER_QUEUE, NEWEST)["spec"]["preemption"]["withinClusterQueue"]


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        ("1000m", "1"),
        ("0.5", "500m"),
        (12, "12"),
        ("786432Mi", "768Gi"),
        ("1e3", "1e3"),
        ("1000", "1k"),
        (1000, "1k"),
        ("0", "0"),
        ("12Gb", "12Gb"),
    ],
)
def test_quantities_are_written_as_kubernetes_does(written: str | int, expected: str) -> None:
    assert expected == canonical_quantity(written)


def test_a_null_is_dropped_and_its_default_written() -> None:
    obj = changed(LOCAL_QUEUE, "spec", "stopPolicy", to=None)

    assert {"clusterQueue": "ml-vision", "stopPolicy": "None"} == with_defaults(obj, NEWEST)["spec"]


def test_an_empty_fair_sharing_has_weight_1() -> None:
    obj = changed(LOCAL_QUEUE, "spec", "fairSharing", to={})

    assert {"weight": 1} == with_defaults(obj, NEWEST)["spec"]["fairSharing"]
    assert {"weight": "1"} == canonical(obj, NEWEST)["spec"]["fairSharing"]


def test_defaults_within_defaults_are_written() -> None:
    retry = {"backoffLimitCount": 3, "backoffBaseSeconds": 60, "backoffMaxSeconds": 1800}

    assert retry == with_defaults(PROVISIONING, NEWEST)["spec"]["retryStrategy"]


def test_the_location_of_a_kubeconfig_is_a_secret() -> None:
    source = with_defaults(WEST, NEWEST)["spec"]["clusterSource"]

    assert {"kubeConfig": {"location": "west-secret", "locationType": "Secret"}} == source


def test_a_queue_read_back_has_a_finalizer() -> None:
    once = with_webhook_defaults(CLUSTER_QUEUE, NEWEST)

    assert [FINALIZER] == once["metadata"]["finalizers"]
    assert once == with_webhook_defaults(once, NEWEST)
    assert "finalizers" not in with_webhook_defaults(LOCAL_QUEUE, NEWEST)["metadata"]


def test_an_object_of_another_group_is_left_as_it_is() -> None:
    obj = {"apiVersion": "v1", "kind": "Namespace", "metadata": {"name": "a"}}

    assert same_text(obj, canonical(obj, NEWEST))


def known_fields(kind: str, owner: str) -> tuple[str, ...]:
    """The fields that have a place in what ``owner`` holds; at the top of the object if empty."""
    if not owner:
        return ("spec", "value", "description")
    if owner == "spec":
        return SPEC_FIELDS.get(kind, ())
    return REFERENCE_FIELDS if owner == "parameters" else INNER_FIELDS.get(owner, ())


def field_names(node: Node, key: str) -> Iterator[tuple[str, str]]:
    """The fields below a node, each with the field that holds it."""
    for name, child in node.fields.items():
        yield key, name
        yield from field_names(child, name)
    if node.item is not None:
        yield from field_names(node.item, key)


@pytest.mark.parametrize("kind", KINDS)
def test_the_order_knows_every_field_of_every_release(kind: str) -> None:
    unknown = set()
    for release in KNOWN:
        for version in API_VERSIONS:
            node = schema_of(kind, version.partition("/")[2], release.minor)
            assert node is not None
            for name in node.fields.keys() - {"apiVersion", "kind", "metadata", "status"}:
                for owner, field in [("", name), *field_names(node.fields[name], name)]:
                    if field not in known_fields(kind, owner):
                        unknown.add((owner, field))

    assert set() == unknown


def test_keys_of_the_user_are_sorted() -> None:
    obj = changed(CLUSTER_QUEUE, "metadata", "labels", to={"b": "1", "a": "2"})

    assert ["a", "b"] == list(ordered(obj)["metadata"]["labels"])


def test_a_queue_is_converted_as_kueue_does_it() -> None:
    old = changed(OLD_CLUSTER_QUEUE, "spec", "admissionChecks", to=["capacity"])
    fungibility = {"whenCanBorrow": "Borrow", "whenCanPreempt": "Preempt"}
    old = changed(old, "spec", "flavorFungibility", to=fungibility)

    assert {
        "apiVersion": V1BETA2,
        "kind": "ClusterQueue",
        "metadata": {"name": "ml-vision"},
        "spec": {
            "cohortName": "ml-shared",
            "namespaceSelector": {},
            "admissionChecksStrategy": {"admissionChecks": [{"name": "capacity"}]},
            "flavorFungibility": {
                "whenCanBorrow": "MayStopSearch",
                "whenCanPreempt": "MayStopSearch",
            },
        },
    } == to_v1beta2(old)


def test_what_v1beta1_cannot_say_is_lost() -> None:
    policy = {"migration": {"mode": "RetainFirstAdmission"}}
    obj = changed(CLUSTER_QUEUE, "spec", "concurrentAdmissionPolicy", to=policy)
    spec = {key: value for key, value in CLUSTER_QUEUE["spec"].items() if key != "cohortName"}

    assert {"cohort": "ml-shared", **spec} == to_v1beta1(obj)["spec"]


@pytest.mark.parametrize(
    "obj",
    [obj for obj in ALL if obj["apiVersion"] == V1BETA2],
    ids=lambda obj: f"{obj['kind']}-{obj['metadata']['name']}",
)
def test_an_object_survives_the_way_there_and_back(obj: dict[str, Any]) -> None:
    assert V1BETA1 == to_v1beta1(obj)["apiVersion"]
    assert obj == to_v1beta2(to_v1beta1(obj))
    assert () == validate(to_v1beta1(obj), NEWEST)


@pytest.mark.property
@given(st.decimals(allow_nan=False, allow_infinity=False, places=3, min_value=0, max_value=10**12))
def test_a_canonical_quantity_is_canonical(value: Any) -> None:
    once = canonical_quantity(str(value))

    assert once == canonical_quantity(once)
