"""A Platform as a cluster that has no teams yet."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kuota.diag.model import Diagnostic
from kuota.kueue.release import NEWEST, V1BETA1, V1BETA2, Release, parse_release
from kuota.policy.cluster import Cluster, PriorityClass, Rules
from kuota.policy.errors import reference
from kuota.policy.items import Inventories, Item
from kuota.policy.origin import Origin, Setting, Source
from kuota.policy.place import Place, top
from kuota.policy.resolve.checks import admission_checks, workers
from kuota.policy.resolve.cohorts import declared_cohorts
from kuota.policy.resolve.configuration import configuration
from kuota.policy.resolve.flavors import flavors, topologies
from kuota.policy.resolve.nodes import inventory

if TYPE_CHECKING:
    from kuota.syntax.platform import Platform, PlatformSpec
    from kuota.syntax.targets import Targets

_API_VERSIONS = {"v1beta1": V1BETA1, "v1beta2": V1BETA2}


def cluster(
    item: Item, model: Platform, inventories: Inventories
) -> tuple[Cluster, list[Diagnostic]]:
    """The cluster that the Platform describes, and what is wrong in it."""
    root = top(item.document)
    spec, place = model.spec, root.at("spec")
    owner = Origin(Source.PLATFORM, root.down("metadata", "name").anchor)
    version = place.down("targets", "kueue", "version")
    known = parse_release(spec.targets.kueue.version) or NEWEST
    facts = configuration(spec.kueue_configuration, place.at("kueueConfiguration"), owner, known)
    release = known.with_gates({name: gate.value for name, gate in facts.feature_gates.items()})
    all_topologies, topology_problems = topologies(spec, place)
    all_flavors, flavor_problems = flavors(spec, place, all_topologies)
    nodes, node_problems = inventory(item, spec, place, inventories)
    cohorts, cohort_problems = declared_cohorts(spec, place)
    all_workers, worker_problems = workers(spec, place)
    checks, check_problems = admission_checks(spec, place, all_workers)
    found = Cluster(
        name=model.metadata.name,
        file=item.file.path,
        origin=owner,
        kueue_version=Setting(spec.targets.kueue.version, Origin(Source.PLATFORM, version.anchor)),
        release=release,
        api_version=_api_version(spec.targets, place.down("targets", "kueue"), release),
        targets=_targets(spec.targets, place.at("targets")),
        configuration=facts,
        topologies=all_topologies,
        flavors=all_flavors,
        nodes=nodes,
        cohorts=cohorts,
        priority_classes=_priority_classes(spec, place.at("priorityClasses")),
        admission_checks=checks,
        workers=all_workers,
        compile_namespaces=spec.namespaces is not None and spec.namespaces.create,
        rules=_rules(spec, place.at("rules")),
        teams=(),
    )
    return found, [
        *topology_problems,
        *flavor_problems,
        *node_problems,
        *cohort_problems,
        *worker_problems,
        *check_problems,
        *_unknown_classes(spec, place.down("rules", "priorityClasses")),
    ]


def _api_version(model: Targets, place: Place, release: Release) -> Setting[str]:
    """What is written, else what the release stores: no conversion, and so no drift."""
    written = model.kueue.api_version
    if written is None:
        return Setting(release.stored, Origin(Source.KUEUE, place.anchor_at("version")))
    return Setting(_API_VERSIONS[written], Origin(Source.PLATFORM, place.anchor_at("apiVersion")))


def _targets(model: Targets, place: Place) -> dict[str, Setting[dict[str, object]]]:
    """The targets that are written, in order of name, with their keys as in the file."""
    written: dict[str, dict[str, object]] = model.model_dump(by_alias=True, exclude_none=True)
    return {
        name: Setting(written[name], Origin(Source.PLATFORM, place.at(name).key_anchor))
        for name in sorted(written)
    }


def _priority_classes(spec: PlatformSpec, place: Place) -> tuple[PriorityClass, ...]:
    found: list[PriorityClass] = []
    for name in sorted(spec.priority_classes):
        model, here = spec.priority_classes[name], place.at(name)
        value = Setting(model.value, Origin(Source.PLATFORM, here.anchor_at("value")))
        origin = Origin(Source.PLATFORM, here.key_anchor)
        found.append(PriorityClass(name, value, model.description or "", origin))
    return tuple(found)


def _rules(spec: PlatformSpec, place: Place) -> Rules:
    if spec.rules is None:
        return Rules(None, {}, None)
    rules = spec.rules
    return Rules(
        max_nominal_share=_share(rules.max_nominal_share, place.at("maxNominalShare")),
        priority_class_teams={
            name: Setting(
                rules.priority_classes[name].teams,
                Origin(Source.PLATFORM, place.down("priorityClasses", name, "teams").anchor),
            )
            for name in sorted(rules.priority_classes)
        },
        removal_guard=_share(rules.removal_guard, place.at("removalGuard")),
    )


def _share(value: int | None, place: Place) -> Setting[int] | None:
    return None if value is None else Setting(value, Origin(Source.PLATFORM, place.anchor))


def _unknown_classes(spec: PlatformSpec, place: Place) -> list[Diagnostic]:
    if spec.rules is None:
        return []
    return [
        reference.unknown_priority_class(name, place.at(name).key, spec.priority_classes)
        for name in spec.rules.priority_classes
        if name not in spec.priority_classes
    ]
