"""Amounts, sums and lists as findings print them."""

from collections.abc import Sequence

from kuota.lint.inventory import Capacity
from kuota.quantity import CPU, UNLIMITED, format_amount

_DECIMAL = ("k", "M", "G", "T", "P", "E")

_TERMS = 8
"""More terms than a reader checks by hand are summed up in one."""


def figure(resource: str, units: int) -> str:
    """An amount fit for a pocket calculator: counts stay plain, ``2000`` and not ``2k``."""
    text = format_amount(resource, units)
    return str(units) if text[-1] in _DECIMAL and resource != CPU else text


def amount_of(resource: str, units: int) -> str:
    """An amount with its resource: ``12 nvidia.com/gpu``, ``768Gi memory``."""
    return f"{figure(resource, units)} {resource}"


def plural(count: int, noun: str) -> str:
    """``1 node``, ``6 nodes``."""
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"


def listed(names: Sequence[str], limit: int = _TERMS) -> str:
    """``a``, ``a and b``, ``a, b and c``, ``a, b and 97 more``."""
    shown = list(names[:limit])
    if len(names) > limit:
        return ", ".join(shown) + f" and {len(names) - limit} more"
    return " and ".join([", ".join(shown[:-1]), shown[-1]]) if len(shown) > 1 else "".join(shown)


def sum_text(resource: str, terms: Sequence[tuple[str, int]]) -> str:
    """``ml-alpha 12 + ml-beta 24 = 36``; many terms keep the largest and sum up the rest."""
    kept = list(terms)
    if len(kept) > _TERMS:
        largest = sorted(range(len(kept)), key=lambda i: (-kept[i][1], i))[: _TERMS - 1]
        rest = [term for i, term in enumerate(kept) if i not in largest]
        kept = [kept[i] for i in sorted(largest)]
        kept.append((f"{len(rest)} others", sum(units for _, units in rest)))
    total = min(sum(units for _, units in terms), UNLIMITED)
    text = " + ".join(f"{name} {figure(resource, units)}" for name, units in kept)
    return text if len(terms) == 1 else f"{text} = {figure(resource, total)}"


def capacity_text(resource: str, capacity: Capacity) -> str:
    """The arithmetic of a capacity: ``6 nodes x 8 = 48``, with what is left out and why."""
    parts = [f"{plural(n, 'node')} x {figure(resource, each)}" for n, each in capacity.parts]
    text = " + ".join(parts) or "0 nodes"
    if capacity.held_back:
        kept = figure(resource, sum(capacity.held_back))
        text += f" - {kept} headroom of {plural(len(capacity.held_back), 'node')}"
    text += f" = {figure(resource, capacity.units)}"
    if capacity.reserved:
        text += ", after each node's reserve"
    if capacity.out_of_service:
        text += f", {plural(capacity.out_of_service, 'node')} out of service not counted"
    return text
