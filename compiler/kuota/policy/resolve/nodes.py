"""The node inventory, from a Platform or from the output of kubectl."""

from __future__ import annotations

import posixpath
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from kuota.diag.model import Diagnostic
from kuota.policy.cluster import Node, Taint
from kuota.policy.errors import inventory as wrong
from kuota.policy.items import Inventories, Item
from kuota.policy.origin import Amount, Origin, Source, make_amount
from kuota.policy.place import Place
from kuota.policy.resolve.node_list import listed_nodes
from kuota.quantity import Quantity

if TYPE_CHECKING:
    from kuota.syntax.inventory import Nodes
    from kuota.syntax.inventory import Taint as TaintModel
    from kuota.syntax.platform import PlatformSpec

HOSTNAME = "kubernetes.io/hostname"


def inventory_path(platform_file: str, written: str) -> str | None:
    """The path of the file that ``nodesFrom`` names; None when it leaves the Platform's folder."""
    below = posixpath.normpath(written)
    if posixpath.isabs(written) or below.split("/")[0] == ".." or "\\" in written:
        return None
    return posixpath.join(posixpath.dirname(platform_file), below)


def inventory_paths(items: Iterable[Item]) -> tuple[str, ...]:
    """The files that the Platforms name under ``nodesFrom``, for the caller to read."""
    paths: set[str] = set()
    for item in items:
        if item.model is not None and item.model.kind == "Platform":
            written = item.model.spec.nodes_from
            path = None if written is None else inventory_path(item.file.path, written)
            if path is not None:
                paths.add(path)
    return tuple(sorted(paths))


def inventory(
    item: Item, spec: PlatformSpec, place: Place, inventories: Inventories
) -> tuple[tuple[Node, ...], list[Diagnostic]]:
    """The nodes in the order of the file, and what is wrong with it."""
    findings: list[Diagnostic] = []
    nodes: Sequence[Node] = ()
    at = place.at("nodesFrom")
    if spec.nodes is not None:
        nodes = list(_written_nodes(spec.nodes, place.at("nodes")))
    elif spec.nodes_from is not None:
        nodes = _read_nodes(item, spec.nodes_from, at, inventories, findings)
    return _unique(nodes, findings), findings


def taints(models: Iterable[TaintModel], place: Place) -> tuple[Taint, ...]:
    """Taints as written, each with its place."""
    return tuple(
        Taint(
            model.key, model.value, model.effect, Origin(Source.PLATFORM, place.anchor_at(number))
        )
        for number, model in enumerate(models)
    )


def _written_nodes(groups: Iterable[Nodes], place: Place) -> Iterator[Node]:
    from kuota.syntax.names import expand

    for number, group in enumerate(groups):
        here = place.at(number)
        origin = Origin(Source.PLATFORM, here.anchor_at("name"))
        node_taints = taints(group.taints, here.at("taints"))
        allocatable = _amounts(group.allocatable, here.at("allocatable"))
        reserve = _amounts(group.reserve, here.at("reserve"))
        for index in range(group.count):
            name = f"{group.name}-{index}"
            labels = {key: expand(value, index) for key, value in group.labels.items()}
            labels.setdefault(HOSTNAME, name)
            yield Node(
                name=name,
                labels=labels,
                taints=node_taints,
                allocatable=allocatable,
                reserve=reserve,
                ready=True,
                unschedulable=False,
                origin=origin,
            )


def _amounts(table: dict[str, Quantity], place: Place) -> dict[str, Amount]:
    return {
        resource: make_amount(
            resource, quantity, Origin(Source.PLATFORM, place.anchor_at(resource))
        )
        for resource, quantity in table.items()
    }


def _read_nodes(
    item: Item, written: str, at: Place, inventories: Inventories, findings: list[Diagnostic]
) -> Sequence[Node]:
    path = inventory_path(item.file.path, written)
    if path is None:
        findings.append(wrong.inventory_outside_tree(written, at.span))
        return ()
    file = inventories.get(path)
    if file is None:
        findings.append(wrong.inventory_not_found(written, at.span))
        return ()
    nodes, problems = listed_nodes(file)
    findings.extend(problems)
    return nodes


def _unique(nodes: Iterable[Node], findings: list[Diagnostic]) -> tuple[Node, ...]:
    """The first node of each name; one finding for each entry that repeats some."""
    known: dict[str, Node] = {}
    reported: set[Origin] = set()
    for node in nodes:
        first = known.setdefault(node.name, node)
        if first is not node and node.origin not in reported:
            reported.add(node.origin)
            findings.append(wrong.duplicate_node(node.name, node.origin.span, first.origin.span))
    return tuple(known.values())
