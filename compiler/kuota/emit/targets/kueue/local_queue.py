"""The queues that a team's workloads name.

Source: Kueue apis/kueue/v1beta2/localqueue_types.go, v0.19.2.
"""

from kuota.emit.artifact import EmittedObject
from kuota.emit.targets.kueue.metadata import metadata
from kuota.kueue.release import V1BETA2
from kuota.policy.origin import Origin
from kuota.policy.team import LocalQueue, Team
from kuota.source.span import Path

_KIND = "LocalQueue"


def local_queue(team: Team, queue: LocalQueue) -> EmittedObject:
    """One LocalQueue of the team, in one of its namespaces."""
    origins: dict[Path, Origin] = {
        (): queue.origin,
        ("spec", "stopPolicy"): queue.stop_policy.origin,
    }
    spec: dict[str, object] = {"clusterQueue": team.name, "stopPolicy": queue.stop_policy.value}
    if queue.weight is not None:
        spec["fairSharing"] = {"weight": queue.weight.value}
        origins["spec", "fairSharing"] = queue.weight.origin
    data: dict[str, object] = {
        "apiVersion": V1BETA2,
        "kind": _KIND,
        "metadata": metadata(_KIND, queue.name, team.file, namespace=queue.namespace),
        "spec": spec,
    }
    return EmittedObject(data, origins)
