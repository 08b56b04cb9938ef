"""Whether a cluster with Kueue accepts an object, and if not, every reason why."""

from collections.abc import Mapping
from typing import Any, Final, get_args

from kuota.kueue.convert import to_v1beta1, to_v1beta2
from kuota.kueue.model import KINDS, UNCHECKED_KINDS, node_of
from kuota.kueue.near import choice, near_names
from kuota.kueue.release import API_VERSIONS, V1BETA1, V1BETA2, Release
from kuota.kueue.schema.node import Node
from kuota.kueue.validate.explain import explained
from kuota.kueue.validate.gates import gate_doubts
from kuota.kueue.validate.metadata import metadata_faults, namespace_doubts
from kuota.kueue.validate.rules import RULES
from kuota.kueue.validate.transitions import changes
from kuota.kueue.validate.walk import Walk
from kuota.kueue.validate.webhooks import WEBHOOKS, conversion_faults
from kuota.kueue.validate.wording import shown
from kuota.kueue.violation import Pointer, Violation, ViolationKind

__all__ = ["Violation", "doubts", "first_refusal", "validate", "validate_update"]

_STAGES: Final = {kind: at for at, kind in enumerate(get_args(ViolationKind))}


def validate(obj: Mapping[str, Any], release: Release) -> tuple[Violation, ...]:
    """Every reason why a cluster refuses to create ``obj``; empty when it accepts it.

    The reasons stand in the order in which the cluster would find them, one per cause. It would
    stop at the first stage that refuses (``first_refusal``); here all of them are asked, as far as
    the earlier ones leave something to judge.
    """
    return _validated(obj, None, release)


def validate_update(
    old: Mapping[str, Any], new: Mapping[str, Any], release: Release
) -> tuple[Violation, ...]:
    """Every reason why a cluster that holds ``old`` refuses to replace it by ``new``."""
    if new.get("apiVersion") != old.get("apiVersion"):
        old = to_v1beta1(old) if new.get("apiVersion") == V1BETA1 else to_v1beta2(old)
    return _validated(new, old, release)


def first_refusal(violations: tuple[Violation, ...]) -> tuple[Violation, ...]:
    """Those of ``violations`` that the cluster would print: the ones of the first stage to refuse.

    Metadata, schema and lists are judged together.
    """
    together = ("metadata", "schema", "list")
    first = violations[0].kind if violations else None
    return tuple(
        violation
        for violation in violations
        if violation.kind == first or (first in together and violation.kind in together)
    )


def doubts(obj: Mapping[str, Any], release: Release) -> tuple[Violation, ...]:
    """What a cluster accepts although it cannot be meant: it deserves a warning."""
    kind = obj.get("kind")
    if node_of(obj, release) is None or not isinstance(kind, str):
        return ()
    found = list(namespace_doubts(obj, KINDS[kind]))
    if obj.get("apiVersion") in release.deprecated:
        headline = f"{obj['apiVersion']} is deprecated in Kueue {release}"
        found.append(Violation(("apiVersion",), False, "kind", headline, "", f"use {V1BETA2}"))
    return (*found, *gate_doubts(obj, release))


def _validated(
    obj: Mapping[str, Any], old: Mapping[str, Any] | None, release: Release
) -> tuple[Violation, ...]:
    node = node_of(obj, release)
    if node is None:
        return _unknown_kind(obj, release)
    walk = Walk(dict(obj))
    kept = walk.whole(node)
    found = [explained(v, obj, release) for v in walk.unknown]
    found += metadata_faults(obj)
    found += [explained(v, obj, release) for v in walk.schema]
    found += walk.lists
    if not walk.broken:
        found += _rule_faults(walk)
        found += _asked(node, kept, old, release)
    return _one_per_cause(found) if found else ()


def _rule_faults(walk: Walk) -> list[Violation]:
    """What the CEL rules say, save those about a mapping of which a field is at fault already."""
    at_fault = {violation.pointer[:-1] for violation in walk.schema}
    found: list[Violation] = []
    for names, value, path in walk.rules:
        if path not in at_fault:
            for name in names:
                rule = RULES.get(name)
                if rule is not None:
                    found += rule(value, path)
    return found


def _asked(
    node: Node, kept: Mapping[str, Any], old: Mapping[str, Any] | None, release: Release
) -> list[Violation]:
    """What transition rules and webhooks say of a whole object with its defaults."""
    found: list[Violation] = []
    before = None
    if old is not None:
        before = Walk(dict(old)).whole(node)
        found += changes(node, before, kept, ())
        before = to_v1beta2(before).get("spec", {})
    webhook = WEBHOOKS.get(kept["kind"])
    if webhook is not None:
        converted = kept if kept["apiVersion"] == V1BETA2 else to_v1beta2(kept)
        found += webhook(converted.get("spec", {}), before, release)
    elif kept["apiVersion"] != release.stored:
        found += conversion_faults(kept.get("spec", {}))
    return found


def _unknown_kind(obj: Mapping[str, Any], release: Release) -> tuple[Violation, ...]:
    version, kind = obj.get("apiVersion"), obj.get("kind")
    for key, value in (("apiVersion", version), ("kind", kind)):
        if not isinstance(value, str) or not value:
            headline = f"{key} is {shown(value)}" if key in obj else f"the object has no {key}"
            pointer: Pointer = (key,) if key in obj else ()
            return (Violation(pointer, key not in obj, "kind", headline, "", f"add {key}"),)
    if version not in API_VERSIONS:
        headline = f"Kueue {release} does not serve {shown(version)}"
        return (
            Violation(("apiVersion",), False, "kind", headline, "", f"use {V1BETA2}", (V1BETA2,)),
        )
    if kind in UNCHECKED_KINDS:
        return ()
    near = near_names(str(kind), KINDS)
    headline = f"Kueue {release} has no kind {shown(kind)}"
    return (Violation(("kind",), False, "kind", headline, "", choice(near, KINDS, "kinds"), near),)


def _one_per_cause(found: list[Violation]) -> tuple[Violation, ...]:
    """In stage order; a place that one stage refused is not told again by a later one."""
    found.sort(key=lambda violation: _STAGES[violation.kind])
    told: dict[Pointer, str] = {}
    return tuple(
        violation
        for violation in dict.fromkeys(found)
        if told.setdefault(violation.pointer, violation.kind) == violation.kind
    )
