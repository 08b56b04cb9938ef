"""The flavors that one podSet gets, or why it gets none.

Source: pkg/scheduler/flavorassigner/flavorassigner.go, v0.19.2.
"""

from collections.abc import Mapping
from typing import TypeVar

from kuota.sim.flavor_attempts import FlavorAssignmentAttempt
from kuota.sim.model import (
    AdmittedPodSet,
    FlavorAssignmentMode,
    Requests,
    TopologyAssignment,
)
from kuota.sim.reasons import AssignmentError, Reason, most_severe

_FIT = FlavorAssignmentMode.FIT
_NO_FIT = FlavorAssignmentMode.NO_FIT

Flavor = TypeVar("Flavor")


class Status:
    """What stands against a podSet; nothing at all when it fits."""

    __slots__ = ("error", "reasons")

    def __init__(
        self, reasons: list[Reason] | None = None, error: AssignmentError | None = None
    ) -> None:
        self.reasons: list[Reason] = [] if reasons is None else reasons
        self.error = error

    def is_fit(self) -> bool:
        """Whether nothing stands against it."""
        return self.error is None and not self.reasons

    def message(self) -> str:
        """The reasons in Kueue's words and order."""
        if self.error is not None:
            return self.error.message()
        return ", ".join(sorted(reason.message() for reason in self.reasons))


class FlavorAssignment:
    """The flavor of one resource, and where the scan for it stopped.

    ``tried_flavor_idx`` is the index of the last flavor tried, -1 when that was the last one.
    ``borrow`` is the height of the smallest subtree of the cohort that can provide the amount.
    """

    __slots__ = ("borrow", "mode", "name", "tried_flavor_idx")

    def __init__(self, name: str, mode: FlavorAssignmentMode, borrow: int = 0) -> None:
        self.name = name
        self.mode = mode
        self.borrow = borrow
        self.tried_flavor_idx = 0


ResourceAssignment = dict[str, FlavorAssignment]
"""Resource name to flavor."""


class PodSetAssignment:
    """The flavors of one podSet.

    No flavors with a reason is "does not fit"; flavors without a reason is "fits now". Only
    ``attempts`` that were made for the whole podSet group are kept, one list a resource.
    """

    __slots__ = (
        "attempts",
        "count",
        "delayed_topology_request",
        "failed_topology_flavor",
        "flavors",
        "name",
        "requests",
        "status",
        "topology_assignment",
    )

    def __init__(self, name: str, requests: Requests, count: int) -> None:
        self.name = name
        self.requests = requests
        self.count = count
        self.flavors: ResourceAssignment = {}
        self.status = Status()
        self.topology_assignment: TopologyAssignment | None = None
        self.delayed_topology_request = ""
        self.attempts: list[tuple[str, list[FlavorAssignmentAttempt]]] = []
        self.failed_topology_flavor = ""

    def representative_mode(self) -> FlavorAssignmentMode:
        """The worst mode of all its flavors."""
        if self.status.is_fit():
            return _FIT
        if self.status.error is not None or not self.flavors:
            return _NO_FIT
        return min(flavor.mode for flavor in self.flavors.values())

    def update_mode(self, mode: FlavorAssignmentMode) -> None:
        """Give all flavors the same mode."""
        for flavor in self.flavors.values():
            flavor.mode = mode

    def gravest_token(self) -> str:
        """The gravest of what stands against the podSet."""
        token = "" if self.status.error is None else self.status.error.token
        for reason in self.status.reasons:
            token = most_severe(token, reason.token)
        return token

    def to_admitted(self) -> AdmittedPodSet:
        """What an admission on these terms writes down for the podSet."""
        return AdmittedPodSet(
            name=self.name,
            flavors={resource: flavor.name for resource, flavor in self.flavors.items()},
            usage={resource: self.requests.get(resource, 0) for resource in self.flavors},
            count=self.count,
            topology_assignment=self.topology_assignment,
            delayed_topology_request=self.delayed_topology_request,
        )


def tas_flavors_only(
    flavors: ResourceAssignment, tas_flavors: Mapping[str, Flavor]
) -> ResourceAssignment:
    """The part of an assignment whose flavors have a topology."""
    return {resource: flavor for resource, flavor in flavors.items() if flavor.name in tas_flavors}
