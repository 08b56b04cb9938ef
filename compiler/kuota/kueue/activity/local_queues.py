"""Local queues that lead nowhere.

Source: Kueue pkg/controller/core/localqueue_controller.go, Reconcile; pkg/workload/admissibility.go
for the namespace selector, v0.19.2.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from kuota.kueue.activity.index import Entry, Inactivity, Index, ObjectRef, entries, mapping, text
from kuota.kueue.near import choice

_NAME_LABEL = "kubernetes.io/metadata.name"
_OPEN = frozenset({"NamespaceSelectorNull", "HasCycle"})
"""Reasons that do not show in the status of a ClusterQueue."""


def local_queue_states(index: Index, queues: Sequence[Inactivity]) -> list[Inactivity]:
    """Every reason of every local queue."""
    dead = {state.object.name for state in queues if state.reason not in _OPEN}
    found: list[Inactivity] = []
    for local in index.of("LocalQueue"):
        name = text(local.spec.get("clusterQueue"))
        found += _stopped(local)
        if name is None:
            continue
        target = index.get("ClusterQueue", name)
        if target is None:
            found.append(_without_queue(local, name, index))
            continue
        if name in dead:
            found.append(_of_inactive_queue(local, name))
        found += _not_selected(local, target, index)
    return found


def _stopped(local: Entry) -> Iterator[Inactivity]:
    policy = local.spec.get("stopPolicy")
    if policy in ("Hold", "HoldAndDrain"):
        yield Inactivity(
            local.index,
            local.ref,
            "Stopped",
            ("spec", "stopPolicy"),
            False,
            f"local queue {local.ref.name} is stopped by stopPolicy {policy}",
            "no workload of it is admitted",
            "set stopPolicy to None to open it",
        )


def _without_queue(local: Entry, name: str, index: Index) -> Inactivity:
    known = index.names("ClusterQueue")
    near = index.near("ClusterQueue", name)
    return Inactivity(
        local.index,
        local.ref,
        "ClusterQueueDoesNotExist",
        ("spec", "clusterQueue"),
        False,
        f"there is no ClusterQueue {name}",
        f"local queue {local.ref.name} leads nowhere",
        choice(near, known, "cluster queues"),
        name,
        near,
    )


def _of_inactive_queue(local: Entry, name: str) -> Inactivity:
    return Inactivity(
        local.index,
        local.ref,
        "ClusterQueueIsInactive",
        ("spec", "clusterQueue"),
        False,
        f"ClusterQueue {name} is inactive",
        because=ObjectRef("ClusterQueue", name),
    )


def _not_selected(local: Entry, queue: Entry, index: Index) -> Iterator[Inactivity]:
    """A local queue in a namespace that its ClusterQueue certainly does not select."""
    selector = queue.spec.get("namespaceSelector")
    namespace = local.ref.namespace
    if not isinstance(selector, dict) or namespace is None:
        return
    labels = index.namespaces.get(namespace)
    known = {**(labels or {}), _NAME_LABEL: namespace}
    if _may_match(selector, known, complete=labels is not None):
        return
    yield Inactivity(
        local.index,
        local.ref,
        "NamespaceNotSelected",
        ("metadata", "namespace"),
        False,
        f"ClusterQueue {queue.ref.name} does not select namespace {namespace}",
        f"no workload of local queue {local.ref.name} is admitted",
        f"extend the namespaceSelector of {queue.ref.name}, or move the local queue",
    )


def _may_match(selector: Mapping[str, Any], labels: Mapping[str, str], complete: bool) -> bool:
    """Whether the selector can match; a label that is not known may have any value or none."""

    def unsure(key: object) -> bool:
        return not complete and key not in labels

    for key, value in mapping(selector.get("matchLabels")).items():
        if not unsure(key) and labels.get(key) != value:
            return False
    for _, requirement in entries(selector.get("matchExpressions")):
        name = text(mapping(requirement).get("key"))
        if name is None or unsure(name):
            continue
        values = [value for _, value in entries(requirement.get("values"))]
        present = name in labels
        matches = {
            "In": present and labels.get(name) in values,
            "NotIn": not present or labels.get(name) not in values,
            "Exists": present,
            "DoesNotExist": not present,
        }
        if not matches.get(str(requirement.get("operator")), True):
            return False
    return True
