"""Finding that a cluster goes round in circles: workloads that evict one another for ever.

Between two calls of ``advance`` nothing but the scheduler changes the state. When the same state
comes back, with evictions in between, it will come back again and again.
"""

from collections.abc import Iterable

from kuota.sim.cluster_queue import ClusterQueue
from kuota.sim.cycle import Cycle
from kuota.sim.results import PreemptionLoop

State = tuple[object, ...]


class LoopWatch:
    """Watches the cycles of one step.

    States are only looked at once a workload has been evicted twice, so that a step without loops
    costs nothing.
    """

    __slots__ = ("_evictions", "_seen", "_touched", "loop")

    def __init__(self) -> None:
        self._evictions: dict[str, int] = {}
        self._seen: dict[State, int] = {}
        self._touched: list[tuple[int, str]] = []
        self.loop: PreemptionLoop | None = None

    def watch(self, number: int, cycle: Cycle, queues: Iterable[ClusterQueue]) -> None:
        """Take note of a cycle that has taken effect."""
        if self.loop is not None or not cycle.changed():
            return
        self._touched.extend((number, entry.info.obj.key) for entry in cycle.admitted)
        repeated = False
        for preempted in cycle.preempted:
            key = preempted.target.info.obj.key
            self._evictions[key] = self._evictions.get(key, 0) + 1
            repeated = repeated or self._evictions[key] > 1
            self._touched.append((number, key))
            self._touched.append((number, preempted.preemptor.obj.key))
        if not repeated:
            return
        state = _state(queues)
        first = self._seen.setdefault(state, number)
        if first != number:
            members = sorted({key for at, key in self._touched if at > first})
            self.loop = PreemptionLoop(first, number, tuple(members))


def _state(queues: Iterable[ClusterQueue]) -> State:
    """All that decides what comes next, as long as time stands still."""
    found: list[object] = []
    for queue in queues:
        if not queue.workloads and not queue.pending.places:
            continue
        held = sorted((key, _held(queue, key)) for key in queue.workloads)
        waiting = sorted(
            (key, place.pile is place.bucket.active, _progress(queue, key))
            for key, place in queue.pending.places.items()
        )
        found.append((queue.name, queue.pending.preemptor, tuple(held), tuple(waiting)))
    return tuple(found)


def _held(queue: ClusterQueue, key: str) -> tuple[object, ...]:
    admission = queue.workloads[key].obj.admission
    if admission is None:
        return ()
    return tuple(
        (
            pod_set.name,
            pod_set.count,
            tuple(sorted(pod_set.flavors.items())),
            () if pod_set.topology_assignment is None else pod_set.topology_assignment.domains,
        )
        for pod_set in admission.pod_sets
    )


def _progress(queue: ClusterQueue, key: str) -> tuple[object, ...]:
    last = queue.pending.places[key].info.last_assignment
    if last is None:
        return ()
    return tuple(tuple(sorted(indices.items())) for indices in last.last_tried_flavor_idx)
