"""Workload objects of the Kueue API, read into the form that the scheduler works on.

Both served versions are read: v1beta2, and v1beta1 where its fields differ.

Source: apis/kueue/v1beta2/workload_types.go, apis/kueue/v1beta1/workload_types.go,
pkg/workload/workload.go, v0.19.2.
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from hashlib import sha256
from typing import Any, Final

from kuota.sim.features import Features
from kuota.sim.model import (
    PodSet,
    PodSetTopologyRequest,
    TopologyConstraint,
    Workload,
)
from kuota.sim.node_affinity import required_node_affinity
from kuota.sim.pod_requests import (
    container_requests,
    pod_requests,
    requests_above_limits,
)
from kuota.sim.taints import tolerations_of
from kuota.sim.workload_status import milliseconds, read_status

Object = Mapping[str, Any]

PRIORITY_BOOST: Final = "kueue.x-k8s.io/priority-boost"
ADMISSION_GATED_BY: Final = "kueue.x-k8s.io/admission-gated-by"
IS_GROUP_WORKLOAD: Final = "kueue.x-k8s.io/is-group-workload"

_DEFAULT_FEATURES = Features()
_KNOWN_POD_SETS = 4096
_pod_sets: dict[str, PodSet] = {}


def workload_from(
    obj: Object,
    features: Features = _DEFAULT_FEATURES,
    priority_classes: Mapping[str, int] | None = None,
) -> Workload:
    """The workload that a Workload object describes, its status included.

    ``priority_classes`` gives the value of the class that the object names where it states no
    priority of its own. An object that holds an admission but no condition counts as admitted.
    """
    metadata, spec = obj.get("metadata") or {}, obj.get("spec") or {}
    workload = Workload(
        metadata.get("namespace") or "default",
        metadata.get("name") or "",
        spec.get("queueName") or "",
        [_pod_set_from(raw) for raw in spec.get("podSets") or ()],
    )
    workload.uid = metadata.get("uid") or f"uid-{workload.name}"
    workload.created_at = milliseconds(metadata.get("creationTimestamp"))
    workload.generation = metadata.get("generation") or 0
    workload.labels = dict(metadata.get("labels") or {})
    workload.annotations = dict(metadata.get("annotations") or {})
    workload.owner_is_single_pod = _is_owned_by_single_pod(metadata, workload.annotations)
    workload.priority = _effective_priority(spec, workload.annotations, features, priority_classes)
    workload.active = spec.get("active") is not False
    if spec.get("maximumExecutionTimeSeconds") is not None:
        workload.maximum_execution_time = 1000 * spec["maximumExecutionTimeSeconds"]
    if features.admission_gated_by:
        workload.admission_gated_by = workload.annotations.get(ADMISSION_GATED_BY, "")
    workload.resource_violations = validate_resources(workload)
    read_status(workload, obj.get("status") or {}, spec)
    return workload


def validate_resources(workload: Workload) -> list[str]:
    """Why the workload's own limits forbid its requests; empty when they do not.

    Source: pkg/workload/resources.go, ValidateResources, v0.19.2.
    """
    found = [
        invalid_value(
            f"spec.podSets[{index}].template.spec.{where}",
            resources,
            "requests must not exceed its limits",
        )
        for index, pod_set in enumerate(workload.pod_sets)
        for where, resources in requests_above_limits(pod_set.spec)
    ]
    return ["resources validation failed: " + aggregate(found)] if found else []


def invalid_value(where: str, resources: Sequence[str], text: str) -> str:
    """A field error about resources, in the words of Kubernetes."""
    return f"{where}: Invalid value: {json.dumps([*resources], separators=(',', ':'))}: {text}"


def aggregate(errors: Sequence[str]) -> str:
    """Several field errors as one text, as Kubernetes joins them; each is said once."""
    said = list(dict.fromkeys(errors))
    return said[0] if len(said) == 1 else f"[{', '.join(said)}]"


def _pod_set_from(raw: Object) -> PodSet:
    """The podSet of this text, shared between the workloads that have the same."""
    text = repr(raw)
    known = _pod_sets.get(text)
    if known is None:
        if len(_pod_sets) >= _KNOWN_POD_SETS:
            _pod_sets.clear()
        known = _pod_sets[text] = _read_pod_set(raw)
    return known


def _read_pod_set(raw: Object) -> PodSet:
    spec = (raw.get("template") or {}).get("spec") or {}
    count = raw.get("count")
    return PodSet(
        name=raw.get("name") or "main",
        count=1 if count is None else count,
        min_count=raw.get("minCount"),
        requests=pod_requests(spec),
        tolerations=tolerations_of(spec.get("tolerations")),
        node_selector=dict(spec.get("nodeSelector") or {}),
        node_affinity=required_node_affinity(spec),
        spec=spec,
        topology_request=_topology_request_from(raw.get("topologyRequest")),
        shape=_shape(raw, spec),
    )


def _topology_request_from(raw: Object | None) -> PodSetTopologyRequest | None:
    if raw is None:
        return None
    constraints = raw.get("podsetSliceRequiredTopologyConstraints") or ()
    return PodSetTopologyRequest(
        required=raw.get("required"),
        preferred=raw.get("preferred"),
        unconstrained=raw.get("unconstrained"),
        pod_set_group_name=raw.get("podSetGroupName"),
        pod_set_slice_required_topology=raw.get("podSetSliceRequiredTopology"),
        pod_set_slice_size=raw.get("podSetSliceSize"),
        pod_set_slice_required_topology_constraints=tuple(
            TopologyConstraint(c.get("topology") or "", c.get("size") or 0) for c in constraints
        ),
    )


def _shape(raw: Object, spec: Object) -> str:
    """A digest of what makes podSets alike to the scheduler, the count apart.

    Source: pkg/util/pod/pod.go, SpecShape, pkg/workload/workload.go, computeSchedulingHash, v0.19.2
    """
    shape = {
        "name": raw.get("name"),
        "minCount": raw.get("minCount"),
        "topologyRequest": raw.get("topologyRequest"),
        "requests": pod_requests(spec),
        "initContainers": _containers_shape(spec.get("initContainers")),
        "containers": _containers_shape(spec.get("containers")),
        "resources": container_requests(spec) or None,
    }
    for key in (
        "nodeSelector",
        "affinity",
        "tolerations",
        "runtimeClassName",
        "priority",
        "topologySpreadConstraints",
        "overhead",
        "resourceClaims",
    ):
        shape[key] = spec.get(key) or None
    text = json.dumps(shape, sort_keys=True, separators=(",", ":"), default=str)
    return sha256(text.encode()).hexdigest()[:16]


def _containers_shape(containers: Iterable[Object] | None) -> list[list[Any]]:
    return [[container_requests(c) or None, c.get("ports") or None] for c in containers or ()]


def _is_owned_by_single_pod(metadata: Object, annotations: Mapping[str, str]) -> bool:
    owners = [(o.get("apiVersion"), o.get("kind")) for o in metadata.get("ownerReferences") or ()]
    return owners == [("v1", "Pod")] and annotations.get(IS_GROUP_WORKLOAD) != "true"


def _effective_priority(
    spec: Object,
    annotations: Mapping[str, str],
    features: Features,
    priority_classes: Mapping[str, int] | None,
) -> int:
    priority = spec.get("priority")
    if priority is None:
        reference = spec.get("priorityClassRef") or {}
        name = reference.get("name") or spec.get("priorityClassName") or ""
        priority = (priority_classes or {}).get(name, 0)
    value = int(priority)
    if features.priority_boost:
        try:
            value += int(annotations.get(PRIORITY_BOOST) or 0)
        except ValueError:
            return value
    return value
