"""Balanced placement: spread slices evenly over as few domains as hold them (an alpha gate).

Source: Kueue pkg/cache/scheduler/tas_balanced_placement.go, v0.19.2.
"""

import math
from collections.abc import Sequence
from typing import Final

from kuota.sim.tas.domain_counts import CountArrays, SliceLayers
from kuota.sim.tas.topology_request import PlacementParameters

_NO_DOMAIN: Final = -1


class _DomainSet:
    """A set of domains: a smaller set, and one more domain."""

    __slots__ = ("domain", "smaller")

    def __init__(self, smaller: "_DomainSet | None", domain: int) -> None:
        self.smaller = smaller
        self.domain = domain

    def members(self) -> list[int]:
        """The domains in the order in which they were added."""
        found: list[int] = []
        last: _DomainSet | None = self
        while last is not None:
            found.append(last.domain)
            last = last.smaller
        found.reverse()
        return found


_Sets = dict[tuple[int, int], _DomainSet | None]


class BalancedDomains:
    """Domains with the pods that balanced placement gave them, written into ``arrays``."""

    __slots__ = ("arrays", "domains", "level")

    def __init__(self, arrays: CountArrays, domains: list[int], level: int) -> None:
        self.arrays = arrays
        self.domains = domains
        self.level = level


def find_balanced_domains(
    arrays: CountArrays, parameters: PlacementParameters
) -> BalancedDomains | None:
    """Domains for a preferred request, or None when nothing balanced is found."""
    search = _Search(arrays.copy(), arrays, parameters)
    group, threshold = search.best_group()
    if threshold <= 0:
        return None
    search.prune(group, threshold)
    domains: Sequence[int] = group
    level = parameters.requested_level
    if level < parameters.layers.level:
        chosen = select_optimal_domain_set(search.arrays, parameters, group, by_entropy=True)
        if chosen is None:
            return None
        domains = search.children(chosen)
        level += 1
    placed = place_slices_balanced(search.arrays, parameters, domains, threshold)
    return None if placed is None else BalancedDomains(search.arrays, placed, level)


class GreedyFit:
    """How many domains a greedy choice takes, and the last ones of it; -1 for none."""

    __slots__ = ("domain_count", "last", "last_with_leader")

    def __init__(self, domain_count: int, last: int, last_with_leader: int) -> None:
        self.domain_count = domain_count
        self.last = last
        self.last_with_leader = last_with_leader


def evaluate_greedy(
    arrays: CountArrays, domains: Sequence[int], slice_count: int, leader_count: int
) -> GreedyFit | None:
    """A greedy choice of domains for the slices and leaders, None when they do not hold them."""
    chosen = 0
    last = last_with_leader = _NO_DOMAIN
    remaining = slice_count
    leaders_left = leader_count
    ordered: Sequence[int] = domains
    if leader_count > 0:
        ordered = arrays.sort_with_leader(domains, ascending=False)
        index = 0
        while leaders_left > 0 and index < len(ordered) and arrays.leaders[ordered[index]] > 0:
            last_with_leader = ordered[index]
            leaders_left -= arrays.leaders[last_with_leader]
            remaining -= arrays.slices_with_leader[last_with_leader]
            chosen += 1
            index += 1
        ordered = ordered[index:]
    if leaders_left > 0:
        return None
    for domain in arrays.sort(ordered, ascending=False):
        if remaining <= 0 or arrays.slices[domain] <= 0:
            break
        last = domain
        remaining -= arrays.slices[domain]
        chosen += 1
    return None if remaining > 0 else GreedyFit(chosen, last, last_with_leader)


