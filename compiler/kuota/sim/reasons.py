"""Why a flavor cannot be had, and the tokens that Kueue gives to a workload that waits.

Reasons are values; their text, Kueue's own words, is built only when it is asked for.

Source: apis/kueue/v1beta2/workload_types.go, pkg/scheduler/flavorassigner/flavorassigner.go,
keps/10852-inadmissible-workloads-observability, v0.19.2.
"""

from typing import Final

from kuota.quantity import UNLIMITED, format_amount, subtract

NO_MATCHING_FLAVOR: Final = "NoMatchingFlavor"
EXCEEDS_MAX_QUOTA: Final = "ExceedsMaxQuota"
WAITING_FOR_QUOTA: Final = "WaitingForQuota"
TOPOLOGY_PLACEMENT_FAILED: Final = "TopologyPlacementFailed"
WAITING_FOR_PREEMPTED_WORKLOADS: Final = "WaitingForPreemptedWorkloads"
WAITING_FOR_PODS_READY: Final = "WaitingForPodsReady"
MISCONFIGURED: Final = "Misconfigured"
SUSPENDED: Final = "Suspended"
ADMISSION_GATED: Final = "AdmissionGated"
PENDING_EVALUATION: Final = "PendingEvaluation"
DEACTIVATED: Final = "Deactivated"
ON_HOLD: Final = "OnHold"

_SEVERITY: Final = {
    TOPOLOGY_PLACEMENT_FAILED: 1,
    WAITING_FOR_QUOTA: 2,
    EXCEEDS_MAX_QUOTA: 3,
    NO_MATCHING_FLAVOR: 4,
}


def severity(token: str) -> int:
    """How serious an obstacle of flavor assignment is; 0 for a token that is none."""
    return _SEVERITY.get(token, 0)


def most_severe(a: str, b: str) -> str:
    """The more serious of two tokens, the first when they are equally serious."""
    return a if severity(a) >= severity(b) else b


class Reason:
    """Why a flavor, or a place in it, cannot be had as things are.

    ``token`` classes the obstacle while the flavor does not fit; empty where Kueue gives no class.
    """

    __slots__ = ("flavor", "token")

    def __init__(self, token: str, flavor: str) -> None:
        self.token = token
        self.flavor = flavor

    def message(self) -> str:
        """Kueue's words for it."""
        raise NotImplementedError


class Mismatch(Reason):
    """The flavor does not suit the podSet, whatever is free in it."""

    __slots__ = ("text",)

    def __init__(self, flavor: str, text: str, token: str = NO_MATCHING_FLAVOR) -> None:
        super().__init__(token, flavor)
        self.text = text

    def message(self) -> str:
        return self.text


class AssignmentError(Mismatch):
    """The podSet cannot be assigned at all: something about it, or about its flavors, is wrong."""

    __slots__ = ()


class ExceedsMaximumCapacity(Reason):
    """More is asked than the queue could have if nothing ran."""

    __slots__ = ("assumed", "max_capacity", "request", "resource")

    def __init__(
        self, flavor: str, resource: str, assumed: int, request: int, max_capacity: int
    ) -> None:
        super().__init__(EXCEEDS_MAX_QUOTA, flavor)
        self.resource = resource
        self.assumed = assumed
        self.request = request
        self.max_capacity = max_capacity

    def message(self) -> str:
        return (
            f"insufficient quota for {self.resource} in flavor {self.flavor}, "
            f"previously considered podsets requests ({_text(self.resource, self.assumed)}) + "
            f"current podset request ({_text(self.resource, self.request)}) > "
            f"maximum capacity ({_text(self.resource, self.max_capacity)})"
        )


class InsufficientUnusedQuota(Reason):
    """The quota exists, but is in use.

    ``needed`` includes what earlier podSets of the workload take. ``preemptible`` says whether
    policies allow to look for victims, found or not.
    """

    __slots__ = ("available", "needed", "preemptible", "resource")

    def __init__(self, flavor: str, resource: str, needed: int, available: int) -> None:
        super().__init__(WAITING_FOR_QUOTA, flavor)
        self.resource = resource
        self.needed = needed
        self.available = available
        self.preemptible = False

    def message(self) -> str:
        missing = subtract(self.needed, self.available)
        return (
            f"insufficient unused quota for {self.resource} in flavor {self.flavor}, "
            f"{_text(self.resource, missing)} more needed"
        )


class TopologyPlacement(Reason):
    """There is quota, but no place for the pods in the topology of the flavor."""

    __slots__ = ("failure",)

    def __init__(self, flavor: str, failure: object) -> None:
        super().__init__(TOPOLOGY_PLACEMENT_FAILED, flavor)
        self.failure = failure

    def message(self) -> str:
        return str(self.failure)


def unavailable_resource(resource: str) -> Mismatch:
    """No resource group of the ClusterQueue covers the resource."""
    return Mismatch("", f"resource {resource} unavailable in ClusterQueue")


def _text(resource: str, amount: int) -> str:
    return "<unlimited>" if amount >= UNLIMITED else format_amount(resource, amount)
