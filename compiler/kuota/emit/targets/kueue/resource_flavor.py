"""ResourceFlavors.

Source: Kueue apis/kueue/v1beta2/resourceflavor_types.go, v0.19.2.
"""

from kuota.emit.artifact import EmittedObject
from kuota.emit.targets.kueue.metadata import metadata
from kuota.kueue.release import V1BETA2
from kuota.policy.cluster import Flavor, Taint
from kuota.policy.origin import Origin
from kuota.source.span import Path

_KIND = "ResourceFlavor"


def resource_flavor(file: str, flavor: Flavor) -> EmittedObject:
    """The flavor with its labels, taints, tolerations and topology."""
    origins: dict[Path, Origin] = {(): flavor.origin}
    spec: dict[str, object] = {}
    if flavor.node_labels:
        spec["nodeLabels"] = dict(sorted(flavor.node_labels.items()))
        for label, origin in flavor.label_origins.items():
            origins["spec", "nodeLabels", label] = origin
    if flavor.node_taints:
        spec["nodeTaints"] = [_taint(taint) for taint in flavor.node_taints]
        for position, taint in enumerate(flavor.node_taints):
            origins["spec", "nodeTaints", position] = taint.origin
    if flavor.tolerations:
        spec["tolerations"] = [dict(toleration) for toleration in flavor.tolerations]
    if flavor.topology is not None:
        spec["topologyName"] = flavor.topology.value
        origins["spec", "topologyName"] = flavor.topology.origin
    data: dict[str, object] = {
        "apiVersion": V1BETA2,
        "kind": _KIND,
        "metadata": metadata(_KIND, flavor.name, file),
        "spec": spec,
    }
    return EmittedObject(data, origins)


def _taint(taint: Taint) -> dict[str, object]:
    value: dict[str, object] = {"value": taint.value} if taint.value else {}
    return {"key": taint.key, **value, "effect": taint.effect}
