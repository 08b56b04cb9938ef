"""Where a value of the policy comes from."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Generic, TypeVar

from kuota.quantity import Quantity, amount
from kuota.source.span import Span

T = TypeVar("T")


class Source(StrEnum):
    """Who decided a value, from the most specific to the most general."""

    CLUSTER = "cluster"  # the team's section for this cluster
    TEAM = "team"  # the team's spec, for all clusters
    GRANT = "grant"  # a temporary grant of the team
    PLATFORM = "platform"  # the platform, for its own objects or as a default for teams
    KUEUE = "kueue"  # Kueue's own default: nobody wrote it
    KUOTA = "kuota"  # derived, such as a namespace selector


@dataclass(frozen=True, slots=True)
class Origin:
    """Who decided a value, and the place in a file that shows it.

    A value that nobody wrote points at the thing it belongs to: the team's name, the flavor's key.
    """

    source: Source
    span: Span


@dataclass(frozen=True, slots=True)
class Setting(Generic[T]):
    """A value and where it comes from."""

    value: T
    origin: Origin


@dataclass(frozen=True, slots=True)
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
