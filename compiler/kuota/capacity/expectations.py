"""Whether what a scenario expects came true, and if not, what was the case instead."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass

from kuota.capacity.empty import HOLDING
from kuota.capacity.places import pods_of, split_of
from kuota.capacity.timeline import duration
from kuota.capacity.trace import Deed, Happening, Snapshot, Trace
from kuota.lint.wording import figure, listed, plural
from kuota.policy.cluster import Cluster
from kuota.policy.scenario import Expectation
from kuota.sim.results import WorkloadStatus


@dataclass(frozen=True, slots=True)
class Miss:
    """What is wrong: the key of the expectation that does not hold, in words and in short."""

    key: str
    headline: str
    label: str


Found = Iterator[Miss]

_UNTRIED = "PendingEvaluation"
_STATES = ("admitted", "pending", "quota", "share")
"""Expectations about how things stand, not about what happened."""


def miss(expectation: Expectation, trace: Trace, cluster: Cluster) -> Miss | None:
    """The first thing that is not as expected; None when the expectation is met."""
    if expectation.about in _STATES and (trace.loop or expectation.at not in trace.snapshots):
        headline = f"the cluster never settles, so {expectation.about} cannot be judged"
        return Miss(expectation.about, headline, "not reached")
    return next(_JUDGES[expectation.about](_Case(expectation, trace, cluster)), None)


@dataclass(frozen=True, slots=True)
class _Case:
    expectation: Expectation
    trace: Trace
    cluster: Cluster

    @property
    def snapshot(self) -> Snapshot:
        return self.trace.snapshots[self.expectation.at]

    @property
    def when(self) -> str:
        at = self.expectation.at
        return "at the end" if at is None else f"at {duration(at)}"

    @property
    def statuses(self) -> dict[str, WorkloadStatus | None]:
        return {name: self.snapshot.statuses.get(name) for name in self.expectation.names}


def _admitted(case: _Case) -> Found:
    wanted = case.expectation
    running = [n for n, s in case.statuses.items() if s is not None and s.state in HOLDING]
    yield from _right_number(case, running, "admitted")
    statuses = [case.snapshot.statuses[name] for name in running]
    if not running:
        return
    if wanted.flavor is not None:
        others = sorted({f for s in statuses for f in _flavors(s) if wanted.flavor != f})
        if any(wanted.flavor not in _flavors(status) for status in statuses):
            what = f"in {listed(others) or 'no flavor'}"
            headline = f"{wanted.subject} is {what} {case.when}, not in {wanted.flavor}"
            yield Miss("flavor", headline, what)
    pods = sum(map(pods_of, statuses))
    if wanted.pods is not None and wanted.pods != pods:
        label = f"{pods} admitted"
        headline = f"{wanted.subject} has {plural(pods, 'pod')} {case.when}, not {wanted.pods}"
        yield Miss("pods", headline, label)
    if wanted.placed is not None:
        yield from _placed(case, running, wanted.placed)
    if wanted.level is not None and wanted.split is not None:
        yield from _split(case, statuses, wanted.level, wanted.split)


def _right_number(case: _Case, those: list[str], state: str) -> Found:
    wanted = case.expectation
    names = wanted.names
    count = len(names) if wanted.count is None else wanted.count
    if len(those) == count:
        return
    if len(names) > 1 or wanted.count is not None:
        key = state if wanted.count is None else "count"
        what = f"{len(those)} {state}"
        yield Miss(key, f"{what} of {wanted.subject} {case.when}, not {count}", what)
        return
    actual = _state(case.statuses[names[0]])
    yield Miss(state, f"{wanted.subject} is {actual} {case.when}, not {state}", actual)


def _placed(case: _Case, running: list[str], wanted: bool) -> Found:
    name = case.expectation.subject
    unknown = [each for each in running if each not in case.snapshot.unplaced]
    if unknown:
        headline = f"whether {name} has nodes cannot be known, for no node of its flavor is"
        yield Miss("placed", headline, "no nodes known")
        return
    short = sum(case.snapshot.unplaced[each] for each in running)
    if (short == 0) != wanted:
        what = f"{plural(short, 'pod')} without a node" if short else "nodes for all pods"
        yield Miss("placed", f"{name} has {what} {case.when}", what)


def _split(
    case: _Case, statuses: Iterable[WorkloadStatus], level: str, wanted: tuple[int, ...]
) -> Found:
    counts: dict[str, int] = {}
    for status in statuses:
        for domain, count in split_of(case.cluster, status, level).items():
            counts[domain] = counts.get(domain, 0) + count
    actual = sorted(counts.values(), reverse=True)
    if actual != sorted(wanted, reverse=True):
        what = " + ".join(map(str, actual)) or "not placed by a topology"
        headline = f"{case.expectation.subject} is split {what} {case.when}, not as expected"
        yield Miss("split", headline, what)


def _pending(case: _Case) -> Found:
    waiting = {n: s for n, s in case.statuses.items() if s is not None and s.state == "pending"}
    yield from _right_number(case, list(waiting), "pending")
    wanted = case.expectation
    if wanted.reason is not None and waiting:
        reasons = sorted({status.reason for status in waiting.values()})
        if len(reasons) > 1:  # Kueue leaves out copies that fare like one that it tried
            reasons = [reason for reason in reasons if reason != _UNTRIED]
        if reasons != [wanted.reason]:
            what = listed(reasons)
            headline = f"{wanted.subject} waits for {what} {case.when}, not for {wanted.reason}"
            yield Miss("reason", headline, what)


def _evicted(case: _Case) -> Found:
    wanted = case.expectation
    moment = "" if wanted.at is None else f" {case.when}"
    events = [e for e in _evictions(case.trace, wanted.names) if wanted.at in (None, e.at)]
    if not events:
        yield Miss("evicted", f"{wanted.subject} is not evicted{moment}", "not evicted")
        return
    if wanted.by:
        others = list(dict.fromkeys(event.other for event in events))
        events = [event for event in events if event.other in wanted.by]
        if not events:
            what = f"evicted for {listed(others) or 'no workload'}"
            yield Miss("by", f"{wanted.subject} is {what}{moment}", what)
    if wanted.reason is not None:
        reasons = sorted({event.reason for event in events})
        events = [event for event in events if event.reason == wanted.reason]
        if not events:
            what = listed(reasons)
            headline = f"{wanted.subject} is evicted by {what}{moment}, not by {wanted.reason}"
            yield Miss("reason", headline, what)
    gone = len({event.who for event in events})
    if wanted.count is not None and gone != wanted.count:
        what = f"{gone} evicted"
        headline = f"{what} of {wanted.subject}{moment}, not {wanted.count}"
        yield Miss("count", headline, what)


def _never_evicted(case: _Case) -> Found:
    events = list(_evictions(case.trace, case.expectation.names))
    if events:
        first = events[0]
        cause = f" for {first.other}" if first.other else f" ({first.reason})"
        what = f"evicted at {duration(first.at)}"
        yield Miss("neverEvicted", f"{first.who} is {what}{cause}", what)


def _max_evictions(case: _Case) -> Found:
    wanted = case.expectation
    of_whom = [
        event
        for event in case.trace.happenings
        if event.deed is Deed.EVICTED and wanted.subject in ("", event.team)
    ]
    if len(of_whom) > wanted.most:
        who = f" of {wanted.subject}" if wanted.subject else ""
        what = plural(len(of_whom), "eviction")
        yield Miss("maxEvictions", f"{what}{who}, {wanted.most} allowed", what)


def _quota(case: _Case) -> Found:
    wanted = case.expectation
    actual = _use(case, wanted.subject)
    words = {"used": "uses", "borrowed": "borrows", "lent": "lends", "available": "could still use"}
    for key, units in wanted.amounts.items():
        if actual[key] != units:
            have, want = figure(wanted.resource, actual[key]), figure(wanted.resource, units)
            headline = f"{wanted.subject} {words[key]} {have} {wanted.resource} {case.when}"
            yield Miss(key, f"{headline}, not {want}", f"{key} {have}")


def _share(case: _Case) -> Found:
    wanted = case.expectation
    used = {team: _use(case, team)["used"] for team in wanted.shares}
    total = sum(used.values())
    off = [
        team
        for team, share in wanted.shares.items()
        if not total or abs(used[team] * 1000 - share * total) > wanted.within * total
    ]
    if off:
        parts = [f"{team} {figure(wanted.resource, units)}" for team, units in used.items()]
        headline = f"the shares of {wanted.resource} are {listed(parts)} {case.when}"
        yield Miss("share", headline, f"not as expected for {listed(off, 2)}"[:40])


def _loop(case: _Case) -> Found:
    members = case.trace.loop
    if bool(members) != case.expectation.loop:
        what = f"{listed(members, 4)} evict each other for ever" if members else "there is no loop"
        yield Miss("preemptionLoop", what, "a loop" if members else "no loop")


_JUDGES: Mapping[str, Callable[[_Case], Found]] = {
    "admitted": _admitted,
    "pending": _pending,
    "evicted": _evicted,
    "neverEvicted": _never_evicted,
    "maxEvictions": _max_evictions,
    "quota": _quota,
    "share": _share,
    "preemptionLoop": _loop,
}


def _evictions(trace: Trace, names: tuple[str, ...]) -> Iterator[Happening]:
    wanted = frozenset(names)
    for event in trace.happenings:
        if event.deed is Deed.EVICTED and event.who in wanted:
            yield event


def _use(case: _Case, team: str) -> dict[str, int]:
    """What a team uses, borrows, lends and could still use, of one flavor or of all together."""
    wanted = case.expectation
    rows = [
        row
        for row in case.snapshot.usage
        if row.kind == "ClusterQueue"
        and row.node == team
        and row.resource == wanted.resource
        and wanted.flavor in (None, row.flavor)
    ]
    return {
        "used": sum(row.used for row in rows),
        "borrowed": sum(row.borrowed for row in rows),
        "lent": sum(row.lent for row in rows),
        "available": sum(row.available for row in rows),
    }


def _flavors(status: WorkloadStatus) -> set[str]:
    """The flavors that every podSet of a workload has got one of."""
    each = [set(pod_set.flavors.values()) for pod_set in status.pod_sets]
    return set.intersection(*each) if each else set()


def _state(status: WorkloadStatus | None) -> str:
    if status is None:
        return "gone"
    return "admitted" if status.state in HOLDING else status.state
