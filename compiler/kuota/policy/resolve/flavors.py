"""Flavors and topologies of a Platform."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kuota.diag.model import Diagnostic
from kuota.policy.cluster import Flavor, Taint, Topology
from kuota.policy.errors import collision, reference
from kuota.policy.origin import Origin, Setting, Source
from kuota.policy.place import Place
from kuota.policy.resolve.nodes import taints

if TYPE_CHECKING:
    from kuota.syntax.inventory import Flavor as FlavorModel
    from kuota.syntax.inventory import Toleration
    from kuota.syntax.inventory import Topology as TopologyModel
    from kuota.syntax.platform import PlatformSpec

DEFAULT_TOPOLOGY = "default"


def topologies(spec: PlatformSpec, place: Place) -> tuple[tuple[Topology, ...], list[Diagnostic]]:
    """The topologies in order of name; ``topology`` is the one called default."""
    findings: list[Diagnostic] = []
    found: dict[str, Topology] = {}
    if spec.topology is not None:
        found[DEFAULT_TOPOLOGY] = _topology(DEFAULT_TOPOLOGY, spec.topology, place.at("topology"))
    for name, model in spec.topologies.items():
        here = place.down("topologies", name)
        if name in found:
            findings.append(collision.duplicate_topology(here.key, place.at("topology").key))
        else:
            found[name] = _topology(name, model, here)
    return tuple(found[name] for name in sorted(found)), findings


def flavors(
    spec: PlatformSpec, place: Place, known: tuple[Topology, ...]
) -> tuple[tuple[Flavor, ...], list[Diagnostic]]:
    """The flavors in order of name."""
    findings: list[Diagnostic] = []
    names = tuple(topology.name for topology in known)
    return tuple(
        _flavor(name, spec.flavors[name], place.down("flavors", name), names, findings)
        for name in sorted(spec.flavors)
    ), findings


def _topology(name: str, model: TopologyModel, place: Place) -> Topology:
    levels = tuple(
        Setting(level, Origin(Source.PLATFORM, place.down("levels", number).anchor))
        for number, level in enumerate(model.levels)
    )
    return Topology(name, levels, Origin(Source.PLATFORM, place.key_anchor))


def _flavor(
    name: str,
    model: FlavorModel,
    place: Place,
    topology_names: tuple[str, ...],
    findings: list[Diagnostic],
) -> Flavor:
    node_taints = taints(model.node_taints, place.at("nodeTaints"))
    labels = place.at("nodeLabels")
    return Flavor(
        name=name,
        node_labels=dict(model.node_labels),
        label_origins={
            key: Origin(Source.PLATFORM, labels.anchor_at(key)) for key in model.node_labels
        },
        node_taints=node_taints,
        tolerations=_tolerations(model, node_taints),
        topology=_topology_of(model, place.at("topology"), topology_names, findings),
        headroom_nodes=0 if model.headroom is None else model.headroom.nodes,
        origin=Origin(Source.PLATFORM, place.key_anchor),
    )


def _topology_of(
    model: FlavorModel, place: Place, names: tuple[str, ...], findings: list[Diagnostic]
) -> Setting[str] | None:
    """The topology that the flavor names; ``true`` is the default one, or the only one."""
    wanted = model.topology
    if wanted is False:
        return None
    origin = Origin(Source.PLATFORM, place.anchor)
    if isinstance(wanted, str):
        if wanted not in names:
            findings.append(reference.unknown_topology(wanted, place.span, names))
            return None
        return Setting(wanted, origin)
    if DEFAULT_TOPOLOGY in names:
        return Setting(DEFAULT_TOPOLOGY, origin)
    if len(names) == 1:
        return Setting(names[0], origin)
    findings.append(reference.no_default_topology(place.span, names))
    return None


def _tolerations(
    model: FlavorModel, node_taints: tuple[Taint, ...]
) -> tuple[dict[str, object], ...]:
    """The written tolerations, then with ``tolerate`` one for each taint that lacks one.

    Only NoSchedule and NoExecute keep pods away; Kueue ignores PreferNoSchedule.
    """
    found = [toleration(written) for written in model.tolerations]
    if model.tolerate:
        for taint in node_taints:
            matching = _matching(taint)
            if taint.effect != "PreferNoSchedule" and matching not in found:
                found.append(matching)
    return tuple(found)


def _matching(taint: Taint) -> dict[str, object]:
    if not taint.value:
        return {"key": taint.key, "operator": "Exists", "effect": taint.effect}
    return {
        "key": taint.key,
        "operator": "Equal",
        "value": taint.value,
        "effect": taint.effect,
    }


def toleration(model: Toleration) -> dict[str, object]:
    """A toleration as Kubernetes has it, without what is empty."""
    written = {
        "key": model.key,
        "operator": model.operator,
        "value": model.value or None,
        "effect": model.effect,
        "tolerationSeconds": model.toleration_seconds,
    }
    return {key: value for key, value in written.items() if value is not None}
