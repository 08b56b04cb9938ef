"""The arithmetic behind a pending workload, flavor by flavor and resource by resource.

It is worked out only when somebody asks.
"""

from dataclasses import dataclass

from kuota.quantity import add
from kuota.sim.cluster_queue import ClusterQueue
from kuota.sim.entry import Entry
from kuota.sim.model import (
    ResourceQuota,
)
from kuota.sim.reasons import ExceedsMaximumCapacity, InsufficientUnusedQuota, Reason


@dataclass(frozen=True, slots=True)
class Shortage:
    """How much of a flavor's resource was needed, and how much there was.

    ``needed`` counts what earlier podSets of the workload take of the same flavor. ``available`` is
    what the queue could use at the time of the attempt (now, where more than ``max_capacity`` was
    needed, which is what it could use if nothing ran); ``used`` is what it uses now, and ``quota``
    its own.

    Units: amounts of ``resource``.
    """

    resource: str
    needed: int
    available: int
    max_capacity: int
    used: int
    quota: ResourceQuota


@dataclass(frozen=True, slots=True)
class Obstacle:
    """One thing that stood against a podSet.

    ``flavor`` is empty when the obstacle lies in no flavor; ``shortage`` is None when amounts have
    nothing to do with it.
    """

    pod_set: str
    flavor: str
    reason: str
    text: str
    shortage: Shortage | None


@dataclass(frozen=True, slots=True)
class Explanation:
    """Why a workload is pending.

    ``tried`` is the workload whose attempt the obstacles are from: itself, one that is equivalent
    to it, or empty when the scheduler has tried neither.
    """

    reason: str
    message: str
    tried: str = ""
    obstacles: tuple[Obstacle, ...] = ()


def explain(reason: str, message: str, entry: Entry | None) -> Explanation:
    """The explanation of a verdict, with the obstacles of the attempt behind it."""
    if entry is None:
        return Explanation(reason, message)
    tried = entry.info.obj.key
    if entry.assignment is None:
        return Explanation(reason, message, tried)
    obstacles = tuple(
        _obstacle(pod_set, obstacle, entry.cluster_queue)
        for pod_set, obstacle in entry.assignment.reasons()
    )
    return Explanation(reason, message, tried, obstacles)


def _obstacle(pod_set: str, reason: Reason, queue: ClusterQueue) -> Obstacle:
    return Obstacle(
        pod_set, reason.flavor, reason.token, reason.message(), _shortage(reason, queue)
    )


def _shortage(reason: Reason, queue: ClusterQueue) -> Shortage | None:
    if not isinstance(reason, InsufficientUnusedQuota | ExceedsMaximumCapacity):
        return None
    pair = queue.flavor_resources.pair(reason.flavor, reason.resource)
    if isinstance(reason, InsufficientUnusedQuota):
        needed, available = reason.needed, reason.available
    else:
        needed, available = add(reason.assumed, reason.request), queue.available(pair)
    return Shortage(
        resource=reason.resource,
        needed=needed,
        available=available,
        max_capacity=queue.potential_available(pair),
        used=queue.usage_of(pair),
        quota=queue.quota_for(pair),
    )
