"""What preemption could do for one (flavor, resource) pair, asked during the flavor scan.

Source: Kueue pkg/scheduler/preemption/preemption_oracle.go, v0.19.2.
"""

from kuota.sim.cluster_queue import ClusterQueue
from kuota.sim.model import (
    PreemptionPossibility,
    Usage,
    WorkloadInfo,
)
from kuota.sim.preemption.classical import find_height_of_lowest_subtree_that_fits
from kuota.sim.preemption.preemptor import Preemptor
from kuota.sim.preemption.target import remove, restore_all


class PreemptionOracle:
    """Answers for the state at the moment, which it leaves as it found it."""

    __slots__ = ("preemptor",)

    def __init__(self, preemptor: Preemptor) -> None:
        self.preemptor = preemptor

    def simulate_preemption(
        self, queue: ClusterQueue, wl: WorkloadInfo, pair: int, quantity: int
    ) -> tuple[PreemptionPossibility, int]:
        """Whether victims would make room for ``quantity``, and the borrowing level afterwards."""
        targets = self.preemptor.targets_for(wl, queue, [pair], Usage({pair: quantity}), {})
        if not targets:
            height, _ = find_height_of_lowest_subtree_that_fits(queue, pair, quantity)
            return PreemptionPossibility.NO_CANDIDATES, height
        for target in targets:
            remove(target)
        height, _ = find_height_of_lowest_subtree_that_fits(queue, pair, quantity)
        restore_all(targets)
        for target in targets:
            if target.cluster_queue is queue:
                return PreemptionPossibility.PREEMPT, height
        return PreemptionPossibility.RECLAIM, height
