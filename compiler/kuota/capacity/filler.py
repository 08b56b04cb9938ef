"""Jobs with which the other teams can fill a cluster: the worst that a guarantee must stand.

A filler asks for the resources of a team's quota in the proportion in which the cohort tree has
them, so that they run out together; one with a ``focus`` exhausts a single resource alone.
"""

from collections.abc import Iterator
from enum import StrEnum
from random import Random
from typing import NamedTuple

from kuota.capacity.guarantee import usable_priorities
from kuota.capacity.workload import Object, pod_set, workload
from kuota.lint.facts import Facts
from kuota.lint.inventory import is_accelerator
from kuota.policy.quota import ResourceGroup
from kuota.policy.team import Team
from kuota.policy.tree import Node, Pair, Tree, team_node
from kuota.quantity import CPU, UNLIMITED, quantity_of

_STEPS = 32
"""A resource that is not a device is filled in this many steps."""

TOLERATE_ALL: tuple[dict[str, object], ...] = ({"operator": "Exists"},)


class Size(StrEnum):
    """How large one filler is."""

    UNIT = "one-device"  # one pod with one device, or a thirty-second part of another resource
    NODE = "whole-node"  # one pod with all devices of a node
    MOST = "largest"  # as many pods as the team can reach


_SIZES = (Size.UNIT, Size.UNIT, Size.UNIT, Size.NODE)
"""From which jobs of mixed sizes are drawn: large ones are evicted sooner than small ones."""


class Rank(StrEnum):
    """The priority of fillers, among the classes that their team may use."""

    LOWEST = "lowest"
    HIGHEST = "highest"


class Plan(NamedTuple):
    """One way to fill a cluster. ``focus`` names the only resource asked for; empty for all.

    ``interleaved`` takes the teams in turn, else one after the other. With ``churn`` jobs
    on every node end once the cluster is full, and others take their places. A ``seed`` other than
    0 draws sizes and priorities at random, always the same ones.
    """

    size: Size
    rank: Rank
    interleaved: bool
    focus: str = ""
    churn: bool = False
    seed: int = 0

    def __str__(self) -> str:
        if self.seed:
            return f"jobs of mixed sizes and priorities, seed {self.seed}"
        what = f" of {self.focus} alone" if self.focus else ""
        order = "teams in turn" if self.interleaved else "team by team"
        scattered = ", scattered" if self.churn else ""
        return f"{self.size} jobs{what} at {self.rank} priority, {order}{scattered}"


class Fillers:
    """Makes the jobs of one plan.

    Kueue keeps jobs that ask for a topology and those that do not in flavors of their own; without
    ``topology`` the cluster has none.
    """

    def __init__(self, facts: Facts, plan: Plan, topology: bool = True) -> None:
        self._facts = facts
        self._plan = plan
        self._topology = topology
        self._totals: dict[tuple[Node, Pair], int] = {}
        self._known: dict[str, tuple[dict[str, str], int]] = {}

    def jobs(self, team: Team, number: int, created: str) -> Iterator[Object]:
        """The ``number``-th job of a team: one for each kind of flavor it has."""
        size, rank = self._plan.size, self._plan.rank
        if self._plan.seed:
            draw = Random(f"{self._plan.seed} {team.name} {number}")  # noqa: S311
            size, rank = draw.choice(_SIZES), draw.choice(list(Rank))
        pod, count = self._shape(team, size)
        if not pod:
            return
        kinds = sorted(
            {
                self._topology and self._facts.inventory.flavors[quotas.flavor].topology is not None
                for group in team.resource_groups
                for quotas in group.flavors
            }
        )
        for topological in kinds:
            name = f"load-{team.name}-{number}" + ("-tas" if topological and kinds[1:] else "")
            asked: Object | None = {"unconstrained": True} if topological else None
            pods = pod_set("main", count, pod, tolerations=TOLERATE_ALL, topology=asked)
            ranked = class_of(self._facts, team, rank)
            queue = team.local_queues[0]
            yield workload(self._facts.cluster, queue, name, [pods], ranked, created)

    def _shape(self, team: Team, size: Size) -> tuple[dict[str, str], int]:
        """The requests of one pod, and how many pods a job of this size has."""
        known = self._known.get(key := f"{team.name} {size}")
        if known is None:
            known = self._known[key] = self._made(team, size)
        return known

    def _made(self, team: Team, size: Size) -> tuple[dict[str, str], int]:
        focus = self._plan.focus
        pod: dict[str, int] = {}
        count = 1
        for group in team.resource_groups:
            if focus and focus not in group.covered_resources:
                continue
            main = focus or main_resource(group)
            most = _reachable(self._facts.tree, team, group, main)
            if most <= 0:
                continue
            unit = _unit(self._facts, group, main, most, size)
            if size is Size.MOST:
                count = max(count, most // unit)
            pod[main] = unit
            if not focus:
                pod |= self._companions(team, group, main, unit)
        return {name: str(quantity_of(name, units)) for name, units in pod.items()}, count

    def _companions(self, team: Team, group: ResourceGroup, main: str, unit: int) -> dict[str, int]:
        """What a pod takes of the group's other resources: their share of all that the tree has."""
        base = self._total(team, group, main)
        found: dict[str, int] = {}
        for resource in group.covered_resources if base else ():
            if resource != main:
                share = self._total(team, group, resource) * unit // base
                most = _reachable(self._facts.tree, team, group, resource)
                if share and most:
                    found[resource] = min(share, most)
        return found

    def _total(self, team: Team, group: ResourceGroup, resource: str) -> int:
        """The quota of the resource in the team's tree, over the flavors of the group."""
        tree = self._facts.tree
        root = tree.root(team_node(team.name))
        total = 0
        for quotas in group.flavors:
            key = (root, (quotas.flavor, resource))
            if key not in self._totals:
                held = (
                    quota.nominal.units
                    for node, pair, quota in self._facts.quotas
                    if pair == key[1] and tree.root(node) == root
                )
                self._totals[key] = sum(units for units in held if units < UNLIMITED)
            total += self._totals[key]
        return total


def class_of(facts: Facts, team: Team, rank: Rank) -> str | None:
    """The priority class of a team's fillers; None where no class is as low or as high as 0."""
    classes = usable_priorities(facts.cluster, team.name)
    if not classes:
        return None
    sign = 1 if rank is Rank.LOWEST else -1
    value, name = min((sign * value, name) for name, value in classes.items())
    return None if value > 0 else name


def main_resource(group: ResourceGroup) -> str:
    """The resource that a group is about: its first device, else its first resource."""
    devices = [r for r in group.covered_resources if is_accelerator(r)]
    return (devices or list(group.covered_resources))[0]


def _reachable(tree: Tree, team: Team, group: ResourceGroup, resource: str) -> int:
    node = team_node(team.name)
    reach = [tree.potential(node, (quotas.flavor, resource)) for quotas in group.flavors]
    return max((r for r in reach if r < UNLIMITED), default=0)


def _unit(facts: Facts, group: ResourceGroup, resource: str, most: int, size: Size) -> int:
    flavors = (facts.inventory.capacity(quotas.flavor, resource) for quotas in group.flavors)
    per_node = max((units for known in flavors for _, units in known.parts), default=0)
    if size is Size.NODE and per_node:
        return min(per_node, most)
    if is_accelerator(resource):
        return 1
    step = max(1, most // _STEPS)
    whole = 1000 if resource == CPU else 1
    step = -(-step // whole) * whole
    return min(step, most, per_node or step)
