"""Facts of the installed Kueue, spelled as in its Configuration."""

from typing import Literal

from pydantic import Field

from kuota.syntax.measures import Duration, QuantityValue
from kuota.syntax.names import LabelValue, Qualified
from kuota.syntax.shape import Shape
from kuota.syntax.text import Flag, Text


class LabelSelectorRequirement(Shape):
    """One condition on a label."""

    key: Qualified
    operator: Literal["In", "NotIn", "Exists", "DoesNotExist"]
    values: tuple[LabelValue, ...] = ()


class LabelSelector(Shape):
    """A label selector; all of its conditions hold, and an empty one selects everything."""

    match_labels: dict[Qualified, LabelValue] = Field({})
    match_expressions: tuple[LabelSelectorRequirement, ...] = ()


class FairSharingConfiguration(Shape):
    """Fair sharing between ClusterQueues."""

    enabled: Flag = False
    preemption_strategies: (
        tuple[Literal["LessThanOrEqualToFinalShare", "LessThanInitialShare"], ...] | None
    ) = None


class AdmissionFairSharing(Shape):
    """Fair sharing between LocalQueues by what they used before; on when it is written."""

    usage_half_life_time: Duration | None = None
    usage_sampling_interval: Duration | None = None
    resource_weights: dict[Qualified, QuantityValue] = Field({})


class WaitForPodsReady(Shape):
    """All-or-nothing start: a workload whose pods are not ready in time is evicted."""

    timeout: Duration


class KueueConfiguration(Shape):
    """What the installed Kueue's Configuration says, as far as it changes outcomes."""

    fair_sharing: FairSharingConfiguration | None = None
    admission_fair_sharing: AdmissionFairSharing | None = None
    managed_jobs_namespace_selector: LabelSelector | None = None
    manage_jobs_without_queue_name: Flag = False
    integrations: tuple[Text, ...] | None = Field(
        None, description="Frameworks that are switched on; default: batch/job."
    )
    exclude_resource_prefixes: tuple[Text, ...] = Field(
        (), description="Resources with these prefixes are ignored by quota."
    )
    wait_for_pods_ready: WaitForPodsReady | None = None
    feature_gates: dict[Text, Flag] = Field({})
