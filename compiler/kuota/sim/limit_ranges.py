"""What a namespace's LimitRanges and the cluster's RuntimeClasses add to pods, and forbid them.

Source: pkg/util/limitrange/limitrange.go, pkg/workload/resources.go (handlePodOverhead,
handlePodLimitRange, ValidateLimitRange), v0.19.2.
"""

from collections.abc import Iterable, Mapping
from typing import Any, Final

from kuota.sim.pod_requests import amounts_of, container_requests, pod_requests, whole_amounts
from kuota.sim.workload_object import invalid_value

Object = Mapping[str, Any]

ABOVE_MAX: Final = "requests must not be above the limitRange max"
BELOW_MIN: Final = "requests must not be below the limitRange min"

_KINDS = ("initContainers", "containers")
_CONTAINER = "Container"
_POD = "Pod"


class PodDefaults:
    """LimitRanges by namespace and type, and the overhead of each RuntimeClass.

    Of several LimitRanges the strictest bounds hold, and the first defaults.
    """

    __slots__ = ("_overheads", "_ranges")

    def __init__(self, limit_ranges: Iterable[Object], runtime_classes: Iterable[Object]) -> None:
        self._ranges: dict[tuple[str, str], dict[str, dict[str, Any]]] = {}
        for limit_range in limit_ranges:
            namespace = limit_range["metadata"].get("namespace") or "default"
            for item in limit_range["spec"].get("limits") or ():
                self._add((namespace, item.get("type") or ""), item)
        self._overheads = {
            runtime_class["metadata"]["name"]: overhead
            for runtime_class in runtime_classes
            if (overhead := (runtime_class.get("overhead") or {}).get("podFixed"))
        }

    def applied(self, workload: Object) -> Object:
        """The Workload object with the defaults filled in; the same object when there are none."""
        if not self._ranges and not self._overheads:
            return workload
        namespace = (workload.get("metadata") or {}).get("namespace") or "default"
        spec = dict(workload.get("spec") or {})
        spec["podSets"] = [
            self._pod_set_with_defaults(pod_set, namespace) for pod_set in spec.get("podSets") or ()
        ]
        return {**workload, "spec": spec}

    def violations(self, workload: Object) -> list[str]:
        """Where the pods of a Workload object, defaults filled in, break a LimitRange."""
        if not self._ranges:
            return []
        namespace = (workload.get("metadata") or {}).get("namespace") or "default"
        found: list[str] = []
        for index, pod_set in enumerate((workload.get("spec") or {}).get("podSets") or ()):
            spec = (pod_set.get("template") or {}).get("spec") or {}
            where = f"spec.podSets[{index}].template.spec"
            for kind in _KINDS:
                for number, container in enumerate(spec.get(kind) or ()):
                    place = f"{where}.{kind}[{number}]"
                    found.extend(self._container_violations(container, namespace, place))
            found.extend(self._pod_violations(spec, namespace, where))
        return found

    def _add(self, key: tuple[str, str], item: Object) -> None:
        summary = self._ranges.setdefault(key, {})
        for bound, keep in (("max", min), ("min", max)):
            amounts = summary.setdefault(bound, {})
            for name, amount in amounts_of(item.get(bound)).items():
                amounts[name] = keep(amounts[name], amount) if name in amounts else amount
        for default in ("default", "defaultRequest"):
            values = summary.setdefault(default, {})
            for name, text in (item.get(default) or {}).items():
                values.setdefault(name, text)

    def _pod_set_with_defaults(self, pod_set: Object, namespace: str) -> Object:
        template = dict(pod_set.get("template") or {})
        spec = dict(template.get("spec") or {})
        overhead = self._overheads.get(spec.get("runtimeClassName") or "")
        if overhead and not spec.get("overhead"):
            spec["overhead"] = overhead
        container_range = self._ranges.get((namespace, _CONTAINER))
        if container_range is not None:
            for kind in _KINDS:
                if kind in spec:
                    spec[kind] = [_filled(c, container_range) for c in spec[kind] or ()]
        pod_range = self._ranges.get((namespace, _POD))
        if pod_range is not None and spec.get("resources") is not None:
            spec = _filled(spec, pod_range)
        template["spec"] = spec
        return {**pod_set, "template": template}

    def _container_violations(self, container: Object, namespace: str, place: str) -> list[str]:
        bounds = self._ranges.get((namespace, _CONTAINER))
        if bounds is None:
            return []
        requests = whole_amounts(container_requests(container))
        limits = amounts_of((container.get("resources") or {}).get("limits"))
        largest, smallest = dict(requests), dict(requests)
        for name, limit in limits.items():
            largest[name] = max(largest.get(name, limit), limit)
            smallest[name] = min(smallest.get(name, limit), limit)
        return _out_of_bounds(largest, smallest, bounds, place)

    def _pod_violations(self, spec: Object, namespace: str, place: str) -> list[str]:
        bounds = self._ranges.get((namespace, _POD))
        if bounds is None:
            return []
        total = pod_requests(spec)
        return _out_of_bounds(total, total, bounds, place)


def _filled(holder: Object, summary: Mapping[str, Mapping[str, Any]]) -> dict[str, Any]:
    """A container, or a pod, with the default limits and requests that it does not state."""
    resources = dict(holder.get("resources") or {})
    resources["limits"] = {**summary["default"], **(resources.get("limits") or {})}
    resources["requests"] = {**summary["defaultRequest"], **(resources.get("requests") or {})}
    return {**holder, "resources": resources}


def _out_of_bounds(
    largest: Mapping[str, int],
    smallest: Mapping[str, int],
    bounds: Mapping[str, Mapping[str, int]],
    place: str,
) -> list[str]:
    """What is above the maximum, and below the minimum; what is not stated breaks no bound."""
    above = sorted(n for n, top in bounds["max"].items() if n in largest and largest[n] > top)
    below = sorted(n for n, low in bounds["min"].items() if n in smallest and smallest[n] < low)
    return [
        invalid_value(place, names, text)
        for names, text in ((above, ABOVE_MAX), (below, BELOW_MIN))
        if names
    ]
