"""The Team document: one file per team, owned by the team."""

from typing import Annotated, Literal

from pydantic import Field

from kuota.syntax.gang import Gang
from kuota.syntax.names import Label, Subdomain
from kuota.syntax.queue import LocalQueue, Namespaces, QueueSettings
from kuota.syntax.quota import Grant, QuotaTable, ResourceGroups
from kuota.syntax.shape import Shape, ShortForm
from kuota.syntax.text import Text


class TeamOnCluster(QueueSettings):
    """What a team has on one cluster; what it leaves out is taken from the team's spec."""

    namespaces: Namespaces | None = Field(
        None, description="Default: the one called like the team."
    )
    quota: QuotaTable | None = Field(
        None, description="By flavor, in the order in which Kueue tries them, and by resource."
    )
    resource_groups: ResourceGroups | None = Field(
        None, description="Default: one group for each set of flavors with the same resources."
    )
    queues: tuple[Annotated[LocalQueue, ShortForm("name")], ...] | None = Field(
        None, description="LocalQueues; default: one called like the team."
    )
    grants: tuple[Grant, ...] | None = Field(None, description="Temporary quota with an end.")
    gangs: tuple[Gang, ...] | None = Field(
        None, description="What the team must be able to run; checked on every change."
    )


class TeamSpec(TeamOnCluster):
    """What a team has and must be able to run."""

    owners: tuple[Text, ...] = Field((), description="Who approves changes of this file.")
    formerly: tuple[Label, ...] = Field((), description="Names that the team had before.")
    clusters: dict[Subdomain, Annotated[TeamOnCluster, ShortForm()]] | None = Field(
        None, description="What differs on single clusters; default: the team is on all."
    )


class TeamMetadata(Shape):
    """The team's name, which is also that of its ClusterQueue."""

    name: Label = Field(description="The name of the team and of its ClusterQueue.")


class Team(Shape):
    """A team's share of the clusters."""

    api_version: Literal["kuota/v1"]
    kind: Literal["Team"]
    metadata: TeamMetadata
    spec: TeamSpec
