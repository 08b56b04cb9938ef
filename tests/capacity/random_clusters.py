"""Clusters, gangs and loads drawn from a seed."""

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

from tests.capacity.clusters import GPU
from tests.trees import TODAY, resolved, team

from kuota.capacity.guarantee import usable_priorities
from kuota.capacity.workload import pod_set, workload
from kuota.lint.facts import Facts

Object = dict[str, Any]

NOMINAL = (0, 2, 4, 8)


def random_cluster(seed: int) -> Facts | None:
    """One to five teams with one or two flavors in a cohort tree; None for one with findings."""
    draw = Random(seed)
    flavors = ["f1", "f2"][: draw.choice([1, 1, 2])]
    resources = [GPU, "cpu"][: draw.choice([1, 2])]
    fair = draw.random() < 0.4
    cohorts = ["root", *draw.choice([[], [], ["x", "y"]])]
    files = {"platform.yaml": _platform(draw, flavors, resources, cohorts, fair)}
    for number in range(draw.randint(1, 5)):
        name = f"t{number}"
        files[f"{name}.yaml"] = team(name, _team(draw, flavors, resources, cohorts, fair))
    found = resolved(files)
    return None if found.diagnostics else Facts(found.policy.clusters[0], TODAY)


def _platform(
    draw: Random, flavors: Sequence[str], resources: Sequence[str], names: list[str], fair: bool
) -> str:
    cohorts = []
    for name in names:
        parts = [] if name == "root" else [f"parent: {draw.choice(names[: names.index(name)])}"]
        if draw.random() < 0.3:
            parts.append(f"quota: {_quota(draw, flavors, resources, name != 'root')}")
        if fair and draw.random() < 0.3:
            parts.append(f"fairSharing: {{weight: {draw.choice([0, 1, 2])}}}")
        cohorts.append(f"{name}: {{{', '.join(parts)}}}")
    version = draw.choice(["0.19", "0.19", "0.17", "0.15"])
    return (
        "apiVersion: kuota/v1\nkind: Platform\nmetadata: {name: gpu}\nspec:\n"
        f'  targets: {{kueue: {{version: "{version}"}}}}\n'
        f"  flavors: {{{', '.join(f'{name}: {{}}' for name in flavors)}}}\n"
        f"  kueueConfiguration: {{fairSharing: {{enabled: {str(fair).lower()}}}}}\n"
        f"  cohorts: {{{', '.join(cohorts)}}}\n"
        "  priorityClasses: {low: 100, mid: 500, high: 1000}\n"
    )


def _team(
    draw: Random, flavors: Sequence[str], resources: Sequence[str], names: list[str], fair: bool
) -> str:
    lines = [f"cohort: {draw.choice(names)}"] if draw.random() < 0.9 else []
    lines.append(f"quota: {_quota(draw, flavors, resources, bool(lines))}")
    reclaim = draw.choice(["Any", "Any", "LowerPriority", "Never"])
    preemption = [
        f"reclaimWithinCohort: {reclaim}",
        f"withinClusterQueue: {draw.choice(['Never', 'LowerPriority'])}",
    ]
    if reclaim != "Never" and not fair and draw.random() < 0.3:
        preemption.append("borrowWithinCohort: {policy: LowerPriority, maxPriorityThreshold: 500}")
    lines.append(f"preemption: {{{', '.join(preemption)}}}")
    if draw.random() < 0.3:
        lines.append("queueingStrategy: StrictFIFO")
    if len(flavors) > 1 and draw.random() < 0.5:
        choices = ["MayStopSearch", "TryNextFlavor"]
        borrow, preempt = draw.choice(choices), draw.choice(choices)
        lines.append(f"flavorFungibility: {{whenCanBorrow: {borrow}, whenCanPreempt: {preempt}}}")
    if fair and draw.random() < 0.4:
        lines.append(f"fairSharing: {{weight: {draw.choice([0, 1, 2])}}}")
    lines.append(f"gangs: [{', '.join(_gang(draw, number, resources) for number in range(2))}]")
    return "\n".join(lines)


def _quota(draw: Random, flavors: Sequence[str], resources: Sequence[str], limited: bool) -> str:
    flavored = []
    for flavor in flavors:
        amounts = []
        for resource in resources:
            nominal = draw.choice(NOMINAL)
            parts = [f"nominalQuota: {nominal}"]
            if limited and draw.random() < 0.35:
                parts.append(f"borrowingLimit: {draw.randint(0, 8)}")
            if limited and nominal and draw.random() < 0.35:
                parts.append(f"lendingLimit: {draw.randint(0, nominal)}")
            amounts.append(f"{resource}: {{{', '.join(parts)}}}")
        flavored.append(f"{flavor}: {{{', '.join(amounts)}}}")
    return f"{{{', '.join(flavored)}}}"


def _gang(draw: Random, number: int, resources: Sequence[str]) -> str:
    pod_sets = []
    for index in range(draw.choice([1, 1, 2])):
        requests = [f"{name}: {draw.choice([1, 1, 2])}" for name in resources]
        least = "minCount: 1, " if index == 0 and draw.random() < 0.15 else ""
        pod_sets.append(
            f"{{name: p{index}, count: {draw.randint(1, 8)}, {least}"
            f"requests: {{{', '.join(requests)}}}}}"
        )
    ranked = draw.choice(["", "priorityClass: low, ", "priorityClass: high, "])
    return f"{{name: g{number}, {ranked}podSets: [{', '.join(pod_sets)}], expect: guaranteed}}"


def random_jobs(facts: Facts, but: str, draw: Random) -> Iterator[Object]:
    """Jobs of the other teams, small and large, of every priority that they may use."""
    teams = [each for each in facts.cluster.teams if each.name != but]
    for number in range(draw.randint(3, 30)):
        owner = draw.choice(teams)
        covered = [name for group in owner.resource_groups for name in group.covered_resources]
        requests = {n: str(draw.choice([1, 1, 2, 3])) for n in covered if draw.random() < 0.75}
        if requests:
            pods = pod_set("main", draw.choice([1, 1, 2, 4, 8]), requests)
            ranked = draw.choice([None, *sorted(usable_priorities(facts.cluster, owner.name))])
            created = f"2026-01-01T12:00:{number:02d}Z"
            queue = draw.choice(owner.local_queues)
            yield workload(facts.cluster, queue, f"job-{number}", [pods], ranked, created)
