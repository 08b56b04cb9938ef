from typing import Any

import pytest
from tests.kueue.objects import (
    ALL,
    CHECK,
    CLUSTER_QUEUE,
    FLAVOR,
    LOCAL_QUEUE,
    OLD_CLUSTER_QUEUE,
    TOPOLOGY,
    changed,
)

from kuota.kueue.release import NEWEST, OLDEST
from kuota.kueue.validate import Violation, validate_update

HELP = "delete the object and create it anew, or give the new one another name"


@pytest.mark.parametrize("obj", ALL, ids=lambda obj: obj["kind"])
def test_an_object_may_stay_as_it_is(obj: dict[str, Any]) -> None:
    assert () == validate_update(obj, obj, NEWEST)


@pytest.mark.parametrize(
    ("old", "new", "violation"),
    [
        (
            LOCAL_QUEUE,
            changed(LOCAL_QUEUE, "spec", "clusterQueue", to="other"),
            Violation(
                ("spec", "clusterQueue"),
                False,
                "cel",
                'clusterQueue cannot change from "ml-vision" to "other"',
                help=HELP,
            ),
        ),
        (
            CHECK,
            changed(CHECK, "spec", "controllerName", to="example.com/other"),
            Violation(
                ("spec", "controllerName"),
                False,
                "cel",
                "controllerName cannot change "
                'from "kueue.x-k8s.io/provisioning-request" to "example.com/other"',
                help=HELP,
            ),
        ),
        (
            TOPOLOGY,
            changed(TOPOLOGY, "spec", "levels", to=[{"nodeLabel": "block"}]),
            Violation(("spec", "levels"), False, "cel", "levels cannot change", help=HELP),
        ),
        (
            FLAVOR,
            changed(FLAVOR, "spec", "topologyName", drop=True),
            Violation(
                ("spec",),
                True,
                "cel",
                'topologyName of a flavor with topology "racks" cannot be removed',
                help=HELP,
            ),
        ),
        (
            FLAVOR,
            changed(FLAVOR, "spec", "nodeLabels", to={"gpu": "h100"}),
            Violation(
                ("spec", "nodeLabels"),
                False,
                "cel",
                'nodeLabels of a flavor with topology "racks" cannot change',
                help=HELP,
            ),
        ),
        (
            FLAVOR,
            changed(FLAVOR, "spec", "tolerations", to=[{"key": "gpu"}]),
            Violation(
                ("spec", "tolerations"),
                False,
                "cel",
                'tolerations of a flavor with topology "racks" cannot be added',
                help=HELP,
            ),
        ),
    ],
    ids=lambda value: value.headline if isinstance(value, Violation) else "",
)
def test_what_is_fixed_cannot_change(
    old: dict[str, Any], new: dict[str, Any], violation: Violation
) -> None:
    assert (violation,) == validate_update(old, new, NEWEST)


def test_the_taints_of_a_flavor_with_topology_are_fixed_up_to_0_16_only() -> None:
    new = changed(FLAVOR, "spec", "nodeTaints", to=[{"key": "gpu", "effect": "NoSchedule"}])

    assert () == validate_update(FLAVOR, new, NEWEST)
    assert ['nodeTaints of a flavor with topology "racks" cannot be added'] == [
        violation.headline for violation in validate_update(FLAVOR, new, OLDEST)
    ]


def test_a_flavor_without_topology_may_change() -> None:
    old = changed(FLAVOR, "spec", "topologyName", drop=True)

    assert () == validate_update(old, FLAVOR, NEWEST)
    assert () == validate_update(old, changed(old, "spec", "nodeLabels", to={}), NEWEST)


def test_the_faults_of_the_new_object_are_told() -> None:
    new = changed(CLUSTER_QUEUE, "spec", "stopPolicy", to="Halt")

    assert ['stopPolicy cannot be "Halt"'] == [
        violation.headline for violation in validate_update(CLUSTER_QUEUE, new, NEWEST)
    ]


def test_an_object_may_move_to_the_other_api_version() -> None:
    new = changed(OLD_CLUSTER_QUEUE, "apiVersion", to="kueue.x-k8s.io/v1beta2")
    new["spec"] = {"cohortName": "ml-shared", "namespaceSelector": {}}

    assert () == validate_update(OLD_CLUSTER_QUEUE, new, NEWEST)
    assert () == validate_update(new, OLD_CLUSTER_QUEUE, NEWEST)


def test_a_check_for_a_flavor_that_is_gone_may_stay_as_it_was() -> None:
    checks = {"admissionChecks": [{"name": "capacity", "onFlavors": ["h100"]}]}
    old = changed(CLUSTER_QUEUE, "spec", "admissionChecksStrategy", to=checks)
    new = changed(old, "spec", "stopPolicy", to="Hold")
    strict = NEWEST.with_gates({"RejectUpdatesToCQWithInvalidOnFlavors": True})

    assert () == validate_update(old, new, NEWEST)
    assert ["webhook"] == [violation.kind for violation in validate_update(old, new, strict)]
    assert ["webhook"] == [
        violation.kind for violation in validate_update(CLUSTER_QUEUE, new, NEWEST)
    ]


def test_the_policy_of_concurrent_admission_is_fixed() -> None:
    policy = {"migration": {"mode": "TryPreferredFlavors"}}
    new = changed(CLUSTER_QUEUE, "spec", "concurrentAdmissionPolicy", to=policy)

    assert ["concurrentAdmissionPolicy cannot change"] == [
        violation.headline for violation in validate_update(CLUSTER_QUEUE, new, NEWEST)
    ]
    assert [("spec",)] == [
        violation.pointer for violation in validate_update(new, CLUSTER_QUEUE, NEWEST)
    ]
