"""The class of reason that the words of a pending workload's message stand for.

The simulator says the class by itself. Kueue, with its default gates, writes words only; they are
classed here as Kueue classes the states behind them where it is asked to.

Source: Kueue pkg/scheduler/scheduler.go (quotaReservedReason), pkg/scheduler/flavorassigner
(resolveNoFitReason), keps/10852-inadmissible-workloads-observability, v0.19.2.
"""

import re
from collections.abc import Mapping, Sequence

from kuota.sim.reasons import (
    ADMISSION_GATED,
    EXCEEDS_MAX_QUOTA,
    MISCONFIGURED,
    NO_MATCHING_FLAVOR,
    PENDING_EVALUATION,
    SUSPENDED,
    TOPOLOGY_PLACEMENT_FAILED,
    WAITING_FOR_PODS_READY,
    WAITING_FOR_PREEMPTED_WORKLOADS,
    WAITING_FOR_QUOTA,
    most_severe,
    severity,
)

WHOLE_MESSAGES = (
    (r"Preempted to accommodate a workload", PENDING_EVALUATION),
    (r"The workload has failed admission checks", PENDING_EVALUATION),
    (r"A more favorable variant is already admitted", PENDING_EVALUATION),
    (r".*\. Pending the (preemption|migration) of \d+ workload", WAITING_FOR_PREEMPTED_WORKLOADS),
    (r"Workload has overlapping .* but will fit after", WAITING_FOR_PREEMPTED_WORKLOADS),
    (r"Workload has overlapping preemption targets", WAITING_FOR_QUOTA),
    (r"Workload no longer fits after processing", WAITING_FOR_QUOTA),
    (r"Workload requires preemption, but it's gated", ADMISSION_GATED),
    (r"waiting for all admitted workloads to be in PodsReady", WAITING_FOR_PODS_READY),
    (r"ClusterQueue \S+ is inactive", SUSPENDED),
    (r"ClusterQueue \S+ not found", MISCONFIGURED),
    (r"workload namespace ", MISCONFIGURED),
    (r"resources validation failed", MISCONFIGURED),
    (r"resources didn't satisfy LimitRange", MISCONFIGURED),
    (r"failed to assign flavors to pod set ", NO_MATCHING_FLAVOR),
)
"""Beginnings of messages that are one statement."""

FLAVOR_REASONS = (
    (r"insufficient quota for \S+ in flavor (?P<flavor>[^\s,]+),", EXCEEDS_MAX_QUOTA),
    (r"insufficient unused quota for \S+ in flavor (?P<flavor>[^\s,]+),", WAITING_FOR_QUOTA),
    (r"untolerated taint \{[^}]*\} in flavor (?P<flavor>[^\s,]+)", NO_MATCHING_FLAVOR),
    (r"flavor (?P<flavor>\S+) doesn't match node affinity", NO_MATCHING_FLAVOR),
    (r"flavor (?P<flavor>\S+) not found", NO_MATCHING_FLAVOR),
    (r"could not assign (?P<flavor>\S+) flavor since the original workload", NO_MATCHING_FLAVOR),
    (r'Flavor "(?P<flavor>[^"]+)" (?:does|supports|information)', NO_MATCHING_FLAVOR),
    (r"(?P<flavor>)resource \S+ unavailable in ClusterQueue", NO_MATCHING_FLAVOR),
)
"""Statements about one flavor within a message about a podSet."""

_POD_SET = re.compile(r"(?:^|; )couldn't assign flavors to pod set [^:]+: ")


def reason_class(message: str, groups: Sequence[Sequence[str]]) -> str:
    """The token that a message stands for.

    ``groups`` are the flavors of each resource group of the workload's ClusterQueue: flavors of one
    group are alternatives, groups and podSets are all needed.
    """
    if not _POD_SET.match(message) or re.search(r"\. Pending the ", message):
        for pattern, token in WHOLE_MESSAGES:
            if re.match(pattern, message):
                return token
        raise ValueError(f"a message of no known class: {message}")
    overall = ""
    for part in _POD_SET.split(message)[1:]:
        overall = most_severe(overall, _pod_set_class(part, groups))
    return overall


def stands_for(token: str, words: str) -> bool:
    """Whether a state may be behind words of this class.

    Where quota is missing, Kueue does not write that there would be no place for the pods even with
    it; its own token says so.
    """
    return token == words or (token, words) == (TOPOLOGY_PLACEMENT_FAILED, WAITING_FOR_QUOTA)


def _pod_set_class(part: str, groups: Sequence[Sequence[str]]) -> str:
    by_flavor: dict[str, str] = {}
    for pattern, token in FLAVOR_REASONS:
        for found in re.finditer(pattern, part):
            flavor = found["flavor"]
            by_flavor[flavor] = most_severe(by_flavor.get(flavor, ""), token)
    by_group = _least_of_groups(by_flavor, groups)
    token = TOPOLOGY_PLACEMENT_FAILED
    for group_token in by_group.values():
        token = most_severe(token, group_token)
    return token


def _least_of_groups(
    by_flavor: Mapping[str, str], groups: Sequence[Sequence[str]]
) -> dict[int, str]:
    least: dict[int, str] = {}
    for flavor, token in by_flavor.items():
        index = next((i for i, flavors in enumerate(groups) if flavor in flavors), -1)
        if index not in least or severity(token) < severity(least[index]):
            least[index] = token
    return least
