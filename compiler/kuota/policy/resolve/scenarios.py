"""Scenarios: which cluster each is about, and what its names stand for."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from kuota.diag.model import Diagnostic
from kuota.policy.cluster import Cluster
from kuota.policy.errors import scenario as wrong
from kuota.policy.items import Item
from kuota.policy.place import Place, top
from kuota.policy.resolve.expectations import Names, expectation
from kuota.policy.resolve.loads import loads
from kuota.policy.scenario import Failure, Finish, Load, Scenario
from kuota.source.span import Span

if TYPE_CHECKING:
    from kuota.syntax.scenario import Scenario as ScenarioModel
    from kuota.syntax.scenario import ScenarioSpec


def scenarios(
    items: Iterable[Item], clusters: Sequence[Cluster], known: Iterable[str]
) -> tuple[tuple[Scenario, ...], list[Diagnostic]]:
    """The scenarios that can be run, in order of place; ``known`` are the names of all Platforms.

    One whose cluster could not be made out, for a mistake that is reported elsewhere, is left out
    without a word.
    """
    findings: list[Diagnostic] = []
    found: list[Scenario] = []
    first: dict[str, Span] = {}
    for item in items:
        model = item.model
        if model is None or model.kind != "Scenario":
            continue
        span = top(item.document).down("metadata", "name").span
        if model.metadata.name in first:
            earlier = first[model.metadata.name]
            findings.append(wrong.name_taken("scenario", model.metadata.name, span, earlier))
            continue
        first[model.metadata.name] = span
        problems: list[Diagnostic] = []
        cluster = _cluster(model, item, span, clusters, tuple(known), problems)
        bound = None if cluster is None else _scenario(model, item, span, cluster, problems)
        findings.extend(problems)
        if bound is not None and not problems:
            found.append(bound)
    return tuple(found), findings


def _cluster(
    model: ScenarioModel,
    item: Item,
    span: Span,
    clusters: Sequence[Cluster],
    known: Sequence[str],
    problems: list[Diagnostic],
) -> Cluster | None:
    name = model.spec.cluster
    by_name = {cluster.name: cluster for cluster in clusters}
    if name is not None:
        if name not in known:
            place = top(item.document).down("spec", "cluster")
            problems.append(wrong.unknown_name("cluster", name, place.span, known))
        return by_name.get(name)
    if len(known) == 1:
        return by_name.get(known[0])
    problems.append(wrong.no_cluster(model.metadata.name, span, known))
    return None


def _scenario(
    model: ScenarioModel, item: Item, span: Span, cluster: Cluster, problems: list[Diagnostic]
) -> Scenario | None:
    spec, place = model.spec, top(item.document).at("spec")
    found = loads(spec, place, cluster, problems)
    if found is None:
        return None
    names = Names(cluster, found)
    return Scenario(
        name=model.metadata.name,
        cluster=cluster.name,
        file=item.file.path,
        span=span,
        loads=found,
        finishes=_finishes(spec, place.at("finish"), names, problems),
        failures=_failures(spec, place.at("fail"), cluster, problems),
        expectations=tuple(
            expectation(each, place.at("expect").at(number), names, problems)
            for number, each in enumerate(spec.expect)
        ),
    )


def _finishes(
    spec: ScenarioSpec, place: Place, names: Names, problems: list[Diagnostic]
) -> tuple[Finish, ...]:
    found = []
    for number, model in enumerate(spec.finish):
        at = place.at(number)
        load, copies = names.workloads(model.workload, at.at("workload").span, problems)
        _check_order(load, model.at, at.at("at").span, problems)
        found.append(Finish(copies, model.at))
    return tuple(found)


def _check_order(load: Load | None, at: int, span: Span, problems: list[Diagnostic]) -> None:
    if load is not None and load.at is not None and at < load.at:
        problems.append(wrong.out_of_order("it ends", load.name, span, load.span))


def _failures(
    spec: ScenarioSpec, place: Place, cluster: Cluster, problems: list[Diagnostic]
) -> tuple[Failure, ...]:
    known = {node.name for node in cluster.nodes}
    for number, model in enumerate(spec.fail):
        at = place.at(number).at("nodes")
        for position, name in enumerate(model.nodes):
            if name not in known:
                span = at.at(position).span
                problems.append(wrong.unknown_name("node", name, span, known))
    return tuple(Failure(model.nodes, model.at) for model in spec.fail)
