"""What one pod asks for."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kuota.sim.pod_requests import (
    amounts_of,
    ordered_requests,
    pod_requests,
    requests_above_limits,
    resource_order,
)

INT64_MAX = 2**63 - 1


def container(restart: str | None = None, limits: Any = None, **requests: str) -> dict[str, Any]:
    resources = {"requests": requests, **({"limits": limits} if limits else {})}
    policy = {"restartPolicy": restart} if restart else {}
    return {"name": "c", "resources": resources, **policy}


REQUESTS = {
    "containers add up": (
        {"containers": [container(cpu="1", memory="1Gi"), container(cpu="500m")]},
        {"cpu": 1500, "memory": 2**30},
    ),
    "fractions are rounded up only after they were added": (
        {"containers": [container(memory="1500m"), container(memory="1500m")]},
        {"memory": 3},
    ),
    "a fraction of a unit counts as a unit": (
        {"containers": [container(cpu="1500u", memory="100m")]},
        {"cpu": 2, "memory": 1},
    ),
    "an init container counts where it needs more": (
        {
            "initContainers": [container(cpu="3", memory="1")],
            "containers": [container(cpu="1", memory="5")],
        },
        {"cpu": 3000, "memory": 5},
    ),
    "init containers run one after the other": (
        {
            "initContainers": [container(cpu="3"), container(cpu="2")],
            "containers": [container(cpu="1")],
        },
        {"cpu": 3000},
    ),
    "a sidecar runs beside the containers": (
        {
            "initContainers": [container("Always", cpu="2")],
            "containers": [container(cpu="1")],
        },
        {"cpu": 3000},
    ),
    "an init container runs beside the sidecars that started before it": (
        {
            "initContainers": [
                container("Always", cpu="2"),
                container(cpu="4"),
                container("Always", cpu="1"),
            ],
            "containers": [container(cpu="1")],
        },
        {"cpu": 6000},
    ),
    "requests of the pod replace the sum, for cpu, memory and huge pages": (
        {
            "containers": [container(cpu="1", memory="1", **{"nvidia.com/gpu": "1"})],
            "resources": {"requests": {"cpu": "5", "hugepages-2Mi": "4Mi", "nvidia.com/gpu": "9"}},
        },
        {"cpu": 5000, "memory": 1, "nvidia.com/gpu": 1, "hugepages-2Mi": 4 * 2**20},
    ),
    "limits of the pod stand in for its requests": (
        {"containers": [container(cpu="1")], "resources": {"limits": {"cpu": "2"}}},
        {"cpu": 2000},
    ),
    "overhead comes on top": (
        {"containers": [container(cpu="1")], "overhead": {"cpu": "250m", "memory": "1Mi"}},
        {"cpu": 1250, "memory": 2**20},
    ),
    "a limit stands in for a request": (
        {"containers": [container(limits={"cpu": "2", "memory": "1"}, cpu="1")]},
        {"cpu": 1000, "memory": 1},
    ),
    "a zero request is a request": ({"containers": [container(cpu="0")]}, {"cpu": 0}),
    "a container may ask for nothing": ({"containers": [{"name": "c"}]}, {}),
    "more than 64 bits is clamped": (
        {"containers": [container(cpu="9E")]},
        {"cpu": INT64_MAX},
    ),
}


@pytest.mark.parametrize(("spec", "expected"), REQUESTS.values(), ids=REQUESTS)
def test_pod_requests(spec: dict[str, Any], expected: dict[str, int]) -> None:
    assert expected == pod_requests(spec)


def test_requests_come_in_the_order_of_the_hash_of_their_names() -> None:
    names = ["cpu", "memory", "nvidia.com/gpu", "pods", "ephemeral-storage"]
    expected = sorted(names, key=resource_order)
    assert expected == list(ordered_requests(dict.fromkeys(names, 1)))


FNV_1A = {"": 0xCBF29CE484222325, "a": 0xAF63DC4C8601EC8C, "foobar": 0x85944171F73967E8}


@pytest.mark.parametrize(("name", "expected"), FNV_1A.items())
def test_the_hash_is_fnv_1a(name: str, expected: int) -> None:
    assert (expected, name) == resource_order(name)


@given(st.dictionaries(st.text(min_size=1), st.integers(0, 10)))
def test_ordering_changes_nothing_but_the_order(requests: dict[str, int]) -> None:
    assert requests == ordered_requests(requests)


def test_amounts_are_milli_units_for_cpu_and_units_for_the_rest() -> None:
    expected = {"cpu": 1500, "memory": 2**20, "nvidia.com/gpu": 2}
    assert expected == amounts_of({"cpu": "1.5", "memory": "1Mi", "nvidia.com/gpu": 2})


def test_a_text_that_is_no_quantity_is_refused() -> None:
    with pytest.raises(ValueError, match="not a quantity: 'many'"):
        amounts_of({"cpu": "many"})


def test_requests_above_limits_are_found_in_every_part_of_the_pod() -> None:
    spec = {
        "initContainers": [container(limits={"cpu": "1"}, cpu="2")],
        "containers": [
            container(limits={"cpu": "2"}, cpu="2"),
            container(limits={"memory": "1", "cpu": "1"}, memory="2", cpu="1001m"),
        ],
        "resources": {"requests": {"cpu": "9"}, "limits": {"cpu": "8"}},
    }
    expected = [
        ("initContainers[0]", ("cpu",)),
        ("containers[1]", ("cpu", "memory")),
        ("resources", ("cpu",)),
    ]
    assert expected == requests_above_limits(spec)
