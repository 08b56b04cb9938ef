"""All Kueue objects of a cluster, by the file that they are written to."""

from collections.abc import Iterator
from typing import Final, NamedTuple

from kuota.emit.artifact import EmittedObject
from kuota.emit.targets.kueue.admission_check import admission_check, check_parameters
from kuota.emit.targets.kueue.cluster_queue import cluster_queue
from kuota.emit.targets.kueue.cohort import cohort
from kuota.emit.targets.kueue.local_queue import local_queue
from kuota.emit.targets.kueue.multikueue_cluster import multikueue_cluster
from kuota.emit.targets.kueue.namespace import namespace
from kuota.emit.targets.kueue.resource_flavor import resource_flavor
from kuota.emit.targets.kueue.topology import topology
from kuota.emit.targets.kueue.workload_priority_class import workload_priority_class
from kuota.kueue.canonical import canonical
from kuota.kueue.convert import to_v1beta1, to_v1beta2
from kuota.kueue.release import V1BETA1, Release
from kuota.policy.cluster import Cluster
from kuota.policy.team import Team
from kuota.policy.tree import Tree, cohort_node
from kuota.source.span import Path

_TAKEN: Final = frozenset(
    (
        "kustomization",
        *("aux", "con", "nul", "prn"),
        *(f"{device}{number}" for device in ("com", "lpt") for number in range(1, 10)),
    )
)
"""File names that kustomize looks for, or that Windows keeps for devices."""

_OLD_PATHS: Final[dict[Path, Path]] = {("spec", "cohortName"): ("spec", "cohort")}
"""Paths of v1beta2 that have another name in v1beta1."""


class ObjectFile(NamedTuple):
    """A file below the target's folder, the source it is compiled from, and its objects."""

    path: str
    source: str
    objects: tuple[EmittedObject, ...]


def kueue_objects(cluster: Cluster, api_version: str | None = None) -> Iterator[EmittedObject]:
    """The objects of a cluster, those of the platform first; in the API version of the cluster,
    or in the one that is asked for."""
    for file in object_files(cluster, api_version):
        yield from file.objects


def object_files(cluster: Cluster, api_version: str | None = None) -> Iterator[ObjectFile]:
    """The platform's objects in one file a kind, then one file a team; no file is empty."""
    for name, objects in _platform_files(cluster):
        if objects:
            written = _in_version(objects, cluster, api_version, defaults=True)
            yield ObjectFile(f"{name}.yaml", cluster.file, written)
    for team in cluster.teams:
        written = _in_version(_team_objects(cluster, team), cluster, api_version)
        yield ObjectFile(f"teams/{_file_name(team.name)}.yaml", team.file, written)


def _file_name(team: str) -> str:
    """The team's name, set apart where a tool or a file system has another use for it."""
    return f"_{team}" if team in _TAKEN else team


def _platform_files(cluster: Cluster) -> Iterator[tuple[str, tuple[EmittedObject, ...]]]:
    file = cluster.file
    checks = cluster.admission_checks
    parameters = (check_parameters(file, check) for check in checks)
    yield "topologies", tuple(topology(file, each) for each in cluster.topologies)
    yield "resource-flavors", tuple(resource_flavor(file, each) for each in cluster.flavors)
    yield (
        "workload-priority-classes",
        tuple(workload_priority_class(file, each) for each in cluster.priority_classes),
    )
    yield (
        "multikueue-clusters",
        tuple(multikueue_cluster(file, worker) for worker in cluster.workers),
    )
    yield (
        "admission-checks",
        (
            *(each for each in parameters if each is not None),
            *(admission_check(file, check) for check in checks),
        ),
    )
    yield "cohorts", _cohorts(cluster)


def _cohorts(cluster: Cluster) -> tuple[EmittedObject, ...]:
    """Parents before their children."""
    tree = Tree(cluster)
    declared = [
        (tree.depth(cohort_node(each.name)), each) for each in cluster.cohorts if each.declared
    ]
    declared.sort(key=lambda entry: (entry[0], entry[1].name))
    return tuple(cohort(cluster.file, each, depth) for depth, each in declared)


def _team_objects(cluster: Cluster, team: Team) -> tuple[EmittedObject, ...]:
    spaces = team.namespaces if cluster.compile_namespaces else ()
    return (
        *(namespace(team, space) for space in spaces),
        cluster_queue(team),
        *(local_queue(team, queue) for queue in team.local_queues),
    )


def _in_version(
    objects: tuple[EmittedObject, ...],
    cluster: Cluster,
    wanted: str | None,
    *,
    defaults: bool = False,
) -> tuple[EmittedObject, ...]:
    """The objects as the API version has them.

    Those of teams are made complete in v1beta2, and need no second pass there; ``defaults`` makes
    one, for what the platform may leave out.
    """
    old = (wanted or cluster.api_version.value) == V1BETA1
    if not old and not defaults:
        return objects
    return tuple(_converted(each, cluster.release, old) for each in objects)


def _converted(each: EmittedObject, release: Release, old: bool) -> EmittedObject:
    """``each`` with all defaults, as v1beta1 has it when ``old``."""
    data = canonical(to_v1beta1(each.data) if old else each.data, release)
    lost = tuple(_missing(each.data, to_v1beta2(data) if old else data, ()))
    origins = each.origins
    if old:
        origins = {_OLD_PATHS.get(path, path): origin for path, origin in origins.items()}
    return EmittedObject(data, origins, lost)


def _missing(whole: object, part: object, path: Path) -> Iterator[Path]:
    """Where ``part`` lacks a key that ``whole`` has."""
    if isinstance(whole, dict) and isinstance(part, dict):
        for key, value in whole.items():
            if key in part:
                yield from _missing(value, part[key], (*path, key))
            else:
                yield (*path, key)
    elif isinstance(whole, list) and isinstance(part, list):
        for position, (left, right) in enumerate(zip(whole, part, strict=False)):
            yield from _missing(left, right, (*path, position))
