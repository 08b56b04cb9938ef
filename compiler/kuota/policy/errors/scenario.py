"""Findings about scenarios whose parts do not go together."""

from collections.abc import Iterable

from kuota.diag.kind import Kind
from kuota.diag.model import Code, Diagnostic, Label, Severity
from kuota.diag.near import suggestion
from kuota.policy.errors.reference import finding
from kuota.source.span import Span

UNKNOWN_NAME = Kind(
    Code("Q233", "unknown-name-in-scenario"),
    Severity.ERROR,
    """A scenario names something that does not exist.

What it finds
    A cluster, team, gang, LocalQueue, workload, priority class, flavor, topology level or node in a
    Scenario that neither the Platform, nor the team, nor the scenario itself has.
Why it matters
    The scenario cannot be run: it would say nothing about the policy.
How to fix
    Correct the name.
""",
)
NAME_TAKEN = Kind(
    Code("Q234", "scenario-name-taken"),
    Severity.ERROR,
    """Two scenarios, or two workloads of one, have one name.

What it finds
    A second Scenario of a name, or a second workload; the copies of a workload with a `count` are
    called NAME-1, NAME-2 and so on.
Why it matters
    Results and expectations could not tell them apart.
How to fix
    Rename one of them; a gang that comes twice needs a `name` of its own.
""",
)
NO_CLUSTER = Kind(
    Code("Q235", "scenario-without-cluster"),
    Severity.ERROR,
    """A scenario does not say which cluster it is about.

What it finds
    A Scenario without `cluster` beside several Platforms, or without any Platform.
Why it matters
    The same workloads fare differently on different clusters.
How to fix
    Add `cluster: NAME` below `spec`.
""",
)
OUT_OF_ORDER = Kind(
    Code("Q236", "scenario-out-of-order"),
    Severity.ERROR,
    """Something is said of a workload at a time at which it has not come yet.

What it finds
    `finish` or an expectation with an `at` before the workload's own.
Why it matters
    It can never come true, or has no effect.
How to fix
    Correct one of the two times.
""",
)

KINDS: tuple[Kind, ...] = (UNKNOWN_NAME, NAME_TAKEN, NO_CLUSTER, OUT_OF_ORDER)


def unknown_name(noun: str, name: str, span: Span, known: Iterable[str]) -> Diagnostic:
    """A name of a scenario that nothing answers to."""
    return finding(
        UNKNOWN_NAME,
        span,
        f"{noun} {name} does not exist",
        label=f"no such {noun}",
        help=suggestion(name, known),
    )


def name_taken(noun: str, name: str, span: Span, first: Span) -> Diagnostic:
    """The second scenario or workload of a name."""
    return finding(
        NAME_TAKEN,
        span,
        f"two {noun}s are called {name}",
        label="the second one",
        others=(Label(first, "the first one"),),
        help="rename one of them",
    )


def no_cluster(name: str, span: Span, clusters: Iterable[str]) -> Diagnostic:
    """A scenario that does not choose among the clusters, or has none."""
    known = sorted(clusters)
    return finding(
        NO_CLUSTER,
        span,
        f"scenario {name} does not say which cluster it is about",
        note=f"there are {', '.join(known)}" if known else "there is no Platform",
        help=f"add cluster: {known[0]}, or another" if known else "add a Platform",
    )


def out_of_order(what: str, name: str, span: Span, comes: Span) -> Diagnostic:
    """A time before the one at which the workload comes."""
    return finding(
        OUT_OF_ORDER,
        span,
        f"{what} before {name} comes",
        label="too early",
        others=(Label(comes, "comes later"),),
        help="correct one of the two times",
    )
