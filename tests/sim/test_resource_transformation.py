"""Resources that Kueue leaves out, or turns into others, before it counts."""

from typing import Any

import pytest
from tests.sim.kueue_objects import (
    GPU,
    cluster_queue,
    flavor,
    local_queue,
    pod_set,
    quotas,
    workload,
)

from kuota.sim.resource_transformation import resource_rules_from
from kuota.sim.simulator import Simulator

CREDITS = {"input": GPU, "strategy": "Replace", "outputs": {"credits": "1.5", "cpu": "250m"}}

COUNTED: dict[str, tuple[dict[str, Any], dict[str, str], dict[str, int]]] = {
    "a prefix that is left out": (
        {"excludeResourcePrefixes": ["example.com/", "mem"]},
        {"cpu": "1", "memory": "1", "example.com/x": "3", "example.org/x": "3"},
        {"cpu": 1000, "example.org/x": 3},
    ),
    "replaced, and added to what the pod asks": (
        {"transformations": [CREDITS]},
        {"cpu": "1", GPU: "3"},
        {"cpu": 1750, "credits": 5},
    ),
    "kept by default": (
        {"transformations": [{"input": GPU, "outputs": {"credits": "2"}}]},
        {GPU: "3"},
        {GPU: 3, "credits": 6},
    ),
    "replaced by nothing": (
        {"transformations": [{"input": GPU, "strategy": "Replace"}]},
        {"cpu": "1", GPU: "3"},
        {"cpu": 1000},
    ),
    "multiplied by another resource": (
        {
            "transformations": [
                {"input": GPU, "multiplyBy": "memory", "outputs": {"credits": "10m"}}
            ]
        },
        {GPU: "3", "memory": "50"},
        {GPU: 3, "memory": 50, "credits": 2},
    ),
    "not multiplied by a resource that is not asked": (
        {"transformations": [{"input": GPU, "multiplyBy": "memory", "outputs": {"credits": "1"}}]},
        {GPU: "3"},
        {GPU: 3, "credits": 3},
    ),
    "outputs make up for each other": (
        {
            "transformations": [
                {"input": GPU, "outputs": {"credits": "2"}},
                {"input": "cpu", "outputs": {"credits": "-1"}},
            ]
        },
        {GPU: "3", "cpu": "4"},
        {GPU: 3, "cpu": 4000, "credits": 2},
    ),
    "outputs never reduce what the pod asks": (
        {"transformations": [{"input": GPU, "outputs": {"cpu": "-1"}}]},
        {GPU: "3", "cpu": "4"},
        {GPU: 3, "cpu": 4000},
    ),
}


@pytest.mark.parametrize(("resources", "asked", "expected"), COUNTED.values(), ids=COUNTED)
def test_what_counts(
    resources: dict[str, Any], asked: dict[str, str], expected: dict[str, int]
) -> None:
    rules = resource_rules_from(resources)
    assert rules is not None
    spec = {"containers": [{"resources": {"requests": asked}}]}
    assert expected == rules.apply(spec)


@pytest.mark.parametrize("resources", [None, {}, {"quotaCheckStrategy": "IgnoreUndeclared"}])
def test_no_rules_are_none(resources: dict[str, Any] | None) -> None:
    assert resource_rules_from(resources) is None


def usage(resources: dict[str, Any], *groups: Any) -> dict[str, int] | str:
    """What a workload of two pods with 3 GPUs and 1 cpu each uses, or why it is not admitted."""
    found = Simulator(
        [flavor("default"), cluster_queue("cq", *groups), local_queue("queue", "cq")],
        [workload("w", pod_set(count=2, gpu="3", cpu="1"))],
        resources=resources,
    )
    found.schedule()
    status = found.workload("team/w")
    return status.pod_sets[0].usage if status.pod_sets else status.reason


def test_a_workload_is_admitted_by_what_it_turns_into() -> None:
    groups = [quotas("default", credits="10", cpu="10")]
    assert {"credits": 10, "cpu": 3500} == usage({"transformations": [CREDITS]}, groups)


def test_an_undeclared_resource_is_ignored_where_that_is_set() -> None:
    strategy = {"quotaCheckStrategy": "IgnoreUndeclared"}
    assert {GPU: 6} == usage(strategy, [quotas("default", gpu="6")])


def test_an_undeclared_resource_keeps_a_workload_out_by_default() -> None:
    assert "NoMatchingFlavor" == usage({}, [quotas("default", gpu="6")])
