"""A team as a table: every value that decides how its workloads are admitted, and who set it."""

from collections.abc import Callable, Iterator
from typing import NamedTuple

from kuota.policy.effective import Effective, effective
from kuota.policy.origin import Source
from kuota.policy.team import Team
from kuota.source.span import Path, Span

_WHO = {
    Source.CLUSTER: "team, on this cluster",
    Source.TEAM: "team",
    Source.GRANT: "grant",
    Source.PLATFORM: "platform",
    Source.KUEUE: "Kueue's default",
    Source.KUOTA: "derived",
}
_UNWRITTEN = (Source.KUEUE, Source.KUOTA)
"""Sources of values that nobody wrote, so that no place shows them."""

_WIDEST = 40
"""A longer value shifts its own line, not the column."""


class _Row(NamedTuple):
    name: str
    value: str = ""
    found: Effective | None = None


def table(team: Team, cluster: str, place: Callable[[Span], str] | None) -> str:
    """The team's values as an indented tree; with ``place``, who set each of them and where."""
    rows = list(_rows(team))
    names = max(len(row.name) for row in rows)
    values = max((len(row.value) for row in rows if len(row.value) <= _WIDEST), default=0)
    who = max(len(_WHO[row.found.origin.source]) for row in rows if row.found is not None)
    lines = [f"team {team.name} on cluster {cluster}"]
    for row in rows:
        line = f"  {row.name:<{names}}  {row.value:<{values}}"
        if place is not None and row.found is not None:
            origin = row.found.origin
            shown = "" if origin.source in _UNWRITTEN else place(origin.span)
            line += f"  {_WHO[origin.source]:<{who}}  {shown}"
        lines.append(line.rstrip())
    return "\n".join(lines) + "\n"


def _rows(team: Team) -> Iterator[_Row]:
    """The values, with a heading for each key that holds several of them."""
    above: Path = ()
    for found in effective(team):
        common = _common(above, found.path)
        for depth in range(common, len(found.path) - 1):
            yield _Row("  " * depth + _key(found.path[depth]))
        depth = len(found.path) - 1
        yield _Row("  " * depth + _key(found.path[depth]), found.value, found)
        above = found.path


def _common(above: Path, path: Path) -> int:
    """How many keys of ``path`` the row before has headed already."""
    length = 0
    while length < min(len(above), len(path) - 1) and above[length] == path[length]:
        length += 1
    return length


def _key(part: str | int) -> str:
    return f"- {part + 1}" if isinstance(part, int) else part
