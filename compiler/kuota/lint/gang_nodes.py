"""The declared gangs, podSet by podSet, with the nodes that could take their pods."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from kuota.lint.gangs import Candidates, candidates, required_gangs
from kuota.lint.placement import Choices, Kinds
from kuota.policy.team import Gang, PodSet, Team

if TYPE_CHECKING:
    from kuota.lint.facts import Facts


class GangNodes(NamedTuple):
    """One podSet of a gang that some flavor takes, on a cluster whose nodes are known.

    ``kinds`` are the nodes, equal ones counted; ``most_on_a_node`` is the largest number of its
    pods that one of them holds when it is empty, ``held`` what all of them hold.
    """

    team: Team
    gang: Gang
    pod_set: PodSet
    groups: tuple[Candidates, ...]
    choices: Choices
    kinds: Kinds
    most_on_a_node: int
    held: int

    @property
    def flavors(self) -> tuple[str, ...]:
        """All flavors that take the pods, group by group."""
        return tuple(dict.fromkeys(f for group in self.groups for f in group.flavors))


def gang_nodes(facts: Facts) -> Iterator[GangNodes]:
    """Every podSet that can be judged: each group it needs has a flavor, and the flavor nodes."""
    for team in facts.cluster.teams:
        for gang in required_gangs(team):
            for pod_set in gang.pod_sets:
                groups = tuple(candidates(facts, team, gang, pod_set))
                if not groups or any(not group.flavors for group in groups):
                    continue
                choices = tuple(group.flavors for group in groups)
                if all(facts.inventory.nodes_of(f) for flavors in choices for f in flavors):
                    kinds = facts.placement.shared(choices, pod_set)
                    rooms = [facts.placement.pods_on(pod_set, node)[0] for _, node in kinds]
                    most, held = max(rooms, default=0), facts.placement.held(kinds, pod_set)
                    yield GangNodes(team, gang, pod_set, groups, choices, kinds, most, held)
