"""With StrictFIFO one full flavor blocks the others.

What it finds
    A team with `queueingStrategy: StrictFIFO` and several flavors with different node labels in
    one resource group.
Why it matters
    Only the head of the queue is looked at. When it waits for one flavor, jobs for another one are
    not considered, however much of it is free.
How to fix
    Use BestEffortFIFO, or give each flavor a queue of its own.
Example
    Bad:
        queueingStrategy: StrictFIFO
    Good:
        queueingStrategy: BestEffortFIFO
Sources
    kubernetes-sigs/kueue issue 8309.
"""

from collections.abc import Iterator

from kuota.diag.model import Code, Diagnostic, Severity
from kuota.lint.facts import Facts
from kuota.lint.rule import Rule
from kuota.lint.wording import listed
from kuota.policy.quota import ResourceGroup
from kuota.policy.team import Team


def check(facts: Facts) -> Iterator[Diagnostic]:
    for team in facts.cluster.teams:
        if team.queueing_strategy.value != "StrictFIFO":
            continue
        groups = [group for group in team.resource_groups if _disjoint(facts, group)]
        if groups:
            yield _blocks(team, groups[0])


def _disjoint(facts: Facts, group: ResourceGroup) -> bool:
    """Whether two flavors of the group differ in the value of one node label."""
    values: dict[str, set[str]] = {}
    for quotas in group.flavors:
        for key, value in facts.inventory.flavors[quotas.flavor].node_labels.items():
            values.setdefault(key, set()).add(value)
    return any(len(each) > 1 for each in values.values())


def _blocks(team: Team, group: ResourceGroup) -> Diagnostic:
    flavors = [quotas.flavor for quotas in group.flavors]
    return Diagnostic(
        code=RULE.code,
        severity=RULE.severity,
        span=team.queueing_strategy.origin.span,
        headline=f"with StrictFIFO a job of {team.name} that waits for {flavors[0]} blocks "
        f"{listed(flavors[1:], 2)}",
        label="only the head is looked at",
        note=f"{listed(flavors)} are different nodes; jobs behind the head are not tried, "
        "even where their flavor is free",
        help="use BestEffortFIFO, or one queue for each flavor",
    )


RULE = Rule(Code("Q404", "strict-fifo-blocks-flavors"), Severity.WARNING, since="0.1", check=check)
