"""The slices of a gang can never be formed.

What it finds
    A declared gang whose slices are larger than all of its podSets, or must each stand in a wider
    level than the gang as a whole.
Why it matters
    Kueue refuses the job, or never places it: a slice is a part of its podSet, and its level lies
    at or below that of the gang.
How to fix
    Make the slices smaller, or swap the two levels.
Example
    Bad:
        topology: {required: kubernetes.io/hostname, slice: {required: example.com/rack, size: 2}}
    Good:
        topology: {required: example.com/rack, slice: {required: kubernetes.io/hostname, size: 2}}
Sources
    Kueue pkg/cache/scheduler/tas_flavor_snapshot.go and pkg/controller/jobframework/
    tas_validation.go, v0.19.2.
"""

from collections.abc import Iterator

from kuota.diag.model import Code, Diagnostic, Label, Severity
from kuota.lint.facts import Facts
from kuota.lint.gangs import required_gangs, widened_slice
from kuota.lint.rule import Rule
from kuota.lint.wording import plural
from kuota.policy.team import Gang, GangTopology, PodSet


def check(facts: Facts) -> Iterator[Diagnostic]:
    for team in facts.cluster.teams:
        for gang in required_gangs(team):
            topology = gang.topology
            if topology is None or topology.slice_size is None:
                continue
            largest = max(gang.pod_sets, key=lambda pods: pods.count)
            if largest.count < topology.slice_size:
                yield _too_large(gang, topology, topology.slice_size, largest)
            elif widened_slice(facts, team, topology):
                yield _too_wide(gang, topology)


def _too_large(gang: Gang, topology: GangTopology, size: int, pods: PodSet) -> Diagnostic:
    return Diagnostic(
        code=RULE.code,
        severity=RULE.severity,
        span=topology.origin.span,
        headline=f"slices of {size} pods are larger than the {plural(pods.count, 'pod')} of gang "
        f"{gang.name}",
        label="slices larger than the podSet",
        others=(Label(pods.origin.span, plural(pods.count, "pod")),),
        note=f"{size} > {pods.count}; Kueue refuses a slice size above the number of pods",
        help=f"use slices of at most {plural(pods.count, 'pod')}",
    )


def _too_wide(gang: Gang, topology: GangTopology) -> Diagnostic:
    whole = topology.required or topology.preferred or ""
    wide, narrow = (str(topology.slice_required).rpartition("/")[2], whole.rpartition("/")[2])
    return Diagnostic(
        code=RULE.code,
        severity=RULE.severity,
        span=topology.origin.span,
        headline=f"slices of gang {gang.name} need a {wide} each, the gang as a whole a {narrow}",
        label="narrower than its slices",
        note=f"{topology.slice_required} is above {whole} in the topology; the level of a slice "
        "lies at or below that of the gang (TopologyPlacementFailed)",
        help="swap the two levels, or leave the slices out",
    )


RULE = Rule(Code("Q330", "gang-slices-impossible"), Severity.ERROR, since="0.1", check=check)
