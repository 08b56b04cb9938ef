"""Node, Topology and podSet objects for the tests of placement."""

from collections.abc import Iterable, Mapping
from typing import Any

HOST = "kubernetes.io/hostname"
GPU = "nvidia.com/gpu"
DEFAULT_ALLOCATABLE = {"cpu": "16", "memory": "64Gi", "pods": "110", GPU: "8"}


def node(name: str, allocatable: Mapping[str, str] | None = None, **labels: str) -> dict[str, Any]:
    """A ready node; ``block`` and ``rack`` are given as labels, the hostname is its name."""
    return {
        "metadata": {"name": name, "labels": {HOST: name, **labels}},
        "spec": {},
        "status": {
            "allocatable": dict(DEFAULT_ALLOCATABLE if allocatable is None else allocatable),
            "conditions": [{"type": "Ready", "status": "True"}],
        },
    }


def racks(sizes: Iterable[int], allocatable: Mapping[str, str] | None = None) -> list[Any]:
    """Racks ``r0``, ``r1``, ... of one block with so many nodes each, named ``r0-n0`` and so on."""
    return [
        node(f"r{rack}-n{index}", allocatable, block="b0", rack=f"r{rack}")
        for rack, size in enumerate(sizes)
        for index in range(size)
    ]


def topology(*levels: str) -> dict[str, Any]:
    """A Topology named ``default``."""
    return {
        "metadata": {"name": "default"},
        "spec": {"levels": [{"nodeLabel": level} for level in levels]},
    }


def pod_set(
    count: int, requests: Mapping[str, str], request: Mapping[str, Any] | None = None, **spec: Any
) -> dict[str, Any]:
    """A podSet with one container; ``spec`` is added to the pod specification."""
    container = {"name": "c", "image": "i", "resources": {"requests": dict(requests)}}
    found: dict[str, Any] = {
        "name": "main",
        "count": count,
        "template": {"spec": {"containers": [container], **spec}},
    }
    if request is not None:
        found["topologyRequest"] = dict(request)
    return found
