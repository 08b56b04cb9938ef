"""Where the pods of an admitted workload are: flavors, and domains of a topology level."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from kuota.lint.inventory import HOSTNAME
from kuota.policy.cluster import Cluster
from kuota.sim.model import AdmittedPodSet, TopologyAssignment
from kuota.sim.results import WorkloadStatus

_SHOWN = 6


@dataclass(frozen=True, slots=True)
class Place:
    """So many pods of a workload, in these flavors, in one domain of a topology level.

    ``flavors`` are joined to one text. ``domain`` is empty where no topology placed them, and
    ``NO_NODE`` where they sit nowhere.
    """

    flavors: str
    domain: str
    pods: int


NO_NODE = "no node"


def places_of(cluster: Cluster, status: WorkloadStatus, short: int = 0) -> tuple[Place, ...]:
    """Where the pods are; ``short`` of them find no node."""
    found: list[Place] = []
    for pod_set in status.pod_sets:
        flavors = " and ".join(sorted(set(pod_set.flavors.values())))
        assignment = pod_set.topology_assignment
        if assignment is None:
            lost = min(short, pod_set.count)
            short -= lost
            found += [Place(flavors, "", pod_set.count - lost), Place(flavors, NO_NODE, lost)]
        else:
            level = _level_to_show(cluster, pod_set)
            domains = _domains(cluster, assignment, level)
            found += [Place(flavors, domain, count) for domain, count in domains]
    return tuple(place for place in found if place.pods)


def in_words(places: Iterable[Place]) -> str:
    """``32 pods in a100 (r0 18, r1 14)``; places that are the same are taken together."""
    by_flavors: dict[str, dict[str, int]] = {}
    for place in places:
        domains = by_flavors.setdefault(place.flavors, {})
        domains[place.domain] = domains.get(place.domain, 0) + place.pods
    return ", ".join(_flavor(flavors, domains) for flavors, domains in by_flavors.items())


def _flavor(flavors: str, domains: dict[str, int]) -> str:
    count = sum(domains.values())
    text = f"{count} pod" if count == 1 else f"{count} pods"
    text += f" in {flavors}" if flavors else " in no flavor"
    shown = [f"{domain} {pods}" for domain, pods in domains.items() if domain]
    if len(shown) > _SHOWN:
        shown = [*shown[:_SHOWN], f"and {len(shown) - _SHOWN} more"]
    return f"{text} ({', '.join(shown)})" if shown else text


def pods_of(status: WorkloadStatus) -> int:
    """How many pods were admitted."""
    return sum(pod_set.count for pod_set in status.pod_sets)


def split_of(cluster: Cluster, status: WorkloadStatus, level: str) -> dict[str, int]:
    """The admitted pods by domain of a level, the largest number first.

    Pods that no topology placed are not among them.
    """
    counts: dict[str, int] = {}
    for pod_set in status.pod_sets:
        assignment = pod_set.topology_assignment
        if assignment is not None:
            for domain, count in _domains(cluster, assignment, level):
                counts[domain] = counts.get(domain, 0) + count
    return dict(sorted(counts.items(), key=lambda item: (-item[1], item[0])))


def _level_to_show(cluster: Cluster, pod_set: AdmittedPodSet) -> str:
    """The narrowest level above single nodes; single nodes where there is no other."""
    names = {
        flavor.topology.value
        for flavor in cluster.flavors
        if flavor.topology is not None and flavor.name in pod_set.flavors.values()
    }
    levels = [
        level.value for each in cluster.topologies if each.name in names for level in each.levels
    ]
    above = [level for level in levels if level != HOSTNAME]
    return above[-1] if above else HOSTNAME


def _domains(
    cluster: Cluster, assignment: TopologyAssignment, level: str
) -> Iterator[tuple[str, int]]:
    """Kueue keeps only the node where the lowest level is one; its labels tell the rest."""
    labels = {node.name: {HOSTNAME: node.name, **node.labels} for node in cluster.nodes}
    for domain in assignment.domains:
        values = dict(zip(assignment.levels, domain.values, strict=True))
        node = labels.get(values.get(HOSTNAME, ""), {})
        yield values.get(level) or node.get(level, "?"), domain.count
