"""Vectors of free capacity as small ints, and how often the requests of a pod fit into one.

Many leaves of a topology are alike. A leaf therefore holds only the number of its *capacity class*,
a vector of amounts over the resources of the tree. How often a request fits is computed once per
class; taking and giving back capacity leads from class to class along remembered transitions.

Source: Kueue pkg/resources/requests.go (CountInWithLimitingResource), v0.19.2.
"""

from typing import Final

from kuota.sim.model import (
    Requests,
)
from kuota.sim.tas.nodes import PODS

MAX_COUNT: Final = 2**31 - 1
"""How often a request for nothing fits."""

_MAX_TRANSITIONS: Final = 100_000
_MAX_FITS: Final = 256
_MAX_KNOWN: Final = 4096


class RequestShapes:
    """The table that turns the requests of one pod into a small int and back."""

    __slots__ = ("_known", "_numbers", "items")

    def __init__(self) -> None:
        self.items: list[tuple[tuple[str, int], ...]] = []
        self._numbers: dict[tuple[tuple[str, int], ...], int] = {}
        # By identity: the entry keeps the dict alive, so that its id is not given to another.
        self._known: dict[int, tuple[Requests, int]] = {}

    def shape(self, requests: Requests) -> int:
        """The number of these requests; the dict must not change afterwards."""
        known = self._known.get(id(requests))
        if known is not None:
            return known[1]
        items = tuple(sorted(requests.items()))
        found = self._numbers.get(items)
        if found is None:
            found = self._numbers[items] = len(self.items)
            self.items.append(items)
        if len(self._known) >= _MAX_KNOWN:
            self._known.clear()
        self._known[id(requests)] = (requests, found)
        return found


class PodFit:
    """How often a pod of one shape fits into each capacity class.

    Resources are compared in the order of their names, so that the first of equals is the scarcest
    one, as in Kueue.
    """

    __slots__ = ("_amounts", "_counts", "_limiting", "_terms")

    def __init__(self, classes: "CapacityClasses", shape: int, with_pod: bool) -> None:
        requests = dict(classes.shapes.items[shape])
        if with_pod:
            requests[PODS] = requests.get(PODS, 0) + 1
        self._amounts = classes.amounts
        self._terms = [
            (resource, classes.columns.get(resource, -1), requests[resource])
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
        capacity = self._amounts[capacity_class]
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


class CapacityClasses:
    """The classes over the resources of one tree; copies of a flavor share them.

    ``amounts`` only grows, so a number once given out keeps its meaning.
    """

    __slots__ = (
        "_fits",
        "_numbers",
        "_transitions",
        "_vectors",
        "amounts",
        "columns",
        "resources",
        "shapes",
    )

    def __init__(self, resources: tuple[str, ...], shapes: RequestShapes) -> None:
        self.resources = resources
        self.shapes = shapes
        self.columns = {resource: column for column, resource in enumerate(resources)}
        self.amounts: list[tuple[int, ...]] = []
        self._numbers: dict[tuple[int, ...], int] = {}
        self._transitions: dict[tuple[int, int, int], int] = {}
        self._vectors: dict[int, tuple[int, ...]] = {}
        self._fits: dict[tuple[int, bool], PodFit] = {}

    def of(self, capacity: Requests) -> int:
        """The class with these amounts; resources outside the tree do not count."""
        return self.number(tuple([capacity.get(name, 0) for name in self.resources]))

    def number(self, amounts: tuple[int, ...]) -> int:
        """The class with these amounts, one per resource of the tree."""
        found = self._numbers.get(amounts)
        if found is None:
            found = self._numbers[amounts] = len(self.amounts)
            self.amounts.append(amounts)
        return found

    def fit(self, shape: int, with_pod: bool = True) -> PodFit:
        """How pods of a shape fit; ``with_pod`` counts each against the limit of pods as well."""
        key = (shape, with_pod)
        found = self._fits.get(key)
        if found is None:
            if len(self._fits) >= _MAX_FITS:
                self._fits.clear()
            found = self._fits[key] = PodFit(self, shape, with_pod)
        return found

    def after(self, capacity_class: int, shape: int, count: int) -> int:
        """The class that is left of a class when ``count`` pods of a shape are taken from it."""
        key = (capacity_class, shape, count)
        found = self._transitions.get(key)
        if found is None:
            capacity = self.amounts[capacity_class]
            vector = self._vector(shape)
            left = [amount - count * taken for amount, taken in zip(capacity, vector, strict=True)]
            if len(self._transitions) >= _MAX_TRANSITIONS:
                self._transitions.clear()
            found = self._transitions[key] = self.number(tuple(left))
        return found

    def _vector(self, shape: int) -> tuple[int, ...]:
        """What one pod of a shape takes, itself included."""
        found = self._vectors.get(shape)
        if found is None:
            requests = dict(self.shapes.items[shape])
            requests[PODS] = requests.get(PODS, 0) + 1
            found = self._vectors[shape] = tuple([requests.get(name, 0) for name in self.resources])
        return found
