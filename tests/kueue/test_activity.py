from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.kueue.objects import (
    CHECK,
    CLUSTER_QUEUE,
    COHORT,
    DISPATCH,
    FLAVOR,
    LOCAL_QUEUE,
    PROVISIONING,
    TOPOLOGY,
    WEST,
    WORKERS,
    changed,
)
from tests.kueue.strategies import Made, broken_objects

from kuota.kueue.activity import Inactivity, ObjectRef, inactive
from kuota.kueue.release import KNOWN, NEWEST, OLDEST, V1BETA1

EAST = changed(WEST, "metadata", "name", to="east")
SOUND = [CLUSTER_QUEUE, FLAVOR, TOPOLOGY, LOCAL_QUEUE, COHORT]
CHECKS = [CHECK, PROVISIONING, DISPATCH, WORKERS, WEST, EAST]
QUEUE = ObjectRef("ClusterQueue", "ml-vision")


def queue_with(*names: str, **more: Any) -> dict[str, Any]:
    checks = [{"name": name, **more} for name in names]
    return changed(CLUSTER_QUEUE, "spec", "admissionChecksStrategy", to={"admissionChecks": checks})


def reasons(objects: list[dict[str, Any]], release: Any = NEWEST) -> list[tuple[str, str]]:
    return [(state.object.kind, state.reason) for state in inactive(objects, release)]


@pytest.mark.parametrize("release", KNOWN, ids=str)
def test_a_whole_cluster_has_nothing_inactive(release: Any) -> None:
    objects = [*SOUND, *CHECKS, queue_with("capacity")]

    assert () == inactive(objects, release)


def test_a_missing_flavor_is_told_with_near_names() -> None:
    objects = [CLUSTER_QUEUE, changed(FLAVOR, "metadata", "name", to="a10"), TOPOLOGY]

    assert (
        Inactivity(
            0,
            QUEUE,
            "FlavorNotFound",
            ("spec", "resourceGroups", 0, "flavors", 0, "name"),
            False,
            "there is no ResourceFlavor a100",
            "queue ml-vision stays inactive without it",
            "did you mean a10?",
            "a100",
            ("a10",),
        ),
    ) == inactive(objects, NEWEST)


def test_a_missing_topology_is_told_at_the_flavor_and_followed_to_the_queues() -> None:
    flavor = ObjectRef("ResourceFlavor", "a100")

    assert (
        Inactivity(
            0,
            QUEUE,
            "TopologyNotFound",
            ("spec", "resourceGroups", 0, "flavors", 0, "name"),
            False,
            "flavor a100 has no Topology racks",
            missing="racks",
            because=flavor,
        ),
        Inactivity(
            1,
            flavor,
            "TopologyNotFound",
            ("spec", "topologyName"),
            False,
            "there is no Topology racks",
            "every ClusterQueue with this flavor stays inactive",
            "",
            "racks",
        ),
    ) == inactive([CLUSTER_QUEUE, FLAVOR], NEWEST)


def test_topologies_do_not_count_without_topology_aware_scheduling() -> None:
    release = NEWEST.with_gates({"TopologyAwareScheduling": False})

    assert () == inactive([CLUSTER_QUEUE, FLAVOR], release)


def test_topologies_are_those_of_the_workers_with_multikueue() -> None:
    objects = [queue_with("dispatch"), FLAVOR, DISPATCH, WORKERS, WEST, EAST]

    assert () == inactive(objects, NEWEST)


def test_a_stopped_queue_is_told() -> None:
    objects = [changed(CLUSTER_QUEUE, "spec", "stopPolicy", to="HoldAndDrain"), FLAVOR, TOPOLOGY]

    assert (
        Inactivity(
            0,
            QUEUE,
            "Stopped",
            ("spec", "stopPolicy"),
            False,
            "queue ml-vision is stopped by stopPolicy HoldAndDrain",
            "it admits nothing and evicts what runs",
            "set stopPolicy to None to open it",
        ),
    ) == inactive(objects, NEWEST)


def test_a_queue_without_selector_selects_nothing() -> None:
    absent = changed(CLUSTER_QUEUE, "spec", "namespaceSelector", drop=True)
    null = changed(CLUSTER_QUEUE, "spec", "namespaceSelector", to=None)

    assert [("spec",), ("spec", "namespaceSelector")] == [
        state.pointer
        for queue in (absent, null)
        for state in inactive([queue, FLAVOR, TOPOLOGY], NEWEST)
    ]
    assert [("ClusterQueue", "NamespaceSelectorNull")] == reasons([absent, FLAVOR, TOPOLOGY])


def test_a_missing_check_is_told() -> None:
    (state,) = inactive([queue_with("capacty"), FLAVOR, TOPOLOGY, CHECK, PROVISIONING], NEWEST)

    assert "AdmissionCheckNotFound" == state.reason
    assert "there is no AdmissionCheck capacty" == state.headline
    assert ("capacity",) == state.near


