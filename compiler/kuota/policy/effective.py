"""Every value that holds for a team on a cluster, and who decided it."""

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from kuota.policy.origin import Amount, Origin, Setting, Source
from kuota.policy.quota import ResourceGroup
from kuota.policy.team import Team
from kuota.source.span import Path


class Effective(NamedTuple):
    """One value, by its path in the team's spec. A limit that nobody wrote is ``unlimited``."""

    path: Path
    value: str
    origin: Origin


def effective(team: Team) -> Iterator[Effective]:
    """The values in the order in which a team file has them; what does not apply is left out."""
    yield from _optional("cohort", team.cohort)
    for number, space in enumerate(team.namespaces):
        yield Effective(("namespaces", number), space.value, space.origin)
    yield from _quota(team.resource_groups)
    yield from _queues(team)
    yield from _settings(team)
    for number, use in enumerate(team.admission_checks):
        flavors = f" on {', '.join(use.on_flavors)}" if use.on_flavors else ""
        yield Effective(("admissionChecks", number), use.name + flavors, use.origin)
    for number, grant in enumerate(team.grants):
        for (flavor, resource), amount in grant.amounts.items():
            state = f"{amount.quantity} until {grant.until}{'' if grant.active else ' (expired)'}"
            yield Effective(("grants", number, "quota", flavor, resource), state, amount.origin)
    for number, former in enumerate(team.formerly):
        yield Effective(("formerly", number), former.value, former.origin)


def _quota(groups: Iterable[ResourceGroup]) -> Iterator[Effective]:
    for group in groups:
        for flavor in group.flavors:
            for quota in flavor.resources:
                here = ("quota", flavor.flavor, quota.resource)
                nominal = quota.nominal
                yield Effective((*here, "nominalQuota"), str(nominal.quantity), nominal.origin)
                limits = (
                    ("borrowingLimit", quota.borrowing_limit),
                    ("lendingLimit", quota.lending_limit),
                )
                for key, limit in limits:
                    yield _limit((*here, key), limit, flavor.origin)


def _limit(path: Path, limit: Amount | None, nobody: Origin) -> Effective:
    if limit is None:
        return Effective(path, "unlimited", Origin(Source.KUEUE, nobody.anchor))
    return Effective(path, str(limit.quantity), limit.origin)


def _queues(team: Team) -> Iterator[Effective]:
    for queue in team.local_queues:
        here: Path = ("queues", f"{queue.namespace}/{queue.name}")
        yield Effective(here, queue.name, queue.origin)
        if queue.weight is not None:
            path = (*here, "fairSharing", "weight")
            yield Effective(path, queue.weight.value, queue.weight.origin)
        stop = queue.stop_policy
        yield Effective((*here, "stopPolicy"), stop.value, stop.origin)


def _settings(team: Team) -> Iterator[Effective]:
    preemption, fungibility = team.preemption, team.flavor_fungibility
    written: tuple[tuple[Path, Setting[Any] | None], ...] = (
        (("queueingStrategy",), team.queueing_strategy),
        (("preemption", "withinClusterQueue"), preemption.within_cluster_queue),
        (("preemption", "reclaimWithinCohort"), preemption.reclaim_within_cohort),
        (("preemption", "borrowWithinCohort", "policy"), preemption.borrow_within_cohort),
        (
            ("preemption", "borrowWithinCohort", "maxPriorityThreshold"),
            preemption.max_priority_threshold,
        ),
        (("flavorFungibility", "whenCanBorrow"), fungibility.when_can_borrow),
        (("flavorFungibility", "whenCanPreempt"), fungibility.when_can_preempt),
        (("flavorFungibility", "preference"), fungibility.preference),
        (("fairSharing", "weight"), team.weight),
        (("stopPolicy",), team.stop_policy),
        (("admissionScope", "admissionMode"), team.admission_mode),
    )
    for path, setting in written:
        if setting is not None:
            yield Effective(path, str(setting.value), setting.origin)


def _optional(key: str, setting: Setting[str] | None) -> Iterator[Effective]:
    if setting is not None:
        yield Effective((key,), setting.value, setting.origin)
