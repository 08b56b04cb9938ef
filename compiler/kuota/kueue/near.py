"""Help for a name that Kueue does not know."""

from collections.abc import Iterable

from kuota.diag.near import near_names

__all__ = ["choice", "near_names"]


def choice(near: tuple[str, ...], known: Iterable[str], noun: str) -> str:
    """A help line for an unknown name: the near ones, else the known ones while they are few."""
    if near:
        return "did you mean " + " or ".join(near) + "?"
    names = tuple(known)
    if not names:
        return ""
    more = f" and {len(names) - 12} more" if len(names) > 12 else ""
    return f"known {noun}: {', '.join(names[:12])}{more}"
