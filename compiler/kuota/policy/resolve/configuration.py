"""Facts of the installed Kueue, with the defaults of its Configuration.

Source: Kueue apis/config/v1beta2/configuration_types.go and defaults.go,
pkg/util/admissionfairsharing, v0.19.2.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kuota.policy.cluster import KueueConfiguration
from kuota.policy.origin import Origin, Setting, Source
from kuota.policy.place import Place

if TYPE_CHECKING:
    from kuota.kueue.release import Release
    from kuota.syntax.configuration import KueueConfiguration as ConfigurationModel
    from kuota.syntax.configuration import LabelSelector

BOTH_STRATEGIES = ("LessThanOrEqualToFinalShare", "LessThanInitialShare")
DEFAULT_SAMPLING_SECONDS = 5 * 60
_READY_SINCE_MINOR = 19
_READY_TIMEOUT_SECONDS = 30 * 60


def configuration(
    model: ConfigurationModel | None, place: Place, owner: Origin, release: Release
) -> KueueConfiguration:
    """The configuration; what it does not say is as Kueue's own defaults are."""
    if model is None:
        from kuota.syntax.configuration import KueueConfiguration as Model

        model = Model.model_validate({})
    here = Origin(Source.PLATFORM, place.key_anchor)
    nobody = Origin(Source.KUEUE, owner.anchor)
    fair, usage = model.fair_sharing, model.admission_fair_sharing
    half_life = None if usage is None else usage.usage_half_life_time
    sampling = None if usage is None else usage.usage_sampling_interval
    strategies = None if fair is None else fair.preemption_strategies
    return KueueConfiguration(
        fair_sharing=Setting(False, nobody)
        if fair is None
        else Setting(fair.enabled, _origin(place.at("fairSharing").at("enabled"))),
        preemption_strategies=strategies or BOTH_STRATEGIES,
        admission_fair_sharing=Setting(False, nobody)
        if usage is None
        else Setting(True, Origin(Source.PLATFORM, place.at("admissionFairSharing").key_anchor)),
        usage_half_life_seconds=half_life or 0,
        usage_sampling_interval_seconds=sampling or DEFAULT_SAMPLING_SECONDS,
        resource_weights={}
        if usage is None
        else {name: str(weight) for name, weight in usage.resource_weights.items()},
        managed_jobs_namespace_selector=_selector(model.managed_jobs_namespace_selector),
        manage_jobs_without_queue_name=model.manage_jobs_without_queue_name,
        integrations=(Setting("batch/job", nobody),)
        if model.integrations is None
        else tuple(
            Setting(name, _origin(place.down("integrations", number)))
            for number, name in enumerate(model.integrations)
        ),
        exclude_resource_prefixes=tuple(
            Setting(prefix, _origin(place.down("excludeResourcePrefixes", number)))
            for number, prefix in enumerate(model.exclude_resource_prefixes)
        ),
        wait_for_pods_ready_seconds=_ready_timeout(model, release),
        feature_gates={
            name: Setting(
                value, Origin(Source.PLATFORM, place.down("featureGates", name).key_anchor)
            )
            for name, value in sorted(model.feature_gates.items())
        },
        origin=here,
    )


def _origin(place: Place) -> Origin:
    return Origin(Source.PLATFORM, place.anchor)


def _ready_timeout(model: ConfigurationModel, release: Release) -> int | None:
    """What is written; without it 30 minutes since 0.19, and never before."""
    if model.wait_for_pods_ready is not None:
        return model.wait_for_pods_ready.timeout
    return _READY_TIMEOUT_SECONDS if release.minor >= _READY_SINCE_MINOR else None


def _selector(model: LabelSelector | None) -> dict[str, object] | None:
    if model is None:
        return None
    return model.model_dump(by_alias=True, exclude_defaults=True, mode="json")
