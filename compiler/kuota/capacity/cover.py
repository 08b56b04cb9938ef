"""Whether what a team is guaranteed covers all that a gang asks."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import islice

from kuota.capacity.guarantee import FIRM, Ground, Guarantee, Guarantees
from kuota.capacity.workload import priority_of_gang
from kuota.lint.facts import Facts
from kuota.lint.gangs import candidates, needs
from kuota.policy.quota import ResourceGroup
from kuota.policy.team import Gang, Team
from kuota.policy.tree import Pair, team_node
from kuota.quantity import add, format_amount

_STEPS = 2_000
"""A search that takes longer finds no cover: a guarantee must be certain."""


@dataclass(frozen=True, slots=True)
class _Ask:
    """What one podSet takes of one group, and the flavors that take its pods."""

    flavors: tuple[str, ...]
    amounts: tuple[tuple[str, int], ...]


def is_covered(facts: Facts, team: Team, gang: Gang, guarantees: Guarantees) -> bool:
    """Whether some choice of flavors stays within what is guaranteed at the gang's priority."""
    return next(doubts(facts, team, gang, guarantees), None) is None


def doubts(facts: Facts, team: Team, gang: Gang, guarantees: Guarantees) -> Iterator[str]:
    """Why the rules of reclaim do not guarantee the gang its quota, in words; nothing if they do.

    All pods count, also those beyond ``minCount``: Kueue tries the largest number first, and one
    that has to borrow may be evicted again, and so on for ever. A flavor in which others hold quota
    back spoils the rest: Kueue may choose it, and choose it again. So does one in which the gang
    can only borrow, where Kueue would leave it for the next or evict in order to borrow: it may
    evict in the one, then try the other, while those it evicted come back. And several podSets that
    have a choice of flavors are given them one by one, each as if the others evicted nobody.
    """
    priority = priority_of_gang(facts.cluster, gang)

    def guaranteed(pair: Pair) -> Guarantee:
        found = guarantees.of(team, pair, priority)
        assert found is not None
        return found

    reach = partial(facts.tree.potential, team_node(team.name))
    for group in team.resource_groups:
        asked = list(_asked(facts, team, gang, group))
        pairs = _pairs(asked)
        held = [each for each in map(guaranteed, pairs) if each.ground is Ground.HELD_BACK]
        if held:
            yield held[0].words
        elif len(asked) > 1 and len(_flavors(asked)) > 1:
            yield "its podSets choose among flavors one by one, not together"
        elif _may_waver(facts, team, asked) and _wavers(asked, guaranteed, reach):
            yield "one of its flavors it can only borrow, and Kueue goes back and forth"
        elif not _place(asked, guaranteed):
            yield from islice(_gaps(asked, guaranteed), 1)


def _pairs(asked: Sequence[_Ask]) -> dict[Pair, None]:
    """The flavors and resources that may be taken."""
    return dict.fromkeys(
        (flavor, resource) for ask in asked for flavor in ask.flavors for resource, _ in ask.amounts
    )


def _totals(asked: Sequence[_Ask]) -> dict[str, int]:
    total: dict[str, int] = {}
    for ask in asked:
        for resource, units in ask.amounts:
            total[resource] = add(total.get(resource, 0), units)
    return total


def _gaps(asked: Sequence[_Ask], guaranteed: Callable[[Pair], Guarantee]) -> Iterator[str]:
    """What of the gang goes beyond the guarantee, flavor by flavor."""
    totals = _totals(asked)
    for flavor, resource in _pairs(asked):
        found = guaranteed((flavor, resource))
        if totals[resource] > found.units:
            has, asks = (format_amount(resource, u) for u in (found.units, totals[resource]))
            why = "" if found.ground in FIRM else f" ({found.words})"
            yield f"{has} of the {asks} {resource} of {flavor} that it asks are guaranteed{why}"


def _flavors(asked: Sequence[_Ask]) -> dict[str, None]:
    return dict.fromkeys(flavor for ask in asked for flavor in ask.flavors)


def _may_waver(facts: Facts, team: Team, asked: Sequence[_Ask]) -> bool:
    """Whether a flavor that can only be borrowed may be given up, or evicted from, for another.

    Of several resources each is looked at by itself: one that could be reclaimed may keep the gang
    in a flavor in which it would have to borrow another.
    """
    fungibility = team.flavor_fungibility
    return (
        fungibility.when_can_borrow.value == "TryNextFlavor"
        or (fungibility.when_can_preempt.value == "TryNextFlavor" and len(_totals(asked)) > 1)
        or team.preemption.borrow_within_cohort.value != "Never"
        or facts.fair_sharing
    )


def _wavers(
    asked: Sequence[_Ask],
    guaranteed: Callable[[Pair], Guarantee],
    reach: Callable[[Pair], int],
) -> bool:
    """Whether there is a choice of flavors, and one of them would do only by borrowing."""
    totals, flavors = _totals(asked), _flavors(asked)
    return len(flavors) > 1 and any(
        all(units <= reach((flavor, resource)) for ask in asked for resource, units in ask.amounts)
        and any(units > guaranteed((flavor, resource)).units for resource, units in totals.items())
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


def _place(asked: Sequence[_Ask], guaranteed: Callable[[Pair], Guarantee]) -> bool:
    """Whether a flavor for each can be chosen so that no sum exceeds what is guaranteed."""
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
            if all(add(before[pair], units) <= guaranteed(pair).units for pair, units in wanted):
                used.update((pair, before[pair] + units) for pair, units in wanted)
                if place(index + 1):
                    return True
                used.update(before)
        return False

    return place(0)
