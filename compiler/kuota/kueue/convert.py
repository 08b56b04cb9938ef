"""Objects of one API version as those of the other, the way Kueue's conversion webhook does it.

Source: Kueue apis/kueue/v1beta1/*_conversion.go and zz_generated.conversion.go, v0.19.2.
"""

from collections.abc import Mapping
from typing import Any, Final

from kuota.kueue.release import V1BETA1, V1BETA2

_FUNGIBILITY: Final = ("whenCanBorrow", "whenCanPreempt")


def to_v1beta2(obj: Mapping[str, Any]) -> dict[str, Any]:
    """``obj`` as v1beta2; itself, copied at the top, when it is that already."""
    if obj.get("apiVersion") != V1BETA1:
        return dict(obj)
    spec = _spec_v1beta2(obj.get("kind"), obj.get("spec"))
    return {**obj, "apiVersion": V1BETA2} | ({} if spec is None else {"spec": spec})


def to_v1beta1(obj: Mapping[str, Any]) -> dict[str, Any]:
    """``obj`` as v1beta1. What only v1beta2 can say is lost, as it is in the cluster."""
    if obj.get("apiVersion") != V1BETA2:
        return dict(obj)
    spec = _spec_v1beta1(obj.get("kind"), obj.get("spec"))
    return {**obj, "apiVersion": V1BETA1} | ({} if spec is None else {"spec": spec})


def _spec_v1beta2(kind: Any, spec: Any) -> Any:
    if not isinstance(spec, dict):
        return spec
    result = dict(spec)
    if kind == "ClusterQueue":
        _rename(result, "cohort", "cohortName")
        checks = result.pop("admissionChecks", None)
        if isinstance(checks, list) and checks:
            strategy = [{"name": name} for name in checks]
            result["admissionChecksStrategy"] = {"admissionChecks": strategy}
        fungibility = result.get("flavorFungibility")
        if isinstance(fungibility, dict):
            result["flavorFungibility"] = {
                key: "MayStopSearch"
                if key in _FUNGIBILITY and value in ("Borrow", "Preempt")
                else value
                for key, value in fungibility.items()
            }
    elif kind == "AdmissionCheck":
        result.pop("retryDelayMinutes", None)
    elif kind == "MultiKueueCluster":
        source = {}
        config = result.pop("kubeConfig", None)
        if isinstance(config, dict) and config.get("location"):
            source["kubeConfig"] = config
        profile = result.pop("clusterProfileRef", None)
        if profile is not None:
            source["clusterProfileRef"] = profile
        result["clusterSource"] = source
    return result


def _spec_v1beta1(kind: Any, spec: Any) -> Any:
    if not isinstance(spec, dict):
        return spec
    result = dict(spec)
    if kind == "ClusterQueue":
        _rename(result, "cohortName", "cohort")
        result.pop("concurrentAdmissionPolicy", None)
    elif kind == "MultiKueueCluster":
        source = result.pop("clusterSource", None)
        result.update(source if isinstance(source, dict) else {})
    elif kind == "MultiKueueConfig":
        result.pop("quotaManagement", None)
    return result


def _rename(spec: dict[str, Any], old: str, new: str) -> None:
    """The key renamed in its place, so that the order of the others stays."""
    if old in spec:
        items = [(new if key == old else key, value) for key, value in spec.items()]
        spec.clear()
        spec.update(items)
