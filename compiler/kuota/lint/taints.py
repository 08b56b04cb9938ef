"""Which taints keep pods off a node, and which tolerations lift them.

Source: k8s.io/component-helpers/scheduling/corev1, Toleration.ToleratesTaint.
"""

from collections.abc import Iterable, Mapping

from kuota.policy.cluster import Taint

HARD = ("NoSchedule", "NoExecute")
"""The effects that keep pods off; Kueue and placement ignore PreferNoSchedule."""

Toleration = Mapping[str, object]


def tolerates(toleration: Toleration, taint: Taint) -> bool:
    """Whether the toleration lifts the taint."""
    effect, key = toleration.get("effect") or "", toleration.get("key") or ""
    if effect not in ("", taint.effect) or key not in ("", taint.key):
        return False
    if toleration.get("operator") == "Exists":
        return True
    return bool(key) and (toleration.get("value") or "") == taint.value


def same_taint(a: Taint, b: Taint) -> bool:
    """Whether two taints say the same."""
    return (a.key, a.value, a.effect) == (b.key, b.value, b.effect)


def untolerated(taints: Iterable[Taint], tolerations: Iterable[Toleration]) -> Taint | None:
    """The first hard taint that no toleration lifts, or None."""
    known = tuple(tolerations)
    for taint in taints:
        if taint.effect in HARD and not any(tolerates(t, taint) for t in known):
            return taint
    return None


def taint_text(taint: Taint) -> str:
    """A taint as kubectl writes it: ``key=value:NoSchedule``."""
    value = f"={taint.value}" if taint.value else ""
    return f"{taint.key}{value}:{taint.effect}"
