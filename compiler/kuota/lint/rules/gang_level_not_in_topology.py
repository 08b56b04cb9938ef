"""A gang asks for a topology level that none of its flavors has.

What it finds
    A `required`, `preferred` or slice level of a declared gang that is missing in the topology
    of each flavor it could use, or flavors that have no topology at all.
Why it matters
    Kueue skips flavors without the requested level, so the gang stays pending for ever.
How to fix
    Name a level of the flavor's topology, or give the flavor a topology.
Example
    Bad:
        topology: {required: topology.example.com/zone}
    Good:
        topology: {required: topology.example.com/rack}
Sources
    Kueue pkg/scheduler/flavorassigner/tas_flavorassigner.go, v0.19.2; reason NoMatchingFlavor.
"""

from collections.abc import Iterator

from kuota.diag.model import Code, Diagnostic, Label, Severity
from kuota.lint.facts import Facts
from kuota.lint.gangs import Candidates, candidates, requested_levels, required_gangs
from kuota.lint.rule import Rule
from kuota.policy.team import Gang


def check(facts: Facts) -> Iterator[Diagnostic]:
    known = {level.value for t in facts.cluster.topologies for level in t.levels}
    for team in facts.cluster.teams:
        for gang in required_gangs(team):
            if any(level not in known for level in requested_levels(gang.topology)):
                continue  # a level that nobody has is told where names are bound
            for pod_set in gang.pod_sets:
                unmet = [
                    found
                    for found in candidates(facts, team, gang, pod_set)
                    if not found.flavors and not found.wrong_pods
                ]
                if unmet:
                    yield _missing(facts, gang, unmet[0])
                    break


def _missing(facts: Facts, gang: Gang, found: Candidates) -> Diagnostic:
    asked = requested_levels(gang.topology)
    what = f"level {asked[0]}" if asked else "a topology"
    flavors = [f for f in facts.cluster.flavors if f.name in found.wrong_topology]
    reasons = []
    for flavor, reason in found.wrong_topology.items():
        levels = facts.placement.levels_of(flavor)
        has = f", only {', '.join(levels)}" if levels and asked else ""
        reasons.append(f"{flavor} {reason}{has}")
    span = gang.origin.span if gang.topology is None else gang.topology.origin.span
    help_line = "name a level of the flavor, or give the flavor a topology"
    if gang.topology is None:
        help_line = "ask for a topology, such as unconstrained: true"
    headline = f"no flavor of gang {gang.name} has {what}"
    if gang.topology is None:
        headline = f"gang {gang.name} asks for no topology, its flavors take only gangs that do"
    return Diagnostic(
        code=RULE.code,
        severity=RULE.severity,
        span=span,
        headline=headline,
        label="no flavor offers this",
        others=tuple(Label(flavor.origin.span, "not this one") for flavor in flavors[:6]),
        note="; ".join(reasons) + " (NoMatchingFlavor)",
        help=help_line,
    )


RULE = Rule(Code("Q323", "gang-level-not-in-topology"), Severity.ERROR, since="0.1", check=check)
