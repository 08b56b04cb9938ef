"""What is free at each leaf of a topology, and how often the requests of a pod fit there.

Many leaves are alike, so a leaf holds only the number of its *capacity class*, a vector of amounts
over the resources of the tree. How often a request fits is computed once per class; adding and
removing usage moves a leaf from class to class along remembered transitions.

Source: Kueue pkg/cache/scheduler/tas_flavor_snapshot.go (leafCapacity), pkg/resources/requests.go
(CountInWithLimitingResource), v0.19.2.
"""

from typing import Final

from kuota.sim.model import Requests
from kuota.sim.tas.nodes import PODS
from kuota.sim.tas.topology_tree import TopologyTree

MAX_COUNT: Final = 2**31 - 1
"""How often a request for nothing fits."""

_SPARE_CLASSES: Final = 4096
_MAX_TRANSITIONS: Final = 100_000
_MAX_FITS: Final = 256


class RequestShapes:
    """The table that turns the requests of one pod into a small int and back."""

    __slots__ = ("_last", "_last_shape", "_numbers", "items")

    def __init__(self) -> None:
        self.items: list[tuple[tuple[str, int], ...]] = []
        self._numbers: dict[tuple[tuple[str, int], ...], int] = {}
        self._last: Requests | None = None
        self._last_shape = -1

    def shape(self, requests: Requests) -> int:
        """The number of these requests; the dict must not change afterwards."""
        if requests is self._last:
            return self._last_shape
        items = tuple(sorted(requests.items()))
        found = self._numbers.get(items)
        if found is None:
            found = self._numbers[items] = len(self.items)
            self.items.append(items)
        self._last = requests
        self._last_shape = found
        return found


