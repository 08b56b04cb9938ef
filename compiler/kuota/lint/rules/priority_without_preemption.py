"""Priority classes decide the order of a queue and evict nobody.

What it finds
    A platform with several priority classes, on which neither the platform nor the team writes
    `preemption.withinClusterQueue` for a team whose gangs use one of them.
Why it matters
    Kueue's default is Never: a job of the highest class waits behind running jobs of the lowest.
How to fix
    Set `withinClusterQueue: LowerPriority`, or write Never to say that this is meant.
Example
    Bad:
        preemption: {reclaimWithinCohort: Any}
    Good:
        preemption: {reclaimWithinCohort: Any, withinClusterQueue: LowerPriority}
Sources
    Kueue apis/kueue/v1beta2/clusterqueue_types.go, preemption, v0.19.2.
"""

from collections.abc import Iterator

from kuota.diag.model import Code, Diagnostic, Label, Severity
from kuota.lint.facts import Facts
from kuota.lint.rule import Rule
from kuota.lint.wording import listed
from kuota.policy.cluster import PriorityClass
from kuota.policy.origin import Source
from kuota.policy.team import Gang, Team


def check(facts: Facts) -> Iterator[Diagnostic]:
    classes = sorted(facts.cluster.priority_classes, key=lambda c: (c.value.value, c.name))
    if not classes or classes[0].value.value == classes[-1].value.value:
        return
    unwritten = [
        (team, gang)
        for team in facts.cluster.teams
        if team.preemption.within_cluster_queue.origin.source is Source.KUEUE
        for gang in team.gangs
        if _above_lowest(gang, classes)
    ]
    if unwritten:
        yield _evicts_nobody(unwritten, classes)


def _above_lowest(gang: Gang, classes: list[PriorityClass]) -> bool:
    used = gang.priority_class
    values = {each.name: each.value.value for each in classes}
    return used is not None and values.get(used.value, 0) > classes[0].value.value


def _evicts_nobody(found: list[tuple[Team, Gang]], classes: list[PriorityClass]) -> Diagnostic:
    team, gang = found[0]
    used = gang.priority_class
    assert used is not None
    teams = list(dict.fromkeys(team.name for team, _ in found))
    lowest = classes[0]
    return Diagnostic(
        code=RULE.code,
        severity=RULE.severity,
        span=used.origin.span,
        headline=f"priority class {used.value} of gang {gang.name} evicts nobody in {team.name}",
        label="orders the queue only",
        others=(Label(lowest.value.origin.span, f"{lowest.name} is lower"),),
        note=f"withinClusterQueue is not written for {listed(teams)}, and Kueue's default is Never",
        help="set preemption.withinClusterQueue: LowerPriority, or write Never if that is meant",
    )


RULE = Rule(Code("Q411", "priority-without-preemption"), Severity.INFO, since="0.1", check=check)
