"""Reading the manager's configuration into ``Settings``."""

import re
from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any, Final

from kuota.sim.features import Features
from kuota.sim.model import AdmissionFairSharing, Settings, WaitForPodsReady

_DURATION: Final = re.compile(r"(\d+(?:\.\d+)?)(ms|h|m|s)")
_MILLISECONDS: Final = {"h": 3_600_000, "m": 60_000, "s": 1000, "ms": 1}


def make_settings(
    *,
    fair_sharing: bool,
    preemption_strategies: Iterable[str],
    feature_gates: Mapping[str, bool] | None,
    admission_fair_sharing: Mapping[str, Any] | None,
    wait_for_pods_ready: Mapping[str, Any] | None,
    release: tuple[int, int],
) -> Settings:
    """The settings of a scheduler."""
    features = Features(feature_gates, release)
    sharing = None
    if admission_fair_sharing is not None and features.admission_fair_sharing:
        sharing = AdmissionFairSharing(
            duration(admission_fair_sharing.get("usageHalfLifeTime", "0s")),
            duration(admission_fair_sharing.get("usageSamplingInterval", "5m")),
            {
                name: float(weight)
                for name, weight in (admission_fair_sharing.get("resourceWeights") or {}).items()
            },
        )
    requeuing = (wait_for_pods_ready or {}).get("requeuingStrategy") or {}
    return Settings(
        features,
        fair_sharing,
        tuple(preemption_strategies),
        sharing,
        requeuing_timestamp=requeuing.get("timestamp", "Eviction"),
        wait_for_pods_ready=_pods_ready(wait_for_pods_ready),
    )


def _pods_ready(raw: Mapping[str, Any] | None) -> WaitForPodsReady | None:
    """The deadline for pods; None where none is set."""
    if raw is None or not raw.get("enable", True):
        return None
    requeuing = raw.get("requeuingStrategy") or {}
    return WaitForPodsReady(
        timeout=duration(raw.get("timeout", "5m")),
        backoff_base=1000 * requeuing.get("backoffBaseSeconds", 60),
        backoff_max=1000 * requeuing.get("backoffMaxSeconds", 3600),
        backoff_limit_count=requeuing.get("backoffLimitCount"),
    )


def duration(text: str) -> int:
    """A Go duration such as ``1h30m`` in milliseconds."""
    parts = _DURATION.findall(text)
    if "".join(number + unit for number, unit in parts) != text:
        raise ValueError(f"not a duration: {text!r}")
    return round(sum(float(number) * _MILLISECONDS[unit] for number, unit in parts))


def timestamp(text: str) -> int:
    """An RFC 3339 time in milliseconds since 1970."""
    moment = datetime.fromisoformat(text)
    return round(moment.timestamp() * 1000)
