"""A team's ClusterQueue.

Source: Kueue apis/kueue/v1beta2/clusterqueue_types.go, v0.19.2.
"""

from kuota.emit.artifact import EmittedObject
from kuota.emit.targets.kueue.metadata import metadata
from kuota.emit.targets.kueue.quota import resource_groups
from kuota.kueue.release import V1BETA2
from kuota.policy.origin import Origin, Source
from kuota.policy.team import Team
from kuota.source.span import Path

_NAMESPACE_NAME = "kubernetes.io/metadata.name"
_KIND = "ClusterQueue"


def cluster_queue(team: Team) -> EmittedObject:
    """The queue with every default written out."""
    origins: dict[Path, Origin] = {(): team.origin}
    spec: dict[str, object] = {"resourceGroups": resource_groups(team.resource_groups, origins)}
    if team.cohort is not None:
        spec["cohortName"] = team.cohort.value
        origins["spec", "cohortName"] = team.cohort.origin
    spec["queueingStrategy"] = team.queueing_strategy.value
    spec["namespaceSelector"] = _namespace_selector(team)
    spec["flavorFungibility"] = _flavor_fungibility(team, origins)
    spec["preemption"] = _preemption(team, origins)
    if team.admission_checks:
        spec["admissionChecksStrategy"] = _admission_checks(team, origins)
    spec["stopPolicy"] = team.stop_policy.value
    if team.weight.origin.source is not Source.KUEUE:
        spec["fairSharing"] = {"weight": team.weight.value}
        origins["spec", "fairSharing"] = team.weight.origin
    if team.admission_mode is not None:
        spec["admissionScope"] = {"admissionMode": team.admission_mode.value}
        origins["spec", "admissionScope"] = team.admission_mode.origin
    origins["spec", "queueingStrategy"] = team.queueing_strategy.origin
    origins["spec", "stopPolicy"] = team.stop_policy.origin
    origins["spec", "namespaceSelector"] = team.namespaces[0].origin
    data: dict[str, object] = {
        "apiVersion": V1BETA2,
        "kind": _KIND,
        "metadata": metadata(_KIND, team.name, team.file),
        "spec": spec,
    }
    return EmittedObject(data, origins)


def _namespace_selector(team: Team) -> dict[str, object]:
    """The team's namespaces by name: a label that the API server sets and nobody can forge."""
    names = [namespace.value for namespace in team.namespaces]
    if len(names) == 1:
        return {"matchLabels": {_NAMESPACE_NAME: names[0]}}
    return {"matchExpressions": [{"key": _NAMESPACE_NAME, "operator": "In", "values": names}]}


def _flavor_fungibility(team: Team, origins: dict[Path, Origin]) -> dict[str, object]:
    fungibility = team.flavor_fungibility
    written = {
        "whenCanBorrow": fungibility.when_can_borrow,
        "whenCanPreempt": fungibility.when_can_preempt,
        "preference": fungibility.preference,
    }
    values: dict[str, object] = {}
    for key, setting in written.items():
        if setting is not None:
            values[key] = setting.value
            origins["spec", "flavorFungibility", key] = setting.origin
    return values


def _preemption(team: Team, origins: dict[Path, Origin]) -> dict[str, object]:
    preemption = team.preemption
    here: Path = ("spec", "preemption")
    borrow: dict[str, object] = {"policy": preemption.borrow_within_cohort.value}
    threshold = preemption.max_priority_threshold
    if threshold is not None:
        borrow["maxPriorityThreshold"] = threshold.value
        origins[*here, "borrowWithinCohort", "maxPriorityThreshold"] = threshold.origin
    origins[*here, "reclaimWithinCohort"] = preemption.reclaim_within_cohort.origin
    origins[*here, "borrowWithinCohort"] = preemption.borrow_within_cohort.origin
    origins[*here, "withinClusterQueue"] = preemption.within_cluster_queue.origin
    return {
        "reclaimWithinCohort": preemption.reclaim_within_cohort.value,
        "borrowWithinCohort": borrow,
        "withinClusterQueue": preemption.within_cluster_queue.value,
    }


def _admission_checks(team: Team, origins: dict[Path, Origin]) -> dict[str, object]:
    here: Path = ("spec", "admissionChecksStrategy")
    origins[here] = team.admission_checks[0].origin
    uses: list[dict[str, object]] = []
    for position, use in enumerate(team.admission_checks):
        origins[*here, "admissionChecks", position] = use.origin
        entry: dict[str, object] = {"name": use.name}
        if use.on_flavors:
            entry["onFlavors"] = list(use.on_flavors)
        uses.append(entry)
    return {"admissionChecks": uses}
