"""Resource groups as ClusterQueues and Cohorts hold them, with the place of every amount."""

from collections.abc import Iterable

from kuota.policy.origin import Origin
from kuota.policy.quota import FlavorQuotas, ResourceGroup
from kuota.source.span import Path

_GROUPS: Path = ("spec", "resourceGroups")


def resource_groups(
    groups: Iterable[ResourceGroup], origins: dict[Path, Origin]
) -> list[dict[str, object]]:
    """``spec.resourceGroups``; the place of each part is added to ``origins``."""
    return [
        {
            "coveredResources": list(group.covered_resources),
            "flavors": [
                _flavor(flavor, (*_GROUPS, index, "flavors", position), origins)
                for position, flavor in enumerate(group.flavors)
            ],
        }
        for index, group in enumerate(groups)
    ]


def _flavor(flavor: FlavorQuotas, path: Path, origins: dict[Path, Origin]) -> dict[str, object]:
    origins[path] = flavor.origin
    resources: list[dict[str, object]] = []
    for position, quota in enumerate(flavor.resources):
        here = (*path, "resources", position)
        origins[here] = quota.base.origin
        entry: dict[str, object] = {
            "name": quota.resource,
            "nominalQuota": str(quota.nominal.quantity),
        }
        if quota.borrowing_limit is not None:
            entry["borrowingLimit"] = str(quota.borrowing_limit.quantity)
            origins[*here, "borrowingLimit"] = quota.borrowing_limit.origin
        if quota.lending_limit is not None:
            entry["lendingLimit"] = str(quota.lending_limit.quantity)
            origins[*here, "lendingLimit"] = quota.lending_limit.origin
        resources.append(entry)
    return {"name": flavor.flavor, "resources": resources}
