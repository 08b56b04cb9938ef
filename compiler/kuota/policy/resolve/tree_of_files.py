"""All documents of one run, resolved together."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date
from types import MappingProxyType
from typing import TYPE_CHECKING

from kuota.diag.model import Diagnostic
from kuota.policy.cluster import Cluster, Policy
from kuota.policy.errors import collision, quota, reference
from kuota.policy.items import Inventories, Item, Resolved
from kuota.policy.place import top
from kuota.policy.resolve.cohorts import with_named
from kuota.policy.resolve.collisions import former_names, namespace_claims, unique
from kuota.policy.resolve.platform import cluster
from kuota.policy.resolve.surroundings import surroundings
from kuota.policy.resolve.team import team_on
from kuota.policy.resolve.workers import worker_queues
from kuota.policy.team import Team
from kuota.source.node import Mapping as MappingNode
from kuota.source.node import Scalar
from kuota.source.span import Span

if TYPE_CHECKING:
    from kuota.policy.scenario import Scenario
    from kuota.syntax.team import Team as TeamModel

_NONE: Inventories = MappingProxyType({})


def resolve(items: Sequence[Item], today: date, inventories: Inventories = _NONE) -> Resolved:
    """The policy of ``items``; grants that ended before ``today`` add nothing.

    Items are taken in order of their place, whatever order they come in. ``inventories`` holds the
    files that ``inventory_paths`` asks for.
    """
    ordered = sorted(items, key=lambda item: (item.file.path, item.document.index))
    platforms = [item for item in ordered if _kind(item) == "Platform"]
    teams = [item for item in ordered if _kind(item) == "Team"]
    findings: list[Diagnostic] = []
    valid = _unique_platforms(platforms, findings)
    named, twice = unique(teams, _name, collision.duplicate_team, findings)
    refused = {_name(item) for item in teams if item.model is None} | twice
    clusters: list[Cluster] = []
    for platform in sorted(valid, key=_name):
        clusters.append(_cluster(platform, named, refused, today, inventories, findings))
    findings.extend(former_names(named, {_name(item) for item in teams}))
    findings.extend(_lost_teams(named, platforms, clusters))
    findings.extend(_unknown_clusters(named, platforms))
    findings.extend(_unknown_teams(clusters, valid, {_name(item) for item in teams} - {""}))
    findings.extend(worker_queues(clusters))
    tests: tuple[Scenario, ...] = ()
    if any(_kind(item) == "Scenario" for item in ordered):
        from kuota.policy.resolve.scenarios import scenarios  # few trees have any

        tests, problems = scenarios(ordered, clusters, sorted({_name(item) for item in platforms}))
        findings.extend(problems)
    return Resolved(Policy(tuple(clusters), today, tests), _one_per_cause(findings))


def _kind(item: Item) -> str:
    return item.model.kind if item.model is not None else _raw(item, "kind")


def _name(item: Item) -> str:
    """The document's name, even of one that was refused."""
    return item.model.metadata.name if item.model is not None else _raw(item, "metadata", "name")


def _raw(item: Item, *path: str) -> str:
    node = item.document.root
    for key in path:
        node = node.get(key) if type(node) is MappingNode else None
    return node.text if type(node) is Scalar else ""


def _name_span(item: Item) -> Span:
    return top(item.document).down("metadata", "name").span


def _unique_platforms(platforms: Iterable[Item], findings: list[Diagnostic]) -> list[Item]:
    """The first Platform of each name, without those that were refused."""
    first: dict[str, Item] = {}
    for item in platforms:
        known = first.setdefault(_name(item), item)
        if known is not item and _name(item):
            spans = _name_span(item), _name_span(known)
            findings.append(collision.duplicate_platform(_name(item), *spans))
    return [item for item in first.values() if item.model is not None]


def _cluster(
    platform: Item,
    teams: Mapping[str, Item],
    refused: set[str],
    today: date,
    inventories: Inventories,
    findings: list[Diagnostic],
) -> Cluster:
    assert platform.model is not None
    assert platform.model.kind == "Platform"
    found, problems = cluster(platform, platform.model, inventories)
    findings.extend(problems)
    around = surroundings(found, platform, today)
    resolved: list[Team] = []
    failed = set(refused)
    for name, item in teams.items():
        team, problems = team_on(item, _team(item), around)
        findings.extend(problems)
        if team is not None:
            resolved.append(team)
        elif problems:
            failed.add(name)
    findings.extend(namespace_claims(resolved))
    return found._replace(
        cohorts=with_named(found.cohorts, resolved),
        teams=tuple(resolved),
        unresolved=tuple(sorted(failed - {""})),
    )


def _team(item: Item) -> TeamModel:
    assert item.model is not None
    assert item.model.kind == "Team"
    return item.model


def _lost_teams(
    teams: Mapping[str, Item], platforms: Sequence[Item], clusters: Sequence[Cluster]
) -> Iterator[Diagnostic]:
    """Teams that are on no cluster because they have no quota, or because there is no cluster."""
    if not platforms and teams:
        yield reference.no_platform(_name_span(next(iter(teams.values()))), len(teams))
    for name, item in teams.items():
        spec = _team(item).spec
        sections = (spec.clusters or {}).values()
        if clusters and not spec.quota and not any(section.quota for section in sections):
            yield quota.no_quota(name, _name_span(item))


def _unknown_clusters(teams: Mapping[str, Item], platforms: Sequence[Item]) -> Iterator[Diagnostic]:
    known = {_name(item) for item in platforms}
    for item in teams.values():
        for name in _team(item).spec.clusters or {}:
            if platforms and name not in known:
                place = top(item.document).down("spec", "clusters", name)
                yield reference.unknown_cluster(name, place, known)


def _unknown_teams(
    clusters: Iterable[Cluster], platforms: Iterable[Item], known: set[str]
) -> Iterator[Diagnostic]:
    """Teams that only a rule of a Platform names."""
    places = {_name(item): top(item.document).down("spec", "rules") for item in platforms}
    for each in clusters:
        for priority, teams in each.rules.priority_class_teams.items():
            at = places[each.name].down("priorityClasses", priority, "teams")
            for number, name in enumerate(teams.value):
                if name not in known:
                    yield reference.unknown_team(name, at.at(number).span, known)


def _one_per_cause(findings: Iterable[Diagnostic]) -> tuple[Diagnostic, ...]:
    """A value that several clusters or teams inherit is wrong once."""
    unique_findings: dict[object, Diagnostic] = {}
    for finding in findings:
        unique_findings.setdefault(finding.order, finding)
    return tuple(sorted(unique_findings.values(), key=lambda finding: finding.order))
