"""What a scenario brought about: every event in order, and the state at the times that count.

Units: times are whole seconds from the start; None stands for the end.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from kuota.capacity.places import Place
from kuota.sim.lending import QuotaUse
from kuota.sim.results import WorkloadStatus


class Deed(StrEnum):
    """What happened; the value is how a timeline says it."""

    RUNS = "runs"  # from the start
    COMES = "comes"
    ADMITTED = "is admitted"
    MOVED = "is moved to other nodes"
    EVICTED = "is evicted"
    WAITS = "waits"
    FINISHED = "finishes"
    FAILED = "goes down"  # a node
    LOOP = "evict each other for ever"


@dataclass(frozen=True, slots=True)
class Happening:
    """One event. ``who`` is a workload or a node, ``other`` the workload for which one had to go.

    ``cycle`` counts the scheduler's cycles at that time; 0 where no cycle did it. ``reason`` is
    Kueue's token, ``detail`` its message; ``places`` are where the pods went.
    """

    at: int
    deed: Deed
    who: str
    team: str = ""
    cycle: int = 0
    other: str = ""
    reason: str = ""
    detail: str = ""
    places: tuple[Place, ...] = ()


@dataclass(frozen=True, slots=True)
class Snapshot:
    """How things stand at one time. Workloads that have not come, or have gone, are missing.

    ``unplaced`` counts the admitted pods for which no node has room; a workload of which that
    cannot be known, because no node of its flavor is, is missing there.
    """

    statuses: Mapping[str, WorkloadStatus]
    usage: tuple[QuotaUse, ...]
    unplaced: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class Trace:
    """All that happened in a scenario.

    ``refused`` are the workloads that should run from the start and do not; nothing else is played
    then. ``loop`` are the workloads that evicted each other for ever; nothing is played after that.
    """

    happenings: tuple[Happening, ...]
    snapshots: Mapping[int | None, Snapshot]
    refused: tuple[str, ...] = ()
    loop: tuple[str, ...] = ()
