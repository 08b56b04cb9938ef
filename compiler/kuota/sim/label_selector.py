"""A Kubernetes label selector, as ``namespaceSelector`` of a ClusterQueue uses it.

Source: k8s.io/apimachinery/pkg/apis/meta/v1, LabelSelectorAsSelector.
"""

from collections.abc import Mapping
from typing import Any


class LabelSelector:
    """Which sets of labels are selected; an absent selector selects none, an empty one all."""

    __slots__ = ("absent", "expressions", "labels")

    def __init__(self, raw: Mapping[str, Any] | None) -> None:
        self.absent = raw is None
        source: Mapping[str, Any] = {} if raw is None else raw
        self.labels: dict[str, str] = dict(source.get("matchLabels") or {})
        self.expressions: list[tuple[str, str, frozenset[str]]] = [
            (term["key"], term["operator"], frozenset(term.get("values") or ()))
            for term in source.get("matchExpressions") or ()
        ]

    def matches(self, labels: Mapping[str, str]) -> bool:
        """Whether ``labels`` satisfy every term."""
        if self.absent:
            return False
        for key, value in self.labels.items():
            if labels.get(key) != value:
                return False
        for key, operator, values in self.expressions:
            if not _holds(operator, labels.get(key), values):
                return False
        return True


def _holds(operator: str, value: str | None, values: frozenset[str]) -> bool:
    if operator == "In":
        return value is not None and value in values
    if operator == "NotIn":
        return value is None or value not in values
    if operator == "Exists":
        return value is not None
    return value is None
