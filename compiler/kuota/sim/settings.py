"""How Kueue is configured: its Configuration object and feature gates."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Final

from kuota.sim.features import Features
from kuota.sim.resource_transformation import ResourceRules, resource_rules_from

_DURATION: Final = re.compile(r"(\d+(?:\.\d+)?)(ms|h|m|s)")
_MILLISECONDS: Final = {"h": 3_600_000, "m": 60_000, "s": 1000, "ms": 1}


@dataclass(frozen=True, slots=True)
class AdmissionFairSharing:
    """The manager's admission fair sharing. Units: milliseconds; weights as exact ratios."""

    usage_half_life_time: int
    usage_sampling_interval: int
    resource_weights: dict[str, float] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class WaitForPodsReady:
    """How long pods may take to become ready, and when an evicted workload may try again.

    ``backoff_limit_count`` is the number of evictions after which the workload is deactivated, None
    for never. Units: milliseconds.
    """

    timeout: int
    backoff_base: int = 60_000
    backoff_max: int = 3_600_000
    backoff_limit_count: int | None = None

    def backoff(self, count: int) -> int:
        """The wait after the ``count``-th eviction.

        Source: pkg/workload/workload.go, UpdateRequeueState, v0.19.2, without its jitter.
        """
        wait = self.backoff_base << min(count - 1, 62)
        return min(wait, self.backoff_max) if self.backoff_max else wait


@dataclass(frozen=True, slots=True)
class Settings:
    """How the scheduler is configured (Kueue's Configuration object and feature gates)."""

    features: Features = field(default_factory=Features)
    fair_sharing: bool = False
    preemption_strategies: tuple[str, ...] = ()
    admission_fair_sharing: AdmissionFairSharing | None = None
    ignore_undeclared_resources: bool = False
    requeuing_timestamp: str = "Eviction"
    wait_for_pods_ready: WaitForPodsReady | None = None
    resource_rules: ResourceRules | None = None

    def ignores_undeclared_resources(self) -> bool:
        """Whether a resource that no group of a ClusterQueue covers is left out of account."""
        return self.ignore_undeclared_resources and self.features.quota_check_strategy


def make_settings(
    *,
    fair_sharing: bool,
    preemption_strategies: Iterable[str],
    feature_gates: Mapping[str, bool] | None,
    admission_fair_sharing: Mapping[str, Any] | None,
    wait_for_pods_ready: Mapping[str, Any] | None,
    resources: Mapping[str, Any] | None,
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
        ignore_undeclared_resources=(resources or {}).get("quotaCheckStrategy")
        == "IgnoreUndeclared",
        resource_rules=resource_rules_from(resources),
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
