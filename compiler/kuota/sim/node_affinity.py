"""Which nodes, or flavors seen as nodes, a pod's nodeSelector and required node affinity accept.

Source: k8s.io/component-helpers/scheduling/corev1/nodeaffinity/nodeaffinity.go and
k8s.io/apimachinery/pkg/labels/selector.go, as vendored by Kueue v0.19.2.
"""

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

_NAME = re.compile(r"[A-Za-z0-9]([-A-Za-z0-9_.]{0,61}[A-Za-z0-9])?")
_SUBDOMAIN = re.compile(r"[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*")
_INTEGER = re.compile(r"[+-]?[0-9]+")
_INT64 = 2**63
_NODE_NAME = "metadata.name"


class InvalidNodeAffinityError(ValueError):
    """No term matches, and at least one of them cannot be read."""


@dataclass(frozen=True, slots=True)
class NodeSelectorRequirement:
    """One expression over a node label, or over a node field."""

    key: str
    operator: str
    values: tuple[str, ...]

    def matches(self, labels: Mapping[str, str]) -> bool:
        """Whether these labels satisfy the expression; the expression must be valid."""
        value = labels.get(self.key)
        match self.operator:
            case "In":
                return value is not None and value in self.values
            case "NotIn":
                return value is None or value not in self.values
            case "Exists":
                return value is not None
            case "DoesNotExist":
                return value is None
        number = None if value is None else _int64(value)
        bound = _int64(self.values[0])
        if number is None or bound is None:
            return False
        return number > bound if self.operator == "Gt" else number < bound

    def label_error(self) -> str | None:
        """Why this is not an expression over labels, if it is none."""
        count = len(self.values)
        match self.operator:
            case "In" | "NotIn":
                if not count:
                    return "for 'in', 'notin' operators, values set can't be empty"
            case "Exists" | "DoesNotExist":
                if count:
                    return "values set must be empty for exists and does not exist"
            case "Gt" | "Lt":
                if count != 1:
                    return "for 'Gt', 'Lt' operators, exactly one value is required"
                if _int64(self.values[0]) is None:
                    return "for 'Gt', 'Lt' operators, the value must be an integer"
            case _:
                return f'Unsupported value: "{self.operator}"'
        if not _is_label_key(self.key):
            return f'"{self.key}" is not a label key'
        if not all(_is_label_value(value) for value in self.values):
            return f'not every value of "{self.key}" is a label value'
        return None

    def field_error(self) -> str | None:
        """Why this is not an expression over fields, if it is none."""
        if self.operator not in ("In", "NotIn"):
            return f'Unsupported value: "{self.operator}"'
        return None if len(self.values) == 1 else "must have one element"

    def matches_field(self, fields: Mapping[str, str]) -> bool:
        """Whether these node fields satisfy the expression; the expression must be valid."""
        return (fields.get(self.key, "") == self.values[0]) is (self.operator == "In")


@dataclass(frozen=True, slots=True)
class NodeSelectorTerm:
    """Expressions that must all hold."""

    match_expressions: tuple[NodeSelectorRequirement, ...]
    match_fields: tuple[NodeSelectorRequirement, ...] = ()

    def is_empty(self) -> bool:
        """Whether there is no expression at all: such a term matches nothing."""
        return not self.match_expressions and not self.match_fields

    def error(self) -> str | None:
        """Why this term cannot be read, if it cannot."""
        for requirement in self.match_expressions:
            if problem := requirement.label_error():
                return problem
        for requirement in self.match_fields:
            if problem := requirement.field_error():
                return problem
        return None

    def matches(self, labels: Mapping[str, str], node_name: str) -> bool:
        """Whether a node with these labels and this name satisfies every expression."""
        if not all(requirement.matches(labels) for requirement in self.match_expressions):
            return False
        if not self.match_fields or not node_name:
            return True
        fields = {_NODE_NAME: node_name}
        return all(requirement.matches_field(fields) for requirement in self.match_fields)


@dataclass(frozen=True, slots=True)
class RequiredNodeAffinity:
    """What nodeSelector and required node affinity of one pod demand of a node.

    ``terms`` are alternatives; None stands for a pod without required node affinity, an empty tuple
    for one whose affinity no node satisfies.
    """

    node_selector: tuple[tuple[str, str], ...] = ()
    terms: tuple[NodeSelectorTerm, ...] | None = None

    def matches(self, labels: Mapping[str, str], node_name: str = "") -> bool:
        """Whether a node with these labels and this name is accepted.

        Raises InvalidNodeAffinityError when no term matches and one cannot be read.
        """
        for key, value in self.node_selector:
            if labels.get(key) != value:
                return False
        if self.terms is None:
            return True
        problem = None
        for term in self.terms:
            if term.is_empty():
                continue
            error = term.error()
            if error is not None:
                problem = problem or error
            elif term.matches(labels, node_name):
                return True
        if problem is not None:
            raise InvalidNodeAffinityError(problem)
        return False

    def restricted_to(self, keys: Collection[str]) -> "RequiredNodeAffinity":
        """What is left of the demand when only these label keys count.

        A term of which nothing is left is satisfied by every flavor, the whole affinity with it.

        Source: pkg/scheduler/flavorassigner/flavorassigner.go, flavorSelector, v0.19.2.
        """
        selector = tuple(item for item in self.node_selector if item[0] in keys)
        terms: list[NodeSelectorTerm] = []
        for term in self.terms or ():
            kept = tuple(r for r in term.match_expressions if r.key in keys)
            if not kept:
                return RequiredNodeAffinity(selector)
            terms.append(NodeSelectorTerm(kept))
        return RequiredNodeAffinity(selector, tuple(terms) if terms else None)


def required_node_affinity(pod_spec: Mapping[str, Any]) -> RequiredNodeAffinity:
    """The node demands of a pod specification."""
    selector = tuple(sorted((pod_spec.get("nodeSelector") or {}).items()))
    affinity = (pod_spec.get("affinity") or {}).get("nodeAffinity") or {}
    required = affinity.get("requiredDuringSchedulingIgnoredDuringExecution")
    if required is None:
        return RequiredNodeAffinity(selector)
    terms = required.get("nodeSelectorTerms") or ()
    return RequiredNodeAffinity(selector, tuple(node_selector_term(term) for term in terms))


def node_selector_term(raw: Mapping[str, Any]) -> NodeSelectorTerm:
    """The term that a Kubernetes nodeSelectorTerm describes."""
    return NodeSelectorTerm(
        _requirements(raw.get("matchExpressions")), _requirements(raw.get("matchFields"))
    )


def _requirements(raw: Sequence[Mapping[str, Any]] | None) -> tuple[NodeSelectorRequirement, ...]:
    return tuple(
        NodeSelectorRequirement(
            r.get("key") or "", r.get("operator") or "", tuple(r.get("values") or ())
        )
        for r in raw or ()
    )


def _int64(text: str) -> int | None:
    if not _INTEGER.fullmatch(text):
        return None
    value = int(text)
    return value if -_INT64 <= value < _INT64 else None


def _is_label_key(key: str) -> bool:
    prefix, slash, name = key.rpartition("/")
    if slash and not (len(prefix) <= 253 and _SUBDOMAIN.fullmatch(prefix)):
        return False
    return _NAME.fullmatch(name) is not None


def _is_label_value(value: str) -> bool:
    return not value or _NAME.fullmatch(value) is not None
