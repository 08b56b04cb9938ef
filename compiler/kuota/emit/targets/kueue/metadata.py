"""Metadata of compiled objects: who made them, from which file, and how to sync and prune them.

Source: Argo CD docs/user-guide/sync-waves.md and sync-options.md, v3.5.1;
Flux kustomize-controller docs/spec/v1/kustomizations.md, v1.9.4.
"""

from typing import Final

MANAGED_BY: Final = "app.kubernetes.io/managed-by"
SOURCE: Final = "kuota/source"
SYNC_OPTIONS: Final = "argocd.argoproj.io/sync-options"
SYNC_WAVE: Final = "argocd.argoproj.io/sync-wave"
FLUX_PRUNE: Final = "kustomize.toolkit.fluxcd.io/prune"

_ASK_FIRST: Final = ("Prune=confirm", "Delete=confirm")
_CRD_MAY_COME: Final = ("SkipDryRunOnMissingResource=true",)

_COHORT_WAVE: Final = -20
_LAST_COHORT_WAVE: Final = -6
_WAVES: Final = {
    "Namespace": -30,
    "Topology": -30,
    "ProvisioningRequestConfig": -30,
    "MultiKueueCluster": -30,
    "MultiKueueConfig": -28,
    "AdmissionCheck": -25,
    "ResourceFlavor": -25,
    "WorkloadPriorityClass": -25,
    "ClusterQueue": -5,
    "LocalQueue": 0,
}
"""Argo CD applies the waves in this order, and removes in reverse: what is referred to stands."""

_PROTECTED: Final = frozenset(("ClusterQueue", "Cohort", "Namespace", "ResourceFlavor", "Topology"))
"""Kinds whose removal takes quota or running work along: it is never a side effect of a sync."""


def metadata(
    kind: str, name: str, file: str, *, namespace: str | None = None, depth: int = 0
) -> dict[str, object]:
    """The metadata of an object compiled from ``file``.

    ``depth`` is that of a Cohort in its tree: parents are synced before their children.
    """
    protected = kind in _PROTECTED
    options: tuple[str, ...] = _ASK_FIRST if protected else ()
    if kind != "Namespace":
        options += _CRD_MAY_COME
    annotations = {
        SYNC_OPTIONS: ",".join(options),
        SYNC_WAVE: str(_wave(kind, depth)),
        SOURCE: file,
    }
    if protected:
        annotations[FLUX_PRUNE] = "disabled"
    head: dict[str, object] = {"name": name}
    if namespace is not None:
        head["namespace"] = namespace
    return {**head, "labels": {MANAGED_BY: "kuota"}, "annotations": annotations}


def _wave(kind: str, depth: int) -> int:
    if kind == "Cohort":
        return min(_COHORT_WAVE + depth, _LAST_COHORT_WAVE)
    return _WAVES[kind]
