"""The cohort tree: cohorts that objects describe, those only named, and the quota in it.

Source: Kueue pkg/cache/hierarchy and pkg/cache/scheduler/resource_node.go, v0.19.2.
"""

from collections.abc import Iterable

from kuota.sim.cluster_queue import ClusterQueue
from kuota.sim.cohort import Cohort, QuotaNode
from kuota.sim.model import (
    FlavorResources,
)
from kuota.sim.objects import CohortSpec


def build_cohorts(
    specs: Iterable[CohortSpec],
    cluster_queues: dict[str, ClusterQueue],
    flavor_resources: FlavorResources,
) -> dict[str, Cohort]:
    """All cohorts by name, wired to each other and to the queues, with their quota worked out.

    Queues whose cohorts form a cycle are left out of every tree, and never active: Kueue gives up
    on them before it looks at the rest of their spec.
    """
    cohorts: dict[str, Cohort] = {}
    parents: dict[str, str] = {}
    for spec in specs:
        quotas = {flavor_resources.pair(*key): quota for key, quota in spec.quotas.items()}
        cohorts[spec.name] = Cohort(spec.name, quotas, spec.fair_weight)
        parents[spec.name] = spec.parent_name
    for queue in cluster_queues.values():
        parents.setdefault(queue.spec.cohort_name, "")
    for name in [*parents, *parents.values()]:
        if name and name not in cohorts:
            cohorts[name] = Cohort(name, {}, 1.0)
    for name, parent in sorted(parents.items()):
        if parent and not _has_cycle(name, parents):
            cohorts[name].parent = cohorts[parent]
            cohorts[parent].child_cohorts.append(cohorts[name])
    for name, cohort in cohorts.items():
        cohort.has_cycle = _has_cycle(name, parents)
    for queue in cluster_queues.values():
        _attach(queue, cohorts)
    for cohort in cohorts.values():
        if cohort.parent is None and not cohort.has_cycle:
            _set_heights(cohort)
            _sum_up(cohort, flavor_resources)
            _settle(cohort)
    for queue in cluster_queues.values():
        if queue.parent is None:
            _make_cells(queue, flavor_resources)
            _lend(queue)
            _settle(queue)
    return cohorts


def _attach(queue: ClusterQueue, cohorts: dict[str, Cohort]) -> None:
    name = queue.spec.cohort_name
    if not name:
        queue.tree = f"clusterQueue/{queue.name}"
        return
    cohort = cohorts[name]
    if cohort.has_cycle:
        queue.inactive_reason = queue.inactive_reason or "is below cohorts that form a cycle"
        return
    queue.parent = cohort
    queue.tree = f"cohort/{cohort.root().name}"
    if queue.is_active():
        cohort.child_cluster_queues.append(queue)
    else:
        cohort.inactive_cluster_queues.append(queue)


def _has_cycle(name: str, parents: dict[str, str]) -> bool:
    """Whether the ancestors of a cohort never come to an end."""
    seen = {name}
    while name := parents.get(name, ""):
        if name in seen:
            return True
        seen.add(name)
    return False


def _set_heights(cohort: Cohort) -> int:
    """Distance to the furthest active queue below."""
    height = 1 if cohort.child_cohorts or cohort.child_cluster_queues else 0
    for child in cohort.child_cohorts:
        height = max(height, _set_heights(child) + 1)
    cohort.height = height
    return height


def _sum_up(cohort: Cohort, flavor_resources: FlavorResources) -> None:
    """Work out the quota of every subtree, children first."""
    _make_cells(cohort, flavor_resources)
    for child in cohort.child_cohorts:
        _sum_up(child, flavor_resources)
    for queue in (*cohort.child_cluster_queues, *cohort.inactive_cluster_queues):
        _make_cells(queue, flavor_resources)
        _lend(queue)
    for cell in cohort.cells.values():
        cell.lend_to_parent()
    cohort.subtree_cells = list(cohort.cells.values())


def _make_cells(node: QuotaNode, flavor_resources: FlavorResources) -> None:
    for pair, quota in node.quotas.items():
        node.cell(pair, flavor_resources.resources[pair]).set_quota(quota)


def _lend(queue: ClusterQueue) -> None:
    for cell in queue.cells.values():
        cell.lend_to_parent()
    queue.subtree_cells = list(queue.cells.values())


def _settle(node: QuotaNode) -> None:
    """Work out what could be had without usage, parents first."""
    for cell in node.cells.values():
        cell.settle()
    if isinstance(node, Cohort):
        for child in node.child_cohorts:
            _settle(child)
        for queue in (*node.child_cluster_queues, *node.inactive_cluster_queues):
            _settle(queue)
