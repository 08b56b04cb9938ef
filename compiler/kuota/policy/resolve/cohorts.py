"""Cohorts: those that the Platform declares, then those that only teams name."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from kuota.diag.model import Diagnostic
from kuota.policy.cluster import Cohort
from kuota.policy.errors import reference
from kuota.policy.origin import Origin, Setting, Source
from kuota.policy.place import Place
from kuota.policy.quota import ResourceGroup
from kuota.policy.resolve.quotas import Table, resource_groups
from kuota.policy.team import Team
from kuota.policy.tree import find_cycles

if TYPE_CHECKING:
    from kuota.syntax.platform import Cohort as CohortModel
    from kuota.syntax.platform import PlatformSpec

NO_WEIGHT = "1"


def declared_cohorts(
    spec: PlatformSpec, place: Place
) -> tuple[tuple[Cohort, ...], list[Diagnostic]]:
    """The declared cohorts in order of name; cohorts of a cycle are left without their parent."""
    findings: list[Diagnostic] = []
    at = place.at("cohorts")
    cohorts: dict[str, Cohort] = {}
    for name in sorted(spec.cohorts):
        cohorts[name] = _cohort(name, spec, at, findings)
    parents = {name: cohort.parent.value for name, cohort in cohorts.items() if cohort.parent}
    for cycle in find_cycles(parents):
        spans = [at.down(name, "parent").span for name in cycle]
        findings.append(reference.cohort_cycle(cycle, spans))
        for name in cycle:
            cohorts[name] = cohorts[name]._replace(parent=None)
    return tuple(cohorts.values()), findings


def with_named(declared: tuple[Cohort, ...], teams: Iterable[Team]) -> tuple[Cohort, ...]:
    """All cohorts in order of name, with those that exist because a team names them."""
    cohorts = {cohort.name: cohort for cohort in declared}
    for team in teams:
        if team.cohort is not None and team.cohort.value not in cohorts:
            name, origin = team.cohort.value, team.cohort.origin
            weight = Setting(NO_WEIGHT, Origin(Source.KUEUE, origin.anchor))
            cohorts[name] = Cohort(name, None, (), weight, False, origin)
    return tuple(cohorts[name] for name in sorted(cohorts))


def _cohort(name: str, spec: PlatformSpec, at: Place, findings: list[Diagnostic]) -> Cohort:
    model = spec.cohorts[name]
    place = at.at(name)
    return Cohort(
        name=name,
        parent=_parent(model, spec, at, place, findings),
        resource_groups=_groups(model, spec, place, findings),
        weight=_weight(model, place),
        declared=True,
        origin=Origin(Source.PLATFORM, place.key_anchor),
    )


def _parent(
    model: CohortModel, spec: PlatformSpec, at: Place, place: Place, findings: list[Diagnostic]
) -> Setting[str] | None:
    if model.parent is None:
        return None
    span = place.at("parent").span
    if model.parent not in spec.cohorts:
        findings.append(reference.unknown_cohort(model.parent, span, spec.cohorts, at.key))
        return None
    return Setting(model.parent, Origin(Source.PLATFORM, span))


def _groups(
    model: CohortModel, spec: PlatformSpec, place: Place, findings: list[Diagnostic]
) -> tuple[ResourceGroup, ...]:
    if model.quota is None:
        return ()
    table = Table(model.quota, place.at("quota"), Source.PLATFORM)
    unknown = [name for name in model.quota if name not in spec.flavors]
    for name in unknown:
        findings.append(reference.unknown_flavor(name, table.place.at(name), spec.flavors))
    groups, problems = resource_groups(table, model.resource_groups, place.at("resourceGroups"), {})
    findings.extend(problems)
    return () if unknown else groups


def _weight(model: CohortModel, place: Place) -> Setting[str]:
    if model.fair_sharing is None:
        return Setting(NO_WEIGHT, Origin(Source.KUEUE, place.key_anchor))
    span = place.down("fairSharing", "weight").span
    return Setting(str(model.fair_sharing.weight), Origin(Source.PLATFORM, span))