class PodFit:
    """How often a pod of one shape fits into each capacity class.

    Resources are compared in the order of their names, so that the first of equals is the scarcest
    one, as in Kueue.
    """

    __slots__ = ("_capacities", "_counts", "_limiting", "_terms")

    def __init__(self, capacities: "LeafCapacities", shape: int, with_pod: bool) -> None:
        requests = dict(capacities.shapes.items[shape])
        if with_pod:
            requests[PODS] = requests.get(PODS, 0) + 1
        self._capacities = capacities
        self._terms = [
            (resource, capacities.columns.get(resource, -1), requests[resource])
            for resource in sorted(requests)
        ]
        self._counts: dict[int, int] = {}
        self._limiting: dict[int, str] = {}

    def count(self, capacity_class: int) -> int:
        """How many such pods fit; 0 for a pod that requests no resource at all."""
        found = self._counts.get(capacity_class)
        if found is None:
            found = self._compute(capacity_class)
        return found

    def limiting_resource(self, capacity_class: int) -> str:
        """The resource that allows the fewest pods."""
        if capacity_class not in self._limiting:
            self._compute(capacity_class)
        return self._limiting[capacity_class]

    def _compute(self, capacity_class: int) -> int:
        capacity = self._capacities.classes[capacity_class]
        lowest = -1
        limiting = ""
        for resource, column, amount in self._terms:
            count = MAX_COUNT
            if amount != 0:
                free = capacity[column] if column >= 0 else 0
                count = max(0, min(free // amount, MAX_COUNT))
            if lowest < 0 or count < lowest:
                lowest = count
                limiting = resource
        lowest = max(lowest, 0)
        self._counts[capacity_class] = lowest
        self._limiting[capacity_class] = limiting
        return lowest


class LeafCapacities:
    """The capacity classes of the leaves of one flavor.

    ``free`` has the class of each leaf with no TAS workload on it, ``remaining`` the class with the
    present ones. ``changes`` lists leaves in the order in which their remaining class changed;
    ``changes_start`` counts the entries dropped from its head.
    """

    __slots__ = (
        "_class_limit",
        "_fits",
        "_numbers",
        "_transitions",
        "_vectors",
        "changes",
        "changes_start",
        "classes",
        "columns",
        "free",
        "generation",
        "remaining",
        "shapes",
        "tree",
    )

    def __init__(self, tree: TopologyTree, shapes: RequestShapes) -> None:
        self.tree = tree
        self.shapes = shapes
        self.columns = {resource: column for column, resource in enumerate(tree.resources)}
        self.classes: list[tuple[int, ...]] = []
        self._numbers: dict[tuple[int, ...], int] = {}
        self._transitions: dict[tuple[int, int, int], int] = {}
        self._vectors: dict[int, tuple[int, ...]] = {}
        self._fits: dict[tuple[int, bool], PodFit] = {}
        self.free = [self._class_of_leaf(leaf.capacity) for leaf in tree.leaves]
        self.remaining = list(self.free)
        self.changes: list[int] = []
        self.changes_start = 0
        self.generation = 0
        self._class_limit = 2 * len(tree.leaves) + _SPARE_CLASSES

    def fit(self, shape: int, with_pod: bool = True) -> PodFit:
        """How pods of a shape fit; ``with_pod`` counts each against the limit of pods as well."""
        key = (shape, with_pod)
        found = self._fits.get(key)
        if found is None:
            if len(self._fits) >= _MAX_FITS:
                self._fits.clear()
            found = self._fits[key] = PodFit(self, shape, with_pod)
        return found

    def take(self, leaf: int, shape: int, count: int) -> None:
        """Puts ``count`` pods of a shape onto a leaf; a negative count removes them again."""
        self.remaining[leaf] = self.after(self.remaining[leaf], shape, count)
        self.changes.append(leaf)

    def after(self, capacity_class: int, shape: int, count: int) -> int:
        """The class that is left of a class when ``count`` pods of a shape are taken from it."""
        key = (capacity_class, shape, count)
        found = self._transitions.get(key)
        if found is None:
            vector = self._vector(shape)
            capacity = self.classes[capacity_class]
            left = tuple(
                [amount - count * taken for amount, taken in zip(capacity, vector, strict=True)]
            )
            if len(self._transitions) >= _MAX_TRANSITIONS:
                self._transitions.clear()
            found = self._transitions[key] = self._class(left)
        return found

    def less(self, capacity_class: int, requests: Requests) -> int:
        """The class that is left of a class when these amounts are taken from it."""
        left = list(self.classes[capacity_class])
        for resource, amount in requests.items():
            column = self.columns.get(resource, -1)
            if column >= 0:
                left[column] -= amount
        return self._class(tuple(left))

    def compact(self) -> bool:
        """Forgets classes that no leaf has when there are too many; True when numbers changed."""
        if len(self.classes) <= self._class_limit:
            return False
        old = self.classes
        self.classes = []
        self._numbers = {}
        self._transitions = {}
        self._fits = {}
        self.free = [self._class(old[number]) for number in self.free]
        self.remaining = [self._class(old[number]) for number in self.remaining]
        self.generation += 1
        return True

    def trim_changes(self) -> None:
        """Drops the older half of a change list that costs more to replay than to recompute."""
        if len(self.changes) > 4 * len(self.remaining) + _SPARE_CLASSES:
            half = len(self.changes) // 2
            self.changes_start += half
            del self.changes[:half]

    def _class_of_leaf(self, capacity: Requests) -> int:
        return self._class(tuple([capacity.get(name, 0) for name in self.tree.resources]))

    def _class(self, amounts: tuple[int, ...]) -> int:
        found = self._numbers.get(amounts)
        if found is None:
            found = self._numbers[amounts] = len(self.classes)
            self.classes.append(amounts)
        return found

    def _vector(self, shape: int) -> tuple[int, ...]:
        found = self._vectors.get(shape)
        if found is None:
            requests = dict(self.shapes.items[shape])
            requests[PODS] = requests.get(PODS, 0) + 1
            found = self._vectors[shape] = tuple(
                [requests.get(name, 0) for name in self.tree.resources]
            )
        return found
