"""Cohorts that the Platform declares; one that only teams name exists in Kueue without an object.

Source: Kueue apis/kueue/v1beta2/cohort_types.go, v0.19.2.
"""

from kuota.emit.artifact import EmittedObject
from kuota.emit.targets.kueue.metadata import metadata
from kuota.emit.targets.kueue.quota import resource_groups
from kuota.kueue.release import V1BETA2
from kuota.policy.cluster import Cohort
from kuota.policy.origin import Origin, Source
from kuota.source.span import Path

_KIND = "Cohort"


def cohort(file: str, node: Cohort, depth: int) -> EmittedObject:
    """The Cohort; ``depth`` is the number of cohorts above it."""
    origins: dict[Path, Origin] = {(): node.origin}
    spec: dict[str, object] = {}
    if node.parent is not None:
        spec["parentName"] = node.parent.value
        origins["spec", "parentName"] = node.parent.origin
    if node.resource_groups:
        spec["resourceGroups"] = resource_groups(node.resource_groups, origins)
    if node.weight.origin.source is not Source.KUEUE:
        spec["fairSharing"] = {"weight": node.weight.value}
        origins["spec", "fairSharing"] = node.weight.origin
    data: dict[str, object] = {
        "apiVersion": V1BETA2,
        "kind": _KIND,
        "metadata": metadata(_KIND, node.name, file, depth=depth),
        "spec": spec,
    }
    return EmittedObject(data, origins)
