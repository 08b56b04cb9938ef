"""What a simulation reports: events, states of workloads, and the outcome of a step."""

from dataclasses import dataclass

from kuota.sim.model import (
    AdmittedPodSet,
)


@dataclass(frozen=True, slots=True)
class Event:
    """Something that a cycle did to a workload.

    ``type`` is "admitted", "preempted" or "evicted"; ``reason`` Kueue's word for the rule that
    allowed it; ``preemptor`` the workload for which a preempted one left.
    """

    cycle: int
    type: str
    workload: str
    reason: str = ""
    preemptor: str = ""


@dataclass(frozen=True, slots=True)
class PreemptionLoop:
    """The same state came back: these workloads evict each other for ever.

    ``members`` are those who were admitted, were evicted or had others evicted between cycle
    ``first`` and cycle ``again``, which left the same state.
    """

    first: int
    again: int
    members: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class StepResult:
    """The outcome of one ``schedule`` call.

    ``livelock`` is set when the allowed cycles did not suffice to come to rest.
    """

    cycles: int
    livelock: bool
    events: tuple[Event, ...]
    loop: PreemptionLoop | None = None


@dataclass(frozen=True, slots=True)
class QueuePosition:
    """Where a pending workload stands in its ClusterQueue; 0 is the head.

    ``inadmissible`` workloads have been tried in vain and wait for a change.
    """

    workload: str
    number: int
    inadmissible: bool


@dataclass(frozen=True, slots=True)
class WorkloadStatus:
    """Where a workload stands.

    ``state`` is "pending", "reserved" (quota held, checks outstanding), "admitted" or "inactive".
    ``message`` is what Kueue has written about a pending one, empty when it has written nothing;
    ``reason`` is its token for the state behind it (see ``kuota.sim.reasons``).
    """

    state: str
    cluster_queue: str
    pod_sets: tuple[AdmittedPodSet, ...]
    evictions: int
    message: str = ""
    reason: str = ""
