"""Names that a misspelt name may have meant."""

from collections.abc import Iterable


def near_names(name: str, known: Iterable[str], limit: int = 3) -> tuple[str, ...]:
    """Up to ``limit`` known names that are close to ``name``, the closest first."""
    from difflib import get_close_matches  # needed only to word a finding

    pool = sorted(set(known))
    folded: dict[str, str] = {}
    for candidate in pool:
        folded.setdefault(candidate.casefold(), candidate)
    close = get_close_matches(name.casefold()[:200], folded, n=limit, cutoff=0.6)
    return tuple(folded[match] for match in close)


def suggestion(name: str, known: Iterable[str]) -> str:
    """A help line for an unknown name: the near ones, else the known ones when they are few."""
    pool = sorted(set(known))
    near = near_names(name, pool)
    if near:
        return "did you mean " + " or ".join(near) + "?"
    if not pool:
        return ""
    shown = ", ".join(pool[:12])
    return f"known names are {shown}" + (f" and {len(pool) - 12} more" if len(pool) > 12 else "")
