"""The workloads that a team must be able to run."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from kuota.diag.model import Diagnostic
from kuota.policy.errors import collision, reference
from kuota.policy.origin import Origin, Setting, Source, make_amount
from kuota.policy.place import Place
from kuota.policy.resolve.flavors import toleration
from kuota.policy.resolve.layers import Layer, written
from kuota.policy.resolve.surroundings import Surroundings
from kuota.policy.team import Gang, GangTopology, PodSet
from kuota.source.span import Span

if TYPE_CHECKING:
    from kuota.syntax.gang import Gang as GangModel
    from kuota.syntax.gang import GangTopology as TopologyModel
    from kuota.syntax.gang import PodSet as PodSetModel


def gangs(
    own: Sequence[Layer],
    queue_names: Sequence[str],
    around: Surroundings,
    findings: list[Diagnostic],
) -> tuple[Gang, ...]:
    """The gangs in the order of the file, without those that are wrong."""
    found = written(own, "gangs", "gangs")
    if found is None:
        return ()
    result: list[Gang] = []
    for number, model in enumerate(found.value):
        place = found.place.at(number)
        wrong: list[Diagnostic] = []
        gang = _gang(model, place, found.layer.source, wrong)
        wrong.extend(_unknown_names(gang, model, place, queue_names, around))
        if wrong:
            findings.extend(wrong)
        else:
            result.append(gang)
    return tuple(result)


def _gang(model: GangModel, place: Place, source: Source, findings: list[Diagnostic]) -> Gang:
    nobody = Origin(Source.KUOTA, place.anchor_at("name"))
    expected = Origin(source, place.anchor_at("expect"))
    priority = model.priority_class
    return Gang(
        name=model.name,
        queue=model.queue,
        pod_sets=tuple(pod_sets(model.pod_sets, place.at("podSets"), source, findings)),
        topology=None
        if model.topology is None
        else topology(model.topology, place.at("topology"), source),
        priority_class=None
        if priority is None
        else Setting(priority, Origin(source, place.anchor_at("priorityClass"))),
        expect=Setting(model.expect, expected if "expect" in model.model_fields_set else nobody),
        origin=Origin(source, place.anchor_at("name")),
        extent=place.span,
    )


def pod_sets(
    models: Sequence[PodSetModel], place: Place, source: Source, findings: list[Diagnostic]
) -> Iterator[PodSet]:
    """The first pod set is called main unless it has a name, a later one worker-2 and so on."""
    seen: dict[str, Origin] = {}
    for number, each in enumerate(models):
        default = "main" if number == 0 else f"worker-{number + 1}"
        pods = _pod_set(each, default, place.at(number), source)
        first = seen.setdefault(pods.name, pods.origin)
        if first is not pods.origin:
            span = pods.origin.span
            findings.append(collision.duplicate_name("pod set", pods.name, span, first.span))
        yield pods


def _pod_set(model: PodSetModel, default: str, place: Place, source: Source) -> PodSet:
    requests = place.at("requests")
    return PodSet(
        name=model.name or default,
        count=model.count,
        min_count=model.min_count,
        requests={
            resource: make_amount(resource, quantity, Origin(source, requests.anchor_at(resource)))
            for resource, quantity in model.requests.items()
        },
        node_selector=dict(model.node_selector),
        tolerations=tuple(toleration(each) for each in model.tolerations),
        origin=Origin(source, place.anchor_at("name" if model.name else "count")),
    )


def topology(model: TopologyModel, place: Place, source: Source) -> GangTopology:
    """The placement that a gang asks for."""
    asked = (
        ("required", model.required is not None),
        ("preferred", model.preferred is not None),
        ("slice", model.slice is not None),
    )
    key = next((name for name, written in asked if written), None)
    return GangTopology(
        required=model.required,
        preferred=model.preferred,
        unconstrained=model.unconstrained,
        slice_required=None if model.slice is None else model.slice.required,
        slice_size=None if model.slice is None else model.slice.size,
        origin=Origin(source, place.key_anchor if key is None else place.anchor_at(key)),
    )


def _unknown_names(
    gang: Gang,
    model: GangModel,
    place: Place,
    queue_names: Sequence[str],
    around: Surroundings,
) -> Iterator[Diagnostic]:
    if gang.queue is not None and gang.queue not in queue_names:
        span = place.at("queue").span
        yield reference.unknown_queue(gang.name, gang.queue, span, queue_names)
    priority = gang.priority_class
    if priority is not None and priority.value not in around.priority_classes:
        known = around.priority_classes
        yield reference.unknown_priority_class(priority.value, priority.origin.span, known)
    if model.topology is not None:
        for level, span in levels_asked(model.topology, place.at("topology")):
            if level not in around.levels:
                yield reference.unknown_level(level, span, sorted(around.levels))


def levels_asked(model: TopologyModel, place: Place) -> Iterator[tuple[str, Span]]:
    """The topology levels that a gang names, and where."""
    if model.required is not None:
        yield model.required, place.at("required").span
    if model.preferred is not None:
        yield model.preferred, place.at("preferred").span
    if model.slice is not None:
        yield model.slice.required, place.down("slice", "required").span
