"""Who borrows what from whom: amounts by pair of node and cohort.

A node borrows from its cohort what it uses beyond its subtree's quota. A cohort covers what is
borrowed from it with its own quota first, then with what the nodes below it leave unused and lend,
each in proportion, then with what it borrows itself. Kueue keeps only the sums; the split among
several lenders is a convention.
"""

from dataclasses import dataclass

from kuota.sim.cluster_queue import ClusterQueue
from kuota.sim.cohort import Cohort, QuotaNode
from kuota.sim.model import (
    FlavorResources,
)
from kuota.sim.resource_node import QuotaCell, finite


@dataclass(frozen=True, slots=True)
class QuotaUse:
    """Quota and use of one (flavor, resource) pair at one node.

    ``kind`` is "Cohort" or "ClusterQueue"; ``cohort`` is the node's parent, empty for a root.
    ``borrowed`` comes from the cohort, ``lent`` went to it. ``available`` is what the node can
    still use, ``potential`` what it could use if nothing ran. Units: amounts; UNLIMITED where there
    is no bound.
    """

    kind: str
    node: str
    cohort: str
    flavor: str
    resource: str
    nominal: int
    subtree_quota: int
    used: int
    borrowed: int
    lent: int
    available: int
    potential: int


def quota_uses(roots: list[QuotaNode], flavor_resources: FlavorResources) -> list[QuotaUse]:
    """The uses of all nodes below the given roots, each node before those below it."""
    found: list[QuotaUse] = []
    for root in roots:
        _collect(root, {}, flavor_resources, found)
    return found


def _collect(
    node: QuotaNode,
    lent: dict[int, int],
    flavor_resources: FlavorResources,
    found: list[QuotaUse],
) -> None:
    """Add the uses of a node, of which ``lent`` went to its cohort, and of those below it."""
    for pair, cell in sorted(node.cells.items()):
        available = cell.available()
        found.append(
            QuotaUse(
                kind="Cohort" if isinstance(node, Cohort) else "ClusterQueue",
                node=node.name,
                cohort="" if node.parent is None else node.parent.name,
                flavor=flavor_resources.flavors[pair],
                resource=flavor_resources.resources[pair],
                nominal=finite(cell.nominal),
                subtree_quota=finite(cell.subtree_quota),
                used=cell.usage,
                borrowed=_borrowed(cell),
                lent=lent.get(pair, 0),
                available=max(0, finite(available)),
                potential=finite(cell.potential),
            )
        )
    if not isinstance(node, Cohort):
        return
    children = _children(node)
    shares: list[dict[int, int]] = [{} for _ in children]
    for pair, cell in node.cells.items():
        cells = [child.cells.get(pair) for child in children]
        demand = sum(_borrowed(below) for below in cells if below is not None)
        amounts = _split(max(0, demand + lent.get(pair, 0) - cell.nominal), cells)
        for share, amount in zip(shares, amounts, strict=True):
            share[pair] = amount
    for child, share in zip(children, shares, strict=True):
        _collect(child, share, flavor_resources, found)


def _children(cohort: Cohort) -> list[QuotaNode]:
    queues: list[ClusterQueue] = [
        *cohort.child_cluster_queues,
        *cohort.inactive_cluster_queues,
    ]
    nodes: list[QuotaNode] = [*cohort.child_cohorts, *queues]
    nodes.sort(key=lambda node: node.name)
    return nodes


def _borrowed(cell: QuotaCell) -> int:
    """What the node takes from its cohort; nothing at a root."""
    return 0 if cell.parent is None else max(0, cell.usage - cell.subtree_quota)


def _surplus(cell: QuotaCell | None) -> int:
    """What the node lends at the moment, and what more it could lend."""
    if cell is None:
        return 0
    return max(0, cell.subtree_quota - max(cell.local_quota, cell.usage))


def _split(amount: int, cells: list[QuotaCell | None]) -> list[int]:
    """``amount`` over the lenders in proportion to their surplus; the remainder in their order."""
    surpluses = [_surplus(cell) for cell in cells]
    total = sum(surpluses)
    amount = min(amount, total)
    shares = [amount * surplus // total if total else 0 for surplus in surpluses]
    left = amount - sum(shares)
    for index, surplus in enumerate(surpluses):
        if left > 0 and shares[index] < surplus:
            shares[index] += 1
            left -= 1
    return shares
