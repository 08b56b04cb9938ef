"""All flavors with a topology, over the nodes of one cluster.

Source: Kueue pkg/cache/scheduler/tas_cache.go, tas_flavor.go, snapshot.go, v0.19.2.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from kuota.sim.model import (
    Requests,
    ResourceFlavor,
    TASUsage,
    Topology,
    TopologyDomainRequests,
)
from kuota.sim.settings import (
    Settings,
)
from kuota.sim.tas.capacity_classes import RequestShapes
from kuota.sim.tas.flavor_snapshot import TASFlavorSnapshot
from kuota.sim.tas.nodes import Node, matches_flavor, node_from, non_tas_usage
from kuota.sim.tas.topology_tree import TopologyTree

_PlacedPods = dict[tuple[tuple[str, ...], int], int]
"""(domain values, shape of the pod) to the number of pods there."""


class TASCache:
    """The flavors with a topology, their nodes, and the pods placed on them for good.

    ``flavors`` holds those flavors whose Topology exists.
    """

    __slots__ = (
        "_all_flavors",
        "_nodes",
        "_non_tas_usage",
        "_placed",
        "_requests",
        "_settings",
        "_shapes",
        "_topologies",
        "flavors",
    )

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._shapes = RequestShapes()
        self._requests: dict[int, Requests] = {}
        self._all_flavors: dict[str, ResourceFlavor] = {}
        self._topologies: dict[str, Topology] = {}
        self._nodes: dict[str, Node] = {}
        self._non_tas_usage: dict[str, Requests] = {}
        self._placed: dict[str, _PlacedPods] = {}
        self.flavors: dict[str, TASFlavorSnapshot] = {}

    def set_objects(
        self,
        flavors: Mapping[str, ResourceFlavor],
        topologies: Mapping[str, Topology],
        nodes: Iterable[Mapping[str, Any]],
        pods: Iterable[Mapping[str, Any]] = (),
    ) -> None:
        """Replaces flavors, topologies, nodes and other pods; placed pods stay."""
        self._all_flavors = dict(flavors)
        self._topologies = dict(topologies)
        found = [node_from(obj) for obj in nodes]
        self._nodes = {node.name: node for node in found}
        self._non_tas_usage = non_tas_usage(pods)
        self._rebuild_all()

    def update_node(self, obj: Mapping[str, Any]) -> None:
        """Adds a node or replaces the one of its name."""
        node = node_from(obj)
        before = self._nodes.get(node.name)
        self._nodes[node.name] = node
        self._rebuild_around(before, node)

    def delete_node(self, name: str) -> None:
        """Takes a node away; pods placed on it are remembered for its return."""
        before = self._nodes.pop(name, None)
        self._rebuild_around(before, None)

    def begin_cycle(self) -> None:
        """Marks the start of a scheduling cycle."""
        for flavor in self.flavors.values():
            flavor.begin_cycle()

    def add_usage(self, usage: TASUsage) -> None:
        """Places the pods of an admitted workload for good."""
        self._change_usage(usage, 1)

    def remove_usage(self, usage: TASUsage) -> None:
        """Takes the pods of a workload away that ``add_usage`` placed."""
        self._change_usage(usage, -1)

    def _change_usage(self, usage: TASUsage, sign: int) -> None:
        overlapping = self._settings.features.tas_handle_overlapping_flavors
        for name, domains in usage.items():
            own = self.flavors.get(name)
            if own is None:
                continue
            placed = self._placed.setdefault(name, {})
            for domain in domains:
                shape = self._shapes.shape(domain.single_pod_requests)
                self._requests.setdefault(shape, domain.single_pod_requests)
                key = (domain.values, shape)
                count = placed.get(key, 0) + sign * domain.count
                if count:
                    placed[key] = count
                else:
                    placed.pop(key, None)
            own.update_tas_usage(domains, sign)
            if overlapping and own.is_lowest_level_node:
                for other in self.flavors.values():
                    if other is not own and other.is_lowest_level_node:
                        other.update_tas_usage(domains, sign)

    def _rebuild_all(self) -> None:
        self.flavors = {}
        for flavor in self._all_flavors.values():
            if flavor.topology_name and flavor.topology_name in self._topologies:
                self._rebuild(flavor)

    def _rebuild_around(self, *changed: Node | None) -> None:
        """Rebuilds the flavors that contain, or contained, one of these nodes."""
        for name in list(self.flavors):
            flavor = self._all_flavors[name]
            levels = self._topologies[flavor.topology_name].levels
            if any(
                node is not None and matches_flavor(node, flavor.node_labels, levels)
                for node in changed
            ):
                self._rebuild(flavor)

    def _rebuild(self, flavor: ResourceFlavor) -> None:
        levels = self._topologies[flavor.topology_name].levels
        nodes = [
            node
            for node in self._nodes.values()
            if node.usable and matches_flavor(node, flavor.node_labels, levels)
        ]
        tree = TopologyTree(levels, nodes, self._non_tas_usage)
        snapshot = self.flavors.get(flavor.name)
        if snapshot is None:
            snapshot = self.flavors[flavor.name] = TASFlavorSnapshot(
                flavor.topology_name,
                tree,
                flavor.tolerations,
                self._settings.features,
                self._shapes,
            )
        else:
            snapshot.replace_tree(tree)
        for name, placed in self._placed.items():
            if name == flavor.name or self._shares_nodes(name, snapshot):
                snapshot.update_tas_usage(self._domain_requests(placed), 1)

    def _shares_nodes(self, name: str, snapshot: TASFlavorSnapshot) -> bool:
        """Whether pods of the named flavor count on the nodes of ``snapshot`` too."""
        if not self._settings.features.tas_handle_overlapping_flavors:
            return False
        other = self._all_flavors.get(name)
        topology = self._topologies.get(other.topology_name) if other is not None else None
        return (
            topology is not None
            and snapshot.is_lowest_level_node
            and topology.levels[-1:] == snapshot.tree.levels[-1:]
        )

    def _domain_requests(self, placed: _PlacedPods) -> list[TopologyDomainRequests]:
        return [
            TopologyDomainRequests(values, self._requests[shape], count)
            for (values, shape), count in placed.items()
        ]
