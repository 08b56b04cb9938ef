"""What one pod asks for, as Kubernetes' scheduler and Kueue add it up.

Source: k8s.io/component-helpers/resource/helpers.go (PodRequests), Kueue pkg/resources/requests.go,
pkg/workload/resources.go (AdjustResources, ValidateResources), v0.19.2.
"""

from collections.abc import Mapping
from functools import cache, lru_cache
from typing import Any, Final

from kuota.quantity import CPU, parse_quantity
from kuota.sim.model import (
    Requests,
)

INT64_MAX: Final = 2**63 - 1
INT64_MIN: Final = -(2**63)

_NANO = 10**9
_MILLI_IN_NANOS = 10**6
_POD_LEVEL = ("cpu", "memory")
_FNV_OFFSET = 14695981039346656037
_FNV_PRIME = 1099511628211


def pod_requests(spec: Mapping[str, Any]) -> Requests:
    """The requests of one pod with this specification, in Kueue's order of resources.

    Containers add up, an init container counts where it needs more than they do, a sidecar counts
    with both; requests at the level of the pod replace the sum; overhead comes on top. A limit
    without a request is taken as the request. Fractions are kept until the total is known.
    """
    return ordered_requests(whole_amounts(pod_request_nanos(spec)))


def pod_request_nanos(spec: Mapping[str, Any]) -> Requests:
    """The requests of one pod in nanos, nothing rounded yet."""
    totals: Requests = {}
    for container in spec.get("containers") or ():
        _add(totals, container_requests(container))
    sidecars: Requests = {}
    start_up: Requests = {}
    for container in spec.get("initContainers") or ():
        requests = container_requests(container)
        if container.get("restartPolicy") == "Always":
            _add(totals, requests)
            _add(sidecars, requests)
            _raise(start_up, sidecars)
        else:
            while_initializing = dict(requests)
            _add(while_initializing, sidecars)
            _raise(start_up, while_initializing)
    _raise(totals, start_up)
    for resource, value in container_requests(spec).items():
        if resource in _POD_LEVEL or resource.startswith("hugepages-"):
            totals[resource] = value
    _add(totals, _nanos(spec.get("overhead")))
    return totals


def container_requests(holder: Mapping[str, Any]) -> Requests:
    """The requests in nanos of a container, or of a pod as a whole, limits standing in for them."""
    resources = holder.get("resources") or {}
    requests = _nanos(resources.get("requests"))
    for resource, value in _nanos(resources.get("limits")).items():
        requests.setdefault(resource, value)
    return requests


def requests_above_limits(spec: Mapping[str, Any]) -> list[tuple[str, tuple[str, ...]]]:
    """The parts of a pod specification that request more than their limits, with the resources."""
    parts = [
        (f"{kind}[{index}]", container)
        for kind in ("initContainers", "containers")
        for index, container in enumerate(spec.get(kind) or ())
    ]
    above = []
    for where, holder in (*parts, ("resources", spec)):
        requests = container_requests(holder)
        limits = _nanos((holder.get("resources") or {}).get("limits"))
        names = tuple(
            sorted(
                name
                for name, limit in limits.items()
                if whole_amount(name, requests[name]) > whole_amount(name, limit)
            )
        )
        if names:
            above.append((where, names))
    return above


def ordered_requests(requests: Mapping[str, int]) -> Requests:
    """The same requests in Kueue's order of resources."""
    return {name: requests[name] for name in sorted(requests, key=resource_order)}


def amounts_of(quantities: Mapping[str, Any] | None) -> Requests:
    """The amounts of a Kubernetes resource list, in Kueue's order of resources."""
    return ordered_requests(whole_amounts(_nanos(quantities)))


def whole_amount(resource: str, nanos: int) -> int:
    """The amount of a value in nanos, rounded away from zero and clamped to 64 bits."""
    divisor = _MILLI_IN_NANOS if resource == CPU else _NANO
    value = -(-nanos // divisor) if nanos >= 0 else nanos // divisor
    return max(INT64_MIN, min(value, INT64_MAX))


def whole_amounts(nanos: Mapping[str, int]) -> Requests:
    """The amounts of values in nanos, each rounded away from zero."""
    return {name: whole_amount(name, value) for name, value in nanos.items()}


def scaled(amount: int, factor: int) -> int:
    """``amount * factor``, saturating at 64 bits."""
    return max(INT64_MIN, min(amount * factor, INT64_MAX))


@cache
def resource_order(resource: str) -> tuple[int, str]:
    """The place of a resource name in Kueue's sorted request lists: its FNV-1a hash.

    Source: pkg/resources/slice_requests.go, v0.19.2.
    """
    state = _FNV_OFFSET
    for byte in resource.encode():
        state = (state ^ byte) * _FNV_PRIME & 0xFFFFFFFFFFFFFFFF
    return state, resource


def _nanos(quantities: Mapping[str, Any] | None) -> Requests:
    return {name: nanos_of(str(text)) for name, text in (quantities or {}).items()}


@lru_cache(maxsize=4096)
def nanos_of(text: str) -> int:
    """The value of a quantity times 10^9. Raises ValueError when ``text`` is no quantity."""
    quantity = parse_quantity(text)
    if quantity is None:
        raise ValueError(f"not a quantity: {text!r}")
    return quantity.nanos


def _add(totals: Requests, requests: Requests) -> None:
    for resource, value in requests.items():
        totals[resource] = totals.get(resource, 0) + value


def _raise(totals: Requests, requests: Requests) -> None:
    for resource, value in requests.items():
        if value > totals.get(resource, INT64_MIN * _NANO):
            totals[resource] = value
