"""From the level on which a podSet fits down to the leaves.

Source: Kueue pkg/cache/scheduler/tas_flavor_snapshot.go (findTopologyAssignment), v0.19.2.
"""

from kuota.sim.tas.balanced_placement import find_balanced_domains
from kuota.sim.tas.failure import PlacementFailure
from kuota.sim.tas.placement import Placed, Placement


def place_on_leaves(placement: Placement, balanced: bool) -> list[Placed] | PlacementFailure:
    """The leaves that take the workers and leaders, or why they do not fit.

    ``balanced`` tries balanced placement first, for preferred requests. Empty when domains chosen
    on one level turn out not to hold the pods on the next, which Kueue logs as a broken assumption.
    """
    parameters = placement.parameters
    found = None
    if balanced and not parameters.required and not parameters.unconstrained:
        found = find_balanced_domains(placement.arrays, parameters)
    if found is not None:
        placement.arrays = found.arrays
        level, domains = found.level, found.domains
    else:
        fitting = placement.find_level_with_fit_domains(parameters.requested_level)
        if isinstance(fitting, PlacementFailure):
            return fitting
        level, domains = fitting
    size = parameters.layers.size
    count, leaders = parameters.count, parameters.leader_count
    placed = placement.update_counts_to_minimum(domains, count, leaders, size, in_slices=True)
    if found is None:
        last = min(len(placement.tree.levels) - 1, parameters.layers.level)
        while level < last:
            # Above the slices, pods go to the domains of a level without regard to their parents.
            children = [c for chosen in placed for c in placement.tree.children(chosen[0])]
            ordered = placement.arrays.sort(children, placement.least_free)
            placed = placement.update_counts_to_minimum(ordered, count, leaders, size, True)
            level += 1
    return _within_parents(placement, placed, level)


def _within_parents(placement: Placement, placed: list[Placed], level: int) -> list[Placed]:
    """Distributes what each domain got over its children, level by level."""
    layers = placement.parameters.layers
    tree = placement.tree
    while level < len(tree.levels) - 1:
        level += 1
        size = layers.size if level <= layers.level else layers.inner.get(level, 1)
        below: list[Placed] = []
        if size > 1 and placement.arrays is placement.counts.arrays:
            placement.arrays = placement.arrays.copy()
        for domain, pods, leaders in placed:
            children = placement.arrays.sort(tree.children(domain), placement.least_free)
            if size > 1:
                placement.arrays.regroup(children, size)
            below += placement.update_counts_to_minimum(children, pods, leaders, size, size > 1)
        placed = below
    return placed
