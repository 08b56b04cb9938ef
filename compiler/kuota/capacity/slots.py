"""Gang slots: the largest gang that each level of a topology takes, and how many of them at once.

The cluster is empty and only devices and the number of pods count, so these are upper bounds for
gangs that ask for cpu and memory too. Nodes are counted one by one: where the lowest level is not
the host, Kueue adds up a whole domain and may admit more than its nodes can run.
"""

from collections.abc import Iterator, Sequence
from enum import StrEnum
from typing import NamedTuple

from kuota.capacity.world import ASSUMED_PODS
from kuota.lint.facts import Facts
from kuota.lint.inventory import is_accelerator, is_whole_device, label, offers
from kuota.lint.placement import PODS
from kuota.lint.taints import untolerated
from kuota.policy.cluster import Flavor, Node, Taint
from kuota.quantity import CPU

ALL_NODES = ""
"""The level of a gang that may spread over all nodes of its flavor."""


class Scope(StrEnum):
    """Which nodes are down."""

    ANY = "any"  # whichever of the flavor: what fits, fits in the worst case
    EACH = "each"  # so many in every domain, the largest ones


class Fit(NamedTuple):
    """The largest gang, in pods, and how many of that size run at once.

    ``down`` nodes are out of service, as ``scope`` says.
    """

    down: int
    scope: Scope
    largest: int
    at_once: int


class Slots(NamedTuple):
    """Room for gangs of pods that ask ``units`` of ``resource`` each, inside one domain of a level.

    ``fits`` has the cluster as it is first, then with nodes down.
    """

    flavor: str
    resource: str
    units: int
    level: str
    domains: int
    fits: tuple[Fit, ...]


def slots(facts: Facts, down: int | None = None) -> Iterator[Slots]:
    """Room for gangs of one-device and of whole-node pods, by flavor and level, the widest first.

    With nodes down: one, and as many as the flavor's headroom; or ``down`` where it is given.
    """
    for flavor in facts.cluster.flavors:
        nodes = facts.inventory.usable(flavor.name)
        spare = {1, flavor.headroom_nodes} - {0} if down is None else {down} - {0}
        for resource in _devices(facts, flavor, nodes):
            most = max(offers(node, resource) for node in nodes)
            smallest = 1000 if resource == CPU else 1
            for units in sorted({min(smallest, most), most}):
                for level, domains in _levels(facts, flavor, nodes):
                    rooms = [[_pods(node, resource, units) for node in each] for each in domains]
                    fits = tuple(_fits(level, rooms, sorted(spare)))
                    yield Slots(flavor.name, resource, units, level, len(rooms), fits)


def _devices(facts: Facts, flavor: Flavor, nodes: Sequence[Node]) -> list[str]:
    """The devices that the flavor's nodes offer and quota counts; cpu where there are none."""
    counted = {resource for name, resource in facts.holders if name == flavor.name}
    offered = sorted(r for r in counted if any(offers(node, r) for node in nodes))
    devices = [r for r in offered if is_accelerator(r)]
    whole = [r for r in devices if is_whole_device(r)]
    return whole or devices or [r for r in offered if r == CPU]


def _levels(
    facts: Facts, flavor: Flavor, nodes: Sequence[Node]
) -> Iterator[tuple[str, list[list[Node]]]]:
    """The nodes that the flavor's pods may run on: all as one domain, then level by level.

    In a topology a node without one of its labels does not count.
    """
    levels = facts.placement.levels_of(flavor.name)
    declared = [_toleration(taint) for taint in flavor.node_taints]
    able = [
        node
        for node in nodes
        if all(label(node, level) is not None for level in levels)
        and untolerated(node.taints, (*flavor.tolerations, *declared)) is None
    ]
    yield ALL_NODES, [able]
    for depth, level in enumerate(levels):
        domains: dict[tuple[str | None, ...], list[Node]] = {}
        for node in able:
            values = tuple(label(node, name) for name in levels[: depth + 1])
            domains.setdefault(values, []).append(node)
        yield level, list(domains.values())


def _toleration(taint: Taint) -> dict[str, object]:
    """What pods for the flavor have to tolerate, where the flavor does not do it for them."""
    return {"key": taint.key, "operator": "Exists", "effect": taint.effect}


def _pods(node: Node, resource: str, units: int) -> int:
    room = offers(node, PODS) if PODS in node.allocatable else ASSUMED_PODS
    return min(room, offers(node, resource) // units)


def _fits(level: str, rooms: Sequence[Sequence[int]], spare: Sequence[int]) -> Iterator[Fit]:
    largest = max(map(sum, rooms), default=0)
    yield Fit(0, Scope.ANY, largest, _at_once(map(sum, rooms), largest))
    for down in spare:
        yield _whichever(rooms, down)
        if level != ALL_NODES and any(len(room) > down for room in rooms):
            reduced = [sum(sorted(room)[: max(0, len(room) - down)]) for room in rooms]
            most = max(reduced)
            yield Fit(down, Scope.EACH, most, _at_once(reduced, most))


def _at_once(sizes: Iterator[int] | Sequence[int], gang: int) -> int:
    return sum(size // gang for size in sizes) if gang else 0


def _whichever(rooms: Sequence[Sequence[int]], down: int) -> Fit:
    """What is left in the worst case: the largest gang that no ``down`` failures can rule out."""
    low, high = 0, max(map(sum, rooms), default=0)
    while low < high:
        gang = (low + high + 1) // 2
        low, high = (gang, high) if _failures_to_exclude(rooms, gang) > down else (low, gang - 1)
    return Fit(down, Scope.ANY, low, _left_at_once(rooms, low, down))


def _failures_to_exclude(rooms: Sequence[Sequence[int]], gang: int) -> int:
    """How many nodes must fail before no domain takes the gang."""
    return sum(
        next(failed for failed, size in enumerate(_shrinking(room)) if size < gang)
        for room in rooms
    )


def _left_at_once(rooms: Sequence[Sequence[int]], gang: int, down: int) -> int:
    """How many gangs run at once after the ``down`` failures that cost most of them."""
    if not gang:
        return 0
    worst = [0] * (down + 1)  # by number of failures, the most gangs that these can cost
    for room in rooms:
        losses = [sum(room) // gang - size // gang for size in _shrinking(room)]
        worst = [
            max(worst[total - here] + losses[here] for here in range(min(total, len(room)) + 1))
            for total in range(down + 1)
        ]
    return sum(sum(room) // gang for room in rooms) - worst[down]


def _shrinking(room: Sequence[int]) -> list[int]:
    """What a domain holds while its nodes fail one by one, the largest first."""
    sizes = [sum(room)]
    for lost in sorted(room, reverse=True):
        sizes.append(sizes[-1] - lost)
    return sizes
