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

    parent: Subdomain | None = Field(None, description="The cohort above; without it, a root.")
    quota: QuotaTable | None = Field(None, description="Quota of its own, shared by all below.")
    resource_groups: ResourceGroups | None = Field(None, description="As in a team.")
    fair_sharing: FairSharing | None = Field(None, description="Its weight among its siblings.")


class PriorityClass(Shape):
    """A WorkloadPriorityClass."""

    value: Priority = Field(description="The higher one goes first.")
    description: Text | None = Field(None, description="When to use it.")


class PriorityClassRule(Shape):
    """Which teams may use a priority class."""

    teams: tuple[Label, ...] = Field(description="Teams that may use it.")


class Rules(Shape):
    """What a team may ask."""

    max_nominal_share: Share | None = Field(
        None, description="The largest part of a flavor's capacity that one team may have."
    )
    priority_classes: dict[Subdomain, PriorityClassRule] = Field(
        {},
        description="Which teams may use a priority class; one that is not listed is free for all.",
    )
    removal_guard: Share | None = Field(
        None, description="The largest cut of nominal quota in one change."
    )


class Namespaces(Shape):
    """How kuota treats the teams' namespaces."""

    create: Flag = Field(False, description="Compile a Namespace object for each of them.")


class PlatformSpec(Shape):
    """A cluster: what is installed, what it has, and how it is divided."""

    targets: Targets = Field(description="What is compiled, and for which release.")
    kueue_configuration: KueueConfiguration | None = Field(
        None, description="Facts of the installed Kueue that change outcomes."
    )
    topology: Topology | None = Field(None, description="The topology called default.")
    topologies: dict[Subdomain, Topology] = Field({}, description="Topologies by name.")
    flavors: dict[Subdomain, Annotated[Flavor, ShortForm()]] = Field(
        description="ResourceFlavors by name."
    )
    nodes: tuple[Nodes, ...] | None = Field(
        None, description="The inventory that quotas must fit into."
    )
    nodes_from: Text | None = Field(
        None,
        description="Instead of nodes: a file beside this one with the output of"
        " kubectl get nodes -o yaml.",
    )
    cohorts: dict[Subdomain, Annotated[Cohort, ShortForm()]] = Field(
        {}, description="Cohorts by name; they form trees."
    )
    priority_classes: dict[Subdomain, Annotated[PriorityClass, ShortForm("value")]] = Field(
        {}, description="WorkloadPriorityClasses by name, as a number or with a description."
    )
    admission_checks: dict[Subdomain, AdmissionCheck] = Field(
        {}, description="AdmissionChecks by name."
    )
    multikueue: MultiKueue | None = Field(
        None, description="The worker clusters of which this one is the manager."
    )
    namespaces: Namespaces | None = Field(
        None, description="How the teams' namespaces are treated."
    )
    defaults: QueueSettings | None = Field(
        None, description="Inherited by every team; kuota show TEAM --origins shows them."
    )
    rules: Rules | None = Field(None, description="What a team may ask.")


class PlatformMetadata(Shape):
    """The cluster's name, which is also that of its folder in the output."""

    name: Subdomain = Field(description="The name of the cluster.")


class Platform(Shape):
    """One cluster."""

    api_version: Literal["kuota/v1"]
    kind: Literal["Platform"]
    metadata: PlatformMetadata
    spec: PlatformSpec
