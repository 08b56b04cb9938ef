"""A workload that has to leave, and the rule that allows it."""

from typing import TYPE_CHECKING, Final

from kuota.sim.cluster_queue import ClusterQueue
from kuota.sim.model import (
    WorkloadInfo,
)

if TYPE_CHECKING:
    from kuota.sim.preemption.context import PreemptionContext

IN_CLUSTER_QUEUE: Final = "InClusterQueue"
IN_COHORT_RECLAMATION: Final = "InCohortReclamation"
IN_COHORT_FAIR_SHARING: Final = "InCohortFairSharing"
IN_COHORT_RECLAIM_WHILE_BORROWING: Final = "InCohortReclaimWhileBorrowing"


class Target:
    """A victim. ``reason`` is empty for the slice that a workload replaces."""

    __slots__ = ("cluster_queue", "info", "reason")

    def __init__(self, info: WorkloadInfo, reason: str, cluster_queue: ClusterQueue) -> None:
        self.info = info
        self.reason = reason
        self.cluster_queue = cluster_queue


def remove(target: Target) -> None:
    """Take the victim's usage off."""
    target.cluster_queue.remove_usage(target.info.usage)


def restore(target: Target) -> None:
    """Put the victim's usage back."""
    target.cluster_queue.add_usage(target.info.usage)


def restore_all(targets: list[Target]) -> None:
    """Put back the usage of all victims."""
    for target in targets:
        restore(target)


def fill_back(
    context: "PreemptionContext", targets: list[Target], allow_borrowing: bool
) -> list[Target]:
    """The victims that are really needed; the others get their usage back.

    The order of the result matters for what comes after, so it is Kueue's: a victim that is not
    needed is replaced by the last one.

    Source: Kueue pkg/scheduler/preemption/preemption.go, fillBackWorkloads, v0.19.2.
    """
    for index in range(len(targets) - 2, -1, -1):
        restore(targets[index])
        if context.fits(allow_borrowing):
            targets[index] = targets[-1]
            targets.pop()
        else:
            remove(targets[index])
    return targets
