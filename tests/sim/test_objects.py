"""Kueue's objects with the defaults of its API, in both versions that it serves."""

from typing import Any

import pytest
from tests.sim.kueue_objects import Object, cluster_queue, local_queue, quotas

from kuota.quantity import UNLIMITED
from kuota.sim.label_selector import LabelSelector
from kuota.sim.model import ResourceQuota
from kuota.sim.objects import (
    admission_check_from,
    cluster_queue_from,
    cohort_from,
    local_queue_from,
    resource_flavor_from,
    topology_from,
)


def bare(kind: str, name: str = "x", **spec: Any) -> Object:
    """An object with this spec."""
    return {"kind": kind, "metadata": {"name": name}, "spec": spec}


def test_a_cluster_queue_without_settings_takes_the_defaults() -> None:
    found = cluster_queue_from(bare("ClusterQueue"))
    assert found.cohort_name == ""
    assert found.queueing_strategy == "BestEffortFIFO"
    assert found.stop_policy == "None"
    assert found.fair_weight == 1.0
    assert found.preemption.within_cluster_queue == "Never"
    assert found.preemption.reclaim_within_cohort == "Never"
    assert found.preemption.borrow_within_cohort_policy == "Never"
    assert found.preemption.max_priority_threshold is None
    assert found.flavor_fungibility.when_can_borrow == "MayStopSearch"
    assert found.flavor_fungibility.when_can_preempt == "TryNextFlavor"
    assert found.namespace_selector.absent
    assert found.admission_checks == {}


def test_names_of_the_older_version_mean_the_same() -> None:
    spec: Object = {
        "cohort": "all",
        "flavorFungibility": {"whenCanBorrow": "Borrow", "whenCanPreempt": "Preempt"},
    }
    found = cluster_queue_from(bare("ClusterQueue", **spec))
    assert found.cohort_name == "all"
    assert found.flavor_fungibility.when_can_borrow == "MayStopSearch"
    assert found.flavor_fungibility.when_can_preempt == "MayStopSearch"
    assert cohort_from(bare("Cohort", parent="above")).parent_name == "above"
    assert cohort_from(bare("Cohort", parentName="above")).parent_name == "above"


def test_amounts_are_counted_in_the_units_of_kueue() -> None:
    obj = cluster_queue("x", [quotas("default", cpu="1500m borrow 2 lend 500m", memory="1Gi")])
    assert cluster_queue_from(obj).quotas == {
        ("default", "cpu"): ResourceQuota(1500, 2000, 500),
        ("default", "memory"): ResourceQuota(2**30, UNLIMITED, UNLIMITED),
    }


def test_an_amount_that_is_none_is_refused() -> None:
    with pytest.raises(ValueError, match="not a quantity of cpu: 'much'"):
        cluster_queue_from(cluster_queue("x", [quotas("default", cpu="much")]))


@pytest.mark.parametrize(
    ("weight", "found"), [("0", 0.0), ("500m", 0.5), (2, 2.0), ("0.1", 0.1), (None, 1.0)]
)
def test_weights_are_quantities(weight: object, found: float) -> None:
    spec: Object = {} if weight is None else {"fairSharing": {"weight": weight}}
    assert cluster_queue_from(bare("ClusterQueue", **spec)).fair_weight == found
    assert cohort_from(bare("Cohort", **spec)).fair_weight == found


def test_a_weight_that_is_no_quantity_is_refused() -> None:
    with pytest.raises(ValueError, match="not a weight: 'heavy'"):
        cohort_from(bare("Cohort", fairSharing={"weight": "heavy"}))


def test_checks_are_for_all_flavors_unless_they_name_some() -> None:
    groups = [[quotas("a", cpu="1"), quotas("b", cpu="1")]]
    strategy = {"admissionChecks": [{"name": "one", "onFlavors": ["a"]}, {"name": "two"}]}
    found = cluster_queue_from(cluster_queue("x", *groups, admissionChecksStrategy=strategy))
    assert found.admission_checks == {"one": frozenset("a"), "two": frozenset("ab")}
    older = cluster_queue_from(cluster_queue("x", *groups, admissionChecks=["three"]))
    assert older.admission_checks == {"three": frozenset("ab")}


def test_a_check_is_active_unless_its_status_denies_it() -> None:
    obj = bare("AdmissionCheck", controllerName="c")
    assert admission_check_from(obj).active
    obj["status"] = {"conditions": [{"type": "Active", "status": "False"}]}
    assert not admission_check_from(obj).active
    obj["status"] = {"conditions": [{"type": "Active", "status": "True"}]}
    assert admission_check_from(obj).active


def test_local_queues_are_known_by_namespace_and_name() -> None:
    found = local_queue_from(local_queue("q", "x", stopPolicy="Hold"))
    assert (found.key, found.cluster_queue, found.stop_policy) == ("team/q", "x", "Hold")
    assert local_queue_from(bare("LocalQueue", "q")).key == "default/q"


def test_flavors_and_topologies_say_what_nodes_they_are_for() -> None:
    found = resource_flavor_from(
        bare(
            "ResourceFlavor",
            nodeLabels={"gpu": "a100"},
            nodeTaints=[{"key": "gpu", "effect": "NoSchedule"}],
            topologyName="racks",
        )
    )
    assert found.node_labels == {"gpu": "a100"}
    assert [taint.key for taint in found.node_taints] == ["gpu"]
    assert found.topology_name == "racks"
    levels = [{"nodeLabel": "rack"}, {"nodeLabel": "host"}]
    assert topology_from(bare("Topology", "racks", levels=levels)).levels == ("rack", "host")


@pytest.mark.parametrize(
    ("selector", "selected"),
    [
        (None, False),
        ({}, True),
        ({"matchLabels": {"team": "a"}}, True),
        ({"matchLabels": {"team": "a", "more": "x"}}, False),
        ({"matchExpressions": [{"key": "team", "operator": "In", "values": ["a", "b"]}]}, True),
        ({"matchExpressions": [{"key": "team", "operator": "In", "values": ["b"]}]}, False),
        ({"matchExpressions": [{"key": "more", "operator": "In", "values": ["a"]}]}, False),
        ({"matchExpressions": [{"key": "team", "operator": "NotIn", "values": ["b"]}]}, True),
        ({"matchExpressions": [{"key": "team", "operator": "NotIn", "values": ["a"]}]}, False),
        ({"matchExpressions": [{"key": "more", "operator": "NotIn", "values": ["a"]}]}, True),
        ({"matchExpressions": [{"key": "team", "operator": "Exists"}]}, True),
        ({"matchExpressions": [{"key": "more", "operator": "Exists"}]}, False),
        ({"matchExpressions": [{"key": "more", "operator": "DoesNotExist"}]}, True),
        ({"matchExpressions": [{"key": "team", "operator": "DoesNotExist"}]}, False),
    ],
)
def test_a_selector_selects_labels_that_satisfy_all_its_terms(
    selector: Object | None, selected: bool
) -> None:
    assert LabelSelector(selector).matches({"team": "a"}) == selected
