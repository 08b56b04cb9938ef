"""What LimitRanges and RuntimeClasses add to pods, and forbid them."""

from typing import Any

import pytest
from tests.sim.kueue_objects import (
    cluster_queue,
    flavor,
    local_queue,
    pod_set,
    quotas,
    workload,
)

from kuota.sim.limit_ranges import PodDefaults
from kuota.sim.pod_requests import pod_requests
from kuota.sim.simulator import Simulator

Object = dict[str, Any]


def limit_range(*limits: Object, namespace: str = "team") -> Object:
    metadata = {"namespace": namespace, "name": "limits"}
    return {"kind": "LimitRange", "metadata": metadata, "spec": {"limits": [*limits]}}


def requests(defaults: PodDefaults, spec: Object) -> dict[str, int]:
    """What one pod asks once the defaults are filled in."""
    obj = workload("w", {"name": "main", "template": {"spec": spec}})
    filled = defaults.applied(obj)
    return pod_requests(filled["spec"]["podSets"][0]["template"]["spec"])


def container(limits: Object | None = None, **asked: str) -> Object:
    return {"resources": {"requests": asked, **({"limits": limits} if limits else {})}}


CONTAINERS = limit_range(
    {
        "type": "Container",
        "default": {"cpu": "4", "memory": "1Gi"},
        "defaultRequest": {"cpu": "2"},
    }
)

FILLED: dict[str, tuple[Object, dict[str, int]]] = {
    "a request that is missing": ({"containers": [container()]}, {"cpu": 2000, "memory": 2**30}),
    "a request that is stated": (
        {"containers": [container(cpu="1")]},
        {"cpu": 1000, "memory": 2**30},
    ),
    "a limit that is stated": (
        {"containers": [container({"memory": "1"})]},
        {"cpu": 2000, "memory": 1},
    ),
    "each container for itself": (
        {"initContainers": [container(cpu="9")], "containers": [container(), container()]},
        {"cpu": 9000, "memory": 2 * 2**30},
    ),
}


@pytest.mark.parametrize(("spec", "expected"), FILLED.values(), ids=FILLED)
def test_defaults_of_containers(spec: Object, expected: dict[str, int]) -> None:
    assert expected == requests(PodDefaults([CONTAINERS], []), spec)


def test_defaults_of_pods_apply_where_the_pod_states_resources() -> None:
    defaults = PodDefaults([limit_range({"type": "Pod", "defaultRequest": {"cpu": "3"}})], [])
    stated = {"containers": [container(cpu="1")], "resources": {"limits": {"memory": "1"}}}
    expected = ({"cpu": 3000, "memory": 1}, {"cpu": 1000})
    assert expected == (
        requests(defaults, stated),
        requests(defaults, {"containers": [container(cpu="1")]}),
    )


def test_the_first_default_holds() -> None:
    first = limit_range({"type": "Container", "defaultRequest": {"cpu": "1"}})
    second = limit_range({"type": "Container", "defaultRequest": {"cpu": "2", "memory": "1"}})
    defaults = PodDefaults([first, second], [])
    assert {"cpu": 1000, "memory": 1} == requests(defaults, {"containers": [container()]})


def test_limit_ranges_of_other_namespaces_do_not_apply() -> None:
    other = limit_range({"type": "Container", "defaultRequest": {"cpu": "1"}}, namespace="other")
    assert {} == requests(PodDefaults([other], []), {"containers": [container()]})


def test_a_runtime_class_adds_its_overhead() -> None:
    runtime = {"metadata": {"name": "kata"}, "overhead": {"podFixed": {"cpu": "250m"}}}
    spec = {"runtimeClassName": "kata", "containers": [container(cpu="1")]}
    assert {"cpu": 1250} == requests(PodDefaults([], [runtime]), spec)


def test_an_overhead_that_is_stated_stays() -> None:
    runtime = {"metadata": {"name": "kata"}, "overhead": {"podFixed": {"cpu": "250m"}}}
    spec = {
        "runtimeClassName": "kata",
        "overhead": {"cpu": "1"},
        "containers": [container(cpu="1")],
    }
    assert {"cpu": 2000} == requests(PodDefaults([], [runtime]), spec)


def test_without_defaults_the_object_is_the_same() -> None:
    obj = workload("w", pod_set(cpu="1"))
    assert obj is PodDefaults([], []).applied(obj)


WHERE = "spec.podSets[0].template.spec"


def invalid(place: str, resource: str, bound: str) -> str:
    return f'{WHERE}{place}: Invalid value: ["{resource}"]: requests must not be {bound}'


BOUNDS = limit_range(
    {"type": "Container", "max": {"cpu": "4"}, "min": {"cpu": "1"}},
    {"type": "Pod", "max": {"memory": "10"}, "min": {"memory": "2"}},
)

BROKEN: dict[str, tuple[Object, list[str]]] = {
    "within bounds": ({"containers": [container(cpu="2", memory="5")]}, []),
    "a request above the maximum": (
        {"containers": [container(cpu="5")]},
        [invalid(".containers[0]", "cpu", "above the limitRange max")],
    ),
    "a limit above the maximum": (
        {"initContainers": [container({"cpu": "5"}, cpu="1")]},
        [invalid(".initContainers[0]", "cpu", "above the limitRange max")],
    ),
    "a request below the minimum": (
        {"containers": [container(cpu="500m")]},
        [invalid(".containers[0]", "cpu", "below the limitRange min")],
    ),
    "a resource that is not asked": ({"containers": [container()]}, []),
    "the pod as a whole": (
        {"containers": [container(memory="9"), container(memory="9")]},
        [invalid("", "memory", "above the limitRange max")],
    ),
}


@pytest.mark.parametrize(("spec", "expected"), BROKEN.values(), ids=BROKEN)
def test_violations(spec: Object, expected: list[str]) -> None:
    obj = workload("w", {"name": "main", "template": {"spec": spec}})
    assert expected == PodDefaults([BOUNDS], []).violations(obj)


def test_the_strictest_bounds_hold() -> None:
    loose = limit_range({"type": "Container", "max": {"cpu": "9"}})
    strict = limit_range({"type": "Container", "max": {"cpu": "4"}})
    obj = workload("w", pod_set(cpu="5"))
    found = [len(PodDefaults(both, []).violations(obj)) for both in ([loose, strict], [loose])]
    assert [1, 0] == found


def test_a_workload_that_breaks_a_limit_range_is_not_admitted() -> None:
    found = Simulator(
        [
            flavor("default"),
            cluster_queue("cq", [quotas("default", cpu="9")]),
            local_queue("queue", "cq"),
            BOUNDS,
        ],
        [workload("w", pod_set(cpu="5"))],
    )
    found.schedule()
    status = found.workload("team/w")
    expected = (
        "Misconfigured",
        "resources didn't satisfy LimitRange constraints: "
        + invalid(".containers[0]", "cpu", "above the limitRange max"),
    )
    assert expected == (status.reason, status.message)
