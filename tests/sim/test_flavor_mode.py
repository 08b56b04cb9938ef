"""Which of two flavors is better, and whether to look further."""

import pytest

from kuota.sim.flavor_mode import (
    FIT,
    NO_FIT,
    NO_PREEMPTION_CANDIDATES,
    PREEMPT,
    RECLAIM,
    GranularMode,
    is_preferred,
    should_try_next_flavor,
)
from kuota.sim.model import (
    FlavorFungibility,
)

DEFAULT = FlavorFungibility("Borrow", "TryNextFlavor", "")
BORROWING = FlavorFungibility("Borrow", "TryNextFlavor", "BorrowingOverPreemption")
PREEMPTION = FlavorFungibility("Borrow", "TryNextFlavor", "PreemptionOverBorrowing")

BETTER = {
    "anything than no fit": ((NO_PREEMPTION_CANDIDATES, 9), (NO_FIT, 0), DEFAULT),
    "victims than none, however far": ((PREEMPT, 9), (NO_PREEMPTION_CANDIDATES, 0), PREEMPTION),
    "fit than reclaim": ((FIT, 2), (RECLAIM, 0), DEFAULT),
    "fit than reclaim, stated": ((FIT, 2), (RECLAIM, 0), BORROWING),
    "reclaim than preempt": ((RECLAIM, 1), (PREEMPT, 0), DEFAULT),
    "near than far": ((FIT, 1), (FIT, 2), DEFAULT),
    "preemption at home than borrowing": ((PREEMPT, 0), (FIT, 1), PREEMPTION),
    "fit than preemption at the same distance": ((FIT, 1), (PREEMPT, 1), PREEMPTION),
}


@pytest.mark.parametrize(("a", "b", "fungibility"), BETTER.values(), ids=BETTER)
def test_is_better(a: GranularMode, b: GranularMode, fungibility: FlavorFungibility) -> None:
    assert (True, False) == (is_preferred(a, b, fungibility), is_preferred(b, a, fungibility))


def test_nothing_is_better_than_itself() -> None:
    assert not is_preferred((FIT, 1), (FIT, 1), DEFAULT)


def test_no_fit_is_never_better() -> None:
    assert not is_preferred((NO_FIT, 0), (NO_FIT, 1), DEFAULT)


GOES_ON = [
    ((NO_FIT, 0), "Borrow", "Preempt", True),
    ((NO_PREEMPTION_CANDIDATES, 0), "Borrow", "Preempt", True),
    ((PREEMPT, 0), "Borrow", "TryNextFlavor", True),
    ((PREEMPT, 0), "Borrow", "Preempt", False),
    ((RECLAIM, 0), "Borrow", "TryNextFlavor", True),
    ((PREEMPT, 1), "TryNextFlavor", "Preempt", True),
    ((FIT, 1), "TryNextFlavor", "TryNextFlavor", True),
    ((FIT, 1), "Borrow", "TryNextFlavor", False),
    ((FIT, 0), "TryNextFlavor", "TryNextFlavor", False),
]


@pytest.mark.parametrize(("mode", "borrow", "preempt", "expected"), GOES_ON)
def test_should_try_next_flavor(
    mode: GranularMode, borrow: str, preempt: str, expected: bool
) -> None:
    assert expected is should_try_next_flavor(mode, FlavorFungibility(borrow, preempt, ""))