class _Search:
    """The search for the siblings that allow the highest minimum of slices per domain."""

    __slots__ = ("arrays", "base", "layers", "leader_count", "parameters", "tree")

    def __init__(
        self, arrays: CountArrays, base: CountArrays, parameters: PlacementParameters
    ) -> None:
        self.arrays = arrays
        self.base = base
        self.tree = arrays.tree
        self.parameters = parameters
        self.leader_count = parameters.leader_count
        self.layers = SliceLayers(parameters.layers.size, parameters.layers.level, {})

    def best_group(self) -> tuple[range, int]:
        """Sibling domains of the requested level, and the threshold: 0 when there is none."""
        best = range(0)
        best_threshold = best_domain_count = 0
        for group in self._groups():
            threshold, domain_count = self._evaluate(group, best_threshold)
            self._restore(group)
            if threshold > best_threshold or (
                0 < threshold == best_threshold and domain_count < best_domain_count
            ):
                best, best_threshold, best_domain_count = group, threshold, domain_count
        return best, best_threshold

    def prune(self, group: range, threshold: int) -> None:
        """Takes out domains that cannot hold ``threshold`` slices, and the children of the rest."""
        for domain in group:
            for child in self.tree.children(domain):
                self._prune_domain(child, threshold)
        self._roll_up(group)
        for domain in group:
            self._prune_domain(domain, threshold)

    def children(self, domains: Sequence[int]) -> list[int]:
        """The domains right below these."""
        return [child for domain in domains for child in self.tree.children(domain)]

    def _groups(self) -> list[range]:
        level = self.parameters.requested_level
        if level == 0:
            return [self.tree.level_range(0)]
        return [self.tree.children(above) for above in self.tree.level_range(level - 1)]

    def _evaluate(self, group: range, at_least: int) -> tuple[int, int]:
        """The threshold that a group allows and the domains it then takes; (0, 0) for none."""
        arrays = self.arrays
        slice_count = self.parameters.slice_count()
        below = self.parameters.requested_level < self.parameters.layers.level
        domains = self.children(group) if below else group
        fit = evaluate_greedy(arrays, domains, slice_count, self.leader_count)
        if fit is None or fit.domain_count == 0:
            return 0, 0
        threshold = slice_count // fit.domain_count
        if fit.last_with_leader >= 0:
            threshold = min(threshold, arrays.slices_with_leader[fit.last_with_leader])
        if fit.last >= 0:
            threshold = min(threshold, arrays.slices[fit.last])
        reserving = threshold
        if self.leader_count > 0 and fit.last >= 0:
            reserving = min(threshold, arrays.slices_with_leader[fit.last])
        if threshold < at_least:
            return 0, 0
        self.prune(group, threshold)
        pruned = evaluate_greedy(arrays, group, slice_count, self.leader_count)
        if pruned is None and reserving < threshold:
            if reserving <= 0 or reserving < at_least:
                return 0, 0
            threshold = reserving
            self._restore(group)
            self.prune(group, threshold)
            pruned = evaluate_greedy(arrays, group, slice_count, self.leader_count)
        return (0, 0) if pruned is None else (threshold, pruned.domain_count)

    def _subtree(self, group: range) -> list[range]:
        """The domains of a group of siblings and of every level below it."""
        tree = self.tree
        levels = [group]
        while group and group.start < tree.leaf_offset:
            group = range(tree.child_start[group.start], tree.child_end[group.stop - 1])
            levels.append(group)
        return levels

    def _restore(self, group: range) -> None:
        arrays = self.arrays
        base = self.base
        for part in self._subtree(group):
            start, stop = part.start, part.stop
            arrays.pods[start:stop] = base.pods[start:stop]
            arrays.slices[start:stop] = base.slices[start:stop]
            arrays.leaders[start:stop] = base.leaders[start:stop]
            if arrays.has_leader:
                arrays.pods_with_leader[start:stop] = base.pods_with_leader[start:stop]
                arrays.slices_with_leader[start:stop] = base.slices_with_leader[start:stop]

    def _roll_up(self, group: range) -> None:
        levels = self._subtree(group)
        level = self.parameters.requested_level + len(levels) - 1
        arrays = self.arrays
        layers = self.layers
        if level == layers.level:
            for leaf in levels[-1]:
                arrays.slices[leaf] = arrays.pods[leaf] // layers.size
                arrays.slices_with_leader[leaf] = arrays.pods_with_leader[leaf] // layers.size
        for part in reversed(levels[:-1]):
            level -= 1
            for domain in part:
                arrays.roll_up(domain, level, layers)

    def _prune_domain(self, domain: int, threshold: int) -> None:
        arrays = self.arrays
        too_small = arrays.slices[domain] < threshold
        if too_small or (
            self.leader_count > 0
            and arrays.leaders[domain] > 0
            and arrays.slices_with_leader[domain] < threshold
        ):
            for part in self._subtree(range(domain, domain + 1)):
                start, stop = part.start, part.stop
                zeros = [0] * (stop - start)
                arrays.leaders[start:stop] = zeros
                arrays.pods_with_leader[start:stop] = zeros
                arrays.slices_with_leader[start:stop] = zeros
                if too_small:
                    arrays.pods[start:stop] = zeros
                    arrays.slices[start:stop] = zeros


