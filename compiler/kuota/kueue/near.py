"""Known names that a misspelt one may have meant."""

from collections.abc import Iterable


def near_names(name: str, known: Iterable[str], limit: int = 3) -> tuple[str, ...]:
    """Up to ``limit`` known names close to ``name``, the closest first; case does not count."""
    from difflib import get_close_matches

    folded: dict[str, str] = {}
    for candidate in sorted(set(known)):
        folded.setdefault(candidate.casefold(), candidate)
    close = get_close_matches(name.casefold()[:200], folded, n=limit, cutoff=0.6)
    return tuple(folded[match] for match in close)


def choice(near: tuple[str, ...], known: Iterable[str], noun: str) -> str:
    """A help line for an unknown name: the near ones, else the known ones while they are few."""
    if near:
        return "did you mean " + " or ".join(near) + "?"
    names = tuple(known)
    if not names:
        return ""
    more = f" and {len(names) - 12} more" if len(names) > 12 else ""
    return f"known {noun}: {', '.join(names[:12])}{more}"
