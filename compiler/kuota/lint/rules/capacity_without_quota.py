"""Nodes hold more of a device than anybody has quota for.

What it finds
    A flavor whose nodes offer more of a device, such as GPUs, than all quotas of the flavor add
    up to. For a flavor without devices: at least one whole node of cpu that no quota covers.
Why it matters
    Kueue admits nothing beyond quota, so the rest stays idle. A common cause is a quota that was
    meant for one node: Kueue's quota is a total.
How to fix
    Raise a quota, give the rest to a cohort, or state what is kept free on purpose as
    `headroom` of the flavor or `reserve` of the nodes.
Example
    Bad:
        nvidia.com/gpu: 8
    Good:
        nvidia.com/gpu: 32
Sources
    kubernetes-sigs/kueue issues 706 and 3183.
"""

from collections.abc import Iterator

from kuota.diag.model import Code, Diagnostic, Severity
from kuota.lint.facts import Facts
from kuota.lint.inventory import Capacity, is_accelerator, is_whole_device
from kuota.lint.lending import Holder
from kuota.lint.oversubscription import named, total
from kuota.lint.rule import Rule
from kuota.lint.wording import amount_of, capacity_text, figure, sum_text
from kuota.policy.tree import Pair
from kuota.quantity import CPU


def check(facts: Facts) -> Iterator[Diagnostic]:
    if facts.incomplete:
        return  # the missing quotas may stand in the files that cannot be read
    holders = facts.holders
    for pair in _watched(facts):
        capacity = facts.inventory.capacity(*pair)
        have = holders.get(pair, [])
        spare = capacity.units - total(have)
        if spare > 0 and (is_accelerator(pair[1]) or spare >= capacity.parts[0][1]):
            yield _idle(pair, capacity, [h for h in have if h[2].nominal.units > 0])


def _watched(facts: Facts) -> Iterator[Pair]:
    """The devices of each flavor's nodes; the cpu of a flavor that has no devices.

    A flavor that shares its nodes with another one says nothing about what is idle.
    """
    governed = {r for _, (_, r), _ in facts.quotas if is_accelerator(r)}
    for flavor in facts.cluster.flavors:
        nodes = facts.inventory.usable(flavor.name)
        if any(facts.inventory.shared(node) for node in nodes):
            continue
        offered = sorted({resource for node in nodes for resource in node.allocatable})
        devices = [
            r for r in offered if is_whole_device(r) or (is_accelerator(r) and r in governed)
        ]
        for resource in devices or ([CPU] if CPU in offered else []):
            yield flavor.name, resource


def _idle(pair: Pair, capacity: Capacity, holders: list[Holder]) -> Diagnostic:
    flavor, resource = pair
    quota = sum(holder[2].nominal.units for holder in holders)
    spare = figure(resource, capacity.units - quota)
    sums = sum_text(resource, named(holders)) if holders else "no quota"
    return Diagnostic(
        code=RULE.code,
        severity=RULE.severity,
        span=capacity.declared[0],
        headline=f"{spare} of {amount_of(resource, capacity.units)} in flavor {flavor} "
        "have no quota",
        label="capacity declared here",
        note=f"{capacity_text(resource, capacity)}; {sums}; "
        f"{figure(resource, capacity.units)} - {figure(resource, quota)} = {spare}",
        help=f"raise a quota of {flavor} by {spare}, or declare it as headroom or reserve",
    )


RULE = Rule(Code("Q303", "capacity-without-quota"), Severity.INFO, since="0.1", check=check)
