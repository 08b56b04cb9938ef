"""Placement by itself: nodes, a topology and podSets in, places or reasons out.

No queue, quota or other workload takes part. Example::

    rack = open_flavor(nodes, topology)
    places = place(rack, workload["spec"]["podSets"])
    if places.failure is None:
        rack.update_tas_usage(places.usage, 1)   # the next podSets find these nodes taken
    else:
        print(places.failure)                    # or read its numbers

``rack.copy()`` is a flavor to try things out on; it costs a list of the leaves.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from kuota.sim.features import Features
from kuota.sim.model import (
    PodSet,
    TASFlavorUsage,
    TopologyAssignment,
    TopologyDomainRequests,
)
from kuota.sim.objects import resource_flavor_from, topology_from
from kuota.sim.tas.capacity_classes import RequestShapes
from kuota.sim.tas.failure import PlacementFailure
from kuota.sim.tas.flavor_snapshot import TASFlavorSnapshot, tas_failure
from kuota.sim.tas.nodes import matches_flavor, node_from, non_tas_usage
from kuota.sim.tas.requests import (
    TASPodSetRequests,
)
from kuota.sim.tas.topology_tree import TopologyTree
from kuota.sim.workload_info import is_explicitly_requesting_tas
from kuota.sim.workload_object import workload_from

Object = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Places:
    """Where the podSets go, by name; or the podSet that found no place, and why.

    ``usage`` is what the podSets take, in the form that ``TASFlavorSnapshot.update_tas_usage``
    reads. Without a failure every podSet has an assignment.
    """

    assignments: dict[str, TopologyAssignment]
    usage: TASFlavorUsage
    failed: str = ""
    failure: PlacementFailure | None = None


def open_flavor(
    nodes: Iterable[Object],
    topology: Object,
    flavor: Object | None = None,
    pods: Iterable[Object] = (),
    features: Features | None = None,
) -> TASFlavorSnapshot:
    """A flavor over these Node objects, with nothing on it but the given Pod objects.

    Without a ResourceFlavor object every node that has all labels of the Topology belongs to it.
    """
    levels = topology_from(topology).levels
    labels: Mapping[str, str] = {}
    if flavor is not None:
        labels = resource_flavor_from(flavor).node_labels
    known = [node_from(obj) for obj in nodes]
    usable = [node for node in known if node.usable and matches_flavor(node, labels, levels)]
    return TASFlavorSnapshot(
        topology["metadata"]["name"],
        TopologyTree(levels, usable, non_tas_usage(pods)),
        () if flavor is None else resource_flavor_from(flavor).tolerations,
        features or Features(),
        RequestShapes(),
    )


def place(
    flavor: TASFlavorSnapshot, pod_sets: Iterable[Object], simulate_empty: bool = False
) -> Places:
    """Places for the podSets of one workload, written as in ``spec.podSets``, all or none.

    A podSet without a topologyRequest may go anywhere. ``simulate_empty`` disregards what is on the
    nodes, pods outside Kueue apart. The flavor is left as it is.
    """
    known = workload_from({"spec": {"podSets": list(pod_sets)}}).pod_sets
    found = flavor.find_topology_assignments_for_flavor(
        [_requests(pod_set) for pod_set in known], simulate_empty=simulate_empty
    )
    failed = tas_failure(found)
    if failed is not None:
        return Places({}, [], failed[0], failed[1])
    assignments: dict[str, TopologyAssignment] = {}
    usage: TASFlavorUsage = []
    for pod_set in known:
        assignment = found[pod_set.name].topology_assignment
        if assignment is not None:
            assignments[pod_set.name] = assignment
            for domain in assignment.domains:
                usage.append(TopologyDomainRequests(domain.values, pod_set.requests, domain.count))
    return Places(assignments, usage)


def _requests(pod_set: PodSet) -> TASPodSetRequests:
    request = pod_set.topology_request
    return TASPodSetRequests(
        pod_set,
        pod_set.requests,
        pod_set.count,
        "",
        not is_explicitly_requesting_tas([pod_set]),
        None if request is None else request.pod_set_group_name,
    )
