"""What a podSet asks of the topology: level, strictness, slices.

Source: Kueue pkg/cache/scheduler/tas_flavor_snapshot.go (levelKey, isRequired, isUnconstrained,
HasLevel, buildSliceSizeAtLevel), pkg/util/tas/tas.go, v0.19.2.
"""

from collections.abc import Sequence

from kuota.sim.model import (
    PodSetTopologyRequest,
    TopologyConstraint,
)
from kuota.sim.tas.domain_counts import SliceLayers
from kuota.sim.tas.requests import (
    TASPodSetRequests,
)
from kuota.sim.tas.topology_tree import TopologyTree


class InvalidTopologyRequestError(ValueError):
    """The request does not suit the topology; the text is Kueue's reason."""


class PlacementParameters:
    """The request of one podSet (with its leader, if any) in terms of one topology.

    ``constraints`` is empty unless the request has several slice layers.
    """

    __slots__ = (
        "constraints",
        "count",
        "layers",
        "leader_count",
        "requested_level",
        "required",
        "unconstrained",
    )

    def __init__(
        self,
        count: int,
        leader_count: int,
        requested_level: int,
        layers: SliceLayers,
        required: bool,
        unconstrained: bool,
        constraints: Sequence[TopologyConstraint] = (),
    ) -> None:
        self.count = count
        self.leader_count = leader_count
        self.requested_level = requested_level
        self.layers = layers
        self.required = required
        self.unconstrained = unconstrained
        self.constraints = tuple(constraints)

    def slice_count(self) -> int:
        """How many whole slices the pods make."""
        return self.count // self.layers.size


def placement_parameters(
    tree: TopologyTree, requests: TASPodSetRequests, with_leader: bool
) -> PlacementParameters:
    """The parameters of a request. Raises InvalidTopologyRequestError with Kueue's reason."""
    request = requests.pod_set.topology_request
    constraints = slice_constraints(request)
    size = constraints[0].size if constraints else 1
    if size <= 0:
        raise InvalidTopologyRequestError("slice topology requested, but slice size not provided")
    key = level_key(tree, request)
    if key is None and requests.implied:
        key = tree.levels[-1]
    if key is None:
        raise InvalidTopologyRequestError("topology level not specified")
    level = tree.level_of(key)
    if level < 0:
        raise InvalidTopologyRequestError(f"no requested topology level: {key}")
    slice_key = constraints[0].topology if constraints else tree.levels[-1]
    slice_level = tree.level_of(slice_key)
    if slice_level < 0:
        raise InvalidTopologyRequestError(f"no requested topology level for slices: {slice_key}")
    if level > slice_level:
        raise InvalidTopologyRequestError(
            f"podset slice topology {slice_key} is above the podset topology {key}"
        )
    inner = _inner_sizes(tree, constraints, size, slice_level)
    return PlacementParameters(
        requests.count,
        1 if with_leader else 0,
        level,
        SliceLayers(size, slice_level, inner),
        request is not None and request.required is not None,
        (request is not None and bool(request.unconstrained))
        or requests.implied
        or _is_slice_only(request),
        constraints if inner else (),
    )


def has_level(tree: TopologyTree, request: PodSetTopologyRequest | None) -> bool:
    """Whether the topology has every level that the request names."""
    key = level_key(tree, request)
    if key is None or tree.level_of(key) < 0:
        return False
    return all(tree.level_of(layer.topology) >= 0 for layer in slice_constraints(request))


def level_key(tree: TopologyTree, request: PodSetTopologyRequest | None) -> str | None:
    """The node label of the level that the request is about, None when it names none."""
    if request is None:
        return None
    if request.required is not None:
        return request.required
    if request.preferred is not None:
        return request.preferred
    if _is_slice_only(request):
        return tree.levels[0]
    return tree.levels[-1] if request.unconstrained else None


def slice_constraints(request: PodSetTopologyRequest | None) -> tuple[TopologyConstraint, ...]:
    """The slice layers of a request, outermost first, from either form of the API."""
    if request is None:
        return ()
    if request.pod_set_slice_required_topology_constraints:
        return request.pod_set_slice_required_topology_constraints
    if request.pod_set_slice_required_topology is None:
        return ()
    size = request.pod_set_slice_size or 0
    return (TopologyConstraint(request.pod_set_slice_required_topology, size),)


def _is_slice_only(request: PodSetTopologyRequest | None) -> bool:
    if request is None or request.required is not None or request.preferred is not None:
        return False
    return bool(slice_constraints(request))


def _inner_sizes(
    tree: TopologyTree, constraints: Sequence[TopologyConstraint], size: int, level: int
) -> dict[int, int]:
    """The slice size of each level below the outermost layer, as far as layers reach."""
    sizes: dict[int, int] = {}
    for layer in constraints[1:]:
        inner_level = tree.level_of(layer.topology)
        if inner_level < 0:
            raise InvalidTopologyRequestError(
                f"no requested topology level for additional slice layer: {layer.topology}"
            )
        if inner_level <= level:
            raise InvalidTopologyRequestError(
                f"additional slice layer topology {layer.topology} must be at a lower level than "
                f"{tree.levels[level]}"
            )
        if layer.size <= 0 or size % layer.size != 0:
            raise InvalidTopologyRequestError(
                f"additional slice layer size {layer.size} must evenly divide parent layer size "
                f"{size}"
            )
        for between in range(level + 1, inner_level + 1):
            sizes[between] = layer.size
        size = layer.size
        level = inner_level
    return sizes
