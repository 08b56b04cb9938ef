"""Scenarios, played and judged."""

from collections.abc import Iterator
from dataclasses import dataclass

from kuota.capacity.expectations import Miss, miss
from kuota.capacity.play import Play
from kuota.capacity.scenario_errors import cannot_begin, never_settles, not_met
from kuota.capacity.timeline import Line, lines, text_of
from kuota.capacity.trace import Deed, Trace
from kuota.capacity.world import World
from kuota.diag.model import Diagnostic
from kuota.lint.facts import Facts
from kuota.policy.cluster import Policy
from kuota.policy.scenario import Expectation, Load, Scenario


@dataclass(frozen=True, slots=True)
class Result:
    """How a scenario came out: what happened, and a finding for all that was not as expected.

    ``missed`` counts expectations that were not met, all of them when it could not be played.
    """

    scenario: Scenario
    trace: Trace
    timeline: tuple[Line, ...]
    missed: int
    diagnostics: tuple[Diagnostic, ...]

    @property
    def told(self) -> str:
        """The timeline as text."""
        return text_of(self.timeline)

    @property
    def ok(self) -> bool:
        """Whether everything came out as expected."""
        return not self.diagnostics


class Stage:
    """The clusters of a policy, each built once, on which scenarios are played."""

    def __init__(self, policy: Policy) -> None:
        self._facts = {each.name: Facts(each, policy.today) for each in policy.clusters}
        self._worlds: dict[str, World] = {}

    def run(self, scenario: Scenario) -> Result:
        """Plays a scenario and judges its expectations."""
        facts = self._facts[scenario.cluster]
        world = self._worlds.get(scenario.cluster)
        if world is None:
            world = World(facts.cluster, topology=bool(facts.cluster.nodes))
            self._worlds[scenario.cluster] = world
        trace = Play(scenario, facts, world).run()
        timeline = lines(trace.happenings, scenario.loads)
        found: list[Diagnostic] = []
        missed = len(scenario.expectations)
        if trace.refused:
            found = list(_refused(scenario, trace))
        elif trace.loop and not any(each.loop for each in scenario.expectations):
            found = [never_settles(scenario, _named(scenario, trace.loop), timeline)]
        else:
            missed = 0
            for expectation in scenario.expectations:
                wrong = miss(expectation, trace, facts.cluster)
                if wrong is not None:
                    missed += 1
                    found.append(_not_met(scenario, expectation, wrong, timeline))
        ordered = sorted(found, key=lambda each: each.order)
        return Result(scenario, trace, timeline, missed, tuple(ordered))


def _refused(scenario: Scenario, trace: Trace) -> Iterator[Diagnostic]:
    why = {event.who: event for event in trace.happenings if event.deed is Deed.WAITS}
    for load in _named(scenario, trace.refused):
        refused = [name for name in load.names if name in trace.refused]
        event = why[refused[0]]
        text = f"{event.reason}: {event.detail}" if event.detail else event.reason
        yield cannot_begin(scenario, load, len(refused), text)


def _not_met(
    scenario: Scenario, expectation: Expectation, wrong: Miss, timeline: tuple[Line, ...]
) -> Diagnostic:
    at = expectation.at
    before = tuple(line for line in timeline if at is None or line.happening.at <= at)
    involved = _named(scenario, (*expectation.names, *expectation.by))
    return not_met(expectation, wrong.key, wrong.headline, wrong.label, involved, before)


def _named(scenario: Scenario, names: tuple[str, ...]) -> list[Load]:
    """The loads that some of the names are of, in order."""
    wanted = frozenset(names)
    return [load for load in scenario.loads if not wanted.isdisjoint(load.names)]
