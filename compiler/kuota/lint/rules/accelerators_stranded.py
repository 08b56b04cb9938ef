"""Cpu or memory quota runs out before the devices do.

What it finds
    A team whose quota of cpu or memory serves only part of its devices: less than one cpu or one
    gibibyte for each of them, or, with declared gangs, too little for the gang whose pods ask the
    least for each device.
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
from dataclasses import dataclass
from fractions import Fraction
from itertools import islice

from kuota.diag.model import Code, Diagnostic, Label, Severity
from kuota.lint.facts import Facts
from kuota.lint.gangs import required_gangs
from kuota.lint.inventory import is_accelerator, is_whole_device
from kuota.lint.rule import Rule
from kuota.lint.wording import amount_of, figure
from kuota.policy.quota import FlavorQuotas, ResourceQuota
from kuota.policy.team import Team
from kuota.quantity import CPU

_LEAST = {CPU: 1000, "memory": 2**30}
"""What any pod needs for each device, at the very least."""


@dataclass(frozen=True, slots=True)
class _Ratio:
    """``units`` of a resource that go with ``devices``, as ``who`` asks."""

    units: int
    devices: int
    who: str

    def serves(self, units: int) -> int:
        """How many devices so much of the resource serves."""
        return units * self.devices // self.units


def check(facts: Facts) -> Iterator[Diagnostic]:
    for team in facts.cluster.teams:
        for group in team.resource_groups:
            for flavor in group.flavors:
                for resource in _LEAST:
                    yield from islice(_shortages(team, flavor, resource), 1)


def _shortages(team: Team, flavor: FlavorQuotas, resource: str) -> Iterator[Diagnostic]:
    """One finding for each kind of device that the resource does not suffice for."""
    quotas = {quota.resource: quota for quota in flavor.resources}
    for device in flavor.resources:
        if not is_accelerator(device.resource):
            continue
        ratio = _leanest(team, resource, device.resource)
        if resource not in quotas or ratio is None:
            continue
        served = ratio.serves(quotas[resource].nominal.units)
        if served < device.nominal.units:
            yield _stranded(team, flavor.flavor, quotas[resource], device, ratio, served)


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
    served: int,
) -> Diagnostic:
    have, wanted = short.nominal.units, device.nominal.units
    needed = -(-wanted * ratio.units // ratio.devices)
    each = f"{amount_of(short.resource, ratio.units)} for {ratio.devices} {device.resource}"
    return Diagnostic(
        code=RULE.code,
        severity=RULE.severity,
        span=short.nominal.origin.span,
        headline=f"{amount_of(short.resource, have)} serve {served} of the {wanted} "
        f"{device.resource} of {team.name}",
        label="runs out first",
        others=(Label(device.nominal.origin.span, f"{wanted - served} of these stay idle"),),
        note=f"{ratio.who} asks {each} in {flavor}: {figure(short.resource, have)} / "
        f"{figure(short.resource, ratio.units)} x {ratio.devices} = {served}",
        help=f"raise {short.resource} to {figure(short.resource, needed)}",
    )


RULE = Rule(Code("Q304", "accelerators-stranded"), Severity.WARNING, since="0.1", check=check)
