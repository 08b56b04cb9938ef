"""What decides how a ClusterQueue and its LocalQueues admit workloads."""

from typing import Annotated, Literal

from pydantic import Field

from kuota.syntax.names import Label, QueueName, Subdomain
from kuota.syntax.quota import FairSharing, StopPolicy
from kuota.syntax.shape import Shape, ShortForm
from kuota.syntax.text import Priority


class BorrowWithinCohort(Shape):
    """Whether a workload that would borrow may evict others."""

    policy: Literal["Never", "LowerPriority"] | None = Field(
        None, description="LowerPriority lets a workload evict others while it borrows."
    )
    max_priority_threshold: Priority | None = Field(
        None, description="Only workloads at or below this priority are evicted."
    )


class Preemption(Shape):
    """Who may be evicted for this queue's workloads."""

    within_cluster_queue: Literal["Never", "LowerPriority", "LowerOrNewerEqualPriority"] | None = (
        Field(None, description="Which workloads of the same queue may be evicted.")
    )
    reclaim_within_cohort: Literal["Never", "LowerPriority", "Any"] | None = Field(
        None, description="Which borrowers may be evicted to take lent quota back."
    )
    borrow_within_cohort: BorrowWithinCohort | None = Field(
        None, description="Whether a workload may evict others while it borrows."
    )


class FlavorFungibility(Shape):
    """When the scan of flavors stops; ``Borrow`` and ``Preempt`` are the v1beta1 spellings."""

    when_can_borrow: Literal["MayStopSearch", "TryNextFlavor", "Borrow"] | None = Field(
        None, description="Whether the scan of flavors stops where borrowing would do."
    )
    when_can_preempt: Literal["MayStopSearch", "TryNextFlavor", "Preempt"] | None = Field(
        None, description="Whether it stops where preemption would do."
    )
    preference: Literal["BorrowingOverPreemption", "PreemptionOverBorrowing"] | None = Field(
        None, description="Which of the two is better when no flavor fits without."
    )


class AdmissionScope(Shape):
    """Whether LocalQueues of this queue are ordered by what they used before."""

    admission_mode: Literal["UsageBasedAdmissionFairSharing", "NoAdmissionFairSharing"] = Field(
        description="UsageBasedAdmissionFairSharing orders LocalQueues by past usage."
    )


class AdmissionCheckUse(Shape):
    """An AdmissionCheck of the platform that this queue asks for."""

    name: Subdomain = Field(description="One of the platform's admissionChecks.")
    on_flavors: tuple[Subdomain, ...] | None = Field(
        None, description="The flavors it holds for; without it, all."
    )


class QueueSettings(Shape):
    """Settings of a ClusterQueue: in a team, for one of its clusters, or as platform default."""

    cohort: Subdomain | None = Field(None, description="The cohort to borrow from and lend to.")
    queueing_strategy: Literal["StrictFIFO", "BestEffortFIFO"] | None = Field(
        None, description="StrictFIFO lets the oldest workload hold up the others."
    )
    preemption: Preemption | None = Field(
        None, description="Who may be evicted for this queue's workloads."
    )
    flavor_fungibility: FlavorFungibility | None = Field(
        None, description="When the scan of flavors stops."
    )
    fair_sharing: FairSharing | None = Field(
        None, description="The weight of the queue in its cohort."
    )
    stop_policy: StopPolicy | None = Field(
        None, description="Hold admits nothing more; HoldAndDrain evicts what runs as well."
    )
    admission_checks: tuple[Annotated[AdmissionCheckUse, ShortForm("name")], ...] | None = Field(
        None, description="Checks that a workload must pass, by name or with onFlavors."
    )
    admission_scope: AdmissionScope | None = Field(
        None, description="Whether LocalQueues are ordered by what they used before."
    )


Namespaces = Annotated[tuple[Label, ...], Field(min_length=1)]


class LocalQueue(Shape):
    """A LocalQueue, in every namespace of the team unless it names some."""

    name: QueueName = Field(description="The name that jobs put into their queue-name label.")
    namespaces: Namespaces | None = Field(
        None, description="The namespaces it stands in; default: all namespaces of the team."
    )
    fair_sharing: FairSharing | None = Field(
        None, description="Counts under admission fair sharing only."
    )
    stop_policy: StopPolicy | None = Field(None, description="As for the ClusterQueue.")
