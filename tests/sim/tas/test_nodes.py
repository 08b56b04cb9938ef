"""Which nodes belong to a flavor, and what other pods take of them."""

from typing import Any

import pytest
from tests.sim.tas.objects import GPU, HOST, node

from kuota.sim.model import (
    Taint,
)
from kuota.sim.tas.nodes import Node, matches_flavor, node_from, non_tas_usage


def pod(name: str, node_name: str, phase: str = "Running", **annotations: str) -> dict[str, Any]:
    container = {"name": "c", "resources": {"requests": {"cpu": "500m", GPU: "1"}}}
    return {
        "metadata": {"name": name, "annotations": annotations},
        "spec": {"nodeName": node_name, "containers": [container]},
        "status": {"phase": phase},
    }


def test_a_node_is_read_with_amounts_in_milli_cpu() -> None:
    obj = node("n0", {"cpu": "1500m", "memory": "1Ki"}, rack="r0")
    obj["spec"]["taints"] = [{"key": "gpu", "value": "x", "effect": "NoSchedule"}]
    expected = Node(
        "n0",
        {HOST: "n0", "rack": "r0"},
        (Taint("gpu", "x", "NoSchedule"),),
        {"cpu": 1500, "memory": 1024},
        usable=True,
    )
    assert expected == node_from(obj)


@pytest.mark.parametrize(
    ("change", "usable"),
    [
        ({}, True),
        ({"spec": {"unschedulable": True}}, False),
        ({"status": {"conditions": [{"type": "Ready", "status": "Unknown"}]}}, False),
        ({"status": {"conditions": [{"type": "MemoryPressure", "status": "True"}]}}, False),
        ({"status": {}}, False),
    ],
)
def test_only_schedulable_nodes_that_say_they_are_ready_are_usable(
    change: dict[str, Any], usable: bool
) -> None:
    assert usable == node_from({**node("n0"), **change}).usable


@pytest.mark.parametrize(
    ("labels", "levels", "matches"),
    [
        ({}, (HOST,), True),
        ({"pool": "gpu"}, (HOST,), True),
        ({"pool": "cpu"}, (HOST,), False),
        ({"zone": "a"}, (HOST,), False),
        ({"zone": ""}, (HOST,), True),
        ({}, ("rack", HOST), False),
    ],
)
def test_a_node_needs_the_labels_of_the_flavor_and_of_every_level(
    labels: dict[str, str], levels: tuple[str, ...], matches: bool
) -> None:
    assert matches == matches_flavor(node_from(node("n0", pool="gpu")), labels, levels)


def test_bound_pods_that_run_count_with_themselves_as_one_pod() -> None:
    pods = [pod("a", "n0"), pod("b", "n0"), pod("c", "n1")]
    assert {
        "n0": {"cpu": 1000, GPU: 2, "pods": 2},
        "n1": {"cpu": 500, GPU: 1, "pods": 1},
    } == non_tas_usage(pods)


@pytest.mark.parametrize(
    "ignored",
    [
        pod("unbound", ""),
        pod("done", "n0", "Succeeded"),
        pod("failed", "n0", "Failed"),
        pod("tas", "n0", **{"kueue.x-k8s.io/podset-required-topology": "rack"}),
        pod("tas", "n0", **{"kueue.x-k8s.io/podset-unconstrained-topology": "true"}),
    ],
)
def test_pods_without_node_ended_ones_and_those_that_kueue_places_do_not_count(
    ignored: dict[str, Any],
) -> None:
    assert {} == non_tas_usage([ignored])
