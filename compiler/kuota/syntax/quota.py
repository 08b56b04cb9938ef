"""Quota as teams and cohorts write it: flavor, then resource, then amounts."""

from typing import Annotated, Literal

from pydantic import Field

from kuota.syntax.measures import Day, QuantityValue
from kuota.syntax.names import Qualified, Subdomain
from kuota.syntax.shape import Shape, ShortForm
from kuota.syntax.text import Text


class ResourceQuota(Shape):
    """Quota of one resource in one flavor. A missing limit is no limit."""

    nominal_quota: QuantityValue = Field(description="What is always there for the queue.")
    borrowing_limit: QuantityValue | None = Field(
        None, description="The most that it may use beyond nominalQuota; without it, no limit."
    )
    lending_limit: QuantityValue | None = Field(
        None, description="The most of nominalQuota that others may use; without it, all of it."
    )


_Quotas = dict[Qualified, Annotated[ResourceQuota, ShortForm("nominalQuota")]]
QuotaTable = dict[Subdomain, Annotated[_Quotas, Field(min_length=1)]]
"""Flavors in the order in which Kueue tries them; a bare quantity is the nominalQuota."""

_Amounts = dict[Qualified, QuantityValue]
AmountTable = Annotated[
    dict[Subdomain, Annotated[_Amounts, Field(min_length=1)]], Field(min_length=1)
]
ResourceGroups = Annotated[
    tuple[Annotated[tuple[Qualified, ...], Field(min_length=1)], ...], Field(min_length=1)
]


class Grant(Shape):
    """Temporary quota on top of the nominalQuota, through the day ``until``."""

    until: Day = Field(description="The last day on which the grant holds.")
    quota: AmountTable = Field(description="What is added to nominalQuota, by flavor.")
    reason: Text = Field(description="Why the grant was made.")


class FairSharing(Shape):
    """The weight in fair sharing."""

    weight: QuantityValue = Field(description="A larger weight gives a larger share; default 1.")


StopPolicy = Literal["None", "Hold", "HoldAndDrain"]
