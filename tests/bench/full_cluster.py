"""The full cluster of Kueue's BenchmarkSchedulerTAS as objects: a gang that must preempt.

Source: Kueue pkg/scheduler/scheduler_tas_bench_test.go, v0.19.2.
"""

import math
from typing import Any

HOST = "kubernetes.io/hostname"
BLOCK = "cloud.com/topology-block"
KUEUE = "kueue.x-k8s.io/v1beta2"

Json = dict[str, Any]


def objects(node_count: int, resource_count: int) -> list[Json]:
    """Nodes in blocks of about their square root, and one queue with quota for all of them."""
    names = ["cpu", "memory", *(f"example.com/res-{n}" for n in range(2, resource_count))]
    quotas = [
        {"name": name, "nominalQuota": "1000000Gi" if name == "memory" else "100000"}
        for name in names
    ]
    flavor = {"name": "tas-flavor", "resources": quotas}
    return [
        {"kind": "Namespace", "apiVersion": "v1", "metadata": {"name": "default"}},
        {
            "kind": "Topology",
            "apiVersion": KUEUE,
            "metadata": {"name": "tas-topology"},
            "spec": {"levels": [{"nodeLabel": BLOCK}, {"nodeLabel": HOST}]},
        },
        {
            "kind": "ResourceFlavor",
            "apiVersion": KUEUE,
            "metadata": {"name": "tas-flavor"},
            "spec": {"nodeLabels": {"tas-node": "true"}, "topologyName": "tas-topology"},
        },
        {
            "kind": "ClusterQueue",
            "apiVersion": KUEUE,
            "metadata": {"name": "tas-main"},
            "spec": {
                "namespaceSelector": {},
                "queueingStrategy": "BestEffortFIFO",
                "stopPolicy": "None",
                "preemption": {
                    "withinClusterQueue": "LowerPriority",
                    "reclaimWithinCohort": "Never",
                    "borrowWithinCohort": {"policy": "Never"},
                },
                "flavorFungibility": {
                    "whenCanBorrow": "MayStopSearch",
                    "whenCanPreempt": "TryNextFlavor",
                },
                "resourceGroups": [{"coveredResources": names, "flavors": [flavor]}],
            },
        },
        {
            "kind": "LocalQueue",
            "apiVersion": KUEUE,
            "metadata": {"name": "tas-main", "namespace": "default"},
            "spec": {"clusterQueue": "tas-main", "stopPolicy": "None"},
        },
        *_nodes(node_count, resource_count),
    ]


def workloads(node_count: int, resource_count: int, pods: int) -> list[Json]:
    """Admitted workloads that fill the nodes one by one, and a gang of half-node pods."""
    hosts = [node["metadata"]["name"] for node in _nodes(node_count, resource_count)]
    free = [[10, 100] for _ in hosts]
    found: list[Json] = []
    while True:
        number = len(found) + 1
        cpu, memory = number % 10 + 1, number % 100 + 1
        wanted = number * 10 % math.isqrt(node_count) + 1
        placed = _place(free, hosts, wanted, cpu, memory)
        if placed is None:
            break
        pod_set = _pod_set(wanted, cpu, memory, resource_count)
        found.append(_workload(f"wl-{number}", number, pod_set, placed))
    gang = _pod_set(pods, 5, 50, resource_count)
    gang["template"]["spec"]["nodeSelector"] = {"node-group": "group-1"}
    gang["topologyRequest"] = {"unconstrained": True}
    return [*found, _workload("requested-wl", len(found) + 1, gang, None)]


def _nodes(node_count: int, resource_count: int) -> list[Json]:
    width = math.isqrt(node_count)
    allocatable = {"cpu": "10", "memory": "100Gi", "pods": "110"}
    allocatable |= {f"example.com/res-{n}": "10" for n in range(2, resource_count)}
    found = []
    for index in range(1, node_count + 1):
        block, host = divmod(index, width)
        labels = {
            BLOCK: f"b-{block}",
            HOST: f"node-{block}-{host}",
            "tas-node": "true",
            "node-group": f"group-{block % 8 + 1}",
        }
        conditions = [{"type": "Ready", "status": "True"}]
        found.append(
            {
                "kind": "Node",
                "apiVersion": "v1",
                "metadata": {"name": labels[HOST], "labels": labels},
                "status": {"allocatable": allocatable, "conditions": conditions},
            }
        )
    return found


def _place(
    free: list[list[int]], hosts: list[str], wanted: int, cpu: int, memory: int
) -> dict[str, int] | None:
    """Pods by host, taken off ``free``; None, with nothing taken, when they do not fit."""
    before = [list(left) for left in free]
    placed: dict[str, int] = {}
    for host, left in zip(hosts, free, strict=True):
        while wanted and left[0] >= cpu and left[1] >= memory:
            left[0] -= cpu
            left[1] -= memory
            wanted -= 1
            placed[host] = placed.get(host, 0) + 1
    if wanted:
        free[:] = before
        return None
    return placed


def _pod_set(count: int, cpu: int, memory: int, resource_count: int) -> Json:
    requests = {"cpu": str(cpu), "memory": f"{memory}Gi"}
    requests |= {f"example.com/res-{n}": str(cpu) for n in range(2, resource_count)}
    container = {"name": "c", "image": "i", "resources": {"requests": requests}}
    return {"name": "main", "count": count, "template": {"spec": {"containers": [container]}}}


def _workload(name: str, priority: int, pod_set: Json, placed: dict[str, int] | None) -> Json:
    found: Json = {
        "kind": "Workload",
        "apiVersion": KUEUE,
        "metadata": {
            "name": name,
            "namespace": "default",
            "uid": name,
            "creationTimestamp": "2026-01-01T08:00:00Z",
        },
        "spec": {"queueName": "tas-main", "priority": priority, "podSets": [pod_set]},
    }
    if placed is not None:
        requests = pod_set["template"]["spec"]["containers"][0]["resources"]["requests"]
        domains = {
            "domainCount": len(placed),
            "valuesPerLevel": [{"individual": {"roots": list(placed)}}],
            "podCounts": {"individual": list(placed.values())},
        }
        assigned = {
            "name": "main",
            "count": pod_set["count"],
            "flavors": dict.fromkeys(requests, "tas-flavor"),
            "resourceUsage": dict(requests),
            "topologyAssignment": {"levels": [HOST], "slices": [domains]},
        }
        found["status"] = {
            "admission": {"clusterQueue": "tas-main", "podSetAssignments": [assigned]},
            "conditions": [
                {"type": kind, "status": "True", "lastTransitionTime": "2026-01-01T11:00:00Z"}
                for kind in ("QuotaReserved", "Admitted")
            ],
        }
    return found
