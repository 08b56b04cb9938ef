"""Queues that cannot admit, and why."""

from typing import Any

import pytest
from tests.sim.kueue_objects import (
    Object,
    cluster_queue,
    flavor,
    local_queue,
    pod_set,
    quotas,
    workload,
)

from kuota.sim.simulator import Simulator

MULTI_KUEUE = "kueue.x-k8s.io/multikueue"
PROVISIONING = "kueue.x-k8s.io/provisioning-request"


def check(name: str, controller: str = "other", active: bool = True) -> Object:
    """An AdmissionCheck."""
    status = {"conditions": [{"type": "Active", "status": "True" if active else "False"}]}
    return {
        "kind": "AdmissionCheck",
        "metadata": {"name": name},
        "spec": {"controllerName": controller},
        "status": status,
    }


def checks(*names: str, flavors: tuple[str, ...] = ()) -> Object:
    """The strategy of a queue with these checks."""
    rules = [{"name": name, **({"onFlavors": [*flavors]} if flavors else {})} for name in names]
    return {"admissionChecksStrategy": {"admissionChecks": rules}}


def reason(*objects: Object, **spec: Any) -> str:
    """Why the queue is inactive."""
    group = [quotas("default", cpu="1"), quotas("other", cpu="1")]
    queue = cluster_queue("queue", group, **spec)
    given = {(obj["kind"], obj["metadata"]["name"]) for obj in objects}
    flavors = [flavor(name) for name in ("default", "other")]
    rest = [obj for obj in flavors if ("ResourceFlavor", obj["metadata"]["name"]) not in given]
    return Simulator([*rest, *objects, queue]).cluster.cluster_queues["queue"].inactive_reason


def test_a_queue_with_all_it_refers_to_is_active() -> None:
    assert reason() == ""
    assert reason(check("one"), **checks("one")) == ""


@pytest.mark.parametrize("policy", ["Hold", "HoldAndDrain"])
def test_a_stopped_queue_is_inactive(policy: str) -> None:
    assert reason(stopPolicy=policy) == "is stopped"


def test_a_queue_whose_flavor_is_missing_is_inactive() -> None:
    queue = cluster_queue("queue", [quotas("a", cpu="1"), quotas("b", cpu="1")])
    found = Simulator([queue]).cluster.cluster_queues["queue"].inactive_reason
    assert found == "references missing ResourceFlavor(s): a,b"


def test_a_queue_whose_topology_is_missing_is_inactive() -> None:
    placed = flavor("default", topology="racks")
    assert reason(placed) == 'there is no Topology "racks" for TAS flavor "default"'


@pytest.mark.parametrize(
    ("objects", "spec", "found"),
    [
        ([], checks("two", "one"), "references missing AdmissionCheck(s): one,two"),
        (
            [check("one", active=False)],
            checks("one"),
            "references inactive AdmissionCheck(s): one",
        ),
        (
            [check("one", MULTI_KUEUE), check("two", MULTI_KUEUE)],
            checks("one", "two"),
            "uses several MultiKueue AdmissionChecks: one,two",
        ),
        (
            [check("one", MULTI_KUEUE)],
            checks("one", flavors=("default",)),
            "uses a MultiKueue AdmissionCheck per flavor: one",
        ),
        (
            [check("one", MULTI_KUEUE), check("two", PROVISIONING)],
            checks("one", "two"),
            "uses both MultiKueue and ProvisioningRequest AdmissionChecks",
        ),
    ],
)
def test_checks_can_make_a_queue_inactive(objects: list[Object], spec: Object, found: str) -> None:
    assert reason(*objects, **spec) == found


def test_all_reasons_are_told() -> None:
    found = reason(stopPolicy="Hold", **checks("one"))
    assert found == "is stopped, references missing AdmissionCheck(s): one"


def test_an_inactive_queue_still_lends_its_quota() -> None:
    objects = [
        flavor("default"),
        cluster_queue("idle", [quotas("default", cpu="4")], cohortName="all", stopPolicy="Hold"),
        cluster_queue("queue", [quotas("default", cpu="0")], cohortName="all"),
        local_queue("queue", "queue"),
    ]
    cluster = Simulator(objects, [workload("w", pod_set(cpu="3"))])
    cluster.schedule()
    assert cluster.workload("team/w").state == "admitted"
    assert [use.lent for use in cluster.usage() if use.node == "idle"] == [3000]


@pytest.mark.parametrize("parents", [("a", "a"), ("b", "a")])
def test_queues_below_cohorts_in_a_cycle_admit_nothing(parents: tuple[str, str]) -> None:
    cohorts = [
        {"kind": "Cohort", "metadata": {"name": name}, "spec": {"parentName": parent}}
        for name, parent in zip("ab", parents, strict=True)
    ]
    objects = [
        flavor("default"),
        *cohorts,
        cluster_queue("queue", [quotas("default", cpu="4")], cohortName="b"),
        local_queue("queue", "queue"),
    ]
    cluster = Simulator(objects, [workload("w", pod_set(cpu="1"))])
    assert cluster.schedule().cycles == 0
    assert cluster.workload("team/w").state == "pending"
