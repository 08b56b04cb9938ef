"""What podSets of one workload take while the places of its other podSets are looked for.

Source: Kueue pkg/cache/scheduler/tas_flavor_snapshot.go (addAssumedUsage), v0.19.2.
"""

from kuota.sim.model import (
    Requests,
    TopologyAssignment,
)

AssumedUsage = list[tuple[TopologyAssignment, Requests]]
"""Assignments of earlier podSets, each with the requests of one pod."""


def domain_id(values: tuple[str, ...]) -> str:
    """Kueue's identifier of the domain with these level values."""
    return ",".join(values)
