"""Findings about names that two things want."""

from kuota.diag.kind import Kind
from kuota.diag.model import Code, Diagnostic, Label, Severity
from kuota.policy.errors.reference import finding
from kuota.source.span import Span

DUPLICATE_TEAM = Kind(
    Code("Q212", "duplicate-team"),
    Severity.ERROR,
    """Two teams have one name.

What it finds
    Two documents of kind Team with the same `metadata.name`, in one file or in two.
Why it matters
    Both would be compiled to one ClusterQueue; whichever came last would win.
How to fix
    Rename one of them, or merge the two. Neither counts in sums until then.
""",
)
DUPLICATE_PLATFORM = Kind(
    Code("Q213", "duplicate-platform"),
    Severity.ERROR,
    """Two Platforms have one name.

What it finds
    Two documents of kind Platform with the same `metadata.name`.
Why it matters
    A name stands for one cluster and one folder of the output. The first is taken.
How to fix
    Rename one of them, or remove it.
""",
)
NAMESPACE_CLAIMED_TWICE = Kind(
    Code("Q214", "namespace-claimed-twice"),
    Severity.ERROR,
    """Two teams claim one namespace.

What it finds
    A namespace that two teams on one cluster have, written or by default as the team's name.
Why it matters
    Either team's jobs could use the other's queues, and default LocalQueues collide.
How to fix
    Give the namespace to one of them.
""",
)
DUPLICATE_LOCAL_QUEUE = Kind(
    Code("Q215", "duplicate-local-queue"),
    Severity.ERROR,
    """A team has two LocalQueues of one name in one namespace.

What it finds
    A name that stands twice under `queues`, for namespaces that overlap.
Why it matters
    They are one object in the cluster; one of the two would be lost.
How to fix
    Remove one, rename it, or give it other namespaces.
""",
)
FOREIGN_NAMESPACE = Kind(
    Code("Q216", "foreign-namespace"),
    Severity.ERROR,
    """A LocalQueue is for a namespace that its team does not have.

What it finds
    A name under `namespaces` of a queue that is missing under `namespaces` of the team.
Why it matters
    The ClusterQueue admits the team's namespaces only, and a team may not place objects in
    those of others.
How to fix
    Add the namespace to the team, or take it from the queue.
""",
)
FORMER_NAME_IN_USE = Kind(
    Code("Q217", "former-name-in-use"),
    Severity.ERROR,
    """A team says it was called what another team is, or was, called.

What it finds
    A name under `formerly` that is the name of a team, or stands in two teams.
Why it matters
    A rename moves quota from the old name to the new one; it can go to one team only.
How to fix
    Remove the name from the team that did not have it.
""",
)
DUPLICATE_TOPOLOGY = Kind(
    Code("Q231", "duplicate-topology"),
    Severity.ERROR,
    """Two topologies have one name.

What it finds
    A topology called `default` under `topologies`, beside the Platform's own `topology`.
Why it matters
    The one under `topology` is called default; they would be one object.
How to fix
    Rename the one under `topologies`.
""",
)
DUPLICATE_NAME = Kind(
    Code("Q232", "duplicate-name"),
    Severity.ERROR,
    """A list names one thing twice.

What it finds
    A pod set of a gang, or a worker of MultiKueue, whose name stands twice in its list; also a
    pod set that has by default the name of another.
Why it matters
    One of the two would be lost, or refused by the cluster.
How to fix
    Remove or rename one of them.
""",
)

KINDS = (
    DUPLICATE_TEAM,
    DUPLICATE_PLATFORM,
    NAMESPACE_CLAIMED_TWICE,
    DUPLICATE_LOCAL_QUEUE,
    FOREIGN_NAMESPACE,
    FORMER_NAME_IN_USE,
    DUPLICATE_TOPOLOGY,
    DUPLICATE_NAME,
)


def duplicate_team(name: str, span: Span, first: Span) -> Diagnostic:
    """A second team of one name."""
    return finding(
        DUPLICATE_TEAM,
        span,
        f"team {name} is defined twice",
        label="defined again here",
        others=(Label(first, "first defined here"),),
        note="neither is counted in sums until one has another name",
        help="rename one of them, or merge the two",
    )


def duplicate_platform(name: str, span: Span, first: Span) -> Diagnostic:
    """A second Platform of one name."""
    return finding(
        DUPLICATE_PLATFORM,
        span,
        f"platform {name} is defined twice",
        label="defined again here",
        others=(Label(first, "first defined here"),),
        help="rename one of them, or remove it",
    )


def namespace_claimed_twice(
    name: str, team: str, span: Span, other: str, first: Span
) -> Diagnostic:
    """A namespace that another team has already."""
    return finding(
        NAMESPACE_CLAIMED_TWICE,
        span,
        f"namespace {name} is claimed by {other} and by {team}",
        label=f"claimed by {team}",
        others=(Label(first, f"claimed by {other}"),),
        note="jobs in it could use the queues of both teams",
        help="give it to one of them",
    )


def duplicate_local_queue(name: str, namespace: str, span: Span, first: Span) -> Diagnostic:
    """A LocalQueue that is there already."""
    return finding(
        DUPLICATE_LOCAL_QUEUE,
        span,
        f"queue {name} stands twice in namespace {namespace}",
        label="again here",
        others=(Label(first, "first here"),),
        help="remove one of them, or give it another name or namespace",
    )


def foreign_namespace(queue: str, name: str, span: Span, own: tuple[str, ...]) -> Diagnostic:
    """A queue in a namespace that is not the team's."""
    return finding(
        FOREIGN_NAMESPACE,
        span,
        f"queue {queue} is for namespace {name}, which is not the team's",
        label="not among the team's namespaces",
        help=f"the team's namespaces are {', '.join(own[:8])}",
    )


def former_name_in_use(name: str, team: str, span: Span, other: str, first: Span) -> Diagnostic:
    """A former name that is a team's name now."""
    return finding(
        FORMER_NAME_IN_USE,
        span,
        f"team {team} cannot have been {name}: a team has that name",
        label="formerly",
        others=(Label(first, f"team {other}"),),
        help="remove the name from `formerly`, or rename the other team",
    )


def former_name_twice(name: str, team: str, span: Span, other: str, first: Span) -> Diagnostic:
    """A former name that another team has claimed already."""
    return finding(
        FORMER_NAME_IN_USE,
        span,
        f"teams {other} and {team} both say that they were {name}",
        label=f"formerly of {team}",
        others=(Label(first, f"formerly of {other}"),),
        help="remove the name from one of them",
    )


def duplicate_topology(span: Span, first: Span) -> Diagnostic:
    """A topology called default beside the Platform's own."""
    return finding(
        DUPLICATE_TOPOLOGY,
        span,
        "topology default is defined twice",
        label="again under topologies",
        others=(Label(first, "`topology` is the one called default"),),
        help="rename the one under `topologies`",
    )


def duplicate_name(thing: str, name: str, span: Span, first: Span) -> Diagnostic:
    """An entry of a list that is there already."""
    return finding(
        DUPLICATE_NAME,
        span,
        f"{thing} {name} stands twice",
        label="again here",
        others=(Label(first, "first here"),),
        help="remove or rename one of them",
    )
