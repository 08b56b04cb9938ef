"""One flavor with a topology: what its nodes hold, and places for podSets.

Source: Kueue pkg/cache/scheduler/tas_flavor_snapshot.go, v0.19.2.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from kuota.sim.features import Features
from kuota.sim.model import (
    FlavorTASRequests,
    PodSetTopologyRequest,
    Requests,
    TASAssignmentsResult,
    TASFlavorUsage,
    TASPodSetAssignmentResult,
    TASPodSetRequests,
    Toleration,
    TopologyAssignment,
    TopologyDomainAssignment,
    WorkloadInfo,
)
from kuota.sim.tas.capacity_classes import RequestShapes
from kuota.sim.tas.descent import place_on_leaves
from kuota.sim.tas.domain_counts import DomainCounts
from kuota.sim.tas.failure import PlacementFailure
from kuota.sim.tas.leaf_capacity import LeafCapacities, empty_leaves
from kuota.sim.tas.matching_leaves import (
    InvalidRequirementsError,
    MatchingLeaves,
    PodRequirements,
    matching_leaves,
    pod_requirements,
)
from kuota.sim.tas.nodes import PODS
from kuota.sim.tas.placement import Placed, Placement
from kuota.sim.tas.topology_request import (
    InvalidTopologyRequestError,
    PlacementParameters,
    has_level,
    placement_parameters,
)
from kuota.sim.tas.topology_tree import TopologyTree

AssumedUsage = dict[str, Requests]
"""Domain id to what podSets of the same workload, placed before, take there; pods included."""

_MAX_COUNTS: Final = 64
_MAX_MATCHING: Final = 256


class TASFlavorSnapshot:
    """The live state of one flavor, kept between cycles.

    ``topology`` is the name of the Topology. Usage goes in and out through ``update_tas_usage``;
    nothing else changes what later calls see.
    """

    __slots__ = (
        "_counts",
        "_features",
        "_matching",
        "_scored",
        "capacities",
        "is_lowest_level_node",
        "shapes",
        "tolerations",
        "topology",
        "tree",
    )

    def __init__(
        self,
        topology: str,
        tree: TopologyTree,
        tolerations: Sequence[Toleration],
        features: Features,
        shapes: RequestShapes,
        capacities: LeafCapacities | None = None,
    ) -> None:
        self.topology = topology
        self.tree = tree
        self.tolerations = tuple(tolerations)
        self.is_lowest_level_node = tree.is_lowest_level_node
        self.shapes = shapes
        self.capacities = empty_leaves(tree, shapes) if capacities is None else capacities
        self._features = features
        self._counts: dict[tuple[object, ...], DomainCounts] = {}
        self._matching: dict[PodRequirements, MatchingLeaves] = {}
        self._scored: set[tuple[str, str]] = set()

    def replace_tree(self, tree: TopologyTree) -> None:
        """Takes over other nodes, with nothing on them."""
        self.tree = tree
        self.capacities = empty_leaves(tree, self.shapes)
        self._counts = {}
        self._matching = {}

    def copy(self) -> "TASFlavorSnapshot":
        """A flavor of its own with the same usage. Costs one list of the leaves."""
        other = TASFlavorSnapshot(
            self.topology,
            self.tree,
            self.tolerations,
            self._features,
            self.shapes,
            self.capacities.copy(),
        )
        other._matching = self._matching
        return other

    def begin_cycle(self) -> None:
        """Marks the start of a scheduling cycle."""
        self._scored.clear()

    def has_level(self, request: PodSetTopologyRequest | None) -> bool:
        """Whether the topology has every level that the request names."""
        return has_level(self.tree, request)

    def update_tas_usage(self, usage: TASFlavorUsage, sign: int) -> None:
        """Adds (``sign`` 1) or takes away (-1) pods. Domains without a node are passed over."""
        capacities = self.capacities
        index = self.tree.leaf_index
        for domain in usage:
            leaf = index.get(",".join(domain.values), -1)
            if leaf >= 0:
                shape = self.shapes.shape(domain.single_pod_requests)
                capacities.take(leaf, shape, sign * domain.count)

    def fits(self, usage: TASFlavorUsage) -> bool:
        """Whether every domain has room for its pods, each domain and podSet looked at alone.

        The limit of pods is not looked at, and pods without requests never fit, as in Kueue.
        """
        capacities = self.capacities
        for domain in usage:
            leaf = self.tree.leaf_index.get(",".join(domain.values), -1)
            if leaf < 0:
                return False
            shape = self.shapes.shape(domain.single_pod_requests)
            fit = capacities.classes.fit(shape, with_pod=False)
            if fit.count(capacities.remaining[leaf]) < domain.count:
                return False
        return True

    def find_topology_assignments_for_flavor(
        self,
        requests: FlavorTASRequests,
        wl: WorkloadInfo | None = None,
        simulate_empty: bool = False,
        assumed_usage: AssumedUsage | None = None,
    ) -> TASAssignmentsResult:
        """Places for podSets that all want this flavor, in order; ends with the first failure.

        ``simulate_empty`` disregards all TAS workloads. ``assumed_usage`` is read and extended.
        """
        assumed: AssumedUsage = {} if assumed_usage is None else assumed_usage
        result: TASAssignmentsResult = {}
        groups: dict[str, FlavorTASRequests] = {}
        for index, request in enumerate(requests):
            name = request.pod_set_group_name
            groups.setdefault(f"{index}" if name is None else name, []).append(request)
        for group in groups.values():
            workers, leader = _workers_and_leader(group)
            found = self._find_topology_assignment(workers, leader, wl, simulate_empty, assumed)
            if isinstance(found, PlacementFailure):
                for request in group:
                    result[request.pod_set.name] = TASPodSetAssignmentResult(None, found)
                return result
            roles = [workers] if leader is None else [workers, leader]
            for part, request in enumerate(roles, 1):
                assignment = self._assignment(found, part)
                result[request.pod_set.name] = TASPodSetAssignmentResult(assignment)
                _add_assumed_usage(assumed, assignment, request.single_pod_requests)
        return result

    def _find_topology_assignment(
        self,
        workers: TASPodSetRequests,
        leader: TASPodSetRequests | None,
        wl: WorkloadInfo | None,
        simulate_empty: bool,
        assumed: AssumedUsage,
    ) -> list[Placed] | PlacementFailure:
        """The leaves of workers and leader in Kueue's order, or why there are none."""
        try:
            parameters = placement_parameters(self.tree, workers, leader is not None)
            matching = self._matching_leaves(workers, wl)
        except (InvalidTopologyRequestError, InvalidRequirementsError) as error:
            return PlacementFailure(self.topology, str(error))
        counts = self._domain_counts(workers, leader, parameters, matching, simulate_empty)
        counts.synchronize()
        if assumed:
            self._assume(counts, assumed, simulate_empty)
        placement = Placement(self.topology, counts, parameters, self._features.tas_profile_mixed)
        placed = place_on_leaves(placement, self._features.tas_balanced_placement)
        if not isinstance(placed, PlacementFailure):
            placed.sort()
        return placed

    def _matching_leaves(
        self, requests: TASPodSetRequests, wl: WorkloadInfo | None
    ) -> MatchingLeaves:
        requirements = pod_requirements(
            requests.pod_set,
            requests.pod_set_updates,
            self.tolerations,
            self.is_lowest_level_node,
            self._features.tas_respect_node_affinity_preferred,
        )
        if requirements.preferred and wl is not None and wl.obj.uid:
            # Kueue keeps the matching nodes of a podSet for the cycle, but not their scores: from
            # the second attempt on all nodes score alike.
            key = (wl.obj.uid, requests.pod_set.name)
            if key in self._scored:
                requirements = replace(requirements, preferred=())
            self._scored.add(key)
        found = self._matching.get(requirements)
        if found is None:
            if len(self._matching) >= _MAX_MATCHING:
                self._matching = {}
            found = self._matching[requirements] = matching_leaves(self.tree, requirements)
        return found

    def _domain_counts(
        self,
        workers: TASPodSetRequests,
        leader: TASPodSetRequests | None,
        parameters: PlacementParameters,
        matching: MatchingLeaves,
        simulate_empty: bool,
    ) -> DomainCounts:
        capacities = self.capacities
        if capacities.compact():
            self._counts.clear()
        capacities.trim_changes()
        shape = self.shapes.shape(workers.single_pod_requests)
        leader_shape = -1
        if leader is not None:
            leader_shape = self.shapes.shape(leader.single_pod_requests)
        key = (shape, leader_shape, id(matching), simulate_empty, parameters.layers.key())
        found = self._counts.pop(key, None)
        if found is None:
            if len(self._counts) >= _MAX_COUNTS:
                del self._counts[next(iter(self._counts))]
            found = DomainCounts(
                self.tree,
                capacities,
                matching,
                parameters.layers,
                shape,
                leader_shape,
                simulate_empty,
            )
        self._counts[key] = found
        return found

    def _assume(self, counts: DomainCounts, assumed: AssumedUsage, on_empty: bool) -> None:
        capacities = self.capacities
        classes = capacities.free if on_empty else capacities.remaining
        changes: list[tuple[int, int]] = []
        for domain_id, requests in assumed.items():
            leaf = self.tree.leaf_index.get(domain_id, -1)
            if leaf >= 0:
                changes.append((leaf, capacities.classes.less(classes[leaf], requests)))
        counts.assume(changes)

    def _assignment(self, placed: Sequence[Placed], part: int) -> TopologyAssignment:
        """The assignment of the workers (``part`` 1) or leaders (2)."""
        tree = self.tree
        values = tree.assignment_values
        offset = tree.leaf_offset
        return TopologyAssignment(
            tree.assignment_levels,
            tuple(
                [
                    TopologyDomainAssignment(values[item[0] - offset], item[part])
                    for item in placed
                    if item[part] > 0
                ]
            ),
        )


def tas_failure(result: TASAssignmentsResult) -> tuple[str, PlacementFailure, str] | None:
    """The first podSet without a place: its name, why, and the flavor it was tried on."""
    for name, assignment in result.items():
        if assignment.failure is not None:
            return name, assignment.failure, assignment.flavor
    return None


def _workers_and_leader(
    group: FlavorTASRequests,
) -> tuple[TASPodSetRequests, TASPodSetRequests | None]:
    """The podSets of a group by role: the one with fewer pods is the leader."""
    if len(group) == 1:
        return group[0], None
    first, second = group[0], group[1]
    return (second, first) if second.count > first.count else (first, second)


def _add_assumed_usage(
    assumed: AssumedUsage, assignment: TopologyAssignment, requests: Requests
) -> None:
    for domain in assignment.domains:
        total = assumed.setdefault(",".join(domain.values), {})
        for resource, amount in requests.items():
            total[resource] = total.get(resource, 0) + amount * domain.count
        total[PODS] = total.get(PODS, 0) + domain.count
