"""Names that two teams want."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping

from kuota.diag.model import Diagnostic
from kuota.policy.errors import collision as wrong
from kuota.policy.items import Item
from kuota.policy.origin import Setting
from kuota.policy.place import top
from kuota.policy.team import Team
from kuota.source.span import Span


def unique(
    items: Iterable[Item],
    name_of: Callable[[Item], str],
    wording: Callable[[str, Span, Span], Diagnostic],
    findings: list[Diagnostic],
) -> tuple[dict[str, Item], set[str]]:
    """Valid items whose name nobody else has, in order of name, and the names that collide."""
    first: dict[str, Item] = {}
    twice: set[str] = set()
    for item in items:
        name = name_of(item)
        known = first.setdefault(name, item)
        if known is not item and name:
            twice.add(name)
            findings.append(wording(name, _name_span(item), _name_span(known)))
    return {
        name: first[name]
        for name in sorted(first)
        if name not in twice and first[name].model is not None
    }, twice


def namespace_claims(teams: Iterable[Team]) -> Iterator[Diagnostic]:
    """Namespaces of one cluster that two of its teams have."""
    owners: dict[str, tuple[Team, Setting[str]]] = {}
    for team in teams:
        for space in team.namespaces:
            owner, first = owners.setdefault(space.value, (team, space))
            if owner is not team:
                yield wrong.namespace_claimed_twice(
                    space.value, team.name, space.origin.span, owner.name, first.origin.span
                )


def former_names(teams: Mapping[str, Item], names: Iterable[str]) -> Iterator[Diagnostic]:
    """Former names that are in use, or that two teams claim."""
    known = frozenset(names)
    claimed: dict[str, tuple[str, Span]] = {}
    for team, item in teams.items():
        assert item.model is not None
        assert item.model.kind == "Team"
        for number, former in enumerate(item.model.spec.formerly):
            span = top(item.document).down("spec", "formerly", number).span
            if former in known:
                holder = teams.get(former)
                first = _name_span(item if holder is None else holder)
                yield wrong.former_name_in_use(former, team, span, former, first)
                continue
            other, first = claimed.setdefault(former, (team, span))
            if first != span:
                yield wrong.former_name_twice(former, team, span, other, first)


def _name_span(item: Item) -> Span:
    return top(item.document).down("metadata", "name").span
