"""The CEL rules that compare an object with what it was: what may never change.

Source: ``+kubebuilder:validation:XValidation`` markers with ``oldSelf`` in Kueue
apis/kueue/v1beta1 and v1beta2, v0.19.2; one rule for the whole spec of a flavor up to v0.16.9.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

from kuota.kueue.schema.node import Node
from kuota.kueue.validate.wording import called, shown
from kuota.kueue.violation import Pointer, Violation

Transition = Callable[[Any, Any, Pointer], Iterator[Violation]]
"""Yields the faults of a change from the old to the new value at a place."""

_HELP = "delete the object and create it anew, or give the new one another name"


def changes(node: Node, old: Any, new: Any, path: Pointer) -> Iterator[Violation]:
    """The faults of all transitions below a node; a rule applies where both values exist."""
    for rule in node.rules:
        transition = TRANSITIONS.get(rule)
        if transition is not None:
            yield from transition(old, new, path)
    if isinstance(old, dict) and isinstance(new, dict):
        for key, child in node.fields.items():
            if key in old and key in new:
                yield from changes(child, old[key], new[key], (*path, key))


def immutable(old: Any, new: Any, path: Pointer) -> Iterator[Violation]:
    """The value stays what it was."""
    if old != new:
        yield _change(path, f"{called(path)} cannot change{_from_to(old, new)}")


def spec_immutable_with_topology(old: Any, new: Any, path: Pointer) -> Iterator[Violation]:
    """A flavor with a topology stays as it is, whole."""
    if "topologyName" not in old or old == new:
        return
    keys = [key for key in {**old, **new} if old.get(key) != new.get(key)]
    for key in keys:
        yield _flavor_change(key, old, new, path)


def _field_immutable_with_topology(key: str) -> Transition:
    def transition(old: Any, new: Any, path: Pointer) -> Iterator[Violation]:
        if "topologyName" in old and old.get(key) != new.get(key):
            yield _flavor_change(key, old, new, path)

    return transition


def _flavor_change(key: str, old: Any, new: Any, path: Pointer) -> Violation:
    whose = f"{key} of a flavor with topology {shown(old['topologyName'])}"
    if key not in new:
        return _change(path, f"{whose} cannot be removed", at_key=True)
    if key not in old:
        return _change((*path, key), f"{whose} cannot be added")
    return _change((*path, key), f"{whose} cannot change{_from_to(old[key], new[key])}")


def _from_to(old: Any, new: Any) -> str:
    if isinstance(old, (dict, list)) or isinstance(new, (dict, list)):
        return ""
    return f" from {shown(old)} to {shown(new)}"


def _change(pointer: Pointer, headline: str, at_key: bool = False) -> Violation:
    return Violation(pointer, at_key, "cel", headline, help=_HELP)


TRANSITIONS: Final[Mapping[str, Transition]] = {
    "immutable": immutable,
    "node-labels-immutable-with-topology": _field_immutable_with_topology("nodeLabels"),
    "spec-immutable-with-topology": spec_immutable_with_topology,
    "tolerations-immutable-with-topology": _field_immutable_with_topology("tolerations"),
    "topology-name-immutable": _field_immutable_with_topology("topologyName"),
}
"""By the name that the tables give a rule."""
