"""Nodes, flavors and topologies as the platform writes them."""

from typing import Annotated, Literal

from pydantic import Field

from kuota.syntax.measures import QuantityValue
from kuota.syntax.names import (
    Label,
    LabelTemplate,
    LabelValue,
    Qualified,
    read_subdomain,
)
from kuota.syntax.plain import Plain
from kuota.syntax.reads import Reads
from kuota.syntax.shape import Shape
from kuota.syntax.text import Count, Flag, Number, read_flag


def _topology(value: object) -> bool | str:
    """``true``, ``false`` or the name of a topology."""
    if isinstance(value, (bool, Plain)) and str(value).lower() in ("true", "false"):
        return read_flag(value)
    return read_subdomain(value)


TopologyChoice = Annotated[
    bool | str,
    Reads(_topology, {"anyOf": [{"type": "boolean"}, {"type": "string"}]}),
]

Effect = Literal["NoSchedule", "PreferNoSchedule", "NoExecute"]


class Taint(Shape):
    """A node taint."""

    key: Qualified = Field(description="The key of the taint.")
    value: LabelValue = Field("", description="The value of the taint; may be empty.")
    effect: Effect = Field(description="What it does to pods that do not tolerate it.")


class Toleration(Shape):
    """A toleration of node taints; without ``effect`` it is for all effects."""

    key: Qualified | None = Field(None, description="Without it, all keys; needs Exists.")
    operator: Literal["Equal", "Exists"] = Field("Equal", description="Exists ignores the value.")
    value: LabelValue = Field("", description="The value, with Equal.")
    effect: Effect | None = Field(None, description="Without it, all effects.")
    toleration_seconds: Number | None = Field(
        None, description="With NoExecute: how long a pod may stay."
    )


class Headroom(Shape):
    """What of a flavor's nodes is kept free of quota."""

    nodes: Number = Field(description="How many nodes are held back, say for repairs.")


class Flavor(Shape):
    """A ResourceFlavor."""

    node_labels: dict[Qualified, LabelValue] = Field(
        {}, description="Nodes with all of these labels are of this flavor."
    )
    node_taints: tuple[Taint, ...] = Field(
        (), description="Taints that those nodes have and workloads must tolerate."
    )
    tolerations: tuple[Toleration, ...] = Field(
        (), description="Tolerations that Kueue adds to pods admitted to this flavor."
    )
    tolerate: Flag = Field(False, description="Add the tolerations that match nodeTaints.")
    topology: TopologyChoice = Field(
        False, description="Topology-aware scheduling: true, or the name of one of the topologies."
    )
    headroom: Headroom | None = Field(None, description="What of its nodes is kept free of quota.")


class Topology(Shape):
    """Levels of the data centre as node labels, the widest first."""

    levels: Annotated[tuple[Qualified, ...], Field(min_length=1, max_length=16)] = Field(
        description="Node labels, the widest first: block, rack, kubernetes.io/hostname."
    )


class Nodes(Shape):
    """A number of equal nodes."""

    name: Label = Field(description="Names the group; nodes are called name-0, name-1 and so on.")
    count: Count = Field(1, description="How many nodes.")
    labels: dict[Qualified, LabelTemplate] = Field(
        {},
        description="Labels of each node; {index}, {index/N} and {index%N} count the nodes from 0.",
    )
    taints: tuple[Taint, ...] = Field((), description="Taints of each node.")
    allocatable: dict[Qualified, QuantityValue] = Field(
        description="What one node offers to pods, as in its status."
    )
    reserve: dict[Qualified, QuantityValue] = Field(
        {}, description="What daemons and the like take of it on each node."
    )
