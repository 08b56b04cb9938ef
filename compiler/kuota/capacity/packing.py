"""Whether pods of a few shapes fit on nodes, decided exactly where a bounded search can.

This is the check for flavors without a topology: kube-scheduler then places the pods one by one, so
the question is only whether *some* placement exists. Nodes with equal room are interchangeable, so
the search runs over classes of nodes and over the maximal ways to fill one node of a class.

Units: amounts are ints in one fixed order of resources, the same for shapes and nodes.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

Vector = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Shape:
    """``count`` equal pods; ``requests`` is what one of them takes of a node."""

    name: str
    count: int
    requests: Vector


class Room(NamedTuple):
    """What one node has free, and for each shape whether its pods may run there at all."""

    name: str
    free: Vector
    admits: tuple[bool, ...]

    def fits(self, index: int, shape: Shape) -> int:
        """How many pods of ``shape``, the ``index``-th one, this node alone can take."""
        return pods_in(self.free, shape) if self.admits[index] else 0


class Outcome(StrEnum):
    """What a packing ended in."""

    PLACED = "placed"
    IMPOSSIBLE = "impossible"
    UNDECIDED = "undecided"


class Packing(NamedTuple):
    """The answer; ``placement`` maps node names to pods per shape, the best one found.

    ``short`` tells per shape how many pods the best placement leaves out (all 0 when placed);
    ``steps`` how many partial placements were looked at.
    """

    outcome: Outcome
    placement: dict[str, Vector]
    short: Vector
    steps: int


def pods_in(free: Vector, shape: Shape) -> int:
    """How many pods of ``shape`` fit into ``free``; all of them where it asks for nothing."""
    limits = [have // need for have, need in zip(free, shape.requests, strict=True) if need > 0]
    return max(0, min([shape.count, *limits]))


def pack(rooms: Sequence[Room], shapes: Sequence[Shape], steps: int = 100_000) -> Packing:
    """Place every pod of every shape, or prove that it cannot be done.

    ``steps`` bounds the search; when it is used up the outcome is UNDECIDED, never a guess. Equal
    input gives an equal answer: the bound counts steps, not time.
    """
    greedy = _greedy(rooms, shapes)
    if not any(greedy.short):
        return greedy
    if _exceeds_a_bound(rooms, shapes):
        return Packing(Outcome.IMPOSSIBLE, greedy.placement, greedy.short, 0)
    search = _Search(rooms, shapes, steps)
    found = search.run()
    if found is not None:
        return Packing(Outcome.PLACED, found, tuple(0 for _ in shapes), search.steps)
    outcome = Outcome.UNDECIDED if search.exhausted else Outcome.IMPOSSIBLE
    return Packing(outcome, greedy.placement, greedy.short, search.steps)


def _greedy(rooms: Sequence[Room], shapes: Sequence[Shape]) -> Packing:
    """Large shapes first, each onto the nodes where fewest fit; optimal for a single shape."""
    free = {room.name: room.free for room in rooms}
    placed = {room.name: [0] * len(shapes) for room in rooms}
    short = [shape.count for shape in shapes]
    for index in sorted(range(len(shapes)), key=lambda i: (_fewest(rooms, i, shapes[i]), i)):
        shape = shapes[index]
        able = [room for room in rooms if room.admits[index]]
        for room in sorted(able, key=lambda room: (pods_in(free[room.name], shape), room.name)):
            take = min(short[index], pods_in(free[room.name], shape))
            placed[room.name][index] += take
            short[index] -= take
            free[room.name] = _less(free[room.name], shape.requests, take)
    placement = {name: tuple(counts) for name, counts in placed.items() if any(counts)}
    outcome = Outcome.UNDECIDED if any(short) else Outcome.PLACED
    return Packing(outcome, placement, tuple(short), 0)


def _fewest(rooms: Sequence[Room], index: int, shape: Shape) -> int:
    return max((room.fits(index, shape) for room in rooms), default=0)


def _exceeds_a_bound(rooms: Sequence[Room], shapes: Sequence[Shape]) -> bool:
    """Whether one shape alone, or the sum of one resource, is already too much."""
    for index, shape in enumerate(shapes):
        if sum(room.fits(index, shape) for room in rooms) < shape.count:
            return True
    usable = [room for room in rooms if any(room.admits)]
    return any(
        sum(shape.count * shape.requests[r] for shape in shapes)
        > sum(max(0, room.free[r]) for room in usable)
        for r in range(len(shapes[0].requests) if shapes else 0)
        if any(shape.requests[r] for shape in shapes)
    )


def _less(free: Vector, requests: Vector, times: int) -> Vector:
    return tuple(have - times * need for have, need in zip(free, requests, strict=True))


class _Search:
    """Depth-first: how many nodes of each class are filled in each of its maximal ways."""

    def __init__(self, rooms: Sequence[Room], shapes: Sequence[Shape], limit: int) -> None:
        classes: dict[tuple[Vector, tuple[bool, ...]], list[str]] = {}
        for room in rooms:
            classes.setdefault((room.free, room.admits), []).append(room.name)
        self.shapes = shapes
        self.limit = limit
        self.steps = 0
        self.names = list(classes.values())
        self.fillings = [self._maximal_fillings(free, admits) for free, admits in classes]
        self.most = [
            tuple(max((f[i] for f in fillings), default=0) for i in range(len(shapes)))
            for fillings in self.fillings
        ]
        self.seen: set[tuple[int, int, int, Vector]] = set()

    @property
    def exhausted(self) -> bool:
        """Whether the bound was hit, so that finding nothing proves nothing."""
        return self.steps >= self.limit

    def run(self) -> dict[str, Vector] | None:
        """A complete placement, or None; ``exhausted`` tells whether None is a proof."""
        nodes = len(self.names[0]) if self.names else 0
        return self._descend(0, 0, nodes, tuple(shape.count for shape in self.shapes))

    def _descend(
        self, class_: int, filling: int, nodes: int, left: Vector
    ) -> dict[str, Vector] | None:
        """Place ``left`` on ``nodes`` nodes of a class, in its fillings from ``filling`` on, and on
        all nodes of the later classes."""
        if not any(left):
            return {}
        if class_ == len(self.names) or self.exhausted:
            return None
        if nodes == 0 or filling == len(self.fillings[class_]):
            after = class_ + 1
            following = len(self.names[after]) if after < len(self.names) else 0
            return self._descend(after, 0, following, left)
        state = (class_, filling, nodes, left)
        if state in self.seen or not self._may_suffice(class_, nodes, left):
            return None
        self.seen.add(state)
        counts = self.fillings[class_][filling]
        for number in range(_most_useful(counts, left, nodes), -1, -1):
            self.steps += 1
            rest = tuple(max(0, have - number * c) for have, c in zip(left, counts, strict=True))
            found = self._descend(class_, filling + 1, nodes - number, rest)
            if found is not None:
                first = len(self.names[class_]) - nodes
                return self._spread(class_, first, number, counts, left) | found
        return None

    def _spread(
        self, class_: int, first: int, number: int, counts: Vector, left: Vector
    ) -> dict[str, Vector]:
        """The placement of ``left`` on ``number`` nodes of one class, from its ``first`` on."""
        placed: dict[str, Vector] = {}
        for name in self.names[class_][first : first + number]:
            take = tuple(min(c, have) for c, have in zip(counts, left, strict=True))
            left = tuple(have - t for have, t in zip(left, take, strict=True))
            placed[name] = take
        return placed

    def _may_suffice(self, class_: int, nodes: int, left: Vector) -> bool:
        """Whether each shape alone could still be placed on the nodes that remain."""
        for index, rest in enumerate(left):
            room = self.most[class_][index] * nodes
            for later in range(class_ + 1, len(self.names)):
                room += self.most[later][index] * len(self.names[later])
            if room < rest:
                return False
        return True

    def _maximal_fillings(self, free: Vector, admits: tuple[bool, ...]) -> list[Vector]:
        """All ways to fill one node to which no pod of any shape can be added."""
        found: list[Vector] = []
        shapes = self.shapes

        def extend(index: int, room: Vector, counts: Vector) -> None:
            self.steps += 1
            if self.exhausted:
                return
            if index == len(shapes):
                if not any(
                    admits[i] and counts[i] < shapes[i].count and pods_in(room, shapes[i])
                    for i in range(len(shapes))
                ):
                    found.append(counts)
                return
            most = pods_in(room, shapes[index]) if admits[index] else 0
            for take in range(most, -1, -1):
                extend(index + 1, _less(room, shapes[index].requests, take), (*counts, take))

        extend(0, free, ())
        return found


def _most_useful(counts: Vector, left: Vector, nodes: int) -> int:
    """How many nodes filled with ``counts`` could at most contribute something to ``left``."""
    needed = [-(-have // c) for have, c in zip(left, counts, strict=True) if c > 0]
    return min(nodes, max(needed, default=0))
