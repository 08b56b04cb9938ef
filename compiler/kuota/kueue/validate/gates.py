"""Fields that are accepted and have no effect, because a feature gate is off.

Source: Kueue pkg/features/kube_features.go; ConcurrentAdmissionEnabled of
pkg/cache/scheduler/clusterqueue.go; apis/kueue/v1beta2/multikueue_types.go, v0.19.2.
"""

from collections.abc import Iterator, Mapping
from typing import Any, Final

from kuota.kueue.release import Release
from kuota.kueue.violation import Violation

_GATED: Final = (
    ("ClusterQueue", "concurrentAdmissionPolicy", None, "ConcurrentAdmission"),
    ("MultiKueueConfig", "quotaManagement", "Automated", "MultiKueueManagerQuotaAutomation"),
)
"""Kind, field of spec, the value that needs the gate (None for any), gate."""


def gate_doubts(obj: Mapping[str, Any], release: Release) -> Iterator[Violation]:
    """The fields of ``obj`` that wait for a gate."""
    spec = obj.get("spec")
    if not isinstance(spec, dict):
        return
    for kind, field, needed, gate in _GATED:
        value = spec.get(field)
        if obj.get("kind") != kind or value is None or release.gate(gate):
            continue
        if needed is None or value == needed:
            what = field if needed is None else f"{field} {needed}"
            yield Violation(
                ("spec", field),
                True,
                "webhook",
                f"{what} has no effect",
                f"the feature gate {gate} is off",
                "set the gate in Kueue's configuration, or remove the field",
            )
