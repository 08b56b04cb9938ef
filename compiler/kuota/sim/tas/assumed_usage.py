"""What podSets of one workload take while the places of its other podSets are looked for.

Source: Kueue pkg/cache/scheduler/tas_flavor_snapshot.go (addAssumedUsage), v0.19.2.
"""

from kuota.sim.model import (
    Requests,
    TopologyAssignment,
)
from kuota.sim.tas.nodes import PODS

AssumedUsage = dict[str, Requests]
"""Domain id to the amounts taken there, the number of pods included."""


def domain_id(values: tuple[str, ...]) -> str:
    """Kueue's identifier of the domain with these level values."""
    return ",".join(values)


def add_assumed_usage(
    assumed: AssumedUsage, assignment: TopologyAssignment, requests: Requests
) -> None:
    """Adds the pods of an assignment, each with these requests."""
    for domain in assignment.domains:
        total = assumed.setdefault(domain_id(domain.values), {})
        for resource, amount in requests.items():
            total[resource] = total.get(resource, 0) + amount * domain.count
        total[PODS] = total.get(PODS, 0) + domain.count
