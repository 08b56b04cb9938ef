"""One resource is counted in different units by teams that share it.

What it finds
    A resource other than cpu, memory and storage that one team of a cohort tree writes with a
    binary suffix and another without, or whose nominal quotas are more than a million times apart.
Why it matters
    Kueue compares plain numbers. To a team that counts bytes, a neighbour's `1` device is one
    byte; to the neighbour, all those bytes are devices that it may borrow.
How to fix
    Write all quotas of the resource in the unit in which pods request it.
Example
    Bad:
        example.com/gpumem: 20096Mi
    Good:
        example.com/gpumem: 20096
Sources
    kubernetes-sigs/kueue issue 12207 and pull request 12210.
"""

from collections.abc import Iterator

from kuota.diag.model import Code, Diagnostic, Label, Severity
from kuota.lint.facts import Facts
from kuota.lint.lending import Holder
from kuota.lint.rule import Rule
from kuota.policy.tree import Node

_CORE = ("cpu", "memory", "ephemeral-storage", "storage", "pods")
_FAR_APART = 10**6


def check(facts: Facts) -> Iterator[Diagnostic]:
    groups: dict[tuple[Node, str], list[Holder]] = {}
    for node, pair, quota in facts.quotas:
        resource = pair[1]
        if resource not in _CORE and not resource.startswith("hugepages-") and quota.nominal.units:
            key = (facts.tree.root(node), resource)
            groups.setdefault(key, []).append((node, pair, quota))
    for holders in groups.values():
        least = min(holders, key=lambda holder: holder[2].nominal.units)
        most = max(holders, key=lambda holder: holder[2].nominal.units)
        if most[2].nominal.units >= least[2].nominal.units * _FAR_APART or (
            _binary(most) != _binary(least)
        ):
            yield _mixed(least, most)


def _binary(holder: Holder) -> bool:
    return holder[2].base.quantity.format == "BinarySI"


def _mixed(least: Holder, most: Holder) -> Diagnostic:
    resource = least[1][1]
    small, large = least[2].nominal, most[2].nominal
    times = large.units // small.units
    return Diagnostic(
        code=RULE.code,
        severity=RULE.severity,
        span=small.origin.span,
        headline=f"{least[0].name} counts {resource} as {least[2].base.quantity}, {most[0].name} "
        f"as {most[2].base.quantity}",
        label="another unit?",
        others=(Label(large.origin.span, f"{times} times as much"),),
        note=f"Kueue compares plain numbers, {small.units} of {least[0].name} and {large.units} of "
        f"{most[0].name}, and lends the one in the unit of the other",
        help=f"write both in the unit in which pods request {resource}",
    )


RULE = Rule(Code("Q311", "units-mixed-in-cohort"), Severity.WARNING, since="0.1", check=check)
