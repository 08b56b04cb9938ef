"""Worker clusters as the MultiKueue manager knows them.

Source: Kueue apis/kueue/v1beta2/multikueue_types.go, v0.19.2.
"""

from kuota.emit.artifact import EmittedObject
from kuota.emit.targets.kueue.metadata import metadata
from kuota.kueue.release import V1BETA2
from kuota.policy.cluster import Worker

_KIND = "MultiKueueCluster"


def multikueue_cluster(file: str, worker: Worker) -> EmittedObject:
    """The worker and where its kubeconfig is; the Secret itself never passes through kuota."""
    config = {"location": worker.location, "locationType": worker.location_type}
    data: dict[str, object] = {
        "apiVersion": V1BETA2,
        "kind": _KIND,
        "metadata": metadata(_KIND, worker.name, file),
        "spec": {"clusterSource": {"kubeConfig": config}},
    }
    return EmittedObject(data, {(): worker.origin})
