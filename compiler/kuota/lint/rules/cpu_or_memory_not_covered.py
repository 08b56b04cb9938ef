"""A queue covers devices, and neither cpu nor memory.

What it finds
    A team with quota of a device whose resource groups lack cpu or memory, while the platform does
    not exclude them from quota.
Why it matters
    Nearly every pod requests cpu and memory, if only through a LimitRange. Kueue never admits a
    workload with a request that no resource group covers.
How to fix
    Add quota of cpu and memory, or have the platform exclude them with
    `excludeResourcePrefixes`.
Example
    Bad:
        a100: {nvidia.com/gpu: 12}
    Good:
        a100: {nvidia.com/gpu: 12, cpu: 96, memory: 768Gi}
Sources
    kubernetes-sigs/kueue issue 4848; Kueue pkg/workload/resources.go, v0.19.2.
"""

from collections.abc import Iterator

from kuota.diag.model import Code, Diagnostic, Severity
from kuota.lint.facts import Facts
from kuota.lint.gangs import covered
from kuota.lint.inventory import is_accelerator
from kuota.lint.rule import Rule
from kuota.lint.wording import listed
from kuota.policy.quota import FlavorQuotas
from kuota.policy.team import Team


def check(facts: Facts) -> Iterator[Diagnostic]:
    prefixes = tuple(p.value for p in facts.cluster.configuration.exclude_resource_prefixes)
    wanted = [r for r in ("cpu", "memory") if not (prefixes and r.startswith(prefixes))]
    for team in facts.cluster.teams:
        have = covered(team)
        missing = [resource for resource in wanted if resource not in have]
        flavor = next(_with_devices(team), None)
        if missing and flavor is not None:
            yield _uncovered(team, flavor, missing)


def _with_devices(team: Team) -> Iterator[FlavorQuotas]:
    for group in team.resource_groups:
        if any(is_accelerator(resource) for resource in group.covered_resources):
            yield from group.flavors


def _uncovered(team: Team, flavor: FlavorQuotas, missing: list[str]) -> Diagnostic:
    names = listed(missing)
    return Diagnostic(
        code=RULE.code,
        severity=RULE.severity,
        span=flavor.origin.span,
        headline=f"{team.name} has quota of devices, and none of {names}",
        label=f"no {' and no '.join(missing)}",
        note=f"{team.name} covers {listed(sorted(covered(team)))}; a pod that also requests "
        f"{names} is never admitted (Misconfigured)",
        help=f"add quota of {names}, or have the platform exclude it with excludeResourcePrefixes",
    )


RULE = Rule(Code("Q410", "cpu-or-memory-not-covered"), Severity.WARNING, since="0.1", check=check)
