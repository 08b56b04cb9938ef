"""AdmissionChecks, and the objects that hold their parameters.

Source: Kueue apis/kueue/v1beta2/admissioncheck_types.go, provisioningrequestconfig_types.go and
multikueue_types.go, v0.19.2.
"""

from kuota.emit.artifact import EmittedObject
from kuota.emit.targets.kueue.metadata import metadata
from kuota.kueue.release import V1BETA2
from kuota.policy.cluster import AdmissionCheck

_KIND = "AdmissionCheck"
_GROUP = "kueue.x-k8s.io"


def admission_check(file: str, check: AdmissionCheck) -> EmittedObject:
    """The check, with a reference to its parameters if it has any."""
    spec: dict[str, object] = {"controllerName": check.controller}
    if check.parameters_kind is not None:
        spec["parameters"] = {
            "apiGroup": _GROUP,
            "kind": check.parameters_kind,
            "name": check.parameters_name,
        }
    data: dict[str, object] = {
        "apiVersion": V1BETA2,
        "kind": _KIND,
        "metadata": metadata(_KIND, check.name, file),
        "spec": spec,
    }
    return EmittedObject(data, {(): check.origin})


def check_parameters(file: str, check: AdmissionCheck) -> EmittedObject | None:
    """The ProvisioningRequestConfig or MultiKueueConfig of the check; None where it has none."""
    if check.parameters_kind is None or check.parameters_name is None:
        return None
    data: dict[str, object] = {
        "apiVersion": V1BETA2,
        "kind": check.parameters_kind,
        "metadata": metadata(check.parameters_kind, check.parameters_name, file),
        "spec": dict(check.parameters),
    }
    return EmittedObject(data, {(): check.origin})
