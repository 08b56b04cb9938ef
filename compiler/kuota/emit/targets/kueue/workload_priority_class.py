"""WorkloadPriorityClasses.

Source: Kueue apis/kueue/v1beta2/workloadpriorityclass_types.go, v0.19.2.
"""

from kuota.emit.artifact import EmittedObject
from kuota.emit.targets.kueue.metadata import metadata
from kuota.kueue.release import V1BETA2
from kuota.policy.cluster import PriorityClass

_KIND = "WorkloadPriorityClass"


def workload_priority_class(file: str, priority: PriorityClass) -> EmittedObject:
    """The class; its value is at the top of the object, not in a spec."""
    data: dict[str, object] = {
        "apiVersion": V1BETA2,
        "kind": _KIND,
        "metadata": metadata(_KIND, priority.name, file),
        "value": priority.value.value,
    }
    if priority.description:
        data["description"] = priority.description
    return EmittedObject(data, {(): priority.origin, ("value",): priority.value.origin})
