"""Short ways to write the Kueue objects that tests are about."""

from collections.abc import Mapping, Sequence
from typing import Any

Object = dict[str, Any]

GPU = "nvidia.com/gpu"


def flavor(
    name: str,
    topology: str = "",
    taints: Sequence[Mapping[str, str]] = (),
    tolerations: Sequence[Mapping[str, str]] = (),
    **labels: str,
) -> Object:
    """A ResourceFlavor with these node labels."""
    spec: Object = {"nodeLabels": labels, "nodeTaints": [*taints], "tolerations": [*tolerations]}
    if topology:
        spec["topologyName"] = topology
    return {"kind": "ResourceFlavor", "metadata": {"name": name}, "spec": spec}


def topology(name: str, *levels: str) -> Object:
    """A Topology with these levels, the widest first."""
    spec = {"levels": [{"nodeLabel": level} for level in levels]}
    return {"kind": "Topology", "metadata": {"name": name}, "spec": spec}


def quotas(name: str, **resources: str) -> Object:
    """Quotas of one flavor: ``cpu="4"``, ``cpu="4 borrow 2"`` or ``cpu="4 lend 1"``."""
    found = []
    for resource, text in resources.items():
        nominal, *limits = text.split()
        quota = {"name": GPU if resource == "gpu" else resource, "nominalQuota": nominal}
        for kind, amount in zip(limits[::2], limits[1::2], strict=True):
            quota[{"borrow": "borrowingLimit", "lend": "lendingLimit"}[kind]] = amount
        found.append(quota)
    return {"name": name, "resources": found}


def cluster_queue(name: str, *groups: Sequence[Object], **spec: Any) -> Object:
    """A ClusterQueue; each group is the list of its flavors' quotas."""
    resource_groups = [
        {
            "coveredResources": [resource["name"] for resource in group[0]["resources"]],
            "flavors": [*group],
        }
        for group in groups
    ]
    return {
        "kind": "ClusterQueue",
        "metadata": {"name": name},
        "spec": {"namespaceSelector": {}, "resourceGroups": resource_groups, **spec},
    }


def local_queue(name: str, queue: str, **spec: Any) -> Object:
    """A LocalQueue in namespace ``team``."""
    return {
        "kind": "LocalQueue",
        "metadata": {"namespace": "team", "name": name},
        "spec": {"clusterQueue": queue, **spec},
    }


def pod_set(name: str = "main", count: int = 1, **fields: Any) -> Object:
    """A podSet: requests by keyword (``gpu`` for GPUs), other fields of it and its pods as well."""
    pod_fields = ("nodeSelector", "tolerations", "affinity")
    set_fields = ("minCount", "topologyRequest")
    requests = {
        GPU if key == "gpu" else key: value
        for key, value in fields.items()
        if key not in pod_fields + set_fields
    }
    spec: Object = {"containers": [{"name": "c", "resources": {"requests": requests}}]}
    spec.update({key: fields[key] for key in pod_fields if key in fields})
    return {
        "name": name,
        "count": count,
        "template": {"spec": spec},
        **{key: fields[key] for key in set_fields if key in fields},
    }


def workload(
    name: str,
    *pod_sets: Object,
    queue: str = "queue",
    priority: int = 0,
    created: int = 0,
    status: Object | None = None,
    annotations: Mapping[str, str] | None = None,
) -> Object:
    """A Workload in namespace ``team``, ``created`` so many seconds into 2026."""
    metadata = {
        "namespace": "team",
        "name": name,
        "uid": f"uid-{name}",
        "creationTimestamp": f"2026-01-01T00:{created // 60:02}:{created % 60:02}Z",
        "annotations": dict(annotations or {}),
    }
    spec = {"queueName": queue, "priority": priority, "podSets": [*pod_sets]}
    return {"kind": "Workload", "metadata": metadata, "spec": spec, "status": status or {}}


def admitted(queue: str, *assignments: Object) -> Object:
    """A status that holds these podSet assignments."""
    return {"admission": {"clusterQueue": queue, "podSetAssignments": [*assignments]}}


def assigned(name: str = "main", flavor: str = "default", count: int = 1, **usage: str) -> Object:
    """The assignment of one podSet, all of it from one flavor."""
    amounts = {GPU if key == "gpu" else key: value for key, value in usage.items()}
    return {
        "name": name,
        "count": count,
        "flavors": dict.fromkeys(amounts, flavor),
        "resourceUsage": amounts,
    }
