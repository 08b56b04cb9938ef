"""A team as one cluster sees it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from kuota.diag.model import Diagnostic
from kuota.policy.cluster import Cluster
from kuota.policy.errors import reference
from kuota.policy.items import Item
from kuota.policy.origin import Origin, Setting, Source
from kuota.policy.place import Place, top
from kuota.policy.quota import Grant, ResourceGroup
from kuota.policy.resolve.gangs import gangs
from kuota.policy.resolve.grants import grants
from kuota.policy.resolve.layers import Layer, optional, written
from kuota.policy.resolve.queues import local_queues, namespaces, queue_names
from kuota.policy.resolve.quotas import Table, active_amounts, resource_groups
from kuota.policy.resolve.settings import queue_settings
from kuota.policy.resolve.surroundings import Surroundings
from kuota.policy.resolve.uses import check_uses
from kuota.policy.team import LocalQueue, Team

if TYPE_CHECKING:
    from kuota.syntax.team import Team as TeamModel


def team_on(
    item: Item, model: TeamModel, around: Surroundings
) -> tuple[Team | None, list[Diagnostic]]:
    """The team; None when its quota or its place in the tree is in doubt, or it is not here at all.

    Whatever else is wrong is left out of the team, so that sums and rules still count it.
    """
    root = top(item.document)
    place = root.at("spec")
    own = _own_layers(model, place, around.cluster.name)
    quota = written(own, "quota", "quota")
    if quota is None or not quota.value:
        return None, []
    table = Table(quota.value, quota.place, quota.layer.source)
    name = root.down("metadata", "name")
    owner = Origin(Source.TEAM, name.anchor)
    findings = _unknown_flavors(table, around)
    granted = grants(own, table, around.today, findings)
    groups = _groups(own, table, granted, findings)
    layers = (*own, *around.defaults)
    _check_cohort(optional(layers, "cohort", "cohort"), around, findings)
    doubtful = bool(findings)
    spaces = namespaces(own, model.metadata.name, owner)
    queues = local_queues(own, model.metadata.name, owner, spaces, findings)
    settings = queue_settings(layers, owner, _needs_usage(queues, around.cluster))
    team = Team(
        name=model.metadata.name,
        file=item.file.path,
        origin=owner,
        owners=model.spec.owners,
        cohort=settings.cohort,
        namespaces=spaces,
        resource_groups=groups,
        local_queues=queues,
        queueing_strategy=settings.queueing_strategy,
        preemption=settings.preemption,
        flavor_fungibility=settings.flavor_fungibility,
        weight=settings.weight,
        stop_policy=settings.stop_policy,
        admission_checks=check_uses(layers, around.cluster, tuple(quota.value), findings),
        admission_mode=settings.admission_mode,
        grants=granted,
        gangs=gangs(own, queue_names(own, model.metadata.name), around, findings),
        formerly=tuple(
            Setting(former, Origin(Source.TEAM, place.down("formerly", number).anchor))
            for number, former in enumerate(model.spec.formerly)
        ),
    )
    return None if doubtful else team, findings


def _own_layers(model: TeamModel, place: Place, cluster: str) -> tuple[Layer, ...]:
    """The team's section for the cluster, then its spec."""
    spec = Layer(Source.TEAM, model.spec, place)
    section = (model.spec.clusters or {}).get(cluster)
    if section is None:
        return (spec,)
    return (Layer(Source.CLUSTER, section, place.down("clusters", cluster)), spec)


def _unknown_flavors(table: Table, around: Surroundings) -> list[Diagnostic]:
    return [
        reference.unknown_flavor(name, table.place.at(name), around.flavors)
        for name in table.quota
        if name not in around.flavors
    ]


def _groups(
    own: Sequence[Layer],
    table: Table,
    granted: tuple[Grant, ...],
    findings: list[Diagnostic],
) -> tuple[ResourceGroup, ...]:
    """The resource groups; those written in another layer than the quota count all the same."""
    explicit = written(own, "resourceGroups", "resource_groups")
    groups, problems = resource_groups(
        table,
        None if explicit is None else explicit.value,
        table.place if explicit is None else explicit.place,
        active_amounts(granted),
    )
    findings.extend(problems)
    return groups


def _needs_usage(queues: Sequence[LocalQueue], cluster: Cluster) -> Origin | None:
    """The first weight of a LocalQueue that admission fair sharing makes effective."""
    if not cluster.configuration.admission_fair_sharing.value:
        return None
    return next((queue.weight.origin for queue in queues if queue.weight is not None), None)


def _check_cohort(
    cohort: Setting[str] | None, around: Surroundings, findings: list[Diagnostic]
) -> None:
    """A Platform that declares cohorts declares all of them."""
    if cohort is not None and around.cohorts and cohort.value not in around.cohorts:
        findings.append(
            reference.unknown_cohort(
                cohort.value, cohort.origin.span, around.cohorts, around.cohorts_place.key
            )
        )
