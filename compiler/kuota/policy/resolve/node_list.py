"""Nodes out of what ``kubectl get nodes -o yaml`` prints."""

from collections.abc import Iterator

from kuota.diag.model import Diagnostic
from kuota.policy.cluster import Node, Taint
from kuota.policy.errors import inventory as wrong
from kuota.policy.origin import Amount, Origin, Source, make_amount
from kuota.policy.place import Place, top
from kuota.quantity import parse_quantity
from kuota.source.files import SourceFile
from kuota.source.node import Mapping, Scalar, Sequence


def listed_nodes(file: SourceFile) -> tuple[tuple[Node, ...], list[Diagnostic]]:
    """The nodes of a file in its order, and what in it is no node."""
    from kuota.source.yaml import parse

    parsed = parse(file)
    findings = list(parsed.diagnostics)
    nodes: list[Node] = []
    for document in parsed.documents:
        if document.root is not None:
            nodes.extend(_nodes_of(top(document), findings))
    return tuple(nodes), findings


def _nodes_of(place: Place, findings: list[Diagnostic]) -> Iterator[Node]:
    """The node that stands at ``place``, or those of the list there."""
    kind = _text(place.at("kind"))
    items = place.at("items").node
    if kind in ("List", "NodeList") and type(items) is Sequence:
        for position in range(len(items.items)):
            yield from _nodes_of(place.down("items", position), findings)
    elif kind == "Node" and _text(place.down("metadata", "name")):
        yield _node(place, findings)
    elif kind == "Node":
        findings.append(wrong.invalid_inventory("a node without a name", place.at("kind").span))
    else:
        found = f"kind {kind[:40]}" if kind else "no kind"
        findings.append(
            wrong.invalid_inventory(
                f"expected nodes, found {found}", place.at("kind").span, "kind Node or List"
            )
        )


def _node(place: Place, findings: list[Diagnostic]) -> Node:
    metadata, spec, status = place.at("metadata"), place.at("spec"), place.at("status")
    name = metadata.at("name")
    return Node(
        name=_text(name),
        labels=dict(_texts(metadata.at("labels"))),
        taints=tuple(_taints(spec.at("taints"))),
        allocatable=dict(_allocatable(status.at("allocatable"), findings)),
        reserve={},
        ready=_ready(status.at("conditions")),
        unschedulable=_text(spec.at("unschedulable")) == "true",
        origin=Origin(Source.PLATFORM, name.anchor),
    )


def _text(place: Place) -> str:
    """The text of a scalar; empty where there is none."""
    return place.node.text if type(place.node) is Scalar else ""


def _texts(place: Place) -> Iterator[tuple[str, str]]:
    if type(place.node) is Mapping:
        for key, entry in place.node.entries.items():
            if type(entry.value) is Scalar:
                yield key, entry.value.text


def _taints(place: Place) -> Iterator[Taint]:
    if type(place.node) is Sequence:
        for position in range(len(place.node.items)):
            here = place.at(position)
            key, value, effect = (_text(here.at(part)) for part in ("key", "value", "effect"))
            yield Taint(key, value, effect, Origin(Source.PLATFORM, here.anchor))


def _allocatable(place: Place, findings: list[Diagnostic]) -> Iterator[tuple[str, Amount]]:
    for resource, text in _texts(place):
        quantity = parse_quantity(text)
        span = place.at(resource).span
        if quantity is None or quantity.nanos < 0:
            findings.append(
                wrong.invalid_inventory(f"{resource} of a node is {text[:40]}, no amount", span)
            )
        else:
            yield resource, make_amount(resource, quantity, Origin(Source.PLATFORM, span))


def _ready(place: Place) -> bool:
    """What the condition Ready says; a node without conditions counts as ready."""
    if type(place.node) is not Sequence:
        return True
    for position in range(len(place.node.items)):
        condition = place.at(position)
        if _text(condition.at("type")) == "Ready":
            return _text(condition.at("status")) == "True"
    return True