def test_a_missing_check_of_the_old_list_is_told_in_that_list() -> None:
    old = changed(CLUSTER_QUEUE, "apiVersion", to=V1BETA1)
    old["spec"] = {"admissionChecks": ["a", "b"], "namespaceSelector": {}}

    assert [("spec", "admissionChecks", 0), ("spec", "admissionChecks", 1)] == [
        state.pointer for state in inactive([old], NEWEST)
    ]


@pytest.mark.parametrize(
    ("check", "pointer", "headline"),
    [
        (
            changed(CHECK, "spec", "parameters", drop=True),
            ("spec",),
            "admission check capacity has no parameters",
        ),
        (
            changed(CHECK, "spec", "parameters", "kind", to="MultiKueueConfig"),
            ("spec", "parameters", "kind"),
            "the parameters of capacity have kind MultiKueueConfig, not ProvisioningRequestConfig",
        ),
        (
            changed(CHECK, "spec", "parameters", "name", to="gpu-pol"),
            ("spec", "parameters", "name"),
            "there is no ProvisioningRequestConfig gpu-pol",
        ),
    ],
)
def test_a_check_with_bad_parameters_takes_its_queues_along(
    check: dict[str, Any], pointer: tuple[Any, ...], headline: str
) -> None:
    followed, told = inactive(
        [queue_with("capacity"), check, PROVISIONING, FLAVOR, TOPOLOGY], NEWEST
    )

    assert ("AdmissionCheckInactive", ObjectRef("AdmissionCheck", "capacity")) == (
        followed.reason,
        followed.because,
    )
    assert ("BadParametersRef", pointer, headline) == (told.reason, told.pointer, told.headline)


def test_a_check_of_another_controller_is_not_judged() -> None:
    check = changed(CHECK, "spec", to={"controllerName": "example.com/budget"})

    assert () == inactive([queue_with("capacity"), check, FLAVOR, TOPOLOGY], NEWEST)


def test_a_dispatch_with_some_clusters_is_partly_active() -> None:
    objects = [queue_with("dispatch"), DISPATCH, WORKERS, WEST, FLAVOR]

    assert [
        ("AdmissionCheck", "SomeActiveClusters"),
        ("MultiKueueConfig", "MultiKueueClusterNotFound"),
    ] == reasons(objects)


def test_a_dispatch_without_clusters_takes_its_queues_along() -> None:
    assert [
        ("ClusterQueue", "AdmissionCheckInactive"),
        ("AdmissionCheck", "NoUsableClusters"),
        ("MultiKueueConfig", "MultiKueueClusterNotFound"),
        ("MultiKueueConfig", "MultiKueueClusterNotFound"),
    ] == reasons([queue_with("dispatch"), DISPATCH, WORKERS, FLAVOR])


def test_a_queue_is_dispatched_by_one_check() -> None:
    second = changed(DISPATCH, "metadata", "name", to="dispatch-2")
    objects = [queue_with("dispatch", "dispatch-2"), DISPATCH, second, WORKERS, WEST, EAST, FLAVOR]

    assert [("ClusterQueue", "MultipleMultiKueueAdmissionChecks")] == reasons(objects)


def test_a_dispatch_is_for_all_flavors() -> None:
    flavors = CLUSTER_QUEUE["spec"]["resourceGroups"][0]["flavors"]
    two = [flavors[0], {**flavors[0], "name": "h100"}]
    queue = queue_with("dispatch", onFlavors=["a100"])
    other = changed(FLAVOR, "metadata", "name", to="h100")
    objects = [queue, DISPATCH, WORKERS, WEST, EAST, FLAVOR, other, TOPOLOGY]

    assert [] == reasons(objects)
    objects[0] = changed(queue, "spec", "resourceGroups", 0, "flavors", to=two)
    assert [("ClusterQueue", "MultiKueueAdmissionCheckAppliedPerFlavor")] == reasons(objects)


def test_dispatch_and_provisioning_exclude_each_other_since_0_16() -> None:
    objects = [queue_with("dispatch", "capacity"), FLAVOR, TOPOLOGY, *CHECKS]

    assert [("ClusterQueue", "MultiKueueWithProvisioningRequest")] == reasons(objects)
    assert [] == reasons(objects, OLDEST)


def test_a_cluster_profile_needs_its_gate() -> None:
    profile = changed(WEST, "spec", to={"clusterSource": {"clusterProfileRef": {"name": "west"}}})
    release = NEWEST.with_gates({"MultiKueueClusterProfile": True})

    assert [("MultiKueueCluster", "MultiKueueClusterProfileFeatureDisabled")] == reasons([profile])
    assert [] == reasons([profile], release)


def cohort(name: str, parent: str) -> dict[str, Any]:
    return changed(changed(COHORT, "metadata", "name", to=name), "spec", "parentName", to=parent)


