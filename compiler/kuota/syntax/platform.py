"""The Platform document: one per cluster, owned by the platform group."""

from typing import Annotated, Literal

from pydantic import Field

from kuota.syntax.admission import AdmissionCheck, MultiKueue
from kuota.syntax.configuration import KueueConfiguration
from kuota.syntax.inventory import Flavor, Nodes, Topology
from kuota.syntax.measures import Share
from kuota.syntax.names import Label, Subdomain
from kuota.syntax.queue import QueueSettings
from kuota.syntax.quota import FairSharing, QuotaTable, ResourceGroups
from kuota.syntax.shape import Shape, ShortForm
from kuota.syntax.targets import Targets
from kuota.syntax.text import Flag, Priority, Text


class Cohort(Shape):
    """A Cohort; quota of its own comes on top of that of its queues."""

    parent: Subdomain | None = None
    quota: QuotaTable | None = None
    resource_groups: ResourceGroups | None = None
    fair_sharing: FairSharing | None = None


class PriorityClass(Shape):
    """A WorkloadPriorityClass."""

    value: Priority
    description: Text | None = None


class PriorityClassRule(Shape):
    """Which teams may use a priority class."""

    teams: tuple[Label, ...]


class Rules(Shape):
    """What a team may ask."""

    max_nominal_share: Share | None = Field(
        None, description="The largest part of a flavor's capacity that one team may have."
    )
    priority_classes: dict[Subdomain, PriorityClassRule] = Field({})
    removal_guard: Share | None = Field(
        None, description="The largest cut of nominal quota in one change."
    )


class Namespaces(Shape):
    """How kuota treats the teams' namespaces."""

    create: Flag = Field(False, description="Compile a Namespace object for each of them.")


class PlatformSpec(Shape):
    """A cluster: what is installed, what it has, and how it is divided."""

    targets: Targets
    kueue_configuration: KueueConfiguration | None = None
    topology: Topology | None = Field(None, description="The topology called default.")
    topologies: dict[Subdomain, Topology] = Field({}, description="Topologies by name.")
    flavors: dict[Subdomain, Annotated[Flavor, ShortForm()]]
    nodes: tuple[Nodes, ...] | None = Field(
        None, description="The inventory that quotas must fit into."
    )
    nodes_from: Text | None = Field(
        None,
        description="Instead of nodes: a file beside this one with the output of"
        " kubectl get nodes -o yaml.",
    )
    cohorts: dict[Subdomain, Annotated[Cohort, ShortForm()]] = Field({})
    priority_classes: dict[Subdomain, Annotated[PriorityClass, ShortForm("value")]] = Field({})
    admission_checks: dict[Subdomain, AdmissionCheck] = Field({})
    multikueue: MultiKueue | None = None
    namespaces: Namespaces | None = None
    defaults: QueueSettings | None = Field(
        None, description="Inherited by every team; kuota show TEAM --origins shows them."
    )
    rules: Rules | None = None


class PlatformMetadata(Shape):
    """The cluster's name, which is also that of its folder in the output."""

    name: Subdomain


class Platform(Shape):
    """One cluster."""

    api_version: Literal["kuota/v1"]
    kind: Literal["Platform"]
    metadata: PlatformMetadata
    spec: PlatformSpec
