"""What a scenario expects, with its names bound."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from kuota.diag.model import Diagnostic
from kuota.policy.cluster import Cluster
from kuota.policy.errors import scenario as wrong
from kuota.policy.place import Place
from kuota.policy.resolve.loads import levels_of
from kuota.policy.scenario import Expectation, Load
from kuota.quantity import amount
from kuota.source.node import Mapping
from kuota.source.span import Span

if TYPE_CHECKING:
    from kuota.syntax.scenario import Expectation as ExpectationModel

_WORKLOADS = ("admitted", "pending", "evicted", "neverEvicted")
_OTHERS = ("maxEvictions", "quota", "share", "preemptionLoop")
_MEASURES = ("used", "borrowed", "lent", "available")


class Names:
    """What the expectations of one scenario may name."""

    def __init__(self, cluster: Cluster, loads: Iterable[Load]) -> None:
        self.teams = {team.name for team in cluster.teams}
        self.flavors = {flavor.name for flavor in cluster.flavors}
        self.levels = levels_of(cluster)
        groups = [group for team in cluster.teams for group in team.resource_groups]
        self.resources = {resource for group in groups for resource in group.covered_resources}
        self._loads = {load.name: load for load in loads}
        self._copies = {name: load for load in self._loads.values() for name in load.names}

    def workloads(
        self, name: str, span: Span, problems: list[Diagnostic]
    ) -> tuple[Load | None, tuple[str, ...]]:
        """The load of a name with all its copies, or with the one copy of that name."""
        load = self._loads.get(name)
        if load is not None:
            return load, load.names
        if name in self._copies:
            return self._copies[name], (name,)
        problems.append(wrong.unknown_name("workload", name, span, self._loads))
        return None, ()

    def check(
        self, noun: str, name: str | None, known: Iterable[str], span: Span
    ) -> Iterable[Diagnostic]:
        """A finding when ``name`` is not among the known ones."""
        if name is not None and name not in known:
            yield wrong.unknown_name(noun, name, span, known)


def expectation(
    model: ExpectationModel, place: Place, names: Names, problems: list[Diagnostic]
) -> Expectation:
    """The expectation; what it names in vain goes to ``problems``."""
    about = next(key for key in (*_WORKLOADS, *_OTHERS) if key in _written(place))
    copies: tuple[str, ...] = ()
    subject = ""
    if about in _WORKLOADS:
        subject = model.admitted or model.pending or model.evicted or model.never_evicted or ""
        load, copies = names.workloads(subject, place.at(about).span, problems)
        if load is not None and load.at is not None and (model.at or load.at) < load.at:
            problems.append(
                wrong.out_of_order("it is expected", load.name, place.at("at").span, load.span)
            )
    by: tuple[str, ...] = ()
    if model.by is not None:
        by = names.workloads(model.by, place.at("by").span, problems)[1]
    problems.extend(_unknown(model, place, names))
    resource = model.resource or ""
    return Expectation(
        about=about,
        extent=place.span,
        places={key: place.at(key).span for key in _written(place)},
        subject=subject or model.quota or model.team or "",
        names=copies,
        at=model.at,
        flavor=model.flavor,
        pods=model.pods,
        count=model.count,
        placed=model.placed,
        level=model.level,
        split=model.split,
        by=by,
        reason=model.reason,
        most=model.max_evictions or 0,
        resource=resource,
        amounts={
            key: amount(resource, quantity)
            for key in _MEASURES
            if (quantity := getattr(model, key)) is not None
        },
        shares=model.share or {},
        within=model.within or 0,
        loop=bool(model.preemption_loop),
    )


def _unknown(model: ExpectationModel, place: Place, names: Names) -> Iterable[Diagnostic]:
    yield from names.check("team", model.quota, names.teams, place.at("quota").span)
    yield from names.check("team", model.team, names.teams, place.at("team").span)
    for team in model.share or {}:
        yield from names.check("team", team, names.teams, place.at("share").at(team).key)
    yield from names.check("flavor", model.flavor, names.flavors, place.at("flavor").span)
    yield from names.check("resource", model.resource, names.resources, place.at("resource").span)
    yield from names.check("topology level", model.level, names.levels, place.at("level").span)


def _written(place: Place) -> tuple[str, ...]:
    node = place.node
    return tuple(node.entries) if type(node) is Mapping else ()
