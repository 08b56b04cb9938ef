"""Quota trees written in a line each, and random ones."""

from dataclasses import dataclass, replace
from typing import Any

from hypothesis import strategies as st
from tests.sim.kueue_objects import Object, cluster_queue, flavor

from kuota.quantity import UNLIMITED
from kuota.sim.cluster import Cluster
from kuota.sim.resource_node import QuotaCell
from kuota.sim.settings import Settings

RESOURCE = "gpus"
"""Counted in whole units, so that amounts read as they are written."""


@dataclass(frozen=True)
class Node:
    """One node: its parent (none for a root), quota and limits; queues are leaves."""

    name: str
    parent: str = ""
    nominal: int = 0
    borrowing_limit: int = UNLIMITED
    lending_limit: int = UNLIMITED
    is_queue: bool = False


def cohort(name: str, parent: str = "", quota: str = "0") -> Node:
    """A cohort; ``quota`` as in ``"8 borrow 2 lend 4"``."""
    return _node(name, parent, quota, is_queue=False)


def queue(name: str, parent: str = "", quota: str = "0") -> Node:
    """A ClusterQueue; ``quota`` as in ``"8 borrow 2 lend 4"``."""
    return _node(name, parent, quota, is_queue=True)


def cells(*nodes: Node) -> dict[str, QuotaCell]:
    """The cell of every node, by name."""
    cluster = Cluster([flavor("default"), *(_object(node) for node in nodes)], Settings())
    pair = cluster.flavor_resources.pair("default", RESOURCE)
    found = {name: node.cell(pair, RESOURCE) for name, node in cluster.cohorts.items()}
    found.update({name: node.cell(pair, RESOURCE) for name, node in cluster.cluster_queues.items()})
    return found


def with_limit(nodes: list[Node], index: int, **limits: Any) -> list[Node]:
    """The same tree with other limits at one node."""
    changed = list(nodes)
    changed[index] = replace(nodes[index], **limits)
    return changed


@st.composite
def trees(draw: st.DrawFn) -> list[Node]:
    """A root, cohorts below it, and queues anywhere."""
    limits = st.one_of(st.just(UNLIMITED), st.integers(0, 12))
    cohorts = [Node("root", nominal=draw(st.integers(0, 12)), lending_limit=draw(limits))]
    for index in range(draw(st.integers(0, 3))):
        parent = draw(st.sampled_from(cohorts)).name
        cohorts.append(
            Node(f"c{index}", parent, draw(st.integers(0, 12)), draw(limits), draw(limits))
        )
    nodes = list(cohorts)
    for index in range(draw(st.integers(1, 4))):
        parent = draw(st.sampled_from(cohorts)).name
        nodes.append(
            Node(f"q{index}", parent, draw(st.integers(0, 12)), draw(limits), draw(limits), True)
        )
    return nodes


@st.composite
def usages(draw: st.DrawFn, nodes: list[Node]) -> list[tuple[str, int]]:
    """What queues of the tree come to use, one after the other."""
    queues = [node.name for node in nodes if node.is_queue]
    step = st.tuples(st.sampled_from(queues), st.integers(0, 15))
    return draw(st.lists(step, max_size=8))


def _node(name: str, parent: str, quota: str, is_queue: bool) -> Node:
    nominal, *rest = quota.split()
    limits = dict(zip(rest[::2], map(int, rest[1::2]), strict=True))
    return Node(
        name,
        parent,
        int(nominal),
        limits.get("borrow", UNLIMITED),
        limits.get("lend", UNLIMITED),
        is_queue,
    )


def _object(node: Node) -> Object:
    quota: Object = {"name": RESOURCE, "nominalQuota": str(node.nominal)}
    if node.borrowing_limit < UNLIMITED:
        quota["borrowingLimit"] = str(node.borrowing_limit)
    if node.lending_limit < UNLIMITED:
        quota["lendingLimit"] = str(node.lending_limit)
    flavors = [{"name": "default", "resources": [quota]}]
    if node.is_queue:
        return cluster_queue(node.name, flavors, cohortName=node.parent)
    groups = [{"coveredResources": [RESOURCE], "flavors": flavors}]
    return {
        "kind": "Cohort",
        "metadata": {"name": node.name},
        "spec": {"parentName": node.parent, "resourceGroups": groups},
    }
