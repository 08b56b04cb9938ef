"""Cpu or memory quota runs out before the devices do.

What it finds
    A team that can reach too little cpu or memory for the devices of its own quota: less than one
    cpu or one gibibyte for each of them, or, with declared gangs, too little for the pods that ask
    the least for each device. What the team may borrow counts as well.
Why it matters
    A pod takes all its resources from one flavor. When cpu or memory is used up, devices within
    quota stay idle and cannot be admitted by anybody in the team.
How to fix
    Raise the quota of what runs out, in the proportion in which pods ask for it.
Example
    Bad:
        cpu: 48
    Good:
        cpu: 96
Sources
    Kueue pkg/scheduler/flavorassigner/flavorassigner.go, v0.19.2: all resources of a group have
    to fit in one flavor.
"""

from collections.abc import Iterator
from fractions import Fraction
from itertools import islice
from typing import NamedTuple

from kuota.diag.model import Code, Diagnostic, Label, Severity
from kuota.lint.facts import Facts
from kuota.lint.gangs import required_gangs
from kuota.lint.inventory import is_accelerator, is_whole_device
from kuota.lint.rule import Rule
from kuota.lint.wording import amount_of, figure, plural
from kuota.policy.quota import FlavorQuotas, ResourceQuota
from kuota.policy.team import Team
from kuota.policy.tree import team_node
from kuota.quantity import CPU

_LEAST = {CPU: 1000, "memory": 2**30}
"""What any pod needs for each device, at the very least."""


class _Ratio(NamedTuple):
    """A pod's ``units`` of a resource that go with its ``devices``, as ``who`` asks."""

    units: int
    devices: int
    who: str

    def serves(self, units: int) -> int:
        """How many devices so much of the resource serves, in whole pods."""
        return units // self.units * self.devices


def check(facts: Facts) -> Iterator[Diagnostic]:
    if facts.incomplete:
        return  # a team that cannot be read may be the lender
    for team in facts.cluster.teams:
        for group in team.resource_groups:
            for flavor in group.flavors:
                for resource in _LEAST:
                    yield from islice(_shortages(facts, team, flavor, resource), 1)


def _shortages(
    facts: Facts, team: Team, flavor: FlavorQuotas, resource: str
) -> Iterator[Diagnostic]:
    """One finding for each kind of device that the resource does not suffice for."""
    quotas = {quota.resource: quota for quota in flavor.resources}
    for device in flavor.resources:
        if not is_accelerator(device.resource):
            continue
        ratio = _leanest(team, resource, device.resource)
        if resource not in quotas or ratio is None:
            continue
        usable = device.nominal.units // ratio.devices * ratio.devices
        if ratio.serves(quotas[resource].nominal.units) >= usable:
            continue
        reach = facts.tree.potential(team_node(team.name), (flavor.flavor, resource))
        if ratio.serves(reach) < usable:
            yield _stranded(team, flavor.flavor, quotas[resource], device, ratio, reach)


def _leanest(team: Team, resource: str, device: str) -> _Ratio | None:
    """What the pods that ask the least of the resource for each device ask."""
    ratios = [
        _Ratio(pods.requests[resource].units, pods.requests[device].units, f"gang {gang.name}")
        for gang in required_gangs(team)
        for pods in gang.pod_sets
        if all(r in pods.requests and pods.requests[r].units > 0 for r in (resource, device))
    ]
    if ratios:
        return min(ratios, key=lambda ratio: Fraction(ratio.units, ratio.devices))
    return _Ratio(_LEAST[resource], 1, "any pod") if is_whole_device(device) else None


def _stranded(
    team: Team,
    flavor: str,
    short: ResourceQuota,
    device: ResourceQuota,
    ratio: _Ratio,
    reach: int,
) -> Diagnostic:
    resource, wanted = short.resource, device.nominal.units
    served, pods = ratio.serves(reach), reach // ratio.units
    more = -(-wanted // ratio.devices) * ratio.units - reach
    each = f"{amount_of(resource, ratio.units)} for {ratio.devices} {device.resource}"
    has = "has" if reach == short.nominal.units else "can reach"
    return Diagnostic(
        code=RULE.code,
        severity=RULE.severity,
        span=short.nominal.origin.span,
        headline=f"{amount_of(resource, reach)} serve {served} of the {wanted} "
        f"{device.resource} of {team.name}",
        label="runs out first",
        others=(Label(device.nominal.origin.span, f"{wanted - served} of these stay idle"),),
        note=f"{team.name} {has} {amount_of(resource, reach)} in {flavor}; {ratio.who} asks "
        f"{each}: {figure(resource, reach)} / {figure(resource, ratio.units)} = "
        f"{plural(pods, 'pod')}, {pods} x {ratio.devices} = {served}",
        help=f"raise {resource} by {figure(resource, more)}",
    )


RULE = Rule(Code("Q304", "accelerators-stranded"), Severity.WARNING, since="0.1", check=check)
