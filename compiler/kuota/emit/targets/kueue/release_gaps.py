"""What the installed Kueue would take and not act upon, and releases that are not known."""

from collections.abc import Iterator

from kuota.diag.model import Diagnostic, Label, Severity
from kuota.emit import errors
from kuota.kueue.release import V1BETA1, parse_release
from kuota.policy.cluster import Cluster
from kuota.policy.origin import Source
from kuota.policy.team import Team
from kuota.source.span import Span

_USAGE_BASED = "UsageBasedAdmissionFairSharing"
_LEVELS = {"error": Severity.ERROR, "warn": Severity.WARNING}
_TARGET = "kueue"


def unsupported_level(cluster: Cluster) -> Severity | None:
    """The level that the platform gives to what the target cannot express; None when off."""
    target = cluster.targets.get(_TARGET)
    written = "error" if target is None else str(target.value.get("unsupported", "error"))
    return _LEVELS.get(written)


def release_gaps(cluster: Cluster) -> Iterator[Diagnostic]:
    """Findings about the release, then about settings without effect."""
    yield from _release(cluster)
    level = unsupported_level(cluster)
    if level is not None:
        yield from _gates(cluster, level)
        for team in cluster.teams:
            yield from _usage(cluster, team, level)


def _release(cluster: Cluster) -> Iterator[Diagnostic]:
    written, span = cluster.kueue_version.value, cluster.kueue_version.origin.span
    release = parse_release(written)
    if release is None:
        yield errors.unsupported_release(written, span)
    elif release.newer:
        yield errors.newer_release(written, span)
    version = cluster.api_version
    if version.value == V1BETA1 != cluster.release.stored:
        yield errors.deprecated_api_version("v1beta1", cluster.release.name, version.origin.span)


def _usage(cluster: Cluster, team: Team, level: Severity) -> Iterator[Diagnostic]:
    """Weights and scopes that only admission fair sharing reads."""
    mode = team.admission_mode
    if not cluster.configuration.admission_fair_sharing.value:
        if mode is not None and mode.value == _USAGE_BASED:
            yield errors.scope_without_effect(team.name, mode.origin.span, level)
        why, other = "the Platform has no kueueConfiguration.admissionFairSharing", None
    elif mode is not None and mode.value != _USAGE_BASED:
        why = "the team's queue takes no part in admission fair sharing"
        other = Label(mode.origin.span, "switched off here")
    else:
        return
    reported: set[Span] = set()
    for queue in team.local_queues:
        if queue.weight is not None and queue.weight.origin.span not in reported:
            span = queue.weight.origin.span
            reported.add(span)
            yield errors.weight_without_effect(queue.name, span, why, other, level)


def _gates(cluster: Cluster, level: Severity) -> Iterator[Diagnostic]:
    """The first use of each thing whose feature gate is switched off."""
    for gate, what, span in _gated(cluster):
        switch = cluster.configuration.feature_gates.get(gate)
        if switch is not None and not switch.value:
            yield errors.feature_gate_off(gate, what, span, switch.origin.span, level)


def _gated(cluster: Cluster) -> Iterator[tuple[str, str, Span]]:
    """What depends on a gate, with the first place of it."""
    for flavor in cluster.flavors:
        if flavor.topology is not None:
            what = f"the topology of flavor {flavor.name}"
            yield "TopologyAwareScheduling", what, flavor.topology.origin.span
            break
    for cohort in cluster.cohorts:
        if cohort.parent is not None:
            what = f"the parent of cohort {cohort.name}"
            yield "HierarchicalCohorts", what, cohort.parent.origin.span
            break
    for worker in cluster.workers[:1]:
        yield "MultiKueue", f"worker {worker.name}", worker.origin.span
    usage = cluster.configuration.admission_fair_sharing
    if usage.value and usage.origin.source is not Source.KUEUE:
        yield "AdmissionFairSharing", "admission fair sharing", usage.origin.span
    for team in cluster.teams:
        for group in team.resource_groups:
            for quotas in group.flavors:
                for quota in quotas.resources:
                    if quota.lending_limit is not None:
                        what = f"the lending limit of {team.name}"
                        yield "LendingLimit", what, quota.lending_limit.origin.span
                        return
