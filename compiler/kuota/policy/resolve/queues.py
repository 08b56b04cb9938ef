"""Namespaces and LocalQueues of a team."""

from collections.abc import Iterator, Sequence

from kuota.diag.model import Diagnostic
from kuota.policy.errors import collision as wrong
from kuota.policy.origin import Origin, Setting, Source
from kuota.policy.place import Place
from kuota.policy.resolve.layers import Layer, optional, setting, within, written
from kuota.policy.team import LocalQueue


def namespaces(own: Sequence[Layer], team: str, owner: Origin) -> tuple[Setting[str], ...]:
    """The team's namespaces in the order of the file; by default the one called like the team."""
    found = written(own, "namespaces", "namespaces")
    if found is None or not found.value:
        return (Setting(team, Origin(Source.KUOTA, owner.anchor)),)
    return tuple(
        Setting(name, Origin(found.layer.source, found.place.anchor_at(number)))
        for number, name in enumerate(found.value)
    )


def local_queues(
    own: Sequence[Layer],
    team: str,
    owner: Origin,
    spaces: tuple[Setting[str], ...],
    findings: list[Diagnostic],
) -> tuple[LocalQueue, ...]:
    """The queues by namespace, within one in the order of the file.

    By default there is one called like the team; a queue that names no namespaces is in each.
    """
    found = written(own, "queues", "queues")
    if found is None:
        origin = Origin(Source.KUOTA, owner.anchor)
        none = Setting("None", Origin(Source.KUEUE, owner.anchor))
        return tuple(LocalQueue(team, space.value, None, none, origin) for space in spaces)
    seen: dict[tuple[str, str], LocalQueue] = {}
    for number, model in enumerate(found.value):
        layer = Layer(found.layer.source, model, found.place.at(number))
        for queue in _queues(layer, spaces, findings):
            key = (queue.namespace, queue.name)
            first = seen.setdefault(key, queue)
            if first is not queue:
                spans = queue.origin.span, first.origin.span
                finding = wrong.duplicate_local_queue(queue.name, queue.namespace, *spans)
                findings.append(finding)
    order = {space.value: position for position, space in enumerate(spaces)}
    return tuple(sorted(seen.values(), key=lambda queue: order[queue.namespace]))


def queue_names(own: Sequence[Layer], team: str) -> tuple[str, ...]:
    """The names of the team's queues, also of those that are left out for being wrong."""
    found = written(own, "queues", "queues")
    return (team,) if found is None else tuple(model.name for model in found.value)


def _queues(
    layer: Layer, spaces: tuple[Setting[str], ...], findings: list[Diagnostic]
) -> Iterator[LocalQueue]:
    """One entry of the list, once for each of its namespaces."""
    name_place = layer.place.at("name")
    name = layer.model.name  # type: ignore[attr-defined]
    origin = Origin(layer.source, name_place.anchor)
    chosen = within((layer,), "fairSharing", "fair_sharing")
    weight = optional(chosen, "weight", "weight")
    nobody = Setting("None", Origin(Source.KUEUE, name_place.anchor))
    for namespace in _chosen(name, layer, spaces, findings):
        yield LocalQueue(
            name=name,
            namespace=namespace,
            weight=None if weight is None else Setting(str(weight.value), weight.origin),
            stop_policy=setting((layer,), "stopPolicy", "stop_policy", nobody),
            origin=origin,
        )


def _chosen(
    name: str, layer: Layer, spaces: tuple[Setting[str], ...], findings: list[Diagnostic]
) -> Iterator[str]:
    own = tuple(space.value for space in spaces)
    found = written((layer,), "namespaces", "namespaces")
    if found is None:
        yield from own
        return
    place: Place = found.place
    for number, namespace in enumerate(found.value):
        if namespace in own:
            yield namespace
        else:
            span = place.at(number).span
            findings.append(wrong.foreign_namespace(name, namespace, span, own))
