"""A trace in words, one line an event; what copies of a workload do alike stands in one line."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

from kuota.capacity.places import in_words
from kuota.capacity.trace import Deed, Happening
from kuota.policy.scenario import Load

_UNITS = (("h", 3600), ("m", 60), ("s", 1))


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a timeline: the first of its events, and the workloads that are alike in it."""

    happening: Happening
    names: tuple[str, ...]
    subject: str
    places: str = ""

    @property
    def text(self) -> str:
        """The event, without its time."""
        event = self.happening
        text = f"{self.subject} {_deed(event, len(self.names))}"
        if event.team and event.deed in (Deed.RUNS, Deed.COMES):
            text += f" ({event.team})"
        if event.other:
            text += f" for {event.other}"
        said = f"{event.reason}: {event.detail}" if event.reason and event.detail else ""
        said = said or event.reason or event.detail or self.places
        return text + (f": {said}" if said else "")


def lines(happenings: Iterable[Happening], loads: Iterable[Load]) -> tuple[Line, ...]:
    """The events in order, joined where neighbours differ in nothing but the copy they are of."""
    by_name = {name: load for load in loads for name in load.names}
    return tuple(_joined(happenings, by_name))


def text_of(timeline: Iterable[Line]) -> str:
    """The timeline, with the times in a column."""
    shown = [(duration(line.happening.at), line.text) for line in timeline]
    width = max((len(time) for time, _ in shown), default=0)
    return "\n".join(f"{time:>{width}}  {text}" for time, text in shown)


def duration(seconds: int) -> str:
    """A time as files spell it: ``1h30m``; ``0s`` for the start."""
    parts = []
    for unit, size in _UNITS:
        number, seconds = divmod(seconds, size)
        parts += [f"{number}{unit}"] if number else []
    return "".join(parts) or "0s"


def _joined(happenings: Iterable[Happening], loads: Mapping[str, Load]) -> Iterator[Line]:
    group: list[Happening] = []
    for event in happenings:
        if group and _key(event, loads) != _key(group[0], loads):
            yield _line(group, loads)
            group = []
        group.append(event)
    if group:
        yield _line(group, loads)


def _key(event: Happening, loads: Mapping[str, Load]) -> object:
    """What is the same for events that share a line: not the copy, not the cycle."""
    load = loads.get(event.who)
    other = loads.get(event.other)
    return replace(
        event,
        who=event.who if load is None else load.name,
        cycle=0,
        places=(),
        other=event.other if other is None else other.name,
    )


def _line(group: list[Happening], loads: Mapping[str, Load]) -> Line:
    first = group[0]
    names = tuple(event.who for event in group)
    load = loads.get(first.who)
    subject = first.who
    if load is not None and len(names) > 1:
        subject = f"{len(names)} of {load.name}" if len(names) < len(load.names) else load.name
        subject += "" if len(names) < len(load.names) else f" ({len(names)} jobs)"
    others = list(dict.fromkeys(event.other for event in group))
    other = loads.get(first.other)
    shown = first.other if len(others) == 1 or other is None else other.name
    places = in_words(place for event in group for place in event.places)
    return Line(replace(first, other=shown), names, subject, places)


def _deed(event: Happening, count: int) -> str:
    if count == 1:
        return event.deed.value
    plural = {"is": "are", "comes": "come", "runs": "run", "waits": "wait", "finishes": "finish"}
    first, *rest = event.deed.value.split(" ")
    return " ".join([plural.get(first, first), *rest])
