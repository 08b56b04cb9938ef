"""Amounts and verdicts in the words that all formats use."""

from kuota.capacity.amounts import Amounts
from kuota.capacity.slots import ALL_NODES, Fit, Scope, Slots
from kuota.capacity.verdict import Level, Verdict
from kuota.lint.wording import plural
from kuota.quantity import format_amount


def amount(row: Amounts, units: int) -> str:
    """An amount of the row's resource: ``12``, ``768Gi`` or ``unlimited``."""
    return format_amount(row.resource, units)


def lenders(row: Amounts) -> str:
    """Who could lend, and at most how much each: ``ml-nlp 8, ml-recsys 8``."""
    return ", ".join(f"{name} {amount(row, units)}" for name, units in row.lenders) or "nobody"


def pod(row: Slots) -> str:
    """What each pod of a gang asks: ``8 nvidia.com/gpu``."""
    return f"{format_amount(row.resource, row.units)} {row.resource}"


def level(row: Slots) -> str:
    """The level whose domains take a gang whole."""
    return "all nodes" if row.level == ALL_NODES else row.level


def largest(fit: Fit) -> str:
    """The largest gang and how often it fits: ``16 pods, 3 at once``."""
    return f"{plural(fit.largest, 'pod')}, {fit.at_once} at once" if fit.largest else "none"


def with_nodes_down(row: Slots) -> str:
    """The same with nodes down: ``any 1: 16 pods, 2 at once; 1 in each: 8 pods, 3 at once``."""
    return "; ".join(
        f"{f'any {fit.down}' if fit.scope is Scope.ANY else f'{fit.down} in each'}: {largest(fit)}"
        for fit in row.fits[1:]
    )


def proof(verdict: Verdict) -> str:
    """What a verdict rests on, in one line."""
    match verdict.level:
        case Level.NEVER_FITS | Level.QUOTA_ONLY | Level.UNDECIDED:
            return _refusal(verdict)
        case Level.REACHABLE if not verdict.attacks:
            empty = "admitted and placed on the empty cluster"
            return "; ".join([empty, *(verdict.doubts or ("no full load was tried",))])
        case Level.GUARANTEED if verdict.alone:
            return "no other team shares its cohort tree"
    return _attacks(verdict)


def _refusal(verdict: Verdict) -> str:
    if verdict.shortages:
        return "; ".join(
            f"{format_amount(s.bound.resource, s.needed)} {s.bound.resource} of {s.bound.flavor}, "
            f"reach is {s.bound.sum_text()}"
            for s in verdict.shortages
        )
    short = [place for place in verdict.placements if place.short]
    if short:
        return "; ".join(f"{place.short} pods of {place.pod_set} find no node" for place in short)
    return verdict.message


def _attacks(verdict: Verdict) -> str:
    tried = plural(len(verdict.attacks), "full load")
    lost = verdict.counterexample
    if lost is not None:
        failed = sum(not attack.held for attack in verdict.attacks)
        return "; ".join(
            [*verdict.doubts, f"kept out by {failed} of {tried}, first by {lost.load}"]
        )
    if not verdict.attacks:
        return "its amounts are guaranteed; the budget left no full load to try"
    worst = max(verdict.attacks, key=lambda attack: (len(attack.evictions), attack.cycles))
    evicted = plural(len(worst.evictions), "job")
    start = f"starts in {plural(worst.cycles, 'cycle')}, evicting {evicted} at most; {tried} tried"
    return "; ".join([*verdict.doubts, start])
