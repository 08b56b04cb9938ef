"""Workloads that a team must be able to run."""

from typing import Annotated, Literal

from pydantic import Field

from kuota.syntax.inventory import Toleration
from kuota.syntax.measures import QuantityValue
from kuota.syntax.names import Label, LabelValue, Qualified, QueueName, Subdomain
from kuota.syntax.shape import Shape
from kuota.syntax.text import Count, Flag


class PodSet(Shape):
    """Pods of one shape; ``requests`` are those of one pod."""

    name: Label | None = Field(None, description="Default: main, or worker-2 and so on.")
    count: Count = Field(description="How many pods.")
    min_count: Count | None = Field(None, description="With it, fewer pods may be admitted.")
    requests: dict[Qualified, QuantityValue] = Field(description="What one pod requests.")
    node_selector: dict[Qualified, LabelValue] = Field(
        {}, description="The nodes on which its pods may run."
    )
    tolerations: tuple[Toleration, ...] = Field(
        (), description="The taints that its pods tolerate."
    )


class Slice(Shape):
    """Groups of pods that must each stand together, as in pod-set slices."""

    required: Qualified = Field(description="The topology level that holds one slice.")
    size: Count = Field(description="How many pods are one slice.")


class GangTopology(Shape):
    """The placement that a gang asks for."""

    required: Qualified | None = Field(None, description="All pods in one domain of this level.")
    preferred: Qualified | None = Field(None, description="The same, given up when it cannot be.")
    unconstrained: Flag = Field(False, description="Placed by topology, anywhere.")
    slice: Slice | None = Field(None, description="Groups of pods that stand together.")


class Gang(Shape):
    """A workload that is checked on every change."""

    name: Label = Field(description="What findings call it.")
    pod_sets: Annotated[tuple[PodSet, ...], Field(min_length=1, max_length=8)] = Field(
        description="Its pods; all of them start together."
    )
    queue: QueueName | None = Field(None, description="The LocalQueue; default: the team's first.")
    topology: GangTopology | None = Field(None, description="The placement that it asks for.")
    priority_class: Subdomain | None = Field(
        None, description="One of the platform's priorityClasses."
    )
    expect: Literal["reachable", "guaranteed", "never"] = Field(
        "reachable",
        description="reachable: admitted when the cluster is empty; guaranteed: admitted even"
        " when all others use and borrow all they can; never: must not be admitted.",
    )
