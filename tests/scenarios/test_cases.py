"""What users of Kueue were surprised by, as scenarios; each folder is one case.

The golden ``timeline.txt`` shows what happens. Where the same case was run through Kueue's own
scheduler, its outcome (among the vectors of ``conformance``) is compared as well, team by team.
"""

import gzip
import json
from pathlib import Path
from typing import Any

import pytest
from tests.cli.project import put, run
from tests.conftest import Golden
from tests.trees import TODAY, items_of

from kuota.capacity.scenario import Result, Stage
from kuota.policy.resolve import resolve
from kuota.source.load import load

HERE = Path(__file__).parent
CASES = sorted(folder.name for folder in HERE.iterdir() if (folder / "scenario.yaml").is_file())
VECTORS = HERE.parent / "conformance" / "vectors" / "replays.jsonl.gz"
REPLAYS = {
    "borrower-evicts-classic": "bwc-fsFalse",
    "borrower-waits-under-fair-sharing": "bwc-fsTrue",
    "reclaim-never": "reclaim-Never",
    "reclaim-any": "reclaim-Any",
    "no-right-to-evict-above-nominal": "reclaim-bigger-than-nominal",
    "no-loop-under-fair-sharing": "3779-fairsharing",
    "no-loop-in-classic-mode": "3779-classic",
    "settles-with-priority-sorting": "2821-prioritysorting-True",
    "settles-without-priority-sorting": "2821-prioritysorting-False",
    "weights-on-queues-only": "10872-cq-weights-only",
    "weights-on-cohorts": "10872-cohort-weights-3-1",
    "weights-in-one-cohort": "10872-flat",
    "scavenger-loses-all": "weight0-preempted",
    "scavenger-when-both-come-at-once": "weight0",
    "freed-h100-goes-to-its-owner": "9406-fsTrue",
    "high-borrows-and-loses": "5424-pref-None",
    "high-evicts-and-stays": "5424-pref-PreemptionOverBorrowing",
    "head-blocks-other-flavor": "8309-StrictFIFO",
    "best-effort-goes-on": "8309-BestEffortFIFO",
    "lender-strict-never": "4809-StrictFIFO-reclaimNever",
    "lender-best-effort-never": "4809-BestEffortFIFO-reclaimNever",
    "lender-best-effort-any": "4809-BestEffortFIFO-reclaimAny",
    "quota-admits-nodes-do-not": "frag-3x6-then-6-tasFalse",
    "topology-refuses": "frag-3x6-then-6-tasTrue",
    "eight-go-and-no-node-is-free": "5243-tasFalse",
    "topology-packs": "5243-tasTrue",
    "interleaved-fair": "10815-interleaved-Any-fsTrue",
    "interleaved-classic": "10815-interleaved-Any-fsFalse",
    "interleaved-lower-priority": "10815-interleaved-LowerPriority-fsTrue",
    "packed-fair": "10815-fsTrue",
    "six-hosts": "leafgroups-required-6hosts",
    "nine-hosts": "leafgroups-required-9hosts",
    "eleven-hosts": "leafgroups-required-11hosts",
    "twelve-hosts-never": "leafgroups-required-12hosts",
    "twelve-hosts-preferred": "leafgroups-preferred-12hosts",
    "eighteen-with-one-node-down-in-each-rack": "7225-required-18-one-node-down",
    "preferred-rack-is-lopsided": "7753-preferred-32",
    "slices-of-a-rack": "7225-sliced-slice-only",
    "slices-and-preferred-rack": "7225-sliced-pref-rack",
    "slices-and-preferred-block": "7225-sliced-pref-block",
    "slice-above-the-requested-level": "7225-sliced-32",
    "cpu-is-short-on-every-node": "cpu-shortfall-gpu-free-covered",
    "two-whole-node-pods-on-one-host": "required-hostname-2-whole-node-pods",
    "eight-in-racks-of-four": "two-racks-4-each-gang8-required",
    "five-of-eight": "3140-partial-5of8",
    "four-of-eight-in-one-rack": "partial-tas",
    "preemptor-starts": "8781-quota16",
}
"""Scenario to the replay of the same case in Kueue 0.19.2."""


@pytest.mark.parametrize("case", CASES)
def test_case(case: str, golden: Golden, tmp_path: Path) -> None:
    files = {path.name: path.read_text() for path in (HERE / case).glob("*.yaml")}
    result = run(put(tmp_path, files), "test", ".", "--verbose")
    golden(HERE / case / "timeline.txt", result.out)
    assert 0 == result.code


@pytest.mark.parametrize("case", CASES)
def test_outcome_is_that_of_kueue(case: str) -> None:
    known = vectors()
    for result in played(case):
        replay = REPLAYS.get(result.scenario.name)
        if replay is not None:
            assert outcome_of_vector(known[replay]) == outcome(result)


def test_every_replay_is_compared() -> None:
    names = {result.scenario.name for case in CASES for result in played(case)}
    assert [] == sorted(set(REPLAYS) - names)
    assert [] == sorted(set(REPLAYS.values()) - set(vectors()))


def played(case: str) -> list[Result]:
    loaded = load([str(HERE / case)], HERE)
    resolved = resolve(items_of(file for file in loaded.files), TODAY)
    assert () == resolved.diagnostics
    stage = Stage(resolved.policy)
    return [stage.run(scenario) for scenario in resolved.policy.scenarios]


def vectors() -> dict[str, dict[str, Any]]:
    with gzip.open(VECTORS, "rt") as lines:
        found = [json.loads(line) for line in lines]
    return {each["scenario"]["name"]: each for each in found}


State = tuple[str, str, tuple[int, ...], int]
"""Team, state, pods by podSet, evictions. What the workloads are called does not matter."""


def outcome(result: Result) -> list[State]:
    """How the workloads of a scenario end; the names of copies and of replays differ."""
    teams = {name: load.team for load in result.scenario.loads for name in load.names}
    statuses = result.trace.snapshots[None].statuses
    return sorted(
        (
            teams[name],
            "pending" if status.state == "pending" else "admitted",
            tuple(pod_set.count for pod_set in status.pod_sets),
            status.evictions,
        )
        for name, status in statuses.items()
    )


def outcome_of_vector(vector: dict[str, Any]) -> list[State]:
    scenario = vector["scenario"]
    queues = {
        (each["metadata"]["namespace"], each["metadata"]["name"]): each["spec"]["clusterQueue"]
        for each in scenario["objects"]
        if each["kind"] == "LocalQueue"
    }
    created = [step["workload"] for step in scenario.get("steps", ()) if step["op"] == "create"]
    teams = {
        f"{each['metadata']['namespace']}/{each['metadata']['name']}": queues[
            each["metadata"]["namespace"], each["spec"]["queueName"]
        ]
        for each in (*scenario.get("workloads", ()), *created)
    }
    return sorted(
        (
            teams[key],
            state["state"],
            tuple(pod_set["count"] for pod_set in state.get("podSets", ())),
            state.get("evictions", 0),
        )
        for key, state in vector["expected"]["steps"][-1]["workloads"].items()
    )
