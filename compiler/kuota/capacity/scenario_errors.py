"""What is wrong with a scenario once it was played: kinds of findings and their wording."""

from collections.abc import Iterable

from kuota.capacity.timeline import Line, text_of
from kuota.diag.kind import Kind
from kuota.diag.model import Code, Diagnostic, Label, Severity
from kuota.policy.scenario import Expectation, Load, Scenario

NOT_MET = Kind(
    Code("Q730", "expectation-not-met"),
    Severity.ERROR,
    """A scenario does not come out as it says.

What it finds
    An entry under `expect` of a Scenario that is not true when the scenario is played in the
    simulator of Kueue's scheduler.
Why it matters
    What a team relies on does not hold, or no longer holds after a change.
How to fix
    The note shows what led there. Change quotas, limits or policies, or the expectation.
""",
)
CANNOT_BEGIN = Kind(
    Code("Q731", "scenario-cannot-begin"),
    Severity.ERROR,
    """A workload that a scenario begins with cannot run.

What it finds
    An entry under `running` of a Scenario that Kueue does not admit, or that another one evicts,
    before anything else happens.
Why it matters
    The scenario would start from a state that cannot be; nothing of it is played.
How to fix
    Make the workload smaller, or let it come under `arrivals` if it is meant to wait.
""",
)
NEVER_SETTLES = Kind(
    Code("Q732", "scenario-never-settles"),
    Severity.ERROR,
    """Workloads of a scenario evict each other for ever.

What it finds
    A Scenario in which the same state of the cluster comes round again: a preemption loop that
    no entry `preemptionLoop: true` expects.
Why it matters
    Work is lost again and again, and nothing finishes.
How to fix
    Change the preemption policies of the queues that the timeline names.
Sources
    kubernetes-sigs/kueue issues 3779 and 14543.
""",
)

KINDS: tuple[Kind, ...] = (NOT_MET, CANNOT_BEGIN, NEVER_SETTLES)

_MOST_LINES = 24
"""Lines of a timeline in a finding; of a longer one the middle is left out."""


def not_met(
    expectation: Expectation,
    key: str,
    headline: str,
    label: str,
    involved: Iterable[Load],
    timeline: tuple[Line, ...],
) -> Diagnostic:
    """An expectation that did not come true; ``key`` is the part of it that is wrong."""
    return Diagnostic(
        NOT_MET.code,
        NOT_MET.severity,
        expectation.places[key],
        headline,
        label=label,
        others=_labels(involved),
        note=_told(timeline),
        help="change the quotas or policies that led there, or the expectation",
    )


def cannot_begin(scenario: Scenario, load: Load, count: int, why: str) -> Diagnostic:
    """A load under ``running`` that does not run."""
    jobs = load.name if len(load.names) == 1 else f"{count} of {len(load.names)} {load.name}"
    return Diagnostic(
        CANNOT_BEGIN.code,
        CANNOT_BEGIN.severity,
        load.span,
        f"{jobs} of {load.team} cannot run when {scenario.name} begins",
        label="not admitted",
        note=why,
        help="make it smaller, or let it come under arrivals",
    )


def never_settles(
    scenario: Scenario, involved: Iterable[Load], timeline: tuple[Line, ...]
) -> Diagnostic:
    """A preemption loop that nobody expects."""
    return Diagnostic(
        NEVER_SETTLES.code,
        NEVER_SETTLES.severity,
        scenario.span,
        f"workloads of {scenario.name} evict each other for ever",
        label="a preemption loop",
        others=_labels(involved),
        note=_told(timeline),
        help="change the preemption policies of their queues",
    )


def _labels(involved: Iterable[Load]) -> tuple[Label, ...]:
    return tuple(
        Label(load.span, "runs from the start" if load.at is None else "comes here")
        for load in involved
    )


def _told(timeline: tuple[Line, ...]) -> str:
    if len(timeline) <= _MOST_LINES:
        return text_of(timeline)
    half = _MOST_LINES // 2
    left_out = len(timeline) - 2 * half
    told = text_of((*timeline[:half], *timeline[-half:])).split("\n")
    return "\n".join([*told[:half], f"... {left_out} more ...", *told[half:]])
