"""The order in which Kueue's own types list their fields, for canonical output.

Source: Kueue apis/kueue/v1beta1/*_types.go and apis/kueue/v1beta2/*_types.go, v0.19.2.
"""

from collections.abc import Mapping
from typing import Any, Final

_METADATA: Final = ("name", "namespace", "labels", "annotations", "finalizers")

_QUEUE: Final = (
    "resourceGroups",
    "cohortName",
    "cohort",
    "queueingStrategy",
    "namespaceSelector",
    "flavorFungibility",
    "preemption",
    "admissionChecks",
    "admissionChecksStrategy",
    "stopPolicy",
    "fairSharing",
    "admissionScope",
    "concurrentAdmissionPolicy",
)

SPEC_FIELDS: Final[Mapping[str, tuple[str, ...]]] = {
    "AdmissionCheck": ("controllerName", "retryDelayMinutes", "parameters"),
    "ClusterQueue": _QUEUE,
    "Cohort": ("parentName", "resourceGroups", "fairSharing"),
    "LocalQueue": ("clusterQueue", "stopPolicy", "fairSharing"),
    "MultiKueueCluster": ("clusterSource", "kubeConfig", "clusterProfileRef"),
    "MultiKueueConfig": ("clusters", "quotaManagement"),
    "ProvisioningRequestConfig": (
        "provisioningClassName",
        "parameters",
        "managedResources",
        "retryStrategy",
        "podSetUpdates",
        "podSetMergePolicy",
    ),
    "ResourceFlavor": ("nodeLabels", "nodeTaints", "tolerations", "topologyName"),
    "Topology": ("levels",),
}
"""The fields of ``spec`` by kind."""

INNER_FIELDS: Final[Mapping[str, tuple[str, ...]]] = {
    "resourceGroups": ("coveredResources", "flavors"),
    "flavors": ("name", "resources"),
    "resources": ("name", "nominalQuota", "borrowingLimit", "lendingLimit"),
    "namespaceSelector": ("matchLabels", "matchExpressions"),
    "matchExpressions": ("key", "operator", "values"),
    "flavorFungibility": ("whenCanBorrow", "whenCanPreempt", "preference"),
    "preemption": ("reclaimWithinCohort", "borrowWithinCohort", "withinClusterQueue"),
    "borrowWithinCohort": ("policy", "maxPriorityThreshold"),
    "admissionChecks": ("name", "onFlavors"),
    "migration": ("mode", "constraints"),
    "nodeTaints": ("key", "value", "effect", "timeAdded"),
    "tolerations": ("key", "operator", "value", "effect", "tolerationSeconds"),
    "retryStrategy": ("backoffLimitCount", "backoffBaseSeconds", "backoffMaxSeconds"),
    "nodeSelector": ("key", "valueFromProvisioningClassDetail"),
    "clusterSource": ("kubeConfig", "clusterProfileRef"),
    "kubeConfig": ("location", "locationType"),
    "clusterProfileRef": ("name",),
    "fairSharing": ("weight",),
    "admissionChecksStrategy": ("admissionChecks",),
    "admissionScope": ("admissionMode",),
    "concurrentAdmissionPolicy": ("migration",),
    "constraints": ("lastAcceptableFlavorName",),
    "levels": ("nodeLabel",),
    "podSetUpdates": ("nodeSelector",),
}
"""The fields of what stands in, or as an entry of, the field named; by that name in any kind.

``parameters`` is left to its own order: a reference in one kind, free keys in another.
"""

REFERENCE_FIELDS: Final = ("apiGroup", "kind", "name")

_FREE: Final = frozenset({"labels", "annotations", "matchLabels", "nodeLabels"})
"""Mappings with keys of the user's own, sorted by key."""


def ordered(obj: Mapping[str, Any]) -> dict[str, Any]:
    """``obj`` with its keys in Kueue's order; keys that are not known stand last, sorted."""
    kind = obj.get("kind")
    body = ("value", "description") if kind == "WorkloadPriorityClass" else ("spec",)
    result = _picked(obj, ("apiVersion", "kind", "metadata", *body, "status"))
    metadata, spec = result.get("metadata"), result.get("spec")
    if isinstance(metadata, dict):
        sorted_metadata = _picked(metadata, _METADATA)
        result["metadata"] = {k: _inner(k, v) for k, v in sorted_metadata.items()}
    if isinstance(spec, dict):
        picked = _picked(spec, SPEC_FIELDS.get(str(kind), ()))
        if kind == "AdmissionCheck" and isinstance(picked.get("parameters"), dict):
            picked["parameters"] = _picked(picked["parameters"], REFERENCE_FIELDS)
        result["spec"] = {k: _inner(k, v) for k, v in picked.items()}
    return result


def _inner(key: str, value: Any) -> Any:
    if isinstance(value, list):
        return [_inner(key, item) for item in value]
    if not isinstance(value, dict):
        return value
    names = INNER_FIELDS.get(key)
    if key in _FREE or (names is None and key != "parameters"):
        return {name: _inner(name, value[name]) for name in sorted(value)}
    if names is None:
        return dict(value)
    return {name: _inner(name, item) for name, item in _picked(value, names).items()}


def _picked(value: Mapping[str, Any], names: tuple[str, ...]) -> dict[str, Any]:
    """The entries of ``names`` in that order, then the others by name."""
    rest = sorted((key for key in value if key not in names), key=str)
    return {key: value[key] for key in (*names, *rest) if key in value}
