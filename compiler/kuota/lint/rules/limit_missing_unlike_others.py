"""One queue of a cohort may borrow or lend without bound, while all others have a limit.

What it finds
    A team without borrowingLimit, or without lendingLimit, for a flavor and resource for which
    every other team of its cohort, and at least two of them, has that limit.
Why it matters
    A missing limit is no limit, not zero: this team can take everything that the others lend, or
    all of its own quota can be lent away.
How to fix
    Write the limit, as the other teams do.
Example
    Bad:
        nvidia.com/gpu: {nominalQuota: 12, lendingLimit: 8}
    Good:
        nvidia.com/gpu: {nominalQuota: 12, borrowingLimit: 24, lendingLimit: 8}
Sources
    Kueue apis/kueue/v1beta2/clusterqueue_types.go, borrowingLimit and lendingLimit, v0.19.2;
    kubernetes-sigs/kueue issue 11835.
"""

from collections.abc import Iterator
from typing import Literal

from kuota.diag.model import Code, Diagnostic, Label, Severity
from kuota.lint.facts import Facts
from kuota.lint.lending import Holder
from kuota.lint.rule import Rule
from kuota.lint.wording import figure
from kuota.policy.origin import Amount
from kuota.policy.quota import ResourceQuota
from kuota.policy.tree import Node, Pair

_Limit = Literal["borrowingLimit", "lendingLimit"]
_LEAST_OTHERS = 2


def check(facts: Facts) -> Iterator[Diagnostic]:
    if facts.incomplete:
        return  # a team that cannot be read may lack the limit as well
    groups: dict[tuple[Node, Pair], list[Holder]] = {}
    for node, pair, quota in facts.quotas:
        cohort = facts.tree.parent(node)
        if node.kind == "team" and cohort is not None and quota.nominal.units > 0:
            groups.setdefault((cohort, pair), []).append((node, pair, quota))
    for holders in groups.values():
        for which in ("borrowingLimit", "lendingLimit"):
            without = [h for h in holders if _limit(h[2], which) is None]
            if len(without) == 1 and len(holders) - 1 >= _LEAST_OTHERS:
                others = [h for h in holders if h is not without[0]]
                yield _unlike(without[0], which, others)


def _limit(quota: ResourceQuota, which: _Limit) -> Amount | None:
    return quota.borrowing_limit if which == "borrowingLimit" else quota.lending_limit


def _unlike(holder: Holder, which: _Limit, others: list[Holder]) -> Diagnostic:
    node, (flavor, resource), quota = holder
    limits = [(h[0].name, limit) for h in others if (limit := _limit(h[2], which)) is not None]
    name, example = limits[0]
    verb = "borrow" if which == "borrowingLimit" else "lend"
    return Diagnostic(
        code=RULE.code,
        severity=RULE.severity,
        span=quota.nominal.origin.span,
        headline=f"{node.name} can {verb} {resource} of {flavor} without limit, unlike its "
        f"{len(others)} neighbours",
        label=f"no {which}",
        others=(Label(example.origin.span, f"{name} has a limit"),),
        note="a limit that is not written is no limit; "
        + ", ".join(f"{n} {figure(resource, a.units)}" for n, a in limits[:8]),
        help=f"write {which}, such as {figure(resource, example.units)}",
    )


RULE = Rule(Code("Q308", "limit-missing-unlike-others"), Severity.WARNING, since="0.1", check=check)
