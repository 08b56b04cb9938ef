"""What one scheduling cycle does, and what it holds only until its end."""

from kuota.sim.cluster_queue import ClusterQueue
from kuota.sim.entry import Entry
from kuota.sim.model import (
    Usage,
    WorkloadInfo,
)
from kuota.sim.preemption.target import Target


class Preempted:
    """An eviction that a cycle decided, with the workload that it makes room for."""

    __slots__ = ("preemptor", "target")

    def __init__(self, target: Target, preemptor: WorkloadInfo) -> None:
        self.target = target
        self.preemptor = preemptor


class Cycle:
    """The result of a cycle in the making.

    ``targets`` are the victims of the entries processed so far, by key; ``added`` the usage that
    the cycle has put on the live state.
    """

    __slots__ = (
        "added",
        "admitted",
        "node_failures",
        "now",
        "preempted",
        "requeued",
        "second_pass",
        "targets",
    )

    def __init__(self, now: int) -> None:
        self.now = now
        self.targets: dict[str, Target] = {}
        self.added: list[tuple[ClusterQueue, Usage]] = []
        self.admitted: list[Entry] = []
        self.preempted: list[Preempted] = []
        self.requeued: list[Entry] = []
        self.second_pass: list[WorkloadInfo] = []
        self.node_failures: list[WorkloadInfo] = []

    def add_usage(self, queue: ClusterQueue, usage: Usage) -> None:
        """Count a usage until the end of the cycle."""
        queue.add_usage(usage)
        self.added.append((queue, usage))

    def take_back(self) -> None:
        """Leave the live state as it was before the cycle."""
        for queue, usage in reversed(self.added):
            queue.take_back_usage(usage)
        self.added.clear()

    def has_any(self, targets: list[Target]) -> bool:
        """Whether one of the targets is a victim already."""
        return any(target.info.obj.key in self.targets for target in targets)

    def note_targets(self, targets: list[Target]) -> None:
        """Remember victims for the rest of the cycle."""
        for target in targets:
            self.targets[target.info.obj.key] = target

    def merge_with_targets(self, targets: list[Target], tree: str, any_tree: bool) -> list[Target]:
        """Victims so far and these targets, each once.

        Victims of other cohort trees hold no quota of this one; they matter only to places on
        nodes, so they are left out unless ``any_tree``.
        """
        if not self.targets:
            return targets
        merged = {
            key: target
            for key, target in self.targets.items()
            if any_tree or target.cluster_queue.tree == tree
        }
        for target in targets:
            merged[target.info.obj.key] = target
        return list(merged.values())

    def changed(self) -> bool:
        """Whether the cycle admitted or evicted anything."""
        return bool(self.admitted or self.preempted or self.node_failures)

    def moved(self) -> bool:
        """Whether another cycle may come to something else than this one."""
        if self.changed():
            return True
        for entry in self.requeued:
            last = entry.info.last_assignment
            if entry.parked or (last is not None and last.pending_flavors()):
                return True
        return False
