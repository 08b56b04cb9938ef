"""Why no place was found for the pods of a podSet.

Source: Kueue pkg/cache/scheduler/tas_flavor_snapshot.go (tasExclusionStats, notFitMessage,
multiLayerNotFitMessage), v0.19.2.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class ExclusionStats:
    """How many nodes cannot take one single pod, by the first cause that excludes each.

    ``resources`` counts a node under the scarcest of the requested resources, ``taints`` under the
    first taint that is not tolerated, written ``key=value:effect``.
    """

    total_nodes: int
    node_selector: int = 0
    affinity: int = 0
    topology_domain: int = 0
    taints: Mapping[str, int] = field(default_factory=dict)
    resources: Mapping[str, int] = field(default_factory=dict)

    def causes(self) -> list[str]:
        """One text per cause, in Kueue's order."""
        found = [
            f"{name}: {count}"
            for name, count in (
                ("nodeSelector", self.node_selector),
                ("affinity", self.affinity),
                ("topologyDomain", self.topology_domain),
            )
            if count
        ]
        found += [f'taint "{taint}": {count}' for taint, count in self.taints.items()]
        found += [f'resource "{name}": {count}' for name, count in self.resources.items()]
        return sorted(found)

    def __str__(self) -> str:
        causes = self.causes()
        return f". Total nodes: {self.total_nodes}; excluded: {', '.join(causes)}" if causes else ""


@dataclass(frozen=True, slots=True)
class LayerFit:
    """How many slices of one layer fit into the best domain, and how many are asked for."""

    topology: str
    fitting: int
    needed: int


@dataclass(frozen=True, slots=True)
class PlacementFailure:
    """Why placement failed; ``str()`` gives Kueue's message.

    ``problem`` is the message of a request that cannot be evaluated at all, else empty. Units:
    ``fitting`` and ``needed`` count slices, which are pods when ``slice_size`` is 1. ``layers`` is
    filled only for requests with several slice layers.
    """

    topology: str
    problem: str = ""
    fitting: int = 0
    needed: int = 0
    slice_size: int = 1
    layers: tuple[LayerFit, ...] | None = None
    exclusions: ExclusionStats = field(default_factory=lambda: ExclusionStats(0))

    def __str__(self) -> str:
        if self.problem:
            return self.problem
        if self.layers is not None:
            layers = "".join(
                f"; {layer.fitting}/{layer.needed} slice(s) fit on level {layer.topology}"
                for layer in self.layers
            )
            return f'topology "{self.topology}" doesn\'t allow to fit{layers}{self.exclusions}'
        unit = "pod" if self.slice_size == 1 else "slice"
        if self.fitting == 0:
            fit = f"doesn't allow to fit any of {self.needed}"
        else:
            fit = f"allows to fit only {self.fitting} out of {self.needed}"
        return f'topology "{self.topology}" {fit} {unit}(s){self.exclusions}'
