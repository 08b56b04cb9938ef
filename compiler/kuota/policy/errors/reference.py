"""Findings about names that nothing answers to."""

from collections.abc import Iterable, Sequence

from kuota.diag.kind import Kind
from kuota.diag.model import Code, Diagnostic, Label, Severity
from kuota.diag.near import suggestion
from kuota.policy.place import Place
from kuota.source.span import Span

UNKNOWN_FLAVOR = Kind(
    Code("Q201", "unknown-flavor"),
    Severity.ERROR,
    """A quota names a flavor that the platform does not have.

What it finds
    A flavor in a team's or a cohort's quota that is missing under `flavors` of the Platform.
Why it matters
    Kueue turns a ClusterQueue with an unknown flavor off (FlavorNotFound); nothing runs in it.
How to fix
    Correct the name, or add the flavor to the Platform.
""",
)
UNKNOWN_COHORT = Kind(
    Code("Q202", "unknown-cohort"),
    Severity.ERROR,
    """A team or a cohort is in a cohort that the platform does not declare.

What it finds
    A `cohort` or `parent` that is missing under `cohorts` of a Platform that declares cohorts.
Why it matters
    Kueue makes a cohort of any name without a word: with a misspelt one the team stands alone,
    and can neither borrow nor lend.
How to fix
    Correct the name, or declare the cohort. A Platform without `cohorts` accepts every name.
""",
)
COHORT_CYCLE = Kind(
    Code("Q203", "cohort-cycle"),
    Severity.ERROR,
    """Cohorts are each other's parents.

What it finds
    A chain of `parent` that leads back to where it began.
Why it matters
    Kueue turns every queue below such cohorts off until the cycle is gone.
How to fix
    Take the parent away from one of them.
""",
)
UNKNOWN_TOPOLOGY = Kind(
    Code("Q204", "unknown-topology"),
    Severity.ERROR,
    """A flavor names a topology that the platform does not have.

What it finds
    `topology` of a flavor that is neither the Platform's `topology` nor one of `topologies`.
Why it matters
    Kueue turns every ClusterQueue with this flavor off (TopologyNotFound).
How to fix
    Declare the topology, correct the name, or remove `topology` from the flavor.
""",
)
UNKNOWN_PRIORITY_CLASS = Kind(
    Code("Q205", "unknown-priority-class"),
    Severity.ERROR,
    """A priority class is named that the platform does not have.

What it finds
    A `priorityClass` of a gang, or a class under `rules`, missing under `priorityClasses`.
Why it matters
    For a job with an unknown class Kueue makes no Workload: it stays suspended, silently.
How to fix
    Correct the name, or add the class to the Platform.
""",
)
UNKNOWN_ADMISSION_CHECK = Kind(
    Code("Q206", "unknown-admission-check"),
    Severity.ERROR,
    """A queue asks for an admission check that the platform does not have.

What it finds
    A name under `admissionChecks` of a team or of the defaults that no check answers to.
Why it matters
    Kueue turns the ClusterQueue off (AdmissionCheckNotFound).
How to fix
    Correct the name, or declare the check in the Platform.
""",
)
UNKNOWN_QUEUE = Kind(
    Code("Q207", "unknown-queue"),
    Severity.ERROR,
    """A gang is for a LocalQueue that its team does not have.

What it finds
    `queue` of a gang that is missing under `queues` of the team.
Why it matters
    A job with such a queue name waits for ever, without an error.
How to fix
    Correct the name, or add the queue.
""",
)
UNKNOWN_CLUSTER = Kind(
    Code("Q208", "unknown-cluster"),
    Severity.ERROR,
    """A team has a section for a cluster that no Platform describes.

What it finds
    A key under `clusters` of a team that is the name of no Platform.
Why it matters
    What stands there would be compiled nowhere.
How to fix
    Correct the name, or add the Platform.
""",
)
UNKNOWN_TOPOLOGY_LEVEL = Kind(
    Code("Q210", "unknown-topology-level"),
    Severity.ERROR,
    """A gang asks for a topology level that no topology of the platform has.

What it finds
    `required`, `preferred` or a slice's `required` of a gang that is not a level.
Why it matters
    Kueue cannot place such a workload: no flavor has the level, so it never starts.
How to fix
    Name one of the levels of the Platform's topology.
""",
)
UNKNOWN_TEAM = Kind(
    Code("Q211", "unknown-team"),
    Severity.WARNING,
    """A rule of the platform names a team that does not exist.

What it finds
    A name under `rules.priorityClasses.*.teams` that is no team.
Why it matters
    A misspelt name takes a right away from the team that was meant.
How to fix
    Correct the name, or remove it.
""",
)
NO_PLATFORM = Kind(
    Code("Q218", "no-platform"),
    Severity.ERROR,
    """There are teams, and no Platform.

What it finds
    Team documents without any document of kind Platform beside them.
Why it matters
    Flavors, capacity and the release of Kueue are the Platform's to say: nothing can be checked
    or compiled without one.
How to fix
    Give kuota the folder that holds the Platform too, or write one (`kuota init`).
""",
)

KINDS = (
    UNKNOWN_FLAVOR,
    UNKNOWN_COHORT,
    COHORT_CYCLE,
    UNKNOWN_TOPOLOGY,
    UNKNOWN_PRIORITY_CLASS,
    UNKNOWN_ADMISSION_CHECK,
    UNKNOWN_QUEUE,
    UNKNOWN_CLUSTER,
    UNKNOWN_TOPOLOGY_LEVEL,
    UNKNOWN_TEAM,
    NO_PLATFORM,
)