def select_optimal_domain_set(
    arrays: CountArrays,
    parameters: PlacementParameters,
    domains: Sequence[int],
    by_entropy: bool,
) -> list[int] | None:
    """The least roomy set of domains that holds everything with the fewest domains possible."""
    slice_count = parameters.slice_count()
    fit = evaluate_greedy(arrays, domains, slice_count, parameters.leader_count)
    if fit is None:
        return None
    ordered = sorted(domains)
    if by_entropy:
        ordered.sort(
            key=lambda d: (-arrays.leaders[d], -arrays.slices_with_leader[d], -_entropy(arrays, d))
        )
    size = fit.domain_count
    # sets[n] maps what is still to be placed, (leaders, pods), to the first set of n domains found.
    sets: list[_Sets] = [{} for _ in range(size + 1)]
    sets[0][(parameters.leader_count, slice_count * parameters.layers.size)] = None
    for index, domain in enumerate(ordered):
        still_to_come = len(ordered) - index
        for smaller in range(min(size - 1, index), max(size - still_to_come, 0) - 1, -1):
            _extend(arrays, domain, sets[smaller], sets[smaller + 1])
    complete = [left for left in sets[size] if left[0] == 0 and left[1] <= 0]
    if not complete:
        return None
    best = sets[size][max(complete)]
    return [] if best is None else best.members()


def _extend(arrays: CountArrays, domain: int, smaller: _Sets, larger: _Sets) -> None:
    """Adds to ``larger`` each set of ``smaller`` with one more domain, unless it has an equal."""
    for leaders, pods in sorted(smaller):
        if leaders <= 0 and pods <= 0:
            continue
        extended = _DomainSet(smaller[(leaders, pods)], domain)
        if leaders > 0 and arrays.leaders[domain] > 0:
            left = (leaders - arrays.leaders[domain], pods - arrays.pods_with_leader[domain])
            larger.setdefault(left, extended)
        if arrays.slices[domain] > 0:
            larger.setdefault((leaders, pods - arrays.pods[domain]), extended)


def place_slices_balanced(
    arrays: CountArrays, parameters: PlacementParameters, domains: Sequence[int], threshold: int
) -> list[int] | None:
    """Gives ``threshold`` slices to each domain of the best set, the rest in order of room.

    Writes the pods given into ``arrays``; None when the slices or leaders do not fit so.
    """
    slice_count = parameters.slice_count()
    chosen = select_optimal_domain_set(arrays, parameters, domains, by_entropy=False)
    if chosen is None or slice_count < len(chosen) * threshold:
        return None
    chosen = arrays.sort_with_leader(chosen, ascending=False)
    extra = slice_count - len(chosen) * threshold
    leaders_left = parameters.leader_count
    for domain in chosen:
        leader = taken = 0
        if leaders_left > 0:
            taken = min(arrays.slices_with_leader[domain] - threshold, extra)
            leader = 1
            leaders_left -= 1
        elif extra > 0:
            taken = min(arrays.slices[domain] - threshold, extra)
        slices = threshold + taken
        pods = slices * parameters.layers.size
        arrays.leaders[domain] = leader
        arrays.slices[domain] = arrays.slices_with_leader[domain] = slices
        arrays.pods[domain] = pods
        arrays.pods_with_leader[domain] = pods - leader
        extra -= taken
    return None if extra > 0 or leaders_left > 0 else chosen


def _entropy(arrays: CountArrays, domain: int) -> float:
    """How evenly the room of a domain is spread over its children.

    Summed exactly, so that children in another order tie; Kueue sums in the order of a Go map, and
    such a tie may fall either way there.
    """
    counts = [arrays.pods[child] for child in arrays.tree.children(domain)]
    total = sum(counts)
    return math.fsum(
        -count / total * math.log2(count / total) for count in sorted(counts) if count > 0
    )