def test_a_cycle_of_cohorts_is_told_once_with_the_queues_below_it() -> None:
    objects = [
        cohort("ml-shared", "b"),
        cohort("b", "c"),
        cohort("c", "b"),
        CLUSTER_QUEUE,
        FLAVOR,
        TOPOLOGY,
    ]

    assert (
        Inactivity(
            1,
            ObjectRef("Cohort", "b"),
            "CohortCycle",
            ("spec", "parentName"),
            False,
            "cohort b is above itself: b under c under b",
            "1 queue below it admits nothing: ml-vision",
            "give one of the cohorts another parent, or none",
        ),
        Inactivity(
            3,
            QUEUE,
            "HasCycle",
            ("spec", "cohortName"),
            False,
            "cohort ml-shared is in or below a cycle",
            because=ObjectRef("Cohort", "b"),
        ),
    ) == inactive(objects, NEWEST)


def test_a_cohort_may_be_its_own_parent_by_mistake() -> None:
    (state,) = inactive([cohort("a", "a")], NEWEST)

    assert "cohort a is its own parent" == state.headline


def test_two_cycles_are_two_findings() -> None:
    objects = [cohort("a", "b"), cohort("b", "a"), cohort("x", "y"), cohort("y", "x")]

    assert [0, 2] == [state.index for state in inactive(objects, NEWEST)]


def test_a_parent_that_no_cohort_defines_is_no_fault() -> None:
    assert () == inactive([cohort("a", "nowhere")], NEWEST)


def test_a_local_queue_that_leads_nowhere_is_told() -> None:
    objects = [changed(LOCAL_QUEUE, "spec", "clusterQueue", to="ml-vison"), *SOUND]

    assert (
        Inactivity(
            0,
            ObjectRef("LocalQueue", "vision-lq", "team-vision"),
            "ClusterQueueDoesNotExist",
            ("spec", "clusterQueue"),
            False,
            "there is no ClusterQueue ml-vison",
            "local queue vision-lq leads nowhere",
            "did you mean ml-vision?",
            "ml-vison",
            ("ml-vision",),
        ),
    ) == inactive(objects[:4], NEWEST)


def test_a_local_queue_follows_its_inactive_queue() -> None:
    told, followed = inactive([CLUSTER_QUEUE, LOCAL_QUEUE], NEWEST)

    assert "FlavorNotFound" == told.reason
    assert ("ClusterQueueIsInactive", QUEUE) == (followed.reason, followed.because)


def test_a_stopped_local_queue_is_told() -> None:
    objects = [*SOUND, changed(LOCAL_QUEUE, "spec", "stopPolicy", to="Hold")]

    assert [("LocalQueue", "Stopped")] == reasons(objects)


def namespace(**labels: str) -> dict[str, Any]:
    metadata = {"name": "team-vision", "labels": labels}
    return {"apiVersion": "v1", "kind": "Namespace", "metadata": metadata}


@pytest.mark.parametrize(
    ("selector", "others", "selected"),
    [
        ({}, [], True),
        ({"matchLabels": {"kubernetes.io/metadata.name": "team-vision"}}, [], True),
        ({"matchLabels": {"kubernetes.io/metadata.name": "team-speech"}}, [], False),
        ({"matchLabels": {"team": "vision"}}, [], True),
        ({"matchLabels": {"team": "vision"}}, [namespace(team="vision")], True),
        ({"matchLabels": {"team": "vision"}}, [namespace(team="speech")], False),
        ({"matchLabels": {"team": "vision"}}, [namespace()], False),
        (
            {"matchExpressions": [{"key": "team", "operator": "In", "values": ["a"]}]},
            [namespace(team="b")],
            False,
        ),
        (
            {"matchExpressions": [{"key": "team", "operator": "NotIn", "values": ["a"]}]},
            [namespace()],
            True,
        ),
        ({"matchExpressions": [{"key": "team", "operator": "Exists"}]}, [namespace()], False),
        ({"matchExpressions": [{"key": "team", "operator": "Exists"}]}, [], True),
        ({"matchExpressions": [{"key": "team", "operator": "DoesNotExist"}]}, [namespace()], True),
    ],
)
def test_a_namespace_that_is_certainly_not_selected_is_told(
    selector: dict[str, Any], others: list[dict[str, Any]], selected: bool
) -> None:
    queue = changed(CLUSTER_QUEUE, "spec", "namespaceSelector", to=selector)
    objects = [queue, FLAVOR, TOPOLOGY, LOCAL_QUEUE, *others]

    assert ([] if selected else [("LocalQueue", "NamespaceNotSelected")]) == reasons(objects)


def test_of_two_objects_of_one_name_the_last_counts() -> None:
    stopped = changed(CLUSTER_QUEUE, "spec", "stopPolicy", to="Hold")

    assert [] == reasons([stopped, *SOUND])
    assert [("ClusterQueue", "Stopped"), ("LocalQueue", "ClusterQueueIsInactive")] == sorted(
        reasons([*SOUND, stopped])
    )


@pytest.mark.property
@settings(max_examples=150, deadline=None)
@given(st.lists(broken_objects(), max_size=6))
def test_broken_objects_are_read_as_far_as_they_can_be(made: list[Made]) -> None:
    objects = [obj for obj, _ in made]
    for state in inactive(objects, NEWEST):
        part: Any = objects[state.index]
        for step in state.pointer:
            part = part[step]
