"""The nodes that topology-aware scheduling may use, and what other pods take of them.

Source: Kueue pkg/cache/scheduler (tas_nodes_cache.go, tas_non_tas_pod_cache.go),
pkg/util/tas/node.go, pkg/controller/tas/non_tas_usage_controller.go, v0.19.2.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from kuota.sim.model import (
    Requests,
    Taint,
)
from kuota.sim.pod_requests import amounts_of, pod_requests
from kuota.sim.taints import taints_of

HOSTNAME_LABEL: Final = "kubernetes.io/hostname"
PODS: Final = "pods"

_TAS_ANNOTATIONS: Final = (
    "kueue.x-k8s.io/podset-preferred-topology",
    "kueue.x-k8s.io/podset-required-topology",
    "kueue.x-k8s.io/podset-slice-required-topology",
    "kueue.x-k8s.io/podset-slice-required-topology-constraints",
    "kueue.x-k8s.io/podset-unconstrained-topology",
)


@dataclass(frozen=True, slots=True)
class Node:
    """What scheduling reads of a Node object; ``usable`` is schedulable and ready."""

    name: str
    labels: Mapping[str, str]
    taints: tuple[Taint, ...]
    allocatable: Requests
    usable: bool


def node_from(obj: Mapping[str, Any]) -> Node:
    """The node that a Kubernetes Node object describes."""
    metadata = obj["metadata"]
    spec = obj.get("spec") or {}
    status = obj.get("status") or {}
    return Node(
        metadata["name"],
        metadata.get("labels") or {},
        taints_of(spec.get("taints")),
        amounts_of(status.get("allocatable")),
        not spec.get("unschedulable") and _is_ready(status.get("conditions") or ()),
    )


def matches_flavor(node: Node, node_labels: Mapping[str, str], levels: Sequence[str]) -> bool:
    """Whether a flavor with these node labels and this topology contains ``node``.

    A node that lacks the label of any level is outside the topology altogether.
    """
    labels = node.labels
    for key, value in node_labels.items():
        if labels.get(key, "") != value:
            return False
    return all(level in labels for level in levels)


def non_tas_usage(pods: Iterable[Mapping[str, Any]]) -> dict[str, Requests]:
    """What the pods that Kueue does not place take, by node name, the number of pods included.

    Counts pods that are bound to a node, have not ended, and carry no topology annotation.
    """
    usage: dict[str, Requests] = {}
    for pod in pods:
        node = (pod.get("spec") or {}).get("nodeName")
        if not node or _has_ended(pod) or _is_tas(pod):
            continue
        total = usage.setdefault(node, {})
        for resource, amount in pod_requests(pod["spec"]).items():
            total[resource] = total.get(resource, 0) + amount
        total[PODS] = total.get(PODS, 0) + 1
    return usage


def _is_ready(conditions: Iterable[Mapping[str, Any]]) -> bool:
    for condition in conditions:
        if condition.get("type") == "Ready":
            return condition.get("status") == "True"
    return False


def _has_ended(pod: Mapping[str, Any]) -> bool:
    return (pod.get("status") or {}).get("phase") in ("Failed", "Succeeded")


def _is_tas(pod: Mapping[str, Any]) -> bool:
    annotations = (pod.get("metadata") or {}).get("annotations") or {}
    return any(name in annotations for name in _TAS_ANNOTATIONS)
