"""A pod would need two values of one node label.

What it finds
    A team with two resource groups whose flavors set one node label to different values.
Why it matters
    A pod that needs both groups gets a flavor of each, and so both values; which one ends up in
    its node selector is a matter of chance. Half of the time it waits for nodes it does not fit.
How to fix
    Put the resources into one group, or let the flavors differ in other labels.
Example
    Bad:
        resourceGroups: [[cpu, memory], [nvidia.com/gpu]]
    Good:
        resourceGroups: [[cpu, memory, nvidia.com/gpu]]
Sources
    Kueue pkg/podset/podset.go, FromAssignment, v0.19.2; kubernetes-sigs/kueue issue 14409.
"""

from collections.abc import Iterator
from itertools import combinations

from kuota.diag.model import Code, Diagnostic, Label, Severity
from kuota.lint.facts import Facts
from kuota.lint.rule import Rule
from kuota.policy.quota import FlavorQuotas
from kuota.policy.team import Team


def check(facts: Facts) -> Iterator[Diagnostic]:
    for team in facts.cluster.teams:
        conflict = next(_conflicts(facts, team), None)
        if conflict is not None:
            yield _conflicting(facts, team, *conflict)


def _conflicts(facts: Facts, team: Team) -> Iterator[tuple[FlavorQuotas, FlavorQuotas, str]]:
    """Flavors of two groups with the label that they set to different values."""
    flavors = facts.inventory.flavors
    for one, other in combinations(team.resource_groups, 2):
        for a in one.flavors:
            for b in other.flavors:
                labels, others = flavors[a.flavor].node_labels, flavors[b.flavor].node_labels
                for key, value in labels.items():
                    if others.get(key, value) != value:
                        yield a, b, key


def _conflicting(
    facts: Facts, team: Team, a: FlavorQuotas, b: FlavorQuotas, key: str
) -> Diagnostic:
    first, second = facts.inventory.flavors[a.flavor], facts.inventory.flavors[b.flavor]
    return Diagnostic(
        code=RULE.code,
        severity=RULE.severity,
        span=b.origin.span,
        headline=f"pods of {team.name} that use {a.flavor} and {b.flavor} need two values of {key}",
        label=second.node_labels[key],
        others=(Label(a.origin.span, first.node_labels[key]),),
        note=f"{a.flavor} and {b.flavor} are in different resource groups, so one pod takes both: "
        f"{key}={first.node_labels[key]} and {key}={second.node_labels[key]}",
        help="put the resources into one group, or use labels that do not clash",
    )


RULE = Rule(Code("Q245", "flavor-labels-conflict"), Severity.ERROR, since="0.1", check=check)
