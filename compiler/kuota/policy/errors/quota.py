"""Findings about the shape of quota: groups, grants, teams without any."""

from collections.abc import Iterable, Mapping, Sequence

from kuota.diag.kind import Kind
from kuota.diag.model import Code, Diagnostic, Label, Severity
from kuota.diag.near import suggestion
from kuota.policy.errors.reference import finding
from kuota.policy.place import Place
from kuota.source.span import Span

NO_QUOTA = Kind(
    Code("Q219", "no-quota"),
    Severity.ERROR,
    """A team has no quota on any cluster.

What it finds
    A team without `quota`, neither for all clusters nor for one, or with an empty one.
Why it matters
    A ClusterQueue without quota admits nothing.
How to fix
    Write the quota. `nominalQuota: 0` in a cohort is a team that only borrows.
""",
)
UNEVEN_RESOURCE_GROUP = Kind(
    Code("Q220", "uneven-resource-group"),
    Severity.ERROR,
    """Flavors that share a resource do not have the same resources.

What it finds
    Two flavors of one quota that both have, say, nvidia.com/gpu, and only one of them cpu.
Why it matters
    A resource is in one group only, and in Kueue every flavor of a group has quota for all of
    the group's resources: the cluster refuses anything else.
How to fix
    Give each of the flavors the same resources; 0 is an amount.
""",
)
INVALID_RESOURCE_GROUP = Kind(
    Code("Q221", "invalid-resource-group"),
    Severity.ERROR,
    """Written resource groups do not fit the quota.

What it finds
    A resource of the quota in no group, one without quota in a group; a flavor in two groups.
Why it matters
    Kueue has each resource and each flavor in one group of a queue, and refuses anything else.
How to fix
    Name each resource of the quota once, or leave `resourceGroups` out.
""",
)
GRANT_WITHOUT_QUOTA = Kind(
    Code("Q222", "grant-without-quota"),
    Severity.ERROR,
    """A grant adds to a quota that is not there.

What it finds
    A flavor or resource in a grant that the team's `quota` does not have.
Why it matters
    A grant raises a nominalQuota for a time; without one there is nothing to raise.
How to fix
    Correct the name, or write the resource into the quota, with 0 if need be.
""",
)
CHECK_FLAVOR_WITHOUT_QUOTA = Kind(
    Code("Q223", "check-flavor-without-quota"),
    Severity.ERROR,
    """An admission check is limited to a flavor that the queue does not have.

What it finds
    A name under `onFlavors` of an admission check that is no flavor of the team's quota.
Why it matters
    The check holds for nothing, and newer releases refuse the queue.
How to fix
    Correct the name, or remove it.
""",
)

KINDS = (
    NO_QUOTA,
    UNEVEN_RESOURCE_GROUP,
    INVALID_RESOURCE_GROUP,
    GRANT_WITHOUT_QUOTA,
    CHECK_FLAVOR_WITHOUT_QUOTA,
)


def no_quota(team: str, span: Span) -> Diagnostic:
    """A team without quota."""
    return finding(
        NO_QUOTA,
        span,
        f"team {team} has no quota on any cluster",
        help="write `quota`: a flavor, a resource and an amount",
    )


def uneven_group(
    place: Place, quota: Mapping[str, Mapping[str, object]], first: str, second: str
) -> Diagnostic:
    """Two flavors that share some resources, and not all."""
    here, there = set(quota[second]), set(quota[first])
    missing = [name for name in quota[first] if name not in here]
    extra = [name for name in quota[second] if name not in there]
    lacking, having, names = (second, first, missing) if missing else (first, second, extra)
    shared = next(name for name in quota[second] if name in there)
    return finding(
        UNEVEN_RESOURCE_GROUP,
        place.at(lacking).key,
        f"flavor {lacking} has no quota for {_listed(names)}, flavor {having} has",
        label=f"without {names[0]}",
        others=(Label(place.down(having, names[0]).key, f"quota in {having}"),),
        note=f"both have {shared}, so they are in one group and need the same resources",
        help=f"write {names[0]} for {lacking} too; 0 is an amount",
    )


def grouped_without_quota(name: str, place: Place, known: Iterable[str]) -> Diagnostic:
    """A resource of a group without quota."""
    return finding(
        INVALID_RESOURCE_GROUP,
        place.span,
        f"resource {name} of a resource group has no quota",
        label="not in quota",
        help=suggestion(name, known),
    )


def not_grouped(name: str, flavor: str, place: Place, groups: Place) -> Diagnostic:
    """A resource with quota that no group has."""
    return finding(
        INVALID_RESOURCE_GROUP,
        place.key,
        f"resource {name} of flavor {flavor} is in no resource group",
        others=(Label(groups.key, "the groups"),),
        help=f"add {name} to a group, or leave `resourceGroups` out",
    )


def flavor_in_two_groups(
    flavor: str, place: Place, homes: Sequence[Sequence[str]], groups: Place
) -> Diagnostic:
    """A flavor whose resources are in two groups."""
    first, second = (_listed(names) for names in homes[:2])
    return finding(
        INVALID_RESOURCE_GROUP,
        place.key,
        f"flavor {flavor} is in two resource groups",
        others=(Label(groups.key, "the groups"),),
        note=f"it has quota for resources of {first} and of {second}",
        help="put these resources into one group, or use another flavor for one of them",
    )


def flavor_lacks(flavor: str, missing: Sequence[str], place: Place, groups: Place) -> Diagnostic:
    """A flavor without a resource of its group."""
    return finding(
        UNEVEN_RESOURCE_GROUP,
        place.key,
        f"flavor {flavor} has no quota for {_listed(missing)} of its resource group",
        label=f"without {missing[0]}",
        others=(Label(groups.key, "the groups"),),
        note="every flavor of a group has quota for all of the group's resources",
        help=f"write {missing[0]} for {flavor} too; 0 is an amount",
    )


def grant_without_quota(
    flavor: str, resource: str | None, span: Span, known: Iterable[str]
) -> Diagnostic:
    """A flavor, or a resource of one, that a grant has and the quota has not."""
    thing = f"flavor {flavor}" if resource is None else f"{resource} of flavor {flavor}"
    return finding(
        GRANT_WITHOUT_QUOTA,
        span,
        f"the grant adds to {thing}, which the team has no quota for",
        label="not in quota",
        help=suggestion(flavor if resource is None else resource, known),
    )


def check_flavor_without_quota(
    check: str, flavor: str, span: Span, known: Iterable[str]
) -> Diagnostic:
    """A flavor of an admission check that the queue lacks."""
    return finding(
        CHECK_FLAVOR_WITHOUT_QUOTA,
        span,
        f"admission check {check} is for flavor {flavor}, which the team has no quota for",
        label="not in quota",
        help=suggestion(flavor, known),
    )


def _listed(names: Sequence[str]) -> str:
    """Up to three names, and how many more."""
    shown = ", ".join(names[:3])
    return shown if len(names) <= 3 else f"{shown} and {len(names) - 3} more"
