"""What decides how a ClusterQueue and its LocalQueues admit workloads."""

from typing import Annotated, Literal

from pydantic import Field

from kuota.syntax.names import Label, Subdomain
from kuota.syntax.quota import FairSharing, StopPolicy
from kuota.syntax.shape import Shape, ShortForm
from kuota.syntax.text import Priority


class BorrowWithinCohort(Shape):
    """Whether a workload that would borrow may evict others."""

    policy: Literal["Never", "LowerPriority"] | None = None
    max_priority_threshold: Priority | None = Field(
        None, description="Only workloads at or below this priority are evicted."
    )


class Preemption(Shape):
    """Who may be evicted for this queue's workloads."""

    within_cluster_queue: Literal["Never", "LowerPriority", "LowerOrNewerEqualPriority"] | None = (
        None
    )
    reclaim_within_cohort: Literal["Never", "LowerPriority", "Any"] | None = None
    borrow_within_cohort: BorrowWithinCohort | None = None


class FlavorFungibility(Shape):
    """When the scan of flavors stops; ``Borrow`` and ``Preempt`` are the v1beta1 spellings."""

    when_can_borrow: Literal["MayStopSearch", "TryNextFlavor", "Borrow"] | None = None
    when_can_preempt: Literal["MayStopSearch", "TryNextFlavor", "Preempt"] | None = None
    preference: Literal["BorrowingOverPreemption", "PreemptionOverBorrowing"] | None = None


class AdmissionScope(Shape):
    """Whether LocalQueues of this queue are ordered by what they used before."""

    admission_mode: Literal["UsageBasedAdmissionFairSharing", "NoAdmissionFairSharing"]


class AdmissionCheckUse(Shape):
    """An AdmissionCheck of the platform that this queue asks for."""

    name: Subdomain
    on_flavors: tuple[Subdomain, ...] | None = Field(
        None, description="The flavors it holds for; without it, all."
    )


class QueueSettings(Shape):
    """Settings of a ClusterQueue: in a team, for one of its clusters, or as platform default."""

    cohort: Subdomain | None = Field(None, description="The cohort to borrow from and lend to.")
    queueing_strategy: Literal["StrictFIFO", "BestEffortFIFO"] | None = None
    preemption: Preemption | None = None
    flavor_fungibility: FlavorFungibility | None = None
    fair_sharing: FairSharing | None = None
    stop_policy: StopPolicy | None = None
    admission_checks: tuple[Annotated[AdmissionCheckUse, ShortForm("name")], ...] | None = None
    admission_scope: AdmissionScope | None = None


class LocalQueue(Shape):
    """A LocalQueue, in every namespace of the team unless it names some."""

    name: Label = Field(description="The name that jobs put into their queue-name label.")
    namespaces: tuple[Label, ...] | None = Field(
        None, description="The namespaces it stands in; default: all namespaces of the team."
    )
    fair_sharing: FairSharing | None = Field(
        None, description="Counts under admission fair sharing only."
    )
    stop_policy: StopPolicy | None = None
