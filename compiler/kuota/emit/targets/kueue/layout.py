"""The files of the Kueue target: a kustomization that Argo CD and Flux sync as it is."""

from collections.abc import Iterable, Iterator

from kuota.emit.artifact import Artifact
from kuota.emit.targets.kueue.objects import ObjectFile
from kuota.policy.cluster import Cluster

TARGET_NAME = "kueue"


def artifacts(cluster: Cluster, files: Iterable[ObjectFile]) -> Iterator[Artifact]:
    """The files of objects, then the kustomization that lists them."""
    folder = f"{cluster.name}/{TARGET_NAME}"
    paths: list[str] = []
    for file in files:
        paths.append(file.path)
        documents = tuple(each.data for each in file.objects)
        yield Artifact(f"{folder}/{file.path}", file.source, documents, file.objects)
    kustomization: dict[str, object] = {
        "apiVersion": "kustomize.config.k8s.io/v1beta1",
        "kind": "Kustomization",
        "resources": paths,
    }
    yield Artifact(f"{folder}/kustomization.yaml", cluster.file, (kustomization,))
