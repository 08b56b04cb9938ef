"""One flavor with a topology: what its nodes hold, and places for podSets.

Source: Kueue pkg/cache/scheduler/tas_flavor_snapshot.go, v0.19.2.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from kuota.sim.features import Features
from kuota.sim.model import (
    PodSetTopologyRequest,
    TASFlavorUsage,
    Toleration,
    TopologyAssignment,
    TopologyDomainAssignment,
    WorkloadInfo,
)
from kuota.sim.tas.assumed_usage import AssumedUsage, domain_id
from kuota.sim.tas.capacity_classes import RequestShapes
from kuota.sim.tas.descent import place_on_leaves
from kuota.sim.tas.domain_counts import DomainCounts
from kuota.sim.tas.failure import PlacementFailure
from kuota.sim.tas.flavor_assignments import find_assignments
from kuota.sim.tas.leaf_capacity import LeafCapacities, empty_leaves
from kuota.sim.tas.matching_leaves import (
    InvalidRequirementsError,
    MatchingLeaves,
    PodRequirements,
    matching_leaves,
    pod_requirements,
)
from kuota.sim.tas.placement import Placed, Placement
from kuota.sim.tas.requests import (
    FlavorTASRequests,
    TASAssignmentsResult,
    TASPodSetRequests,
)
from kuota.sim.tas.topology_request import (
    InvalidTopologyRequestError,
    PlacementParameters,
    has_level,
    placement_parameters,
)
from kuota.sim.tas.topology_tree import TopologyTree

_MAX_COUNTS: Final = 64
_MAX_MATCHING: Final = 256


class TASFlavorSnapshot:
    """The live state of one flavor, kept between cycles.

    ``topology`` is the name of the Topology. Usage goes in and out through ``update_tas_usage``;
    nothing else changes what later calls see.
    """

    __slots__ = (
        "_counts",
        "_matching",
        "_scored",
        "capacities",
        "features",
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
        self.features = features
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
            self.features,
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
            leaf = index.get(domain_id(domain.values), -1)
            if leaf >= 0:
                shape = self.shapes.shape(domain.single_pod_requests)
                capacities.take(leaf, shape, sign * domain.count)

    def fits(self, usage: TASFlavorUsage) -> bool:
        """Whether every domain has room for its pods, each domain and podSet looked at alone.

        The limit of pods is not looked at, and pods without requests never fit, as in Kueue.
        """
        capacities = self.capacities
        for domain in usage:
            leaf = self.tree.leaf_index.get(domain_id(domain.values), -1)
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
        assumed = [] if assumed_usage is None else assumed_usage
        return find_assignments(self, requests, wl, simulate_empty, assumed)

    def find_topology_assignment(
        self,
        workers: TASPodSetRequests,
        leader: TASPodSetRequests | None,
        wl: WorkloadInfo | None,
        simulate_empty: bool,
        assumed: AssumedUsage,
        within: str = "",
    ) -> tuple[TopologyAssignment, TopologyAssignment | None] | PlacementFailure:
        """Places for the workers and, if there is one, the leader; or why there are none.

        ``within`` is the id of a domain that all pods must be in, empty for anywhere.
        """
        try:
            parameters = placement_parameters(self.tree, workers, leader is not None)
            matching = self._matching_leaves(workers, wl)
        except (InvalidTopologyRequestError, InvalidRequirementsError) as error:
            return PlacementFailure(self.topology, str(error))
        if within:
            matching = matching.restricted(self.tree, within)
        counts = self._domain_counts(workers, leader, parameters, matching, simulate_empty)
        counts.synchronize()
        if assumed:
            self._assume(counts, assumed, simulate_empty)
        placement = Placement(self.topology, counts, parameters, self.features.tas_profile_mixed)
        placed = place_on_leaves(placement, self.features.tas_balanced_placement)
        if isinstance(placed, PlacementFailure):
            return placed
        placed.sort()
        led = None if leader is None else self._assignment(placed, 2)
        return self._assignment(placed, 1), led

    def _matching_leaves(
        self, requests: TASPodSetRequests, wl: WorkloadInfo | None
    ) -> MatchingLeaves:
        requirements = pod_requirements(
            requests.pod_set,
            requests.pod_set_updates,
            self.tolerations,
            self.is_lowest_level_node,
            self.features.tas_respect_node_affinity_preferred,
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
        left: dict[int, int] = {}
        for assignment, requests in assumed:
            shape = self.shapes.shape(requests)
            for domain in assignment.domains:
                leaf = self.tree.leaf_index.get(domain_id(domain.values), -1)
                if leaf >= 0:
                    before = left.get(leaf, classes[leaf])
                    left[leaf] = capacities.classes.after(before, shape, domain.count)
        counts.assume(list(left.items()))

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
