"""Taints of flavors and nodes, and the tolerations that let pods onto them.

Source: k8s.io/api/core/v1/toleration.go, k8s.io/component-helpers/scheduling/corev1/helpers.go,
as vendored by Kueue v0.19.2 (comparison operators enabled, as Kueue enables them).
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from kuota.sim.model import (
    Taint,
    Toleration,
)

SCHEDULING_EFFECTS: Final = ("NoSchedule", "NoExecute")
"""The effects that keep a pod away; PreferNoSchedule does not."""

_DECIMAL_INTEGER = re.compile(r"0|-?[1-9][0-9]*")
_INT64 = 2**63


def tolerates(toleration: Toleration, taint: Taint) -> bool:
    """Whether a pod with this toleration may stand ``taint``."""
    if toleration.effect and toleration.effect != taint.effect:
        return False
    if toleration.key and toleration.key != taint.key:
        return False
    match toleration.operator:
        case "" | "Equal":
            return toleration.value == taint.value
        case "Exists":
            return True
        case "Lt" | "Gt":
            return _compares(toleration.operator, toleration.value, taint.value)
    return False


def taints_of(raw: Iterable[Mapping[str, Any]] | None) -> tuple[Taint, ...]:
    """The taints of a Kubernetes list, in its order."""
    return tuple(
        Taint(t.get("key") or "", t.get("value") or "", t.get("effect") or "") for t in raw or ()
    )


def tolerations_of(raw: Iterable[Mapping[str, Any]] | None) -> tuple[Toleration, ...]:
    """The tolerations of a Kubernetes list, in its order."""
    return tuple(
        Toleration(
            t.get("key") or "",
            t.get("operator") or "",
            t.get("value") or "",
            t.get("effect") or "",
        )
        for t in raw or ()
    )


def untolerated_taint(taints: Sequence[Taint], tolerations: Sequence[Toleration]) -> Taint | None:
    """The first taint that keeps a pod with these tolerations away, if there is one."""
    for taint in taints:
        if taint.effect in SCHEDULING_EFFECTS and not any(
            tolerates(toleration, taint) for toleration in tolerations
        ):
            return taint
    return None


def taint_text(taint: Taint) -> str:
    """The text by which Kueue's messages name a taint."""
    return f"{{{taint.key} {taint.value} {taint.effect} <nil>}}"


def _compares(operator: str, tolerated: str, tainted: str) -> bool:
    bound, value = _int64(tolerated), _int64(tainted)
    if bound is None or value is None:
        return False
    return value < bound if operator == "Lt" else value > bound


def _int64(text: str) -> int | None:
    if not _DECIMAL_INTEGER.fullmatch(text):
        return None
    value = int(text)
    return value if -_INT64 <= value < _INT64 else None
