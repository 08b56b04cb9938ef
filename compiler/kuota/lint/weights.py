"""Fair-sharing weights that somebody wrote."""

from collections.abc import Iterator
from decimal import Decimal

from kuota.lint.facts import Facts
from kuota.policy.origin import Setting, Source
from kuota.policy.tree import Node, cohort_node, team_node
from kuota.quantity import parse_quantity

_NANO = 10**9


def written_weights(facts: Facts) -> Iterator[tuple[Node, Setting[str]]]:
    """Weights other than 1 that a file states, cohorts first; one that teams share comes once."""
    seen = set()
    nodes = [(cohort_node(c.name), c.weight) for c in facts.cluster.cohorts]
    nodes += [(team_node(team.name), team.weight) for team in facts.cluster.teams]
    for node, weight in nodes:
        written = weight.origin.source not in (Source.KUEUE, Source.KUOTA)
        if written and nanos(weight) != _NANO and weight.origin.span not in seen:
            seen.add(weight.origin.span)
            yield node, weight


def weight_of(facts: Facts, node: Node) -> Setting[str]:
    """The weight of a node of the tree."""
    if node.kind == "team":
        return facts.teams[node.name].weight
    return next(cohort.weight for cohort in facts.cluster.cohorts if cohort.name == node.name)


def nanos(weight: Setting[str]) -> int:
    """A weight as an exact number. Units: billionths."""
    quantity = parse_quantity(weight.value)
    return _NANO if quantity is None else quantity.nanos


def shown(weight: Setting[str]) -> str:
    """A weight as a plain number: ``0.5`` for ``500m``."""
    return format((Decimal(nanos(weight)) / _NANO).normalize(), "f")
