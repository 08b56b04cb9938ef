"""Moving the pods of an unhealthy node elsewhere, all others staying where they are.

Source: Kueue pkg/cache/scheduler/tas_flavor_snapshot.go (findReplacementAssignment,
requiredReplacementDomain, findIncompleteSliceDomain, mergeTopologyAssignments), v0.19.2.
"""

from collections.abc import Iterable
from dataclasses import replace
from typing import TYPE_CHECKING

from kuota.sim.model import (
    PodSetTopologyRequest,
    TopologyAssignment,
    TopologyDomainAssignment,
    WorkloadInfo,
)
from kuota.sim.tas.assumed_usage import AssumedUsage, domain_id
from kuota.sim.tas.failure import PlacementFailure
from kuota.sim.tas.requests import (
    TASPodSetRequests,
)
from kuota.sim.tas.topology_request import level_key, slice_constraints
from kuota.sim.tas.topology_tree import TopologyTree

if TYPE_CHECKING:
    from kuota.sim.tas.flavor_snapshot import TASFlavorSnapshot


def replace_node(
    flavor: "TASFlavorSnapshot",
    request: TASPodSetRequests,
    existing: TopologyAssignment,
    wl: WorkloadInfo,
    assumed: AssumedUsage,
) -> TopologyAssignment | PlacementFailure:
    """The assignment with the pods of the first unhealthy node moved, or why they cannot be.

    The moved pods are added to ``assumed``.
    """
    node = wl.obj.unhealthy_nodes[0]
    staying = tuple(domain for domain in existing.domains if domain.values[-1] != node)
    moving = sum(domain.count for domain in existing.domains if domain.values[-1] == node)
    kept = TopologyAssignment(existing.levels, staying)
    stale = stale_domain(flavor.tree, kept)
    if stale is not None:
        return PlacementFailure(
            flavor.topology,
            "Cannot replace the node, because the existing topologyAssignment is invalid, as it "
            f"contains the stale domain {stale.values[0]}",
        )
    moved = _with_count(request, moving)
    constraints = slice_constraints(request.pod_set.topology_request)
    if constraints and constraints[0].size <= 0:
        return PlacementFailure(
            flavor.topology, "slice topology requested, but slice size not provided"
        )
    within = _required_domain(flavor.tree, moved, kept)
    if constraints and within and moving % constraints[0].size != 0:
        moved.pod_set = replace(moved.pod_set, topology_request=_regrouped(moved))
    found = flavor.find_topology_assignment(moved, None, wl, False, assumed, within)
    if isinstance(found, PlacementFailure):
        return found
    new = found[0]
    if not new.domains:
        return PlacementFailure(
            flavor.topology, f"cannot find replacement assignment for unhealthy node: {node}"
        )
    assumed.append((new, request.single_pod_requests))
    return merge_assignments(flavor.tree, new, kept)


def stale_domain(
    tree: TopologyTree, assignment: TopologyAssignment
) -> TopologyDomainAssignment | None:
    """The first domain of an assignment that has no usable node any more."""
    for domain in assignment.domains:
        if domain_id(domain.values) not in tree.leaf_index:
            return domain
    return None


def merge_assignments(
    tree: TopologyTree, a: TopologyAssignment, b: TopologyAssignment
) -> TopologyAssignment:
    """Both assignments as one, domains in the order of their level values."""
    counts: dict[tuple[str, ...], int] = {}
    for domain in (*a.domains, *b.domains):
        counts[domain.values] = counts.get(domain.values, 0) + domain.count
    ordered = sorted(counts, key=lambda values: domain_id(tree.leaves[_leaf(tree, values)].values))
    return TopologyAssignment(
        a.levels, tuple(TopologyDomainAssignment(values, counts[values]) for values in ordered)
    )


def _with_count(request: TASPodSetRequests, count: int) -> TASPodSetRequests:
    return TASPodSetRequests(
        request.pod_set,
        request.single_pod_requests,
        count,
        request.flavor,
        request.implied,
        request.pod_set_group_name,
        request.pod_set_updates,
    )


def _regrouped(moved: TASPodSetRequests) -> PodSetTopologyRequest:
    """The request with the innermost slices that the moved pods fill, single pods if none."""
    request = moved.pod_set.topology_request or PodSetTopologyRequest()
    topology, size = None, 1
    for layer in reversed(slice_constraints(request)):
        if moved.count % layer.size == 0:
            topology, size = layer.topology, layer.size
            break
    return replace(
        request,
        pod_set_slice_required_topology_constraints=(),
        pod_set_slice_required_topology=topology,
        pod_set_slice_size=size,
    )


def _required_domain(tree: TopologyTree, moved: TASPodSetRequests, kept: TopologyAssignment) -> str:
    """The id of the domain that the moved pods must stay in, empty when any will do."""
    request = moved.pod_set.topology_request
    key = level_key(tree, request)
    if key is None and moved.implied:
        key = tree.levels[-1]
    level = -1 if key is None else tree.level_of(key)
    if level < 0 or not kept.domains:
        return ""
    constraints = slice_constraints(request)
    if constraints and moved.count % constraints[0].size != 0:
        broken = constraints[0]
        for layer in reversed(constraints):
            if moved.count % layer.size != 0:
                broken = layer
                break
        return _incomplete_slice_domain(tree, kept, moved.count, broken.size, broken.topology)
    if request is None or request.required is None:
        return ""
    return tree.domain_id(_above(tree, kept.domains[0].values, level))


def _incomplete_slice_domain(
    tree: TopologyTree, kept: TopologyAssignment, missing: int, size: int, topology: str
) -> str:
    """The first domain whose slices are whole again once it gets the missing pods."""
    level = tree.level_of(topology)
    if level < 0:
        return ""
    pods: dict[int, int] = {}
    for domain in kept.domains:
        above = _above(tree, domain.values, level)
        pods[above] = pods.get(above, 0) + domain.count
    for above in sorted(pods):
        if (pods[above] + missing) % size == 0:
            return tree.domain_id(above)
    return ""


def _leaf(tree: TopologyTree, values: Iterable[str]) -> int:
    return tree.leaf_index[domain_id(tuple(values))]


def _above(tree: TopologyTree, values: tuple[str, ...], level: int) -> int:
    """The domain of a level that a leaf is in."""
    domain = tree.leaf_offset + _leaf(tree, values)
    for _ in range(level, len(tree.levels) - 1):
        domain = tree.parent[domain]
    return domain
