"""The Scenario document: what happens on a cluster, and what must come of it."""

from collections.abc import Mapping
from typing import Annotated, Final, Literal, get_args

from pydantic import ConfigDict, Field

from kuota.syntax.gang import GangTopology, PodSet
from kuota.syntax.measures import QuantityValue, Share, read_duration
from kuota.syntax.names import Label, Qualified, QueueName, Subdomain
from kuota.syntax.reads import Reads
from kuota.syntax.refusal import refuse
from kuota.syntax.shape import Shape
from kuota.syntax.text import Count, Flag, Number, read_integer, what

MAX_COPIES: Final = 1000
LONGEST: Final = 720 * 3600
"""Units: seconds. Admission fair sharing takes samples every few minutes all the time."""

PendingReason = Literal[
    "NoMatchingFlavor",
    "ExceedsMaxQuota",
    "WaitingForQuota",
    "TopologyPlacementFailed",
    "WaitingForPreemptedWorkloads",
    "Misconfigured",
    "Suspended",
    "PendingEvaluation",
]
EvictionReason = Literal[
    "InClusterQueue",
    "InCohortReclamation",
    "InCohortFairSharing",
    "InCohortReclaimWhileBorrowing",
    "NodeFailures",
]
PENDING_REASONS: Final[tuple[str, ...]] = get_args(PendingReason)
"""Kueue's tokens for a workload that waits, as far as a scenario can bring them about."""
EVICTION_REASONS: Final[tuple[str, ...]] = get_args(EvictionReason)
"""Kueue's words for the rule by which a workload had to go."""

COMPANIONS: Final[Mapping[str, tuple[str, ...]]] = {
    "admitted": ("at", "flavor", "pods", "count", "placed", "level", "split"),
    "pending": ("at", "count", "reason"),
    "evicted": ("at", "by", "count", "reason"),
    "neverEvicted": (),
    "maxEvictions": ("team",),
    "quota": ("at", "flavor", "resource", "used", "borrowed", "lent", "available"),
    "share": ("at", "flavor", "resource", "within"),
    "preemptionLoop": (),
}
"""What an expectation may be about, and the keys that may stand beside it."""


def _copies(value: object) -> int:
    return read_integer(value, 1, MAX_COPIES)


def _time(value: object) -> int:
    seconds = read_duration(value)
    if seconds > LONGEST:
        raise refuse(
            "out-of-range",
            f"{what(value)} is out of range, the value is at most {LONGEST // 3600}h",
        )
    return seconds


Time = Annotated[
    int,
    Reads(
        _time,
        {
            "type": "string",
            "pattern": "^(0|([0-9]{1,9}[hms])+)$",
            "description": "Whole hours, minutes and seconds: 30s, 10m, 1h30m; at most 720h.",
        },
    ),
]
Copies = Annotated[int, Reads(_copies, {"type": "integer", "minimum": 1, "maximum": MAX_COPIES})]


class Load(Shape):
    """A workload of a team: its own podSets, or one of the team's declared gangs."""

    model_config = ConfigDict(
        json_schema_extra={
            "oneOf": [
                {"required": ["gang"], "not": {"required": ["podSets"]}},
                {"required": ["podSets", "name"], "not": {"required": ["gang"]}},
            ]
        }
    )

    name: Label | None = Field(None, description="Default: the name of the gang.")
    team: Label = Field(description="Whose workload it is.")
    gang: Label | None = Field(None, description="A gang that the team declares.")
    pod_sets: Annotated[tuple[PodSet, ...], Field(min_length=1, max_length=8)] | None = Field(
        None, description="Its pods, when it is not a declared gang."
    )
    count: Copies = Field(1, description="So many alike, called NAME-1, NAME-2 and so on.")
    queue: QueueName | None = Field(None, description="The LocalQueue; default: the team's first.")
    topology: GangTopology | None = Field(None, description="The placement that it asks for.")
    priority_class: Subdomain | None = Field(
        None, description="One of the platform's priorityClasses."
    )
    runtime: Time | None = Field(
        None, description="It finishes so long after it was admitted; without it, never."
    )


