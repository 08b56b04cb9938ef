"""Temporary grants: what they add, and whether they still hold."""

from collections.abc import Sequence
from datetime import date

from kuota.diag.model import Diagnostic
from kuota.policy.errors import quota as wrong
from kuota.policy.origin import Amount, Origin, Source, make_amount
from kuota.policy.place import Place
from kuota.policy.quota import Grant
from kuota.policy.resolve.layers import Layer, written
from kuota.policy.resolve.quotas import Table
from kuota.quantity import Quantity


def grants(
    own: Sequence[Layer], table: Table, today: date, findings: list[Diagnostic]
) -> tuple[Grant, ...]:
    """The grants in the order of the file; one holds through its last day."""
    found = written(own, "grants", "grants")
    if found is None:
        return ()
    return tuple(
        Grant(
            until=model.until,
            reason=model.reason,
            amounts=_amounts(model.quota, found.place.down(number, "quota"), table, findings),
            active=today <= model.until,
            origin=Origin(Source.GRANT, found.place.down(number, "until").anchor),
        )
        for number, model in enumerate(found.value)
    )


def _amounts(
    quota: dict[str, dict[str, Quantity]], place: Place, table: Table, findings: list[Diagnostic]
) -> dict[tuple[str, str], Amount]:
    amounts: dict[tuple[str, str], Amount] = {}
    for flavor, resources in quota.items():
        here = place.at(flavor)
        if flavor not in table.quota:
            findings.append(wrong.grant_without_quota(flavor, None, here.key, table.quota))
            continue
        for resource, quantity in resources.items():
            at = here.at(resource)
            if resource in table.quota[flavor]:
                origin = Origin(Source.GRANT, at.anchor)
                amounts[flavor, resource] = make_amount(resource, quantity, origin)
            else:
                known = table.quota[flavor]
                findings.append(wrong.grant_without_quota(flavor, resource, at.key, known))
    return amounts
