"""Admission fair sharing: what each LocalQueue has used lately, weighed and forgotten by half-life.

Usage is kept in nanos and cut off there, as Kueue's decimals are; only rates, weights and the value
that queues are compared by are floats, because Kueue's are.

Source: pkg/cache/queue/afs/usage_ledger.go and entry_penalties.go,
pkg/util/admissionfairsharing/admission_fair_sharing.go, pkg/util/resource/resource.go (MulByFloat),
pkg/controller/core/localqueue_controller.go (reconcileConsumedUsage), v0.19.2.
"""

import math
from collections.abc import Callable
from decimal import Decimal

from kuota.quantity import CPU
from kuota.sim.model import (
    Requests,
)
from kuota.sim.settings import (
    AdmissionFairSharing,
)

Nanos = dict[str, int]
"""Resource name to amount. Units: billionths of the resource's own unit."""

_NANO = 10**9
_NANOS_IN_MILLI = 10**6


class UsageEntry:
    """The account of one LocalQueue.

    ``consumed`` is the decayed history, ``penalties`` what each workload admitted since has been
    charged in advance, ``pending`` their sum. Units: nanos, milliseconds.
    """

    __slots__ = ("consumed", "last_update", "penalties", "pending", "status_accounted")

    def __init__(self, consumed: Nanos, last_update: int, status_accounted: bool) -> None:
        self.consumed = consumed
        self.last_update = last_update
        self.status_accounted = status_accounted
        self.pending: Nanos = {}
        self.penalties: dict[str, Nanos] = {}

    def copy(self) -> "UsageEntry":
        """An account with the same contents."""
        entry = UsageEntry(self.consumed, self.last_update, self.status_accounted)
        entry.pending = self.pending
        entry.penalties = dict(self.penalties)
        return entry


