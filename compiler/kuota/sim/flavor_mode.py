"""How well a flavor serves, and which of two is better.

A granular mode is the pair of what it takes to get the amount (one of the constants here) and the
borrowing level: the height of the smallest subtree of the cohort that has it, 0 without borrowing.

Source: pkg/scheduler/flavorassigner/flavorassigner.go (granularMode, isPreferred,
shouldTryNextFlavor), v0.19.2.
"""

from typing import Final

from kuota.sim.model import (
    FlavorAssignmentMode,
    FlavorFungibility,
    PreemptionPossibility,
)

GranularMode = tuple[int, int]

NO_FIT: Final = 0
NO_PREEMPTION_CANDIDATES: Final = 1
PREEMPT: Final = 2
RECLAIM: Final = 3
FIT: Final = 4

WORST: Final[GranularMode] = (NO_FIT, 1 << 62)
BEST: Final[GranularMode] = (FIT, 0)

_MODES: Final = (
    FlavorAssignmentMode.NO_FIT,
    FlavorAssignmentMode.PREEMPT,
    FlavorAssignmentMode.PREEMPT,
    FlavorAssignmentMode.PREEMPT,
    FlavorAssignmentMode.FIT,
)


def assignment_mode(mode: int) -> FlavorAssignmentMode:
    """The coarser mode that the rest of the scheduler works with."""
    return _MODES[mode]


def of_possibility(possibility: PreemptionPossibility) -> int:
    """The mode that a simulated preemption leads to."""
    if possibility == PreemptionPossibility.NO_CANDIDATES:
        return NO_PREEMPTION_CANDIDATES
    return PREEMPT if possibility == PreemptionPossibility.PREEMPT else RECLAIM


def is_preferred(a: GranularMode, b: GranularMode, fungibility: FlavorFungibility) -> bool:
    """Whether ``a`` is better than ``b`` in the eyes of the ClusterQueue."""
    if a[0] == NO_FIT:
        return False
    if b[0] == NO_FIT:
        return True
    a_blocked, b_blocked = a[0] == NO_PREEMPTION_CANDIDATES, b[0] == NO_PREEMPTION_CANDIDATES
    if a_blocked != b_blocked:
        return b_blocked
    if fungibility.preference == "PreemptionOverBorrowing":
        return a[1] < b[1] if a[1] != b[1] else a[0] > b[0]
    return a[0] > b[0] if a[0] != b[0] else a[1] < b[1]


def should_try_next_flavor(mode: GranularMode, fungibility: FlavorFungibility) -> bool:
    """Whether the scan goes on to look for something better than this."""
    preemption, borrowing = mode
    if preemption <= NO_PREEMPTION_CANDIDATES:
        return True
    if preemption != FIT and fungibility.when_can_preempt == "TryNextFlavor":
        return True
    return borrowing > 0 and fungibility.when_can_borrow == "TryNextFlavor"
