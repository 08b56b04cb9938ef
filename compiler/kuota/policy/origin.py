"""Where a value of the policy comes from.

The classes here are not frozen, for a policy holds a hundred of them for each team and freezing
trebles the cost of making one. Nothing assigns to them all the same.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import Generic, TypeVar

from kuota.quantity import Quantity, amount
from kuota.source.span import Position, Span

T = TypeVar("T")


class Source(StrEnum):
    """Who decided a value, from the most specific to the most general."""

    CLUSTER = "cluster"  # the team's section for this cluster
    TEAM = "team"  # the team's spec, for all clusters
    GRANT = "grant"  # a temporary grant of the team
    PLATFORM = "platform"  # the platform, for its own objects or as a default for teams
    KUEUE = "kueue"  # Kueue's own default: nobody wrote it
    KUOTA = "kuota"  # derived, such as a namespace selector


Anchor = Span | tuple[str, int, int, int, int]
"""A span, or the bare numbers that one is made of, as the nodes of a file keep them."""


@dataclass(slots=True, unsafe_hash=True)
class Origin:
    """Who decided a value, and the place in a file that shows it.

    A value that nobody wrote points at the thing it belongs to: the team's name, the flavor's key.
    ``anchor`` is kept as it comes, because few spans are ever asked for.
    """

    source: Source
    anchor: Anchor

    @property
    def span(self) -> Span:
        """The place."""
        return span_at(self.anchor)


def span_at(anchor: Anchor) -> Span:
    """The span that ``anchor`` stands for."""
    if isinstance(anchor, Span):
        return anchor
    path, line, column, end_line, end_column = anchor
    return Span(path, Position(line + 1, column + 1), Position(end_line + 1, end_column + 1))


@dataclass(slots=True, unsafe_hash=True)
class Setting(Generic[T]):
    """A value and where it comes from."""

    value: T
    origin: Origin


@dataclass(slots=True, unsafe_hash=True)
class Amount:
    """An amount of one resource, as written and as Kueue counts it.

    Units: ``units`` is in milli-units for cpu, bytes for memory, else a count.
    """

    quantity: Quantity
    units: int
    origin: Origin


def make_amount(resource: str, quantity: Quantity, origin: Origin) -> Amount:
    """The amount that ``quantity`` is of ``resource``."""
    return Amount(quantity, amount(resource, quantity), origin)
