"""Admission checks that cannot become active, and the configurations at fault.

Source: Kueue pkg/controller/admissionchecks/multikueue/admissioncheck.go,
multikueue/multikueuecluster.go and provisioning/admissioncheck_reconciler.go;
pkg/util/admissioncheck, v0.19.2.
"""

from collections.abc import Iterator
from typing import Final

from kuota.kueue.activity.index import Entry, Inactivity, Index, ObjectRef, entries, mapping, text
from kuota.kueue.model import GROUP
from kuota.kueue.near import choice
from kuota.kueue.release import Release

MULTIKUEUE: Final = "kueue.x-k8s.io/multikueue"
PROVISIONING: Final = "kueue.x-k8s.io/provisioning-request"

_CONFIGS: Final = {
    MULTIKUEUE: ("MultiKueueConfig", "BadConfig"),
    PROVISIONING: ("ProvisioningRequestConfig", "BadParametersRef"),
}
"""By controller, the kind of its parameters and Kueue's token for bad ones."""


def config_faults(index: Index, release: Release) -> list[Inactivity]:
    """Worker clusters that a MultiKueueConfig names and nobody defines, or that cannot be used."""
    found = []
    known = index.names("MultiKueueCluster")
    for config in index.of("MultiKueueConfig"):
        for at, cluster in _missing_clusters(config, index):
            near = index.near("MultiKueueCluster", cluster)
            found.append(
                Inactivity(
                    config.index,
                    config.ref,
                    "MultiKueueClusterNotFound",
                    ("spec", "clusters", at),
                    False,
                    f"there is no MultiKueueCluster {cluster}",
                    help=choice(near, known, "clusters"),
                    missing=cluster,
                    near=near,
                )
            )
    for worker in index.of("MultiKueueCluster"):
        source = mapping(worker.spec.get("clusterSource"))
        if "clusterProfileRef" in source and not release.gate("MultiKueueClusterProfile"):
            found.append(_profile_disabled(worker))
    return found


def _profile_disabled(worker: Entry) -> Inactivity:
    pointer = ("spec",) if worker.old_version else ("spec", "clusterSource")
    return Inactivity(
        worker.index,
        worker.ref,
        "MultiKueueClusterProfileFeatureDisabled",
        (*pointer, "clusterProfileRef"),
        True,
        f"cluster {worker.ref.name} is found by a cluster profile, which is switched off",
        "the feature gate MultiKueueClusterProfile is off by default",
        "use kubeConfig, or set the gate in Kueue's configuration",
    )


def admission_check_states(index: Index) -> list[Inactivity]:
    """The admission checks that stay inactive, or use only some of their clusters."""
    found: list[Inactivity] = []
    for check in index.of("AdmissionCheck"):
        controller = text(check.spec.get("controllerName")) or ""
        if controller not in _CONFIGS:
            continue
        kind, reason = _CONFIGS[controller]
        state = _bad_reference(check, kind, reason, index)
        if state is not None:
            found.append(state)
        elif controller == MULTIKUEUE:
            found += _cluster_states(check, index)
    return found


def _bad_reference(check: Entry, kind: str, reason: str, index: Index) -> Inactivity | None:
    """Parameters that are absent, of another kind, or of a name that nothing has."""
    parameters = check.spec.get("parameters")
    at: tuple[str, ...] = ("spec", "parameters")
    if not isinstance(parameters, dict):
        headline = f"admission check {check.ref.name} has no parameters"
        help_ = f"name a {kind} of group {GROUP}"
        return Inactivity(check.index, check.ref, reason, check.spec_at, True, headline, "", help_)
    for key, wanted in (("apiGroup", GROUP), ("kind", kind)):
        given = parameters.get(key)
        if given != wanted:
            headline = f"the parameters of {check.ref.name} have {key} {given}, not {wanted}"
            return Inactivity(
                check.index, check.ref, reason, (*at, key), False, headline, "", f"use {wanted}"
            )
    name = text(parameters.get("name")) or ""
    if index.get(kind, name) is not None:
        return None
    known = index.names(kind)
    near = index.near(kind, name)
    headline = f"there is no {kind} {name}"
    return Inactivity(
        check.index,
        check.ref,
        reason,
        (*at, "name"),
        False,
        headline,
        f"admission check {check.ref.name} takes its parameters from it",
        choice(near, known, "names"),
        name,
        near,
    )


def _cluster_states(check: Entry, index: Index) -> Iterator[Inactivity]:
    """A check whose configuration names clusters that nobody defines."""
    name = text(mapping(check.spec.get("parameters")).get("name")) or ""
    config = index.get("MultiKueueConfig", name)
    if config is None:
        return
    missing = _missing_clusters(config, index)
    if not missing:
        return
    total = len(list(entries(config.spec.get("clusters"))))
    reason = "NoUsableClusters" if len(missing) == total else "SomeActiveClusters"
    headline = f"admission check {check.ref.name} has {total - len(missing)} of {total} clusters"
    pointer = ("spec", "parameters", "name")
    because = ObjectRef("MultiKueueConfig", name)
    yield Inactivity(check.index, check.ref, reason, pointer, False, headline, because=because)


def _missing_clusters(config: Entry, index: Index) -> list[tuple[int, str]]:
    return [
        (at, cluster)
        for at, cluster in entries(config.spec.get("clusters"))
        if isinstance(cluster, str) and index.get("MultiKueueCluster", cluster) is None
    ]
