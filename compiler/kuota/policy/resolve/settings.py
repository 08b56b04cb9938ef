"""Settings of a ClusterQueue: each decided by the most specific file that writes it.

Defaults: Kueue apis/kueue/v1beta2/clusterqueue_types.go, v0.19.2.
"""

from collections.abc import Sequence
from typing import NamedTuple

from kuota.policy.origin import Origin, Setting, Source
from kuota.policy.resolve.layers import Layer, optional, setting, within
from kuota.policy.team import FlavorFungibility, Preemption

_V1BETA1_SPELLING = {"Borrow": "MayStopSearch", "Preempt": "MayStopSearch"}
_USAGE_BASED = "UsageBasedAdmissionFairSharing"


class QueueSettings(NamedTuple):
    """What the layers decide of a ClusterQueue, apart from names and quota."""

    cohort: Setting[str] | None
    queueing_strategy: Setting[str]
    preemption: Preemption
    flavor_fungibility: FlavorFungibility
    weight: Setting[str]
    stop_policy: Setting[str]
    admission_mode: Setting[str] | None


def queue_settings(
    layers: Sequence[Layer], owner: Origin, usage_based: Origin | None
) -> QueueSettings:
    """The settings; a value that nobody wrote has the place of ``owner``.

    ``usage_based`` is the weight of a LocalQueue that only admission fair sharing makes effective;
    without a word from the layers it switches the queue to it.
    """
    kueue = Origin(Source.KUEUE, owner.anchor)
    mode = optional(within(layers, "admissionScope", "admission_scope"), *_ADMISSION_MODE)
    if mode is None and usage_based is not None:
        mode = Setting(_USAGE_BASED, Origin(Source.KUOTA, usage_based.anchor))
    return QueueSettings(
        cohort=optional(layers, "cohort", "cohort"),
        queueing_strategy=setting(
            layers, "queueingStrategy", "queueing_strategy", Setting("BestEffortFIFO", kueue)
        ),
        preemption=_preemption(layers, kueue),
        flavor_fungibility=_flavor_fungibility(layers, kueue),
        weight=setting(
            within(layers, "fairSharing", "fair_sharing"),
            "weight",
            "weight",
            Setting("1", kueue),
            str,
        ),
        stop_policy=setting(layers, "stopPolicy", "stop_policy", Setting("None", kueue)),
        admission_mode=mode,
    )


_ADMISSION_MODE = ("admissionMode", "admission_mode")


def _preemption(layers: Sequence[Layer], owner: Origin) -> Preemption:
    """``borrowWithinCohort`` is decided as a whole: a threshold belongs to its policy."""
    written = within(layers, "preemption", "preemption")
    borrow = within(written, "borrowWithinCohort", "borrow_within_cohort")[:1]
    never = Setting("Never", owner)
    return Preemption(
        within_cluster_queue=setting(written, "withinClusterQueue", "within_cluster_queue", never),
        reclaim_within_cohort=setting(
            written, "reclaimWithinCohort", "reclaim_within_cohort", never
        ),
        borrow_within_cohort=setting(borrow, "policy", "policy", never),
        max_priority_threshold=optional(borrow, "maxPriorityThreshold", "max_priority_threshold"),
    )


def _flavor_fungibility(layers: Sequence[Layer], owner: Origin) -> FlavorFungibility:
    written = within(layers, "flavorFungibility", "flavor_fungibility")
    return FlavorFungibility(
        when_can_borrow=setting(
            written, "whenCanBorrow", "when_can_borrow", Setting("MayStopSearch", owner), _spelling
        ),
        when_can_preempt=setting(
            written,
            "whenCanPreempt",
            "when_can_preempt",
            Setting("TryNextFlavor", owner),
            _spelling,
        ),
        preference=optional(written, "preference", "preference"),
    )


def _spelling(value: str) -> str:
    """The v1beta2 spelling of a fungibility policy."""
    return _V1BETA1_SPELLING.get(value, value)