class UsageLedger:
    """The accounts of all LocalQueues, by ``namespace/name``.

    ``admitted`` is what the admitted workloads of each hold now, summed over flavors.
    """

    __slots__ = (
        "_at_cycle_start",
        "_entries",
        "_half_life",
        "_interval",
        "_known_usage",
        "_weights",
        "admitted",
        "resource_weights",
    )

    def __init__(self, config: AdmissionFairSharing, weights: dict[str, float]) -> None:
        self._half_life = _seconds(config.usage_half_life_time)
        self._interval = config.usage_sampling_interval
        self._weights = weights
        self._entries: dict[str, UsageEntry] = {}
        self._known_usage: dict[str, float] = {}
        self._at_cycle_start: dict[str, float] = {}
        self.resource_weights = config.resource_weights
        self.admitted: dict[str, Requests] = {}

    def copy(self) -> "UsageLedger":
        """A ledger that goes its own way from here."""
        other = UsageLedger.__new__(UsageLedger)
        other._half_life = self._half_life
        other._interval = self._interval
        other._weights = self._weights
        other._known_usage = dict(self._known_usage)
        other._at_cycle_start = {}
        other._entries = {key: entry.copy() for key, entry in self._entries.items()}
        other.resource_weights = self.resource_weights
        other.admitted = {key: dict(amounts) for key, amounts in self.admitted.items()}
        return other

    def image(self) -> Callable[[], None]:
        """What puts all accounts back into their present state."""
        entries = {key: entry.copy() for key, entry in self._entries.items()}
        admitted = {key: dict(amounts) for key, amounts in self.admitted.items()}

        def undo() -> None:
            self._entries, self.admitted = entries, admitted
            self._known_usage.clear()

        return undo

    def usage(self, local_queue: str) -> float:
        """The weighted usage by which LocalQueues are compared; the one with less goes first."""
        known = self._known_usage.get(local_queue)
        if known is None:
            known = self._known_usage[local_queue] = self._usage(local_queue)
        return known

    def begin_cycle(self) -> None:
        """Fix the usage that victims are compared by until the next cycle."""
        self._at_cycle_start.clear()

    def usage_at_cycle_start(self, local_queue: str) -> float:
        """The weighted usage as it was before the workloads of this cycle were charged."""
        known = self._at_cycle_start.get(local_queue)
        return self.usage(local_queue) if known is None else known

    def _usage(self, local_queue: str) -> float:
        weight = self._weights.get(local_queue, 1.0)
        if weight <= 0:
            return math.inf
        entry = self._entries.get(local_queue)
        if entry is None:
            return 0.0
        amounts = _sum(entry.consumed, entry.pending)
        total = 0.0
        for resource in sorted(amounts):
            total += self.resource_weights.get(resource, 1.0) * (float(amounts[resource]) * 1e-9)
        return total / weight

    def push_penalty(self, local_queue: str, workload: str, requests: Requests, now: int) -> None:
        """Charge a workload that is being admitted with what one sampling would add."""
        self._at_cycle_start.setdefault(local_queue, self.usage(local_queue))
        rate = _alpha(_seconds(self._interval), self._half_life)
        penalty = _multiplied(_nanos(requests), rate)
        entry = self._entries.get(local_queue)
        if entry is None:
            entry = self._entries[local_queue] = UsageEntry({}, now, status_accounted=False)
        self._drop_penalty(entry, workload)
        entry.penalties[workload] = penalty
        entry.pending = _sum(entry.pending, penalty)
        self._known_usage.pop(local_queue, None)

    def subtract_penalty(self, local_queue: str, workload: str) -> None:
        """Take back the charge of a workload that will never run."""
        entry = self._entries.get(local_queue)
        if entry is not None:
            self._drop_penalty(entry, workload)
            self._known_usage.pop(local_queue, None)

    def has_pending_penalty(self, local_queue: str) -> bool:
        """Whether a charge of the LocalQueue is still to be settled."""
        entry = self._entries.get(local_queue)
        return entry is not None and any(entry.pending.values())

    def settle(self, local_queue: str, workload: str, now: int) -> None:
        """Turn the charge of a workload that has been admitted into consumed usage.

        Source: pkg/controller/core/workload_controller.go, updateAfsConsumedUsage, v0.19.2.
        """
        entry = self._entries.get(local_queue)
        if entry is None:
            entry = self._entries[local_queue] = UsageEntry({}, now, status_accounted=False)
        decayed = self._decayed(entry, local_queue, now)
        penalty = self._drop_penalty(entry, workload)
        entry.consumed = _sum(decayed, penalty)
        self._known_usage.pop(local_queue, None)
        entry.last_update = max(entry.last_update, now)

    def reconcile(self, local_queue: str, now: int) -> bool:
        """Sample one LocalQueue, as its controller does; whether its workloads are to be reordered.

        One that was sampled less than an interval ago is left alone, unless a charge is pending.
        """
        entry = self._entries.get(local_queue)
        if entry is None:
            entry = self._entries[local_queue] = UsageEntry({}, now, status_accounted=True)
        elif now - entry.last_update < self._interval and not self.has_pending_penalty(local_queue):
            entry.status_accounted = True
            return False
        entry.status_accounted = True
        self._known_usage.pop(local_queue, None)
        if self._half_life == 0:
            entry.consumed, entry.last_update = {}, now
            return True
        entry.consumed = self._decayed(entry, local_queue, now)
        entry.last_update = max(entry.last_update, now)
        return True

    def seed(self, local_queue: str, consumed: Nanos, now: int) -> None:
        """Start an account with the history that the LocalQueue's status has kept."""
        self._entries[local_queue] = UsageEntry(dict(consumed), now, status_accounted=True)
        self._known_usage.pop(local_queue, None)

    def add_admitted(self, local_queue: str, requests: Requests, sign: int) -> None:
        """Count in (1) or out (-1) what an admitted workload holds."""
        amounts = self.admitted.setdefault(local_queue, {})
        for resource, amount in requests.items():
            amounts[resource] = amounts.get(resource, 0) + sign * amount

    def _decayed(self, entry: UsageEntry, local_queue: str, now: int) -> Nanos:
        """The history after the time since the last sampling, in which what is admitted now ran."""
        rate = _alpha(_seconds(max(0, now - entry.last_update)), self._half_life)
        new = _nanos(self.admitted.get(local_queue, {}))
        return _sum(_multiplied(entry.consumed, 1 - rate), _multiplied(new, rate))

    def _drop_penalty(self, entry: UsageEntry, workload: str) -> Nanos:
        penalty = entry.penalties.pop(workload, None)
        if penalty is None:
            return {}
        left = _sum(entry.pending, {name: -amount for name, amount in penalty.items()})
        entry.pending = {name: amount for name, amount in left.items() if amount}
        return penalty


def _alpha(elapsed: float, half_life: float) -> float:
    """The share of new usage in the average after ``elapsed`` seconds."""
    return 0.0 if half_life == 0 else 1.0 - math.pow(0.5, elapsed / half_life)


def _seconds(milliseconds: int) -> float:
    """Milliseconds as Go's Duration.Seconds gives them."""
    whole, rest = divmod(milliseconds, 1000)
    return float(whole) + float(rest * _NANOS_IN_MILLI) / 1e9


def _nanos(requests: Requests) -> Nanos:
    return {
        name: amount * (_NANOS_IN_MILLI if name == CPU else _NANO)
        for name, amount in requests.items()
    }


def _multiplied(amounts: Nanos, factor: float) -> Nanos:
    """Each amount times the factor, cut off towards zero.

    The factor counts as the shortest decimal that stands for it.
    """
    _, digits, exponent = Decimal(repr(factor)).as_tuple()
    assert isinstance(exponent, int)
    numerator = int("".join(map(str, digits))) * 10 ** max(exponent, 0)
    denominator = 10 ** max(-exponent, 0)
    return {
        name: (amount * numerator // denominator)
        if amount >= 0
        else -(-amount * numerator // denominator)
        for name, amount in amounts.items()
    }


def _sum(one: Nanos, other: Nanos) -> Nanos:
    total = dict(one)
    for name, amount in other.items():
        total[name] = total.get(name, 0) + amount
    return total
