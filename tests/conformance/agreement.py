"""How far the simulator's outcome of a scenario agrees with the one that Kueue's scheduler had."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from tests.conformance.reason_class import reason_class, stands_for

from kuota.sim.model import (
    AdmittedPodSet,
)
from kuota.sim.pod_requests import amounts_of
from kuota.sim.results import StepResult, WorkloadStatus
from kuota.sim.simulator import Simulator

Json = Mapping[str, Any]

MAX_CYCLES = 1000
"""Cycles allowed in one step of a scenario that states no number."""


@dataclass(frozen=True, slots=True)
class Agreement:
    """The verdict on one vector; each difference is the first one found, empty when there is none.

    ``outcome`` is about states, flavors, places and events; ``cycles`` about the cycle of each
    event; ``reasons`` about the class of reason of each pending workload; ``details`` about the
    number of cycles, evictions, and messages word for word.
    """

    name: str
    outcome: str
    cycles: str
    reasons: str
    details: str


def compare(vector: Json) -> Agreement:
    """Run the scenario of a vector and compare what happened with what is expected."""
    scenario = vector["scenario"]
    name = scenario["name"]
    try:
        steps = list(_play(scenario))
    except Exception as error:  # a crash is a difference like any other, and must not hide the rest
        text = f"the simulator fails: {type(error).__name__}: {error}"
        return Agreement(name, text, text, text, text)
    expected = vector["expected"]["steps"]
    groups = _groups_by_local_queue(scenario["objects"])
    queues = {_key(w): _queue(w) for w in _all_workloads(scenario)}
    outcome = cycles = reasons = details = ""
    if len(steps) != len(expected):
        outcome = f"{len(expected)} steps expected, {len(steps)} made"
    for number, (wanted, (result, statuses)) in enumerate(zip(expected, steps, strict=False), 1):
        where = f"step {number}: "
        outcome = outcome or _first(where, _outcome_differences(wanted, result, statuses))
        cycles = cycles or _first(where, _cycle_differences(wanted, result))
        reasons = reasons or _first(
            where, _reason_differences(wanted["workloads"], statuses, queues, groups)
        )
        details = details or _first(where, _detail_differences(wanted, result, statuses))
    return Agreement(name, outcome, outcome or cycles, reasons, details)


def _play(scenario: Json) -> Iterator[tuple[StepResult, dict[str, WorkloadStatus]]]:
    """Outcome of each ``schedule`` step, with the workloads as they are after it."""
    simulator = Simulator(
        scenario["objects"],
        scenario["workloads"],
        fair_sharing=scenario.get("fairSharing") or False,
        preemption_strategies=scenario.get("preemptionStrategies") or (),
        feature_gates=scenario.get("featureGates") or {},
        admission_fair_sharing=scenario.get("admissionFairSharing"),
        controllers=False,
    )
    steps: Iterable[Json] = scenario.get("steps") or ({"op": "schedule"},)
    for step in steps:
        operation: str = step["op"]
        match operation:
            case "schedule":
                result = simulator.schedule(max_cycles=scenario.get("maxCycles") or MAX_CYCLES)
                yield result, simulator.workloads()
            case "create":
                simulator.submit(step["workload"])
            case "finish":
                simulator.finish(step["name"])
            case "advance":
                simulator.advance(step["seconds"])
            case other:
                raise ValueError(f"a step of no known kind: {other}")


def _outcome_differences(
    wanted: Json, result: StepResult, statuses: Mapping[str, WorkloadStatus]
) -> Iterator[str]:
    found = {key: _workload_outcome(status) for key, status in statuses.items()}
    expected = wanted["workloads"]
    for key in sorted({*expected, *found}):
        want = _expected_outcome(expected[key]) if key in expected else None
        if want != found.get(key):
            yield f"{key}: expected {want}, found {found.get(key)}"
    events = {(e.type, e.workload, e.reason) for e in result.events}
    for event in sorted(_events(wanted["events"]) ^ events):
        yield f"event {'not expected' if event in events else 'missing'}: {' '.join(event)}"
    if bool(wanted.get("livelock")) != result.livelock:
        yield f"livelock: expected {bool(wanted.get('livelock'))}, found {result.livelock}"


def _cycle_differences(wanted: Json, result: StepResult) -> Iterator[str]:
    expected = sorted(
        (e["cycle"], e["type"], e["workload"], e.get("reason", "")) for e in wanted["events"]
    )
    found = sorted((e.cycle, e.type, e.workload, e.reason) for e in result.events)
    for want, got in zip(expected, found, strict=False):
        if want != got:
            yield f"in cycle {want[0]} expected {want[1:]}, found {got[1:]} in cycle {got[0]}"
    if len(expected) != len(found):
        yield f"{len(expected)} events expected, {len(found)} found"


def _reason_differences(
    wanted: Mapping[str, Json],
    statuses: Mapping[str, WorkloadStatus],
    queues: Mapping[str, str],
    groups: Mapping[str, list[list[str]]],
) -> Iterator[str]:
    for key in sorted(wanted):
        status = statuses.get(key)
        if wanted[key]["state"] != "pending" or status is None or status.state != "pending":
            continue
        message = wanted[key].get("message") or ""
        if not message:
            if status.message:
                yield f"{key}: not evaluated, yet found {status.reason}: {status.message}"
            continue
        flavors = groups.get(queues[key], [])
        expected = reason_class(message, flavors)
        found = reason_class(status.message, flavors) if status.message else "no message"
        if found != expected or not stands_for(status.reason, expected):
            yield f"{key}: expected {expected} ({message}), found {status.reason}: {status.message}"


def _detail_differences(
    wanted: Json, result: StepResult, statuses: Mapping[str, WorkloadStatus]
) -> Iterator[str]:
    if wanted["cycles"] != result.cycles:
        yield f"{wanted['cycles']} cycles expected, {result.cycles} run"
    for key, expected in sorted(wanted["workloads"].items()):
        status = statuses.get(key)
        if status is None:
            continue
        evictions = expected.get("evictions", 0)
        if evictions != status.evictions:
            yield f"{key}: {evictions} evictions expected, found {status.evictions}"
        if expected["state"] == "pending" and (expected.get("message") or "") != status.message:
            yield f"{key}: expected {expected.get('message')!r}, found {status.message!r}"


def _workload_outcome(status: WorkloadStatus) -> tuple[Any, ...]:
    waits = status.state in ("pending", "inactive")
    return (
        "pending" if waits else status.state,
        "" if waits else status.cluster_queue,
        sorted(_pod_set_outcome(pod_set) for pod_set in status.pod_sets),
    )


def _pod_set_outcome(pod_set: AdmittedPodSet) -> tuple[Any, ...]:
    placed = pod_set.topology_assignment
    topology = [(list(d.values), d.count) for d in placed.domains] if placed else []
    return (
        pod_set.name,
        pod_set.count,
        sorted(pod_set.flavors.items()),
        sorted(pod_set.usage.items()),
        sorted(topology),
    )


def _expected_outcome(workload: Json) -> tuple[Any, ...]:
    return (
        workload["state"],
        workload.get("clusterQueue") or "",
        sorted(
            (
                pod_set["name"],
                pod_set["count"],
                sorted((pod_set.get("flavors") or {}).items()),
                sorted(amounts_of(pod_set.get("usage")).items()),
                sorted((d["values"], d["count"]) for d in pod_set.get("topology") or ()),
            )
            for pod_set in workload.get("podSets") or ()
        ),
    )


def _events(events: Iterable[Json]) -> set[tuple[str, str, str]]:
    return {(e["type"], e["workload"], e.get("reason", "")) for e in events}


def _groups_by_local_queue(objects: Iterable[Json]) -> dict[str, list[list[str]]]:
    """``namespace/name`` of each LocalQueue to the flavors of its queue's resource groups."""
    of_queue = {
        o["metadata"]["name"]: [
            [flavor["name"] for flavor in group["flavors"]]
            for group in o["spec"].get("resourceGroups") or ()
        ]
        for o in objects
        if o["kind"] == "ClusterQueue"
    }
    return {
        _key(o): of_queue.get(o["spec"]["clusterQueue"], [])
        for o in objects
        if o["kind"] == "LocalQueue"
    }


def _all_workloads(scenario: Json) -> Iterator[Json]:
    yield from scenario["workloads"]
    for step in scenario.get("steps") or ():
        if step["op"] == "create":
            yield step["workload"]


def _key(obj: Json) -> str:
    return f"{obj['metadata']['namespace']}/{obj['metadata']['name']}"


def _queue(workload: Json) -> str:
    return f"{workload['metadata']['namespace']}/{workload['spec'].get('queueName') or ''}"


def _first(where: str, differences: Iterator[str]) -> str:
    difference = next(differences, "")
    return where + difference if difference else ""
