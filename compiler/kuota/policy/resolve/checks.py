"""Admission checks and the worker clusters of MultiKueue."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kuota.diag.model import Diagnostic
from kuota.policy.cluster import AdmissionCheck, Worker
from kuota.policy.errors import collision, multikueue
from kuota.policy.origin import Origin, Source
from kuota.policy.place import Place

if TYPE_CHECKING:
    from kuota.syntax.admission import AdmissionCheck as CheckModel
    from kuota.syntax.platform import PlatformSpec

MULTIKUEUE = "multikueue"
"""The check over all workers, for a Platform that lists workers and writes no check of its own."""

MULTIKUEUE_CONTROLLER = "kueue.x-k8s.io/multikueue"
PROVISIONING_CONTROLLER = "kueue.x-k8s.io/provisioning-request"
MULTIKUEUE_CONFIG = "MultiKueueConfig"
PROVISIONING_CONFIG = "ProvisioningRequestConfig"


def workers(spec: PlatformSpec, place: Place) -> tuple[tuple[Worker, ...], list[Diagnostic]]:
    """The worker clusters in order of name."""
    findings: list[Diagnostic] = []
    found: dict[str, Worker] = {}
    if spec.multikueue is not None:
        for number, model in enumerate(spec.multikueue.workers):
            at = place.down("multikueue", "workers", number, "name")
            if model.name in found:
                first = found[model.name].origin.span
                findings.append(collision.duplicate_name("worker", model.name, at.span, first))
                continue
            config = model.kube_config
            found[model.name] = Worker(
                name=model.name,
                location_type="Secret" if config is None else config.location_type,
                location=model.name if config is None else config.location,
                origin=Origin(Source.PLATFORM, at.anchor),
            )
    return tuple(found[name] for name in sorted(found)), findings


def admission_checks(
    spec: PlatformSpec, place: Place, known_workers: tuple[Worker, ...]
) -> tuple[tuple[AdmissionCheck, ...], list[Diagnostic]]:
    """The checks in order of name."""
    findings: list[Diagnostic] = []
    found: dict[str, AdmissionCheck] = {}
    names = tuple(worker.name for worker in known_workers)
    for name, model in spec.admission_checks.items():
        found[name] = _check(name, model, place.down("admissionChecks", name), names, findings)
    if known_workers and not any(model.multi_kueue for model in spec.admission_checks.values()):
        origin = Origin(Source.KUOTA, place.at("multikueue").key_anchor)
        found.setdefault(MULTIKUEUE, _multikueue(MULTIKUEUE, names, origin))
    return tuple(found[name] for name in sorted(found)), findings


def _check(
    name: str,
    model: CheckModel,
    place: Place,
    workers: tuple[str, ...],
    findings: list[Diagnostic],
) -> AdmissionCheck:
    """The check, of the one controller that its document was validated to have."""
    origin = Origin(Source.PLATFORM, place.key_anchor)
    if model.multi_kueue is not None:
        clusters = place.down("multiKueue", "clusters")
        for number, worker in enumerate(model.multi_kueue.clusters):
            if worker not in workers:
                span = clusters.at(number).span
                findings.append(multikueue.unknown_worker(worker, span, workers))
        return _multikueue(name, model.multi_kueue.clusters, origin)
    if model.provisioning_request is not None:
        parameters = model.provisioning_request.model_dump(
            by_alias=True, exclude_none=True, exclude_defaults=True, mode="json"
        )
        return AdmissionCheck(
            name, PROVISIONING_CONTROLLER, PROVISIONING_CONFIG, name, parameters, origin
        )
    assert model.controller_name is not None
    return AdmissionCheck(name, model.controller_name, None, None, {}, origin)


def _multikueue(name: str, clusters: tuple[str, ...], origin: Origin) -> AdmissionCheck:
    parameters: dict[str, object] = {"clusters": list(clusters)}
    return AdmissionCheck(name, MULTIKUEUE_CONTROLLER, MULTIKUEUE_CONFIG, name, parameters, origin)