class Arrival(Load):
    """A workload that comes later."""

    at: Time = Field(0, description="When it comes, from the start.")


class Finish(Shape):
    """A workload ends."""

    workload: Label = Field(description="Which one; all copies, or one as in NAME-2.")
    at: Time = Field(description="When.")


class Failure(Shape):
    """Nodes go down and stay down."""

    nodes: Annotated[tuple[Subdomain, ...], Field(min_length=1)] = Field(
        description="Names of nodes of the inventory."
    )
    at: Time = Field(0, description="When; 0 is before anything arrives.")


class Expectation(Shape):
    """What must come true. Its first key says about what; the others narrow it down."""

    model_config = ConfigDict(
        json_schema_extra={
            "oneOf": [
                {"required": [about], "propertyNames": {"enum": [about, *companions]}}
                for about, companions in COMPANIONS.items()
            ]
        }
    )

    admitted: Label | None = Field(None, description="This workload runs, all copies of it.")
    pending: Label | None = Field(None, description="This workload waits, all copies of it.")
    evicted: Label | None = Field(None, description="This workload, or a copy, had to go.")
    never_evicted: Label | None = Field(None, description="No copy of it ever had to go.")
    max_evictions: Number | None = Field(None, description="So many in all, or of one team.")
    quota: Label | None = Field(None, description="What this team uses, borrows, lends.")
    share: dict[Label, Share] | None = Field(
        None, description="How these teams share what they use together of one resource."
    )
    preemption_loop: Flag | None = Field(
        None, description="Whether workloads evict each other for ever."
    )
    at: Time | None = Field(None, description="When; default: at the end.")
    flavor: Subdomain | None = Field(
        None, description="In which flavor; for quota and share, default: all together."
    )
    pods: Number | None = Field(None, description="How many pods were admitted.")
    count: Number | None = Field(None, description="How many of its copies.")
    placed: Flag | None = Field(
        None, description="Whether nodes have room for all its pods, with or without a topology."
    )
    level: Qualified | None = Field(None, description="The topology level that split counts by.")
    split: tuple[Count, ...] | None = Field(
        None, description="Pods by domain of a topology level, the largest number first."
    )
    by: Label | None = Field(None, description="For which workload it had to go.")
    reason: Literal[PendingReason, EvictionReason] | None = Field(
        None, description="Kueue's token for why it waits or had to go."
    )
    team: Label | None = Field(None, description="Whose evictions count.")
    resource: Qualified | None = Field(None, description="Of which resource.")
    used: QuantityValue | None = Field(None, description="What the team uses.")
    borrowed: QuantityValue | None = Field(None, description="What it borrows of its cohort.")
    lent: QuantityValue | None = Field(None, description="What of its quota others use.")
    available: QuantityValue | None = Field(None, description="What it could still use.")
    within: Share | None = Field(None, description="By how much a share may be off.")


class ScenarioSpec(Shape):
    """What happens, in order of time, and what must come of it."""

    cluster: Subdomain | None = Field(
        None, description="The Platform it is about; needed when there are several."
    )
    running: tuple[Load, ...] = Field(
        (), description="Workloads that run before anything else happens, in order of admission."
    )
    arrivals: tuple[Arrival, ...] = Field((), description="Workloads that come later.")
    finish: tuple[Finish, ...] = Field((), description="Workloads that end at a time.")
    fail: tuple[Failure, ...] = Field((), description="Nodes that go down.")
    expect: Annotated[tuple[Expectation, ...], Field(min_length=1)] = Field(
        description="What must come true."
    )


class ScenarioMetadata(Shape):
    """The scenario's name."""

    name: Label = Field(description="What results call it.")


class Scenario(Shape):
    """A test of the policy, run by kuota test."""

    api_version: Literal["kuota/v1"]
    kind: Literal["Scenario"]
    metadata: ScenarioMetadata
    spec: ScenarioSpec
