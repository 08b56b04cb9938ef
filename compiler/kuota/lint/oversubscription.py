"""Sums of nominal quota by flavor and resource, against what the flavor's nodes hold."""

from collections.abc import Sequence

from kuota.lint.facts import Facts
from kuota.lint.lending import Holder
from kuota.policy.tree import Pair
from kuota.quantity import UNLIMITED


def total(holders: Sequence[Holder]) -> int:
    """The sum of their nominal quotas."""
    return min(sum(quota.nominal.units for _, _, quota in holders), UNLIMITED)


def measured(facts: Facts, pair: Pair) -> bool:
    """Whether the inventory says how much of the resource the flavor has."""
    flavor, resource = pair
    nodes = facts.inventory.nodes_of(flavor)
    return bool(nodes) and facts.inventory.lists(resource)


def oversubscribed(facts: Facts, pair: Pair, holders: Sequence[Holder]) -> bool:
    """Whether the holders' quotas exceed what the flavor's nodes offer."""
    return measured(facts, pair) and total(holders) > facts.inventory.capacity(*pair).units


def named(holders: Sequence[Holder]) -> list[tuple[str, int]]:
    """The terms of their sum, a cohort called one."""
    return [
        (f"cohort {node.name}" if node.kind == "cohort" else node.name, quota.nominal.units)
        for node, _, quota in holders
    ]
