"""The flavors that were tried for a podSet, and the one token that sums up why none fits.

Source: pkg/scheduler/flavorassigner/flavor_assigner_attempts.go and flavorassigner.go
(resolveNoFitReason), v0.19.2.
"""

from collections.abc import Sequence

from kuota.sim.model import (
    FlavorAssignmentMode,
    ResourceGroup,
)
from kuota.sim.reasons import (
    NO_MATCHING_FLAVOR,
    TOPOLOGY_PLACEMENT_FAILED,
    InsufficientUnusedQuota,
    Reason,
    most_severe,
    severity,
)

_NO_FIT = FlavorAssignmentMode.NO_FIT


class FlavorAssignmentAttempt:
    """One flavor tried for the resources of one group, and its worst outcome among them."""

    __slots__ = ("borrow", "flavor", "mode", "reasons")

    def __init__(
        self, flavor: str, mode: FlavorAssignmentMode, borrow: int, reasons: Sequence[Reason]
    ) -> None:
        self.flavor = flavor
        self.mode = mode
        self.borrow = borrow
        self.reasons = reasons

    def no_fit_token(self) -> str:
        """The gravest obstacle; one that preemption might remove does not count."""
        token = ""
        for reason in self.reasons:
            if not (isinstance(reason, InsufficientUnusedQuota) and reason.preemptible):
                token = most_severe(token, reason.token)
        return token


Attempts = list[tuple[str, list[FlavorAssignmentAttempt]]]
"""For each resource that started a scan, the flavors tried in it."""


def no_fit_token(
    attempts: Attempts, groups: Sequence[ResourceGroup], failed_topology_flavor: str
) -> str:
    """Why a podSet does not fit: the gravest group, each by its least grave flavor.

    ``failed_topology_flavor`` is the flavor in which the pods find no place even when it is empty.
    A group that has a flavor to give is no obstacle; Kueue blames it for its other flavors.
    """
    outcomes = _merged(attempts, groups)
    if not outcomes:
        return NO_MATCHING_FLAVOR
    if failed_topology_flavor in outcomes:
        outcomes[failed_topology_flavor] = (_NO_FIT, TOPOLOGY_PLACEMENT_FAILED)
    least: dict[int, str] = {}
    serving: list[int] = []
    for number, flavor in enumerate(sorted(outcomes)):
        mode, token = outcomes[flavor]
        indices = [i for i, group in enumerate(groups) if flavor in group.flavors]
        if mode != _NO_FIT:
            serving.extend(indices)
            continue
        for index in indices or [-1 - number]:
            if index not in least or severity(token) < severity(least[index]):
                least[index] = token
    overall = ""
    for index, token in least.items():
        if index not in serving or token == TOPOLOGY_PLACEMENT_FAILED:
            overall = most_severe(overall, token)
    return overall


def _merged(
    attempts: Attempts, groups: Sequence[ResourceGroup]
) -> dict[str, tuple[FlavorAssignmentMode, str]]:
    """Mode and token of each flavor, over all scans."""
    outcomes: dict[str, tuple[FlavorAssignmentMode, str]] = {}
    for resource, tried in attempts:
        for attempt in tried:
            mode, token = attempt.mode, attempt.no_fit_token()
            if attempt.flavor in outcomes:
                known_mode, known_token = outcomes[attempt.flavor]
                mode, token = min(known_mode, mode), most_severe(known_token, token)
            outcomes[attempt.flavor] = (mode, token)
        if not tried:
            continue
        present = [attempt.flavor for attempt in tried]
        for group in groups:
            if resource in group.covered_resources:
                for flavor in group.flavors:
                    if flavor in outcomes and flavor not in present:
                        outcomes[flavor] = (_NO_FIT, NO_MATCHING_FLAVOR)
                break
    return outcomes
