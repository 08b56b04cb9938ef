"""Choosing domains for the pods of one podSet: the second phase of placement.

``Placed`` says how many workers and leaders a domain gets. Counts are never changed here; where
Kueue overwrites the state of a domain with what was assigned to it, a Placed carries it on.

Source: Kueue pkg/cache/scheduler/tas_flavor_snapshot.go (findLevelWithFitDomains,
updateCountsToMinimumGeneric, consumeWithLeadersGeneric, prioritizeLeaderDomain), v0.19.2.
"""

from bisect import bisect_left
from collections.abc import Sequence
from typing import Final

from kuota.sim.tas.domain_counts import (
    DOMAIN_MASK,
    SLICE_SHIFT,
    DomainCounts,
)
from kuota.sim.tas.failure import ExclusionStats, LayerFit, PlacementFailure
from kuota.sim.tas.topology_request import PlacementParameters

Placed = tuple[int, int, int]
"""(domain, workers, leaders)."""

_NO_DOMAIN: Final = -1


class Placement:
    """One run of placement over the counts of one request.

    ``least_free`` fills the fullest domains first instead of looking for the best fit: Kueue's
    profile Mixed for unconstrained requests.
    """

    __slots__ = ("arrays", "counts", "least_free", "parameters", "topology", "tree")

    def __init__(
        self,
        topology: str,
        counts: DomainCounts,
        parameters: PlacementParameters,
        profile_mixed: bool,
    ) -> None:
        self.topology = topology
        self.counts = counts
        self.arrays = counts.arrays
        self.tree = counts.tree
        self.parameters = parameters
        self.least_free = parameters.unconstrained and profile_mixed

    def best_fit_domain(
        self, domains: Sequence[int], needed: int, leader_count: int, in_slices: bool
    ) -> int:
        """The first domain with the smallest count that is enough, else the first one.

        Only domains that share the best affinity score are looked at.
        """
        arrays = self.arrays
        if leader_count > 0:
            counts = arrays.slices_with_leader if in_slices else arrays.pods_with_leader
        else:
            counts = arrays.slices if in_slices else arrays.pods
        best = _NO_DOMAIN
        best_count = 0
        for domain in self._top_affinity_tier(domains):
            count = counts[domain]
            if count < needed or (best >= 0 and count >= best_count):
                continue
            if leader_count > 0 and arrays.leaders[domain] < leader_count:
                continue
            best = domain
            best_count = count
        return domains[0] if best < 0 else best

    def find_level_with_fit_domains(self, level: int) -> tuple[int, list[int]] | PlacementFailure:
        """The level to place on, from ``level`` upwards, and domains that hold all pods."""
        parameters = self.parameters
        if not self.tree.level_range(level):
            return PlacementFailure(
                self.topology, f"no topology domains at level: {self.tree.levels[level]}"
            )
        single = self._single_domain(level)
        if single >= 0:
            return level, [single]
        if parameters.required:
            return self._not_fitting(level, self._best_required(level))
        if level > 0 and not parameters.unconstrained:
            return self.find_level_with_fit_domains(level - 1)
        return self._several_domains(level)

    def update_counts_to_minimum(
        self,
        domains: Sequence[int],
        count: int,
        leader_count: int,
        slice_size: int,
        in_slices: bool,
    ) -> list[Placed]:
        """Pods and leaders for the fewest of these domains, taken in order, the last a best fit.

        Empty when the domains do not hold them all.
        """
        domains = self.prioritize_leader_domain(domains, count, leader_count, slice_size, in_slices)
        arrays = self.arrays
        unit = slice_size if in_slices else 1
        remaining = count // slice_size if in_slices else count
        capacity = arrays.slices if in_slices else arrays.pods
        with_leader = arrays.slices_with_leader if in_slices else arrays.pods_with_leader
        best_fit = not self.least_free
        placed: list[Placed] = []
        for index, domain in enumerate(domains):
            if leader_count > 0:
                leaders = arrays.leaders[domain]
                available = with_leader[domain]
                if available >= remaining and leaders >= leader_count:
                    if best_fit:
                        domain = self.best_fit_domain(
                            domains[index:], remaining, leader_count, in_slices
                        )
                    placed.append((domain, remaining * unit, leader_count))
                    return placed
                taken = min(available, remaining)
                leaders = min(leaders, leader_count)
                placed.append((domain, taken * unit, leaders))
                leader_count -= leaders
                remaining -= taken
                continue
            available = capacity[domain]
            if available >= remaining:
                if best_fit:
                    domain = self.best_fit_domain(domains[index:], remaining, 0, in_slices)
                placed.append((domain, remaining * unit, 0))
                return placed
            placed.append((domain, available * unit, 0))
            remaining -= available
        return []

    def prioritize_leader_domain(
        self,
        domains: Sequence[int],
        count: int,
        leader_count: int,
        slice_size: int,
        in_slices: bool,
    ) -> Sequence[int]:
        """The domains, the first that takes the leader without making the pods not fit in front."""
        if leader_count == 0 or len(domains) < 2:
            return domains
        arrays = self.arrays
        capacity = arrays.slices if in_slices else arrays.pods
        with_leader = arrays.slices_with_leader if in_slices else arrays.pods_with_leader
        required = count // slice_size if in_slices else count
        spare = sum([capacity[domain] for domain in domains]) - required
        for index, domain in enumerate(domains):
            if arrays.leaders[domain] < leader_count:
                continue
            if capacity[domain] - with_leader[domain] > spare:
                continue
            if index == 0:
                return domains
            return [domain, *domains[:index], *domains[index + 1 :]]
        return domains

    def _top_affinity_tier(self, domains: Sequence[int]) -> Sequence[int]:
        if not self.arrays.has_scores:
            return domains
        scores = self.arrays.scores
        best = scores[domains[0]]
        for index, domain in enumerate(domains):
            if scores[domain] != best:
                return domains[:index]
        return domains

    def _single_domain(self, level: int) -> int:
        """The one domain of the level that takes everything, if there is one."""
        arrays = self.arrays
        leader_count = self.parameters.leader_count
        needed = self.parameters.slice_count()
        if not arrays.has_leader and not arrays.has_scores:
            return self._single_domain_by_order(level, needed)
        ordered = self.counts.ordered_level(level, self.least_free)
        counts = arrays.slices_with_leader
        for index, domain in enumerate(ordered):
            if counts[domain] < needed or arrays.leaders[domain] < leader_count:
                if self._stops_at_first():
                    break
                continue
            if self.least_free:
                return domain
            return self.best_fit_domain(ordered[index:], needed, leader_count, in_slices=True)
        return _NO_DOMAIN

    def _stops_at_first(self) -> bool:
        """Whether a first domain that does not fit rules out single domains behind it.

        Behind it are domains that take fewer pods, unless affinity scores or the least free
        capacity order them; Kueue then looks on for required requests and with least free capacity.
        """
        return not self.least_free and not (self.parameters.required and self.arrays.has_scores)

    def _single_domain_by_order(self, level: int, needed: int) -> int:
        """As ``_single_domain`` by bisection, where the order depends on counts alone."""
        keys = self.counts.level_keys(level, self.least_free)
        if self.least_free:
            found = bisect_left(keys, needed << SLICE_SHIFT)
            return keys[found] & DOMAIN_MASK if found < len(keys) else _NO_DOMAIN
        enough = bisect_left(keys, (1 - needed) << SLICE_SHIFT)
        if enough == 0:
            return _NO_DOMAIN
        slices = self.arrays.slices[keys[enough - 1] & DOMAIN_MASK]
        return keys[bisect_left(keys, (-slices) << SLICE_SHIFT)] & DOMAIN_MASK

    def _best_required(self, level: int) -> int:
        """The count that Kueue reports as fitting when a required domain is not found."""
        ordered = self.counts.ordered_level(level, self.least_free)
        if self.least_free:
            return self.arrays.pods[ordered[-1]]
        return self.arrays.slices[ordered[0]]

    def _several_domains(self, level: int) -> tuple[int, list[int]] | PlacementFailure:
        if not self.arrays.has_leader and not self.arrays.has_scores:
            return self._several_domains_by_order(level)
        parameters = self.parameters
        arrays = self.arrays
        wanted = remaining = parameters.slice_count()
        leaders_left = parameters.leader_count
        best_fit = not self.least_free
        ordered: Sequence[int] = self.counts.ordered_level(level, self.least_free)
        ordered = self.prioritize_leader_domain(
            ordered, parameters.count, leaders_left, parameters.layers.size, True
        )
        chosen: list[int] = []
        index = 0
        while leaders_left > 0 and index < len(ordered) and arrays.leaders[ordered[index]] > 0:
            domain = ordered[index]
            if best_fit and arrays.slices_with_leader[domain] >= remaining:
                domain = self.best_fit_domain(ordered[index:], remaining, leaders_left, True)
            chosen.append(domain)
            leaders_left -= arrays.leaders[domain]
            remaining -= arrays.slices_with_leader[domain]
            index += 1
        if leaders_left > 0:
            return self._not_fitting(level, parameters.leader_count - leaders_left)
        if parameters.leader_count > 0:
            ordered = arrays.sort(ordered[index:], self.least_free)
        for position, domain in enumerate(ordered):
            if remaining <= 0:
                break
            if best_fit and arrays.slices[domain] >= remaining:
                domain = self.best_fit_domain(ordered[position:], remaining, 0, True)
            chosen.append(domain)
            remaining -= arrays.slices[domain]
        if remaining > 0:
            return self._not_fitting(level, wanted - remaining)
        return level, chosen

    def _several_domains_by_order(self, level: int) -> tuple[int, list[int]] | PlacementFailure:
        """As ``_several_domains`` where the order depends on counts alone.

        Domains without room are passed over: they would get nothing.
        """
        slices = self.arrays.slices
        keys = self.counts.level_keys(level, self.least_free)
        wanted = remaining = self.parameters.slice_count()
        index = bisect_left(keys, 1 << SLICE_SHIFT) if self.least_free else 0
        chosen: list[int] = []
        while remaining > 0 and index < len(keys):
            domain = keys[index] & DOMAIN_MASK
            if not self.least_free and slices[domain] >= remaining:
                enough = bisect_left(keys, (1 - remaining) << SLICE_SHIFT)
                smallest = slices[keys[enough - 1] & DOMAIN_MASK]
                index = max(index, bisect_left(keys, (-smallest) << SLICE_SHIFT))
                domain = keys[index] & DOMAIN_MASK
            chosen.append(domain)
            remaining -= slices[domain]
            index += 1
        return self._not_fitting(level, wanted - remaining) if remaining > 0 else (level, chosen)

    def _not_fitting(self, level: int, fitting: int) -> PlacementFailure:
        parameters = self.parameters
        matching = self.counts.matching
        exclusions = ExclusionStats(
            matching.total_nodes,
            matching.node_selector,
            matching.affinity,
            matching.topology_domain,
            matching.taints,
            {name: nodes for name, nodes in self.counts.excluded_by_resource.items() if nodes},
        )
        return PlacementFailure(
            self.topology,
            "",
            fitting,
            parameters.slice_count(),
            parameters.layers.size,
            self._layer_fits(level) if parameters.constraints else None,
            exclusions,
        )

    def _layer_fits(self, level: int) -> tuple[LayerFit, ...]:
        """What of each layer fits into the domain that takes the most slices."""
        tree = self.tree
        slices = self.arrays.slices
        best = min(tree.level_range(level), key=lambda d: (-slices[d], tree.domain_id(d)))
        fits: list[LayerFit] = []
        for layer in self.parameters.constraints:
            domains: list[int] = [best]
            for _ in range(level, tree.level_of(layer.topology)):
                domains = [child for domain in domains for child in tree.children(domain)]
            fitting = sum([self.arrays.pods[domain] // layer.size for domain in domains])
            fits.append(LayerFit(layer.topology, fitting, self.parameters.count // layer.size))
        return tuple(fits)
