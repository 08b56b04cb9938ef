"""What the API server and Kueue's webhooks add to an object when it is created.

Source: ``+kubebuilder:default`` markers in Kueue apis/kueue/v1beta1 and v1beta2; Default of
pkg/webhooks/clusterqueue_webhook.go and resourceflavor_webhook.go, v0.19.2.
"""

from collections.abc import Mapping
from typing import Any, Final

from kuota.kueue.model import node_of
from kuota.kueue.release import Release
from kuota.kueue.validate.walk import Walk

FINALIZER: Final = "kueue.x-k8s.io/resource-in-use"

_FINALIZED: Final = frozenset({"ClusterQueue", "ResourceFlavor"})


def with_defaults(obj: Mapping[str, Any], release: Release) -> dict[str, Any]:
    """``obj`` as the API server keeps it: defaults written, nulls and unknown fields dropped.

    An object of an unknown kind or API version is returned as it is.
    """
    node = node_of(obj, release)
    return dict(obj) if node is None else Walk(dict(obj)).whole(node)


def with_webhook_defaults(obj: Mapping[str, Any], release: Release) -> dict[str, Any]:
    """``obj`` as it reads back from a cluster: with defaults and the finalizer that Kueue adds.

    Written files should not have the finalizer, for it would hold up their deletion.
    """
    result = with_defaults(obj, release)
    if result.get("kind") in _FINALIZED:
        metadata = dict(result.get("metadata") or {})
        finalizers = list(metadata.get("finalizers") or ())
        if FINALIZER not in finalizers:
            metadata["finalizers"] = [*finalizers, FINALIZER]
            result["metadata"] = metadata
    return result
