"""The workloads of a scenario, as gangs of their teams."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kuota.diag.model import Diagnostic
from kuota.policy.cluster import Cluster
from kuota.policy.errors import scenario as wrong
from kuota.policy.origin import Origin, Setting, Source
from kuota.policy.place import Place
from kuota.policy.resolve.gangs import levels_asked, pod_sets, topology
from kuota.policy.scenario import Load
from kuota.policy.team import Gang, Team
from kuota.source.span import Span

if TYPE_CHECKING:
    from kuota.syntax.scenario import Load as LoadModel
    from kuota.syntax.scenario import ScenarioSpec

REACHABLE = "reachable"


def loads(
    spec: ScenarioSpec, place: Place, cluster: Cluster, problems: list[Diagnostic]
) -> tuple[Load, ...] | None:
    """Running loads and arrivals, in order of the file; None when a team has errors elsewhere."""
    found: list[Load] = []
    taken: dict[str, Span] = {}
    teams = {team.name: team for team in cluster.teams}
    models: list[tuple[LoadModel, Place, int | None]] = [
        (model, place.at("running").at(number), None) for number, model in enumerate(spec.running)
    ]
    models += [
        (model, place.at("arrivals").at(number), model.at)
        for number, model in enumerate(spec.arrivals)
    ]
    for model, at, comes in models:
        team = teams.get(model.team)
        if team is None and model.team in cluster.unresolved:
            return None
        if team is None:
            span = at.at("team").span
            problems.append(wrong.unknown_name("team", model.team, span, teams))
            continue
        gang = _gang(model, at, team, cluster, problems)
        if gang is None:
            continue
        load = _load(model, at, gang, comes)
        _check_names(load, taken, problems)
        found.append(load)
    return tuple(found)


def _load(model: LoadModel, place: Place, gang: Gang, at: int | None) -> Load:
    count = model.count
    names = (gang.name,) if count == 1 else tuple(f"{gang.name}-{i + 1}" for i in range(count))
    span = place.at("name" if model.name is not None else "gang").span
    return Load(gang.name, model.team, gang, names, at, model.runtime, span)


def _check_names(load: Load, taken: dict[str, Span], problems: list[Diagnostic]) -> None:
    for name in dict.fromkeys((load.name, *load.names)):
        first = taken.setdefault(name, load.span)
        if first is not load.span:
            problems.append(wrong.name_taken("workload", name, load.span, first))
            return


def _gang(
    model: LoadModel, place: Place, team: Team, cluster: Cluster, problems: list[Diagnostic]
) -> Gang | None:
    """The shape of a load: a declared gang, perhaps under another name, or its own podSets."""
    before = len(problems)
    declared = _declared(model, place, team, problems) if model.gang is not None else None
    own = tuple(pod_sets(model.pod_sets or (), place.at("podSets"), Source.TEAM, problems))
    _check_choices(model, place, team, cluster, problems)
    if len(problems) > before:
        return None
    priority = _priority(model, place)
    if declared is not None:
        return declared._replace(
            name=model.name or declared.name,
            queue=model.queue or declared.queue,
            priority_class=priority or declared.priority_class,
        )
    origin = Origin(Source.TEAM, place.anchor_at("name"))
    asked = model.topology
    return Gang(
        name=model.name or "",
        queue=model.queue,
        pod_sets=own,
        topology=None if asked is None else topology(asked, place.at("topology"), Source.TEAM),
        priority_class=priority,
        expect=Setting(REACHABLE, origin),
        origin=origin,
        extent=place.span,
    )


def _declared(
    model: LoadModel, place: Place, team: Team, problems: list[Diagnostic]
) -> Gang | None:
    known = {gang.name: gang for gang in team.gangs}
    name = model.gang or ""
    if name not in known:
        problems.append(wrong.unknown_name("gang", name, place.at("gang").span, known))
    return known.get(name)


def _priority(model: LoadModel, place: Place) -> Setting[str] | None:
    if model.priority_class is None:
        return None
    return Setting(model.priority_class, Origin(Source.TEAM, place.anchor_at("priorityClass")))


def _check_choices(
    model: LoadModel, place: Place, team: Team, cluster: Cluster, problems: list[Diagnostic]
) -> None:
    """The names of a load that the team or the platform must know."""
    queues = {queue.name for queue in team.local_queues}
    if model.queue is not None and model.queue not in queues:
        span = place.at("queue").span
        problems.append(wrong.unknown_name("queue", model.queue, span, queues))
    classes = {each.name for each in cluster.priority_classes}
    if model.priority_class is not None and model.priority_class not in classes:
        span = place.at("priorityClass").span
        problems.append(wrong.unknown_name("priority class", model.priority_class, span, classes))
    if model.topology is not None:
        levels = levels_of(cluster)
        for level, span in levels_asked(model.topology, place.at("topology")):
            if level not in levels:
                problems.append(wrong.unknown_name("topology level", level, span, levels))


def levels_of(cluster: Cluster) -> frozenset[str]:
    """The levels of all topologies of a cluster."""
    return frozenset(level.value for each in cluster.topologies for level in each.levels)
