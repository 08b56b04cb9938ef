"""What kuota says of a gang, and the proof that goes with it."""

from dataclasses import dataclass, field
from enum import StrEnum
from typing import NamedTuple

from kuota.policy.bound import Bound
from kuota.policy.team import Gang


class Level(StrEnum):
    """How far a gang gets, from the weakest to the strongest."""

    NEVER_FITS = "NeverFits"  # quota refuses it on the empty cluster
    QUOTA_ONLY = "QuotaOnly"  # quota admits it, nodes or topology cannot place it
    UNDECIDED = "Undecided"  # the search for a placement hit its bound
    REACHABLE = "Reachable"  # it starts when the cluster is otherwise empty
    AFTER_EVICTION = "AfterEviction"  # others leave for it on some full clusters, not on every one
    GUARANTEED = "Guaranteed"  # it starts on every full cluster that was tried

    @property
    def rank(self) -> int:
        """0 for the weakest."""
        return list(Level).index(self)

    def meets(self, expect: str) -> bool:
        """Whether a gang of this level is what ``expect`` asks: reachable, guaranteed or never."""
        if expect == "never":
            return self in (Level.NEVER_FITS, Level.QUOTA_ONLY)
        needed = Level.GUARANTEED if expect == "guaranteed" else Level.REACHABLE
        return self.rank >= needed.rank


class Shortage(NamedTuple):
    """A flavor that could never give what the gang asks: ``needed`` is more than the bound."""

    needed: int
    bound: Bound


class Placement(NamedTuple):
    """Where pods of one podSet go: counts by topology domain, or by node without a topology.

    ``short`` pods found no place.
    """

    pod_set: str
    flavors: dict[str, str]
    domains: tuple[tuple[tuple[str, ...], int], ...]
    short: int = 0


class Eviction(NamedTuple):
    """A workload that leaves, for whom, and the rule that allows it (Kueue's reason)."""

    workload: str
    preemptor: str
    reason: str


@dataclass(frozen=True, slots=True)
class Attack:
    """A full load that was tried on the gang.

    ``held`` says whether the gang started and kept its quota within ``cycles`` cycles; ``load``
    names the load. ``loop`` are workloads that evict one another for ever, if any do.
    ``workloads`` are the Workload objects of all jobs in the order in which they came, those of the
    gang's own team among them; ``departures`` says after how many arrivals which of them ended.
    """

    load: str
    held: bool
    cycles: int
    evictions: tuple[Eviction, ...]
    message: str
    loop: tuple[str, ...] = ()
    workloads: tuple[dict[str, object], ...] = field(default=(), repr=False)
    departures: tuple[tuple[int, str], ...] = field(default=(), repr=False)

    @property
    def jobs(self) -> int:
        """How many jobs are there, running or waiting, when the gang comes."""
        return len(self.workloads) - len(self.departures)


class Verdict(NamedTuple):
    """The verdict on one gang.

    ``token`` and ``message`` are Kueue's, where it refuses; ``shortages`` the bounds that it
    breaks, one a flavor. ``placements`` is the one found, or the best one for QuotaOnly.
    ``attacks`` are the full loads that were tried; ``certain`` says whether the amounts alone
    already guarantee its quota, ``doubts`` why not, ``alone`` that no other team shares it.
    """

    team: str
    gang: Gang
    level: Level
    token: str = ""
    message: str = ""
    shortages: tuple[Shortage, ...] = ()
    placements: tuple[Placement, ...] = ()
    attacks: tuple[Attack, ...] = ()
    certain: bool = False
    doubts: tuple[str, ...] = ()
    alone: bool = False

    @property
    def met(self) -> bool:
        """Whether the gang is what its ``expect`` says."""
        return self.level.meets(self.gang.expect.value)

    @property
    def counterexample(self) -> Attack | None:
        """The first full load that keeps the gang out."""
        return next((attack for attack in self.attacks if not attack.held), None)
