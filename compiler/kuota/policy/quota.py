"""Quota as the tree of ClusterQueues and Cohorts holds it."""

from datetime import date
from typing import NamedTuple

from kuota.policy.origin import Amount, Origin


class Grant(NamedTuple):
    """Temporary quota of one team; ``amounts`` maps (flavor, resource) to what it adds to nominal.

    ``active`` is decided at resolve time: it holds through the day ``until``.
    """

    until: date
    reason: str
    amounts: dict[tuple[str, str], Amount]
    active: bool
    origin: Origin


class ResourceQuota(NamedTuple):
    """Quota of one resource of one flavor. A limit of None is no limit.

    ``nominal`` is what is compiled: ``base``, the written nominalQuota, plus all active grants.
    """

    resource: str
    nominal: Amount
    base: Amount
    borrowing_limit: Amount | None
    lending_limit: Amount | None


class FlavorQuotas(NamedTuple):
    """The quotas of one flavor, in the order of the group's covered resources."""

    flavor: str
    resources: tuple[ResourceQuota, ...]
    origin: Origin


class ResourceGroup(NamedTuple):
    """Resources that one podSet takes from one flavor; flavors are tried in this order."""

    covered_resources: tuple[str, ...]
    flavors: tuple[FlavorQuotas, ...]
