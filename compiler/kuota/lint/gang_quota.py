"""Whether the quota that a team can reach holds a gang, whatever flavors Kueue chooses."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from kuota.lint.facts import Facts
from kuota.lint.gangs import candidates, needed_count, needs
from kuota.policy.quota import ResourceGroup
from kuota.policy.team import Gang, PodSet, Team
from kuota.policy.tree import Pair, team_node
from kuota.quantity import add

_STEPS = 20_000
"""A search that takes longer counts as fitting: only what is proved is reported."""


class Demand(NamedTuple):
    """What a podSet asks of one resource group, as totals, and the flavors that take its pods."""

    pod_set: PodSet
    flavors: tuple[str, ...]
    amounts: Mapping[str, int]


def beyond_reach(facts: Facts, team: Team, gang: Gang) -> list[Demand]:
    """What the gang asks of the first group whose reachable quota cannot hold it; else nothing."""
    for group in team.resource_groups:
        demands = _demands(facts, team, gang, group)
        if demands and not fitting(facts, team, demands):
            return demands
    return []


def _demands(facts: Facts, team: Team, gang: Gang, group: ResourceGroup) -> list[Demand]:
    """What each podSet asks of the group; none at all when some podSet has no flavor."""
    found = []
    for pod_set in gang.pod_sets:
        each = needs(facts, pod_set, group)
        if not each:
            continue
        for candidate in candidates(facts, team, gang, pod_set):
            if candidate.group is group:
                if not candidate.flavors:
                    return []
                count = needed_count(pod_set)
                amounts = {resource: units * count for resource, units in each.items()}
                found.append(Demand(pod_set, candidate.flavors, amounts))
    return found


def total_of(demands: Sequence[Demand]) -> dict[str, int]:
    """The sum of the demands by resource."""
    total: dict[str, int] = {}
    for demand in demands:
        for resource, units in demand.amounts.items():
            total[resource] = add(total.get(resource, 0), units)
    return total


def fitting(facts: Facts, team: Team, demands: Sequence[Demand]) -> bool:
    """Whether some choice of a flavor for each demand stays within what the team can reach."""
    node = team_node(team.name)
    used: dict[Pair, int] = {}
    steps = 0

    def place(index: int) -> bool:
        nonlocal steps
        if index == len(demands):
            return True
        demand = demands[index]
        for flavor in demand.flavors:
            steps += 1
            if steps > _STEPS:
                return True
            wanted = {(flavor, resource): units for resource, units in demand.amounts.items()}
            if any(
                add(used.get(pair, 0), units) > facts.tree.potential(node, pair)
                for pair, units in wanted.items()
            ):
                continue
            for pair, units in wanted.items():
                used[pair] = used.get(pair, 0) + units
            if place(index + 1):
                return True
            for pair, units in wanted.items():
                used[pair] -= units
        return False

    return place(0)
