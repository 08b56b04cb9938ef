"""A scenario with its names bound: what happens on one cluster, and what must come of it.

Units: all times are whole seconds from the start.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from kuota.policy.team import Gang
from kuota.source.span import Span


class Load(NamedTuple):
    """Workloads of one team that are alike; ``gang`` has the shape of each.

    ``at`` is None for those that run from the start. ``span`` is where the file names them.
    """

    name: str
    team: str
    gang: Gang
    names: tuple[str, ...]
    at: int | None
    runtime: int | None
    span: Span


class Finish(NamedTuple):
    """Workloads that end at a time, if they are still there."""

    names: tuple[str, ...]
    at: int


class Failure(NamedTuple):
    """Nodes that go down at a time."""

    nodes: tuple[str, ...]
    at: int


@dataclass(frozen=True, slots=True)
class Expectation:
    """What must come true; ``about`` is its first key, as the file spells it.

    ``names`` are the workloads it is about, ``subject`` what the file calls them, or the team.
    ``at`` is None for the end, for an eviction any time. Amounts are units of ``resource``.
    ``shares`` and ``within`` are per mille. ``places`` has the value of each key that is written.
    """

    about: str
    extent: Span
    places: Mapping[str, Span]
    subject: str = ""
    names: tuple[str, ...] = ()
    at: int | None = None
    flavor: str | None = None
    pods: int | None = None
    count: int | None = None
    placed: bool | None = None
    level: str | None = None
    split: tuple[int, ...] | None = None
    by: tuple[str, ...] = ()
    reason: str | None = None
    most: int = 0
    resource: str = ""
    amounts: Mapping[str, int] = field(default_factory=dict)
    shares: Mapping[str, int] = field(default_factory=dict)
    within: int = 0
    loop: bool = False


class Scenario(NamedTuple):
    """One scenario, in the order of its file. ``span`` is its name."""

    name: str
    cluster: str
    file: str
    span: Span
    loads: tuple[Load, ...]
    finishes: tuple[Finish, ...]
    failures: tuple[Failure, ...]
    expectations: tuple[Expectation, ...]
