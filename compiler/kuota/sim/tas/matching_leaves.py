"""Which leaves a pod may use at all: tolerations, node selector and node affinity.

Checked only where the narrowest level is the hostname; elsewhere a leaf is no node, and every leaf
matches.

Source: Kueue pkg/cache/scheduler/scheduling_simulator_default.go, pkg/podset/podset.go (Merge),
v0.19.2; k8s.io/component-helpers/scheduling/corev1/nodeaffinity.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from kuota.sim.model import (
    PodSet,
    Taint,
    Toleration,
)
from kuota.sim.node_affinity import (
    NodeSelectorRequirement,
    NodeSelectorTerm,
    RequiredNodeAffinity,
    node_selector_term,
)
from kuota.sim.taints import tolerations_of, untolerated_taint
from kuota.sim.tas.nodes import Node
from kuota.sim.tas.topology_tree import TopologyTree

_NO_AFFINITY: Final = RequiredNodeAffinity()


@dataclass(frozen=True, slots=True)
class PodRequirements:
    """What a pod demands of a node besides room, and which nodes it prefers.

    ``preferred`` holds (weight, term) pairs.
    """

    tolerations: tuple[Toleration, ...] = ()
    required: RequiredNodeAffinity = _NO_AFFINITY
    preferred: tuple[tuple[int, NodeSelectorTerm], ...] = ()

    def score(self, node: Node) -> int:
        """The sum of the weights of the preferred terms that the node satisfies."""
        return sum(
            weight for weight, term in self.preferred if term.matches(node.labels, node.name)
        )


class InvalidRequirementsError(ValueError):
    """The pod's selector, affinity or updates cannot be read; the text is Kueue's reason."""


class MatchingLeaves:
    """The leaves that pods with some requirements may use, and why not the others.

    ``topology_domain`` counts nodes outside the domain that a replacement is confined to.
    ``matches`` is None when all leaves match, ``scores`` None when no leaf has a score. ``taints``
    counts nodes by taint text.
    """

    __slots__ = (
        "affinity",
        "matches",
        "node_selector",
        "scores",
        "taints",
        "topology_domain",
        "total_nodes",
    )

    def __init__(self, total_nodes: int) -> None:
        self.total_nodes = total_nodes
        self.matches: list[bool] | None = None
        self.scores: list[int] | None = None
        self.node_selector = 0
        self.affinity = 0
        self.topology_domain = 0
        self.taints: dict[str, int] = {}

    def restricted(self, tree: TopologyTree, domain: str) -> "MatchingLeaves":
        """Those of the leaves that are in the domain with this id."""
        other = MatchingLeaves(self.total_nodes)
        other.node_selector = self.node_selector
        other.affinity = self.affinity
        other.taints = self.taints
        other.scores = self.scores
        other.matches = []
        for index, leaf in enumerate(tree.leaves):
            path = ",".join(leaf.values)
            matched = self.matches is None or self.matches[index]
            inside = path == domain or path.startswith(f"{domain},")
            if matched and not inside:
                other.topology_domain += 1
            other.matches.append(matched and inside)
        return other


def matching_leaves(tree: TopologyTree, requirements: PodRequirements) -> MatchingLeaves:
    """The leaves that pods with these requirements may use."""
    found = MatchingLeaves(len(tree.leaves))
    if not tree.is_lowest_level_node:
        return found
    matches: list[bool] = []
    scores: list[int] = []
    for leaf in tree.leaves:
        node = leaf.node
        matched = node is None or _accepts(node, requirements, found)
        matches.append(matched)
        scores.append(requirements.score(node) if matched and node is not None else 0)
    if not all(matches):
        found.matches = matches
    if any(scores):
        found.scores = scores
    return found


def pod_requirements(
    pod_set: PodSet,
    updates: Sequence[Mapping[str, Any]],
    flavor_tolerations: Sequence[Toleration],
    check_selector: bool,
    with_preferred: bool,
) -> PodRequirements:
    """What the pods of a podSet demand once admission checks and the flavor have added theirs.

    ``check_selector`` refuses a node selector that is not made of labels; ``with_preferred`` reads
    preferred affinity too. Raises InvalidRequirementsError with Kueue's reason.
    """
    tolerations = list(pod_set.tolerations)
    required = pod_set.node_affinity
    if updates:
        selector = _updated_selector(pod_set, updates, tolerations)
        required = RequiredNodeAffinity(tuple(sorted(selector.items())), required.terms)
    tolerations += flavor_tolerations
    if check_selector:
        _check_selector(required.node_selector)
    _check_terms(required.terms or (), "affinity node selectors")
    preferred = _preferred_terms(pod_set.spec) if with_preferred else ()
    return PodRequirements(tuple(tolerations), required, preferred)


def _accepts(node: Node, requirements: PodRequirements, found: MatchingLeaves) -> bool:
    if node.taints:
        taint = untolerated_taint(node.taints, requirements.tolerations)
        if taint is not None:
            text = _taint_text(taint)
            found.taints[text] = found.taints.get(text, 0) + 1
            return False
    labels = node.labels
    required = requirements.required
    for key, value in required.node_selector:
        if labels.get(key) != value:
            found.node_selector += 1
            return False
    if required.terms is None:
        return True
    for term in required.terms:
        if not term.is_empty() and term.matches(labels, node.name):
            return True
    found.affinity += 1
    return False


def _taint_text(taint: Taint) -> str:
    value = f"={taint.value}" if taint.value else ""
    effect = f":{taint.effect}" if taint.effect or taint.value else ""
    return f"{taint.key}{value}{effect}"


def _check_selector(selector: Sequence[tuple[str, str]]) -> None:
    for key, value in selector:
        problem = NodeSelectorRequirement(key, "In", (value,)).label_error()
        if problem is not None:
            raise InvalidRequirementsError(f"invalid node selectors, reason: {problem}")


def _check_terms(terms: Sequence[NodeSelectorTerm], what: str) -> None:
    for term in terms:
        problem = None if term.is_empty() else term.error()
        if problem is not None:
            raise InvalidRequirementsError(f"invalid {what}, reason: {problem}")


def _preferred_terms(spec: Mapping[str, Any]) -> tuple[tuple[int, NodeSelectorTerm], ...]:
    affinity = (spec.get("affinity") or {}).get("nodeAffinity") or {}
    terms: list[tuple[int, NodeSelectorTerm]] = []
    for raw in affinity.get("preferredDuringSchedulingIgnoredDuringExecution") or ():
        term = node_selector_term(raw.get("preference") or {})
        weight = raw.get("weight") or 0
        if weight and not term.is_empty():
            _check_terms((term,), "preferred node affinity terms")
            terms.append((weight, term))
    return tuple(terms)


def _updated_selector(
    pod_set: PodSet, updates: Sequence[Mapping[str, Any]], tolerations: list[Toleration]
) -> dict[str, str]:
    selector = dict(pod_set.node_selector)
    for update in updates:
        added: Mapping[str, str] = update.get("nodeSelector") or {}
        for key, value in selector.items():
            if added.get(key, value) != value:
                raise InvalidRequirementsError(
                    f"invalid podSetUpdate for PodSet {pod_set.name}, error: invalid admission "
                    "check PodSetUpdate: conflict for nodeSelector: conflict for "
                    f"key={key}, value1={value}, value2={added[key]}"
                )
        selector.update(added)
        for toleration in tolerations_of(update.get("tolerations")):
            if not any(_same_toleration(toleration, present) for present in tolerations):
                tolerations.append(toleration)
    return selector


def _same_toleration(a: Toleration, b: Toleration) -> bool:
    return (a.key, a.operator or "Equal", a.value, a.effect) == (
        b.key,
        b.operator or "Equal",
        b.value,
        b.effect,
    )
