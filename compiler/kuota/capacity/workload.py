"""Gangs and loads as the Workload objects that Kueue would make of them."""

from typing import Any

from kuota.policy.cluster import Cluster
from kuota.policy.origin import Amount
from kuota.policy.team import Gang, GangTopology, LocalQueue, PodSet, Team

Object = dict[str, Any]

START = "2026-01-01T12:00:00Z"
"""When everything simulated begins: what counts is only the order of moments after it."""


def gang_workload(
    cluster: Cluster, team: Team, gang: Gang, *, topology: bool = True, created: str = START
) -> Object:
    """The Workload of a gang in its LocalQueue; without ``topology`` it asks only for quota."""
    asked = gang.topology if topology else None
    pod_sets = [_pod_set(cluster, pod_set, asked) for pod_set in gang.pod_sets]
    priority = None if gang.priority_class is None else gang.priority_class.value
    return workload(cluster, queue_of(team, gang.queue), gang.name, pod_sets, priority, created)


def workload(
    cluster: Cluster,
    queue: LocalQueue,
    name: str,
    pod_sets: list[Object],
    priority_class: str | None,
    created: str = START,
) -> Object:
    """A Workload in a LocalQueue; the priority is that of its class, 0 without one."""
    spec: Object = {
        "active": True,
        "queueName": queue.name,
        "podSets": pod_sets,
        "priority": priority_of(cluster, priority_class),
    }
    if priority_class is not None:
        spec["priorityClassRef"] = {
            "group": "kueue.x-k8s.io",
            "kind": "WorkloadPriorityClass",
            "name": priority_class,
        }
    return {
        "apiVersion": "kueue.x-k8s.io/v1beta2",
        "kind": "Workload",
        "metadata": {"name": name, "namespace": queue.namespace, "creationTimestamp": created},
        "spec": spec,
    }


def pod_set(
    name: str,
    count: int,
    requests: dict[str, str],
    *,
    min_count: int | None = None,
    node_selector: dict[str, str] | None = None,
    tolerations: tuple[dict[str, object], ...] = (),
    topology: Object | None = None,
) -> Object:
    """One entry of ``spec.podSets``: ``count`` pods of one container with these requests."""
    pod: Object = {"containers": [{"name": "main", "resources": {"requests": requests}}]}
    if node_selector:
        pod["nodeSelector"] = node_selector
    if tolerations:
        pod["tolerations"] = list(tolerations)
    made: Object = {"name": name, "count": count, "template": {"spec": pod}}
    if min_count is not None:
        made["minCount"] = min_count
    if topology:
        made["topologyRequest"] = topology
    return made


def priority_of(cluster: Cluster, priority_class: str | None) -> int:
    """The value of a WorkloadPriorityClass; 0 without a class."""
    for known in cluster.priority_classes:
        if known.name == priority_class:
            return known.value.value
    return 0


def priority_of_gang(cluster: Cluster, gang: Gang) -> int:
    """The priority of a gang's Workload; 0 without a class."""
    return priority_of(cluster, None if gang.priority_class is None else gang.priority_class.value)


def queue_of(team: Team, name: str | None) -> LocalQueue:
    """The LocalQueue of this name, or the team's first one."""
    return next((queue for queue in team.local_queues if queue.name == name), team.local_queues[0])


def _pod_set(cluster: Cluster, shape: PodSet, asked: GangTopology | None) -> Object:
    prefixes = tuple(p.value for p in cluster.configuration.exclude_resource_prefixes)
    return pod_set(
        shape.name,
        shape.count,
        {
            resource: _text(amount)
            for resource, amount in shape.requests.items()
            if not (prefixes and resource.startswith(prefixes))
        },
        min_count=shape.min_count,
        node_selector=dict(shape.node_selector),
        tolerations=shape.tolerations,
        topology=None if asked is None else _topology_request(asked),
    )


def _text(amount: Amount) -> str:
    return str(amount.quantity)


def _topology_request(asked: GangTopology) -> Object:
    request: Object = {}
    if asked.required is not None:
        request["required"] = asked.required
    if asked.preferred is not None:
        request["preferred"] = asked.preferred
    if asked.unconstrained:
        request["unconstrained"] = True
    if asked.slice_required is not None:
        request["podSetSliceRequiredTopology"] = asked.slice_required
        request["podSetSliceSize"] = asked.slice_size
    return request
