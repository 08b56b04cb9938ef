"""Quota tables: from flavor, resource and amounts to resource groups with exact amounts."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from kuota.diag.model import Diagnostic
from kuota.policy.errors import quota as wrong
from kuota.policy.origin import Amount, Anchor, Origin, Source, make_amount
from kuota.policy.place import Place
from kuota.policy.quota import FlavorQuotas, Grant, ResourceGroup, ResourceQuota
from kuota.quantity import Quantity

if TYPE_CHECKING:
    from kuota.syntax.quota import QuotaTable, ResourceGroups

Extra = dict[tuple[str, str], list[Amount]]
"""What active grants add, by flavor and resource."""


class Table:
    """A quota table as written, with its place and whose layer it is."""

    def __init__(self, quota: QuotaTable, place: Place, source: Source) -> None:
        self.quota = quota
        self.place = place
        self.source = source

    def resources(self, flavor: str) -> tuple[str, ...]:
        """The resources of a flavor, in the order of the file."""
        return tuple(self.quota[flavor])

    def flavor_quotas(self, flavor: str, resources: Iterable[str], extra: Extra) -> FlavorQuotas:
        """The quotas of one flavor for ``resources``, in that order."""
        place = self.place.at(flavor)
        return FlavorQuotas(
            flavor,
            tuple(self._quota(flavor, resource, place, extra) for resource in resources),
            Origin(self.source, place.key_anchor),
        )

    def _quota(self, flavor: str, resource: str, above: Place, extra: Extra) -> ResourceQuota:
        model = self.quota[flavor][resource]
        place = above.at(resource)
        base = self._amount(resource, model.nominal_quota, place.anchor_at("nominalQuota"))
        borrowing = model.borrowing_limit
        lending = model.lending_limit
        return ResourceQuota(
            resource=resource,
            nominal=_with_grants(resource, base, extra.get((flavor, resource), ())),
            base=base,
            borrowing_limit=None
            if borrowing is None
            else self._amount(resource, borrowing, place.anchor_at("borrowingLimit")),
            lending_limit=None
            if lending is None
            else self._amount(resource, lending, place.anchor_at("lendingLimit")),
        )

    def _amount(self, resource: str, quantity: Quantity, anchor: Anchor) -> Amount:
        return make_amount(resource, quantity, Origin(self.source, anchor))


def active_amounts(grants: Iterable[Grant]) -> Extra:
    """What the active grants add."""
    extra: Extra = {}
    for grant in grants:
        if grant.active:
            for pair, amount in grant.amounts.items():
                extra.setdefault(pair, []).append(amount)
    return extra


def resource_groups(
    table: Table, explicit: ResourceGroups | None, groups_place: Place, extra: Extra
) -> tuple[tuple[ResourceGroup, ...], list[Diagnostic]]:
    """The groups: as written, else one for each set of flavors that shares resources."""
    if explicit is not None:
        covered, findings = _explicit(table, explicit, groups_place)
    else:
        covered, findings = _implied(table)
    if findings:
        return (), findings
    return tuple(
        ResourceGroup(
            resources,
            tuple(table.flavor_quotas(flavor, resources, extra) for flavor in flavors),
        )
        for resources, flavors in covered
    ), []


Covered = tuple[tuple[str, ...], tuple[str, ...]]
"""The resources of a group and its flavors."""


def _implied(table: Table) -> tuple[list[Covered], list[Diagnostic]]:
    """Flavors that share a resource stand in one group, and then share all of them.

    Source: Kueue apis/kueue/v1beta2/clusterqueue_types.go, v0.19.2: a resource and a flavor are in
    one group at most, and every flavor of a group lists all of its resources.
    """
    findings: list[Diagnostic] = []
    first_with: dict[str, str] = {}
    members: dict[str, list[str]] = {}
    for flavor in table.quota:
        resources = table.resources(flavor)
        leader = next((first_with[name] for name in resources if name in first_with), flavor)
        if leader != flavor and set(resources) != set(table.resources(leader)):
            findings.append(wrong.uneven_group(table.place, table.quota, leader, flavor))
            continue
        for name in resources:
            first_with.setdefault(name, leader)
        members.setdefault(leader, []).append(flavor)
    groups = [(table.resources(leader), tuple(flavors)) for leader, flavors in members.items()]
    return groups, findings


def _explicit(
    table: Table, explicit: ResourceGroups, place: Place
) -> tuple[list[Covered], list[Diagnostic]]:
    findings: list[Diagnostic] = []
    grouped = {name for group in explicit for name in group}
    known = [name for flavor in table.quota for name in table.quota[flavor]]
    for number, group in enumerate(explicit):
        for position, name in enumerate(group):
            here = place.down(number, position)
            if name not in known:
                findings.append(wrong.grouped_without_quota(name, here, known))
    groups = [(tuple(group), _flavors_of(table, group)) for group in explicit]
    if not findings:
        findings.extend(_misfits(table, groups, grouped, place))
    return groups, findings


def _flavors_of(table: Table, group: Sequence[str]) -> tuple[str, ...]:
    return tuple(
        flavor for flavor in table.quota if any(name in table.quota[flavor] for name in group)
    )


def _misfits(
    table: Table, groups: Sequence[Covered], grouped: set[str], place: Place
) -> Iterable[Diagnostic]:
    """Flavors that do not have exactly the resources of one group."""
    for flavor in table.quota:
        resources = table.resources(flavor)
        ungrouped = [name for name in resources if name not in grouped]
        if ungrouped:
            at = table.place.down(flavor, ungrouped[0])
            yield wrong.not_grouped(ungrouped[0], flavor, at, place)
            continue
        homes = [names for names, flavors in groups if flavor in flavors]
        if len(homes) > 1:
            yield wrong.flavor_in_two_groups(flavor, table.place.at(flavor), homes, place)
        elif homes and (missing := [name for name in homes[0] if name not in resources]):
            yield wrong.flavor_lacks(flavor, missing, table.place.at(flavor), place)


def _with_grants(resource: str, base: Amount, grants: Sequence[Amount]) -> Amount:
    if not grants:
        return base
    nanos = base.quantity.nanos + sum(grant.quantity.nanos for grant in grants)
    total = Quantity(nanos, base.quantity.format)
    return make_amount(resource, total, Origin(Source.GRANT, base.origin.anchor))
