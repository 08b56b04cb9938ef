"""Small sound objects of each kind, to be broken in one place by a test."""

from copy import deepcopy
from typing import Any

from kuota.kueue.release import V1BETA1, V1BETA2

CLUSTER_QUEUE: dict[str, Any] = {
    "apiVersion": V1BETA2,
    "kind": "ClusterQueue",
    "metadata": {"name": "ml-vision"},
    "spec": {
        "cohortName": "ml-shared",
        "namespaceSelector": {},
        "resourceGroups": [
            {
                "coveredResources": ["cpu", "nvidia.com/gpu"],
                "flavors": [
                    {
                        "name": "a100",
                        "resources": [
                            {"name": "cpu", "nominalQuota": "96"},
                            {
                                "name": "nvidia.com/gpu",
                                "nominalQuota": "12",
                                "borrowingLimit": "24",
                                "lendingLimit": "8",
                            },
                        ],
                    }
                ],
            }
        ],
    },
}

COHORT: dict[str, Any] = {
    "apiVersion": V1BETA2,
    "kind": "Cohort",
    "metadata": {"name": "ml-shared"},
    "spec": {"parentName": "company"},
}

LOCAL_QUEUE: dict[str, Any] = {
    "apiVersion": V1BETA2,
    "kind": "LocalQueue",
    "metadata": {"name": "vision-lq", "namespace": "team-vision"},
    "spec": {"clusterQueue": "ml-vision"},
}

FLAVOR: dict[str, Any] = {
    "apiVersion": V1BETA2,
    "kind": "ResourceFlavor",
    "metadata": {"name": "a100"},
    "spec": {"nodeLabels": {"gpu": "a100"}, "topologyName": "racks"},
}

TOPOLOGY: dict[str, Any] = {
    "apiVersion": V1BETA2,
    "kind": "Topology",
    "metadata": {"name": "racks"},
    "spec": {"levels": [{"nodeLabel": "rack"}, {"nodeLabel": "kubernetes.io/hostname"}]},
}

PRIORITY: dict[str, Any] = {
    "apiVersion": V1BETA2,
    "kind": "WorkloadPriorityClass",
    "metadata": {"name": "high"},
    "value": 1000,
}

CHECK: dict[str, Any] = {
    "apiVersion": V1BETA2,
    "kind": "AdmissionCheck",
    "metadata": {"name": "capacity"},
    "spec": {
        "controllerName": "kueue.x-k8s.io/provisioning-request",
        "parameters": {
            "apiGroup": "kueue.x-k8s.io",
            "kind": "ProvisioningRequestConfig",
            "name": "gpu-pool",
        },
    },
}

PROVISIONING: dict[str, Any] = {
    "apiVersion": V1BETA2,
    "kind": "ProvisioningRequestConfig",
    "metadata": {"name": "gpu-pool"},
    "spec": {"provisioningClassName": "queued-provisioning.gke.io"},
}

DISPATCH: dict[str, Any] = {
    "apiVersion": V1BETA2,
    "kind": "AdmissionCheck",
    "metadata": {"name": "dispatch"},
    "spec": {
        "controllerName": "kueue.x-k8s.io/multikueue",
        "parameters": {
            "apiGroup": "kueue.x-k8s.io",
            "kind": "MultiKueueConfig",
            "name": "workers",
        },
    },
}

WORKERS: dict[str, Any] = {
    "apiVersion": V1BETA2,
    "kind": "MultiKueueConfig",
    "metadata": {"name": "workers"},
    "spec": {"clusters": ["west", "east"]},
}

WEST: dict[str, Any] = {
    "apiVersion": V1BETA2,
    "kind": "MultiKueueCluster",
    "metadata": {"name": "west"},
    "spec": {"clusterSource": {"kubeConfig": {"location": "west-secret"}}},
}

OLD_CLUSTER_QUEUE: dict[str, Any] = {
    "apiVersion": V1BETA1,
    "kind": "ClusterQueue",
    "metadata": {"name": "ml-vision"},
    "spec": {"cohort": "ml-shared", "namespaceSelector": {}},
}

ALL = (
    CLUSTER_QUEUE,
    COHORT,
    LOCAL_QUEUE,
    FLAVOR,
    TOPOLOGY,
    PRIORITY,
    CHECK,
    PROVISIONING,
    DISPATCH,
    WORKERS,
    WEST,
    OLD_CLUSTER_QUEUE,
)


def changed(obj: dict[str, Any], *path: Any, to: Any = None, drop: bool = False) -> dict[str, Any]:
    """A copy of ``obj`` with the part at ``path`` replaced, added or dropped."""
    result = deepcopy(obj)
    place: Any = result
    for step in path[:-1]:
        place = place.setdefault(step, {}) if isinstance(place, dict) else place[step]
    if drop:
        del place[path[-1]]
    else:
        place[path[-1]] = to
    return result
