"""Facts of the installed Kueue, spelled as in its Configuration."""

from typing import Literal

from pydantic import Field

from kuota.syntax.measures import Duration, QuantityValue
from kuota.syntax.names import LabelValue, Qualified
from kuota.syntax.shape import Shape
from kuota.syntax.text import Flag, Text


class LabelSelectorRequirement(Shape):
    """One condition on a label."""

    key: Qualified = Field(description="The label.")
    operator: Literal["In", "NotIn", "Exists", "DoesNotExist"] = Field(
        description="How it is compared."
    )
    values: tuple[LabelValue, ...] = Field((), description="With In and NotIn.")


class LabelSelector(Shape):
    """A label selector; all of its conditions hold, and an empty one selects everything."""

    match_labels: dict[Qualified, LabelValue] = Field({}, description="Labels with these values.")
    match_expressions: tuple[LabelSelectorRequirement, ...] = Field(
        (), description="Further conditions."
    )


class FairSharingConfiguration(Shape):
    """Fair sharing between ClusterQueues."""

    enabled: Flag = Field(False, description="Whether fair sharing is on.")
    preemption_strategies: (
        tuple[Literal["LessThanOrEqualToFinalShare", "LessThanInitialShare"], ...] | None
    ) = Field(
        None, description="The rules of fair preemption, in the order in which they are tried."
    )


class AdmissionFairSharing(Shape):
    """Fair sharing between LocalQueues by what they used before; on when it is written."""

    usage_half_life_time: Duration | None = Field(
        None, description="After this time past usage counts half; default 0."
    )
    usage_sampling_interval: Duration | None = Field(
        None, description="How often usage is taken; default 5m."
    )
    resource_weights: dict[Qualified, QuantityValue] = Field(
        {}, description="How much each resource counts; default 1."
    )


class WaitForPodsReady(Shape):
    """All-or-nothing start: a workload whose pods are not ready in time is evicted."""

    timeout: Duration = Field(description="How long pods may take to be ready.")


class KueueConfiguration(Shape):
    """What the installed Kueue's Configuration says, as far as it changes outcomes."""

    fair_sharing: FairSharingConfiguration | None = Field(
        None, description="Fair sharing between ClusterQueues."
    )
    admission_fair_sharing: AdmissionFairSharing | None = Field(
        None, description="Fair sharing between LocalQueues; on when it is written."
    )
    managed_jobs_namespace_selector: LabelSelector | None = Field(
        None, description="The namespaces whose jobs Kueue manages."
    )
    manage_jobs_without_queue_name: Flag = Field(
        False, description="Whether jobs without a queue name are held back."
    )
    integrations: tuple[Text, ...] | None = Field(
        None, description="Frameworks that are switched on; default: batch/job."
    )
    exclude_resource_prefixes: tuple[Text, ...] = Field(
        (), description="Resources with these prefixes are ignored by quota."
    )
    wait_for_pods_ready: WaitForPodsReady | None = Field(
        None, description="All-or-nothing start; on when it is written."
    )
    feature_gates: dict[Text, Flag] = Field(
        {}, description="Gates that differ from the release's defaults."
    )
