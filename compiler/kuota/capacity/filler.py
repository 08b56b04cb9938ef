"""Jobs with which the other teams can fill a cluster: the worst that a guarantee must stand.

A filler asks for the resources of a team's quota in the proportion in which the team has them, so
that none of them is left over; one with a ``focus`` exhausts a single resource alone.
"""

from collections.abc import Iterator
from enum import StrEnum
from typing import NamedTuple

from kuota.capacity.guarantee import usable_priorities
from kuota.capacity.workload import Object, pod_set, workload
from kuota.lint.facts import Facts
from kuota.lint.inventory import is_accelerator, offers
from kuota.policy.quota import ResourceGroup
from kuota.policy.team import Team
from kuota.policy.tree import Tree, team_node
from kuota.quantity import CPU, UNLIMITED, quantity_of

_STEPS = 32
"""A resource that is not a device is filled in this many steps."""

TOLERATE_ALL: tuple[dict[str, object], ...] = ({"operator": "Exists"},)


class Size(StrEnum):
    """How large one filler is."""

    UNIT = "one-device"  # one pod with one device, or a thirty-second part of another resource
    NODE = "whole-node"  # one pod with all devices of a node
    MOST = "largest"  # as many pods as the team can reach


class Rank(StrEnum):
    """The priority of fillers, among the classes that their team may use."""

    LOWEST = "lowest"
    HIGHEST = "highest"


class Plan(NamedTuple):
    """One way to fill a cluster. ``focus`` names the only resource asked for; empty for all.

    ``interleaved`` takes the teams in turn, else one after the other.
    """

    size: Size
    rank: Rank
    interleaved: bool
    focus: str = ""

    def __str__(self) -> str:
        what = f" of {self.focus} alone" if self.focus else ""
        order = "teams in turn" if self.interleaved else "team by team"
        return f"{self.size} jobs{what} at {self.rank} priority, {order}"


def fillers(
    facts: Facts, team: Team, plan: Plan, number: int, created: str, topology: bool = True
) -> Iterator[Object]:
    """The ``number``-th job of a team under a plan: one for each kind of flavor it has.

    Kueue keeps jobs that ask for a topology and those that do not in flavors of their own; without
    ``topology`` the cluster has none.
    """
    queue = team.local_queues[0]
    kinds = sorted(
        {
            topology and facts.inventory.flavors[quotas.flavor].topology is not None
            for group in team.resource_groups
            for quotas in group.flavors
        }
    )
    pod, count = _shape(facts, team, plan)
    if not pod:
        return
    for topological in kinds:
        name = f"load-{team.name}-{number}" + ("-tas" if topological and len(kinds) > 1 else "")
        request: Object | None = {"unconstrained": True} if topological else None
        pods = pod_set("main", count, pod, tolerations=TOLERATE_ALL, topology=request)
        yield workload(facts.cluster, queue, name, [pods], class_of(facts, team, plan), created)


def class_of(facts: Facts, team: Team, plan: Plan) -> str | None:
    """The priority class of a team's fillers; None where no class is as low or as high as 0."""
    classes = usable_priorities(facts.cluster, team.name)
    if not classes:
        return None
    sign = 1 if plan.rank is Rank.LOWEST else -1
    value, name = min((sign * value, name) for name, value in classes.items())
    return None if value > 0 else name


def _shape(facts: Facts, team: Team, plan: Plan) -> tuple[dict[str, str], int]:
    """The requests of one pod, and how many pods a filler has."""
    pod: dict[str, int] = {}
    count = 1
    for group in team.resource_groups:
        if plan.focus and plan.focus not in group.covered_resources:
            continue
        main = plan.focus or main_resource(group)
        most = _reachable(facts.tree, team, group, main)
        if most <= 0:
            continue
        unit = _unit(facts, group, main, most, plan.size)
        if plan.size is Size.MOST:
            count = max(count, most // unit)
        pod[main] = unit
        if not plan.focus:
            pod |= _companions(facts, team, group, main, unit)
    return {name: str(quantity_of(name, units)) for name, units in pod.items()}, count


def main_resource(group: ResourceGroup) -> str:
    """The resource that a group is about: its first device, else its first resource."""
    devices = [r for r in group.covered_resources if is_accelerator(r)]
    return (devices or list(group.covered_resources))[0]


def _reachable(tree: Tree, team: Team, group: ResourceGroup, resource: str) -> int:
    node = team_node(team.name)
    reach = [tree.potential(node, (quotas.flavor, resource)) for quotas in group.flavors]
    return max((r for r in reach if r < UNLIMITED), default=0)


def _unit(facts: Facts, group: ResourceGroup, resource: str, most: int, size: Size) -> int:
    per_node = max(
        (
            offers(node, resource)
            for quotas in group.flavors
            for node in facts.inventory.usable(quotas.flavor)
        ),
        default=0,
    )
    if size is Size.NODE and per_node:
        return min(per_node, most)
    if is_accelerator(resource):
        return 1
    step = max(1, most // _STEPS)
    whole = 1000 if resource == CPU else 1
    step = -(-step // whole) * whole
    return min(step, most, per_node or step)


def _companions(
    facts: Facts, team: Team, group: ResourceGroup, main: str, unit: int
) -> dict[str, int]:
    """What a pod takes of the group's other resources: their share of the team's reach."""
    base = _reachable(facts.tree, team, group, main)
    found: dict[str, int] = {}
    for resource in group.covered_resources:
        if resource != main:
            share = _reachable(facts.tree, team, group, resource) * unit // base
            if share > 0:
                found[resource] = share
    return found
