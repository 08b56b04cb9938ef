"""Placement scenarios: nodes, a topology, and requests one after another.

``vectors/placements.jsonl.gz`` holds such scenarios with the outcome of Kueue 0.19.2's own code
(TASFlavorSnapshot, driven alone), drawn at random over levels, node faults, slices, leaders,
affinity and feature gates. Each step places podSets; ``commit`` keeps them there, ``uncommit``
names earlier steps whose pods go, ``replace`` an earlier step whose pods leave ``node``, ``prev``
the step whose pods an elastic workload keeps.
"""

import gzip
import json
from pathlib import Path
from typing import Any

from kuota.sim.features import Features
from kuota.sim.model import (
    Admission,
    AdmittedPodSet,
    TASFlavorUsage,
    TopologyDomainRequests,
    Workload,
    WorkloadInfo,
)
from kuota.sim.taints import tolerations_of
from kuota.sim.tas.capacity_classes import RequestShapes
from kuota.sim.tas.flavor_snapshot import TASFlavorSnapshot, tas_failure
from kuota.sim.tas.nodes import matches_flavor, node_from
from kuota.sim.tas.requests import (
    TASAssignmentsResult,
    TASPodSetRequests,
)
from kuota.sim.tas.topology_tree import TopologyTree
from kuota.sim.workload_object import workload_from

VECTORS = Path(__file__).parent / "vectors" / "placements.jsonl.gz"

Outcome = dict[str, dict[str, Any]]


def vectors() -> list[dict[str, Any]]:
    """The stored scenarios; each step has what Kueue answered as ``expected``."""
    with gzip.open(VECTORS, "rt", encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


def outcomes(scenario: dict[str, Any]) -> list[Outcome]:
    """What each step of a scenario gives, in the form of the vectors."""
    flavor = flavor_of(scenario)
    results: list[TASAssignmentsResult] = []
    kept: dict[int, list[TASFlavorUsage]] = {}
    found: list[Outcome] = []
    for index, step in enumerate(scenario["steps"]):
        for earlier in step.get("uncommit", ()):
            for usage in kept.pop(earlier, ()):
                flavor.update_tas_usage(usage, -1)
        if step.get("newCycle"):
            flavor.begin_cycle()
        requests = [_requests(item, results) for item in step["requests"]]
        result = flavor.find_topology_assignments_for_flavor(
            requests, _workload(step, requests, results), step.get("simulateEmpty", False)
        )
        results.append(result)
        found.append(_outcome(result))
        if step.get("commit") and tas_failure(result) is None:
            kept[index] = [_usage(request, result) for request in requests]
            for usage in kept[index]:
                flavor.update_tas_usage(usage, 1)
    return found


def flavor_of(scenario: dict[str, Any]) -> TASFlavorSnapshot:
    """The flavor of a scenario with nothing on its nodes."""
    levels = scenario["levels"]
    nodes = [node_from(obj) for obj in scenario["nodes"]]
    usable = [n for n in nodes if n.usable and matches_flavor(n, scenario["nodeLabels"], levels)]
    return TASFlavorSnapshot(
        "topo",
        TopologyTree(levels, usable),
        tolerations_of(scenario["tolerations"]),
        Features(scenario["gates"]),
        RequestShapes(),
    )


def _requests(item: dict[str, Any], results: list[TASAssignmentsResult]) -> TASPodSetRequests:
    pod_set = workload_from({"spec": {"podSets": [item["podSet"]]}}).pod_sets[0]
    request = TASPodSetRequests(
        pod_set, pod_set.requests, item["count"], "f", item.get("implied", False), item.get("group")
    )
    if "prev" in item and pod_set.name in results[item["prev"]]:
        request.previous_assignment = results[item["prev"]][pod_set.name].topology_assignment
    return request


def _workload(
    step: dict[str, Any], requests: list[TASPodSetRequests], results: list[TASAssignmentsResult]
) -> WorkloadInfo:
    workload = Workload("team", "gang", "queue", [])
    workload.uid = step.get("uid", "")
    if "node" in step:
        workload.unhealthy_nodes = [step["node"]]
        before = results[step.get("replace", 0)]
        names = [request.pod_set.name for request in requests if request.pod_set.name in before]
        workload.admission = Admission(
            "queue",
            tuple(AdmittedPodSet(n, {}, {}, 0, before[n].topology_assignment) for n in names),
        )
    return WorkloadInfo(workload)


def _outcome(result: TASAssignmentsResult) -> Outcome:
    return {
        name: {
            "reason": found.failure_reason,
            "domains": []
            if found.topology_assignment is None
            else [
                {"values": list(domain.values), "count": domain.count}
                for domain in found.topology_assignment.domains
            ],
        }
        for name, found in result.items()
    }


def _usage(request: TASPodSetRequests, result: TASAssignmentsResult) -> TASFlavorUsage:
    assignment = result[request.pod_set.name].topology_assignment
    assert assignment is not None
    return [
        TopologyDomainRequests(domain.values, request.single_pod_requests, domain.count)
        for domain in assignment.domains
    ]