def finding(
    kind: Kind,
    span: Span,
    headline: str,
    *,
    label: str = "",
    others: tuple[Label, ...] = (),
    note: str = "",
    help: str = "",  # noqa: A002
) -> Diagnostic:
    """A finding of this kind at its usual severity."""
    return Diagnostic(kind.code, kind.severity, span, headline, label, others, note, help)


def unknown_flavor(name: str, place: Place, known: Iterable[str]) -> Diagnostic:
    """A flavor of a quota that the platform lacks."""
    return finding(
        UNKNOWN_FLAVOR,
        place.key,
        f"flavor {name} does not exist",
        label="not among the platform's flavors",
        help=suggestion(name, known),
    )


def unknown_cohort(name: str, span: Span, known: Iterable[str], platform: Span) -> Diagnostic:
    """A cohort that the platform, which has others, does not declare."""
    return finding(
        UNKNOWN_COHORT,
        span,
        f"cohort {name} is not declared",
        label="no such cohort",
        others=(Label(platform, "the cohorts are declared here"),),
        note="Kueue accepts any name: the queue would be alone in a cohort of its own",
        help=suggestion(name, known),
    )


def cohort_cycle(names: Sequence[str], spans: Sequence[Span]) -> Diagnostic:
    """Cohorts whose parents lead back to the first of them."""
    way = " -> ".join([*names, names[0]])
    text = (
        f"cohort {names[0]} is its own parent"
        if len(names) == 1
        else f"cohorts form a cycle: {way}"
    )
    return finding(
        COHORT_CYCLE,
        spans[0],
        text if len(text) <= 100 else f"{len(names)} cohorts form a cycle, from {names[0]} on",
        label=f"parent of {names[0]}",
        others=tuple(
            Label(span, f"parent of {name}")
            for name, span in zip(names[1:8], spans[1:8], strict=True)
        ),
        note="Kueue turns every queue below them off (inactive) while the cycle stands",
        help="remove one of these parents",
    )


def unknown_topology(name: str, span: Span, known: Iterable[str]) -> Diagnostic:
    """A topology by a name that the platform lacks."""
    return finding(
        UNKNOWN_TOPOLOGY,
        span,
        f"topology {name} does not exist",
        label="no such topology",
        help=suggestion(name, known),
    )


def no_default_topology(span: Span, known: Sequence[str]) -> Diagnostic:
    """``topology: true`` where it is not clear which one is meant."""
    return finding(
        UNKNOWN_TOPOLOGY,
        span,
        "topology: true has no topology to stand for"
        if not known
        else f"topology: true could be any of {len(known)} topologies",
        note="true stands for the Platform's `topology`, or for its only one under `topologies`",
        help=f"write one of {', '.join(known)}" if known else "declare `topology` in the Platform",
    )


def unknown_priority_class(name: str, span: Span, known: Iterable[str]) -> Diagnostic:
    """A WorkloadPriorityClass that the platform lacks."""
    return finding(
        UNKNOWN_PRIORITY_CLASS,
        span,
        f"priority class {name} does not exist",
        label="not among the platform's classes",
        note="Kueue makes no Workload for a job with an unknown class: it stays suspended",
        help=suggestion(name, known),
    )


def unknown_admission_check(name: str, span: Span, known: Iterable[str]) -> Diagnostic:
    """An admission check that the platform lacks."""
    return finding(
        UNKNOWN_ADMISSION_CHECK,
        span,
        f"admission check {name} does not exist",
        label="not among the platform's checks",
        note="Kueue turns the queue off: AdmissionCheckNotFound",
        help=suggestion(name, known),
    )


def unknown_queue(gang: str, name: str, span: Span, known: Iterable[str]) -> Diagnostic:
    """The LocalQueue of a gang that its team lacks."""
    return finding(
        UNKNOWN_QUEUE,
        span,
        f"gang {gang} is for queue {name}, which does not exist",
        label="not among the team's queues",
        help=suggestion(name, known),
    )


def unknown_cluster(name: str, place: Place, known: Iterable[str]) -> Diagnostic:
    """A cluster section without a Platform."""
    return finding(
        UNKNOWN_CLUSTER,
        place.key,
        f"cluster {name} does not exist",
        label="no Platform has this name",
        help=suggestion(name, known),
    )


def unknown_level(name: str, span: Span, known: Sequence[str]) -> Diagnostic:
    """A topology level that no topology has."""
    return finding(
        UNKNOWN_TOPOLOGY_LEVEL,
        span,
        f"{name} is not a level of any topology",
        label="no such level",
        help=suggestion(name, known) or "declare a topology in the Platform",
    )


def unknown_team(name: str, span: Span, known: Iterable[str]) -> Diagnostic:
    """A team in a rule of the platform that does not exist."""
    return finding(UNKNOWN_TEAM, span, f"team {name} does not exist", help=suggestion(name, known))


def no_platform(span: Span, teams: int) -> Diagnostic:
    """Teams without a Platform."""
    count = "1 team" if teams == 1 else f"{teams} teams"
    return finding(
        NO_PLATFORM,
        span,
        f"{count} and no Platform",
        label="which cluster is it for?",
        help="add the Platform's folder to the paths, or write a document of kind Platform",
    )
