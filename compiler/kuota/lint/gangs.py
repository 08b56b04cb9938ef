"""What a gang asks of its queue: which flavors take its pods, and whether quota can ever do.

Source: Kueue pkg/scheduler/flavorassigner (flavorassigner.go, tas_flavorassigner.go), v0.19.2.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from kuota.lint.placement import PODS
from kuota.lint.taints import taint_text, untolerated
from kuota.policy.cluster import Flavor
from kuota.policy.quota import ResourceGroup
from kuota.policy.team import Gang, GangTopology, PodSet, Team

if TYPE_CHECKING:
    from kuota.lint.facts import Facts


class Candidates(NamedTuple):
    """The flavors of one resource group that take a podSet, and why the others do not.

    ``wrong_topology`` and ``wrong_pods`` map a flavor to the reason: its topology, or the pods'
    tolerations and node selector.
    """

    group: ResourceGroup
    flavors: tuple[str, ...]
    wrong_topology: dict[str, str]
    wrong_pods: dict[str, str]


def required_gangs(team: Team) -> Iterator[Gang]:
    """The gangs that the team must be able to run, so not those that must never be admitted."""
    return (gang for gang in team.gangs if gang.expect.value != "never")


def needed_count(pod_set: PodSet) -> int:
    """How many pods must be admitted at least."""
    return pod_set.count if pod_set.min_count is None else pod_set.min_count


def counted(facts: Facts, pod_set: PodSet) -> dict[str, int]:
    """The requests of one pod that use quota: not zero and not excluded by the platform."""
    return {resource: units for resource, units in _asked(facts, pod_set).items() if units > 0}


def covered(team: Team) -> frozenset[str]:
    """The resources that the team's queue covers."""
    return frozenset(r for group in team.resource_groups for r in group.covered_resources)


def needs(facts: Facts, pod_set: PodSet, group: ResourceGroup) -> dict[str, int]:
    """What one pod takes from the group; a group that covers ``pods`` gives one to each pod.

    A request of 0 uses no quota, and still gets its pods a flavor.
    """
    requests = _asked(facts, pod_set)
    requests.setdefault(PODS, 1)
    return {r: requests[r] for r in group.covered_resources if r in requests}


def candidates(facts: Facts, team: Team, gang: Gang, pod_set: PodSet) -> Iterator[Candidates]:
    """For each group that the podSet needs, the flavors that take its pods."""
    only_topology = all(
        _flavor(facts, quotas.flavor).topology is not None
        for group in team.resource_groups
        for quotas in group.flavors
    )
    for group in team.resource_groups:
        if not needs(facts, pod_set, group):
            continue
        taken: list[str] = []
        wrong_topology: dict[str, str] = {}
        wrong_pods: dict[str, str] = {}
        for quotas in group.flavors:
            flavor = _flavor(facts, quotas.flavor)
            topology = _topology_mismatch(facts, flavor, gang.topology, only_topology)
            pods = _pods_mismatch(flavor, pod_set)
            if topology is not None:
                wrong_topology[flavor.name] = topology
            elif pods is not None:
                wrong_pods[flavor.name] = pods
            else:
                taken.append(flavor.name)
        yield Candidates(group, tuple(taken), wrong_topology, wrong_pods)


def requested_levels(topology: GangTopology | None) -> tuple[str, ...]:
    """The levels that a gang names, its own before that of its slices."""
    if topology is None:
        return ()
    named = (topology.required, topology.preferred, topology.slice_required)
    return tuple(level for level in named if level is not None)


def widened_slice(facts: Facts, team: Team, topology: GangTopology) -> bool:
    """Whether each flavor of the team has the gang's level below that of its slices."""
    whole = topology.required or topology.preferred
    part = topology.slice_required
    orders = [
        levels.index(whole) > levels.index(part)
        for group in team.resource_groups
        for quotas in group.flavors
        if (levels := facts.placement.levels_of(quotas.flavor)) and whole in levels
        if part in levels
    ]
    return bool(orders) and all(orders)


def asks_topology(topology: GangTopology | None) -> bool:
    """Whether the gang asks for topology-aware placement in so many words."""
    return topology is not None and (topology.unconstrained or bool(requested_levels(topology)))


def _asked(facts: Facts, pod_set: PodSet) -> dict[str, int]:
    """The requests of one pod, without those that the platform excludes from quota."""
    prefixes = tuple(p.value for p in facts.cluster.configuration.exclude_resource_prefixes)
    return {
        resource: amount.units
        for resource, amount in pod_set.requests.items()
        if not (prefixes and resource.startswith(prefixes))
    }


def _flavor(facts: Facts, name: str) -> Flavor:
    return facts.inventory.flavors[name]


def _topology_mismatch(
    facts: Facts, flavor: Flavor, topology: GangTopology | None, only_topology: bool
) -> str | None:
    if not asks_topology(topology):
        if flavor.topology is None or only_topology:
            return None
        return "takes only gangs that ask for a topology"
    if flavor.topology is None:
        return "has no topology"
    levels = facts.placement.levels_of(flavor.name)
    for level in requested_levels(topology):
        if level not in levels:
            return f"has no level {level}"
    return None


def _pods_mismatch(flavor: Flavor, pod_set: PodSet) -> str | None:
    taint = untolerated(flavor.node_taints, (*pod_set.tolerations, *flavor.tolerations))
    if taint is not None:
        return f"has the taint {taint_text(taint)} that the pods do not tolerate"
    for key, value in pod_set.node_selector.items():
        if flavor.node_labels.get(key, value) != value:
            return f"has {key}={flavor.node_labels[key]}, the pods select {value}"
    return None
