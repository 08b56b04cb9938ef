"""Reading the manager's configuration into ``Settings``."""

import re
from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any, Final

from kuota.sim.features import Features
from kuota.sim.model import AdmissionFairSharing, Settings

_DURATION: Final = re.compile(r"(\d+(?:\.\d+)?)(ms|h|m|s)")
_MILLISECONDS: Final = {"h": 3_600_000, "m": 60_000, "s": 1000, "ms": 1}


def make_settings(
    *,
    fair_sharing: bool,
    preemption_strategies: Iterable[str],
    feature_gates: Mapping[str, bool] | None,
    admission_fair_sharing: Mapping[str, Any] | None,
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
    return Settings(features, fair_sharing, tuple(preemption_strategies), sharing)


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
