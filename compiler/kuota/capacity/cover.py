"""Whether what a team is guaranteed covers all that a gang asks."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial

from kuota.capacity.guarantee import Ground, Guarantees
from kuota.capacity.workload import priority_of_gang
from kuota.lint.facts import Facts
from kuota.lint.gangs import candidates, needs
from kuota.policy.quota import ResourceGroup
from kuota.policy.team import Gang, Team
from kuota.policy.tree import Pair, team_node
from kuota.quantity import add

_STEPS = 2_000
"""A search that takes longer finds no cover: a guarantee must be certain."""


@dataclass(frozen=True, slots=True)
class _Ask:
    """What one podSet takes of one group, and the flavors that take its pods."""

    flavors: tuple[str, ...]
    amounts: tuple[tuple[str, int], ...]


def is_covered(facts: Facts, team: Team, gang: Gang, guarantees: Guarantees) -> bool:
    """Whether some choice of flavors stays within what is guaranteed at the gang's priority.

    All pods count, also those beyond ``minCount``: Kueue tries the largest number first, and one
    that has to borrow may be evicted again, and so on for ever. A flavor in which others hold quota
    back spoils the rest: Kueue may choose it, and choose it again. So does, where Kueue leaves a
    flavor rather than borrow in it, one in which the gang can borrow: it may evict in the one, then
    try the other, while those it evicted come back.
    """
    priority = priority_of_gang(facts.cluster, gang)

    def guaranteed(pair: Pair) -> int:
        found = guarantees.of(team, pair, priority)
        return 0 if found is None else found.units

    asked = [list(_asked(facts, team, gang, group)) for group in team.resource_groups]
    if any(_is_held_back(group, team, guarantees, priority) for group in asked):
        return False
    if team.flavor_fungibility.when_can_borrow.value == "TryNextFlavor":
        reach = partial(facts.tree.potential, team_node(team.name))
        if any(_wavers(group, guaranteed, reach) for group in asked):
            return False
    return all(_place(group, guaranteed) for group in asked)


def _is_held_back(asked: Sequence[_Ask], team: Team, guarantees: Guarantees, priority: int) -> bool:
    """Whether others may hold back quota of a flavor that the gang may be tried on."""
    found = (
        guarantees.of(team, (flavor, resource), priority)
        for ask in asked
        for flavor in ask.flavors
        for resource, _ in ask.amounts
    )
    return any(each is not None and each.ground is Ground.HELD_BACK for each in found)


def _wavers(
    asked: Sequence[_Ask], guaranteed: Callable[[Pair], int], reach: Callable[[Pair], int]
) -> bool:
    """Whether there is a choice of flavors, and one of them would do only by borrowing."""
    total = {r: 0 for ask in asked for r, _ in ask.amounts}
    for ask in asked:
        for resource, units in ask.amounts:
            total[resource] = add(total[resource], units)
    flavors = dict.fromkeys(flavor for ask in asked for flavor in ask.flavors)
    return len(flavors) > 1 and any(
        all(units <= reach((flavor, resource)) for ask in asked for resource, units in ask.amounts)
        and any(units > guaranteed((flavor, resource)) for resource, units in total.items())
        for flavor in flavors
    )


def _asked(facts: Facts, team: Team, gang: Gang, group: ResourceGroup) -> Iterator[_Ask]:
    for pod_set in gang.pod_sets:
        each = {
            resource: units for resource, units in needs(facts, pod_set, group).items() if units
        }
        for candidate in candidates(facts, team, gang, pod_set) if each else ():
            if candidate.group is group:
                amounts = tuple((r, units * pod_set.count) for r, units in each.items())
                yield _Ask(candidate.flavors, amounts)


def _place(asked: Sequence[_Ask], room: Callable[[Pair], int]) -> bool:
    """Whether a flavor for each can be chosen so that no sum exceeds the room."""
    used: dict[Pair, int] = {}
    steps = 0

    def place(index: int) -> bool:
        nonlocal steps
        if index == len(asked):
            return True
        for flavor in asked[index].flavors:
            steps += 1
            if steps > _STEPS:
                return False
            wanted = [((flavor, resource), units) for resource, units in asked[index].amounts]
            before = {pair: used.get(pair, 0) for pair, _ in wanted}
            if all(add(before[pair], units) <= room(pair) for pair, units in wanted):
                used.update((pair, before[pair] + units) for pair, units in wanted)
                if place(index + 1):
                    return True
                used.update(before)
        return False

    return place(0)
