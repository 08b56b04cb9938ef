"""The comparison finds what differs, and says so."""

import gzip
import json
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest
from tests.conformance.agreement import Agreement, compare
from tests.conformance.reason_class import reason_class, stands_for
from tests.conformance.run import family, main, vectors

FLAVORS = Path(__file__).parent / "vectors" / "flavors.jsonl.gz"
Vector = dict[str, Any]


@pytest.fixture
def vector() -> Vector:
    """A vector with admissions and pending workloads in its second step."""
    return next(vectors(FLAVORS))


def written(path: Path, *found: Vector) -> Path:
    path.write_text("".join(json.dumps(vector) + "\n" for vector in found), encoding="utf-8")
    return path


def test_a_vector_agrees(vector: Vector) -> None:
    assert Agreement(vector["scenario"]["name"], "", "", "", "") == compare(vector)


def differences(vector: Vector) -> set[str]:
    found = compare(vector)
    kinds = ("outcome", "cycles", "reasons", "details")
    return {kind for kind in kinds if getattr(found, kind)}


def test_another_state_is_a_difference(vector: Vector) -> None:
    step = vector["expected"]["steps"][1]
    name = next(key for key, w in step["workloads"].items() if w["state"] == "admitted")
    step["workloads"][name] = {"state": "pending"}
    assert {"outcome", "cycles"} <= differences(vector)


ALTERED = {
    "clusterQueue": "elsewhere",
    "count": 99,
    "flavors": {"nvidia.com/gpu": "other"},
    "usage": {"nvidia.com/gpu": "99"},
    "topology": [{"values": ["x"], "count": 1}],
}


@pytest.mark.parametrize("key", ALTERED)
def test_every_part_of_an_admission_counts(vector: Vector, key: str) -> None:
    workloads = vector["expected"]["steps"][0]["workloads"]
    admitted = next(w for w in workloads.values() if w["state"] == "admitted")
    target = admitted if key == "clusterQueue" else admitted["podSets"][0]
    target[key] = ALTERED[key]
    assert {"outcome", "cycles"} == differences(vector)


def test_an_event_that_is_missing_is_a_difference(vector: Vector) -> None:
    event = {"cycle": 1, "type": "preempted", "workload": "a/b", "reason": "InClusterQueue"}
    vector["expected"]["steps"][0]["events"].append(event)
    assert {"outcome", "cycles"} == differences(vector)


def test_the_same_event_in_another_cycle_is_a_difference_of_cycles_only(vector: Vector) -> None:
    vector["expected"]["steps"][0]["events"][0]["cycle"] += 7
    assert {"cycles"} == differences(vector)


def test_livelock_is_part_of_the_outcome(vector: Vector) -> None:
    vector["expected"]["steps"][0]["livelock"] = True
    assert {"outcome", "cycles"} == differences(vector)


def test_a_message_of_another_class_is_a_difference_of_reasons(vector: Vector) -> None:
    workloads = vector["expected"]["steps"][1]["workloads"]
    pending = next(w for w in workloads.values() if w["state"] == "pending")
    pending["message"] = "workload namespace doesn't match ClusterQueue selector"
    assert {"reasons", "details"} == differences(vector)


def test_other_words_of_the_same_class_are_a_difference_of_details(vector: Vector) -> None:
    workloads = vector["expected"]["steps"][1]["workloads"]
    pending = next(w for w in workloads.values() if w["state"] == "pending")
    pending["message"] = pending["message"].replace("more needed", "or more needed")
    assert {"details"} == differences(vector)


def test_a_step_too_few_is_a_difference(vector: Vector) -> None:
    vector["expected"]["steps"].pop()
    assert {"outcome", "cycles"} == differences(vector)


def test_a_crash_is_a_difference(vector: Vector) -> None:
    vector["scenario"]["steps"] = [{"op": "nonsense"}]
    assert {"outcome", "cycles", "reasons", "details"} == differences(vector)


def test_all_agree(tmp_path: Path, vector: Vector, capsys: pytest.CaptureFixture[str]) -> None:
    code = main([str(written(tmp_path / "one.jsonl", vector)), "--json"])
    numbers = {"total": 1, "agree": 1, "agree_cycles": 1, "agree_reasons": 1}
    expected = (0, {**numbers, "families": {"flavors": numbers}})
    assert expected == (code, json.loads(capsys.readouterr().out))


def test_one_does_not(tmp_path: Path, vector: Vector, capsys: pytest.CaptureFixture[str]) -> None:
    other = deepcopy(vector)
    other["expected"]["steps"][0]["livelock"] = True
    code = main([str(written(tmp_path / "two.jsonl", vector, other))])
    lines = capsys.readouterr().out.splitlines()
    expected = "outcome: step 1: livelock: expected True, found False"
    assert (1, f"{vector['scenario']['name']}: {expected}") == (code, lines[-1])


def test_no_vectors_are_no_success(tmp_path: Path) -> None:
    assert 1 == main([str(written(tmp_path / "none.jsonl"))])


def test_compressed_files_are_read(tmp_path: Path, vector: Vector) -> None:
    path = tmp_path / "one.jsonl.gz"
    path.write_bytes(gzip.compress(json.dumps(vector).encode()))
    assert [vector] == list(vectors(path))


FAMILIES = [
    ("taspreempt-11-00030", "taspreempt"),
    ("10872-cohort-weights-3-1", "replays"),
    ("taint-not-tolerated", "replays"),
]


@pytest.mark.parametrize(("name", "expected"), FAMILIES)
def test_family(name: str, expected: str) -> None:
    assert expected == family(name)


UNUSED = "insufficient unused quota for cpu in flavor {}, 1 more needed"
EXCEEDS = (
    "insufficient quota for cpu in flavor {}, previously considered podsets requests (0) + "
    "current podset request (5) > maximum capacity (4)"
)
UNFIT = "flavor {} doesn't match node affinity"
ON = "couldn't assign flavors to pod set {}: "

CLASSES = {
    "alternatives: the least grave": (
        ON.format("main") + EXCEEDS.format("a") + ", " + UNUSED.format("b"),
        "WaitingForQuota",
    ),
    "one flavor: the gravest": (
        ON.format("main") + EXCEEDS.format("a") + ", " + UNUSED.format("a"),
        "ExceedsMaxQuota",
    ),
    "groups: the gravest": (
        ON.format("main") + UNFIT.format("c") + ", " + UNUSED.format("a"),
        "NoMatchingFlavor",
    ),
    "podSets: the gravest": (
        ON.format("one") + UNUSED.format("a") + "; " + ON.format("two") + EXCEEDS.format("b"),
        "ExceedsMaxQuota",
    ),
    "a topology": (
        ON.format("main") + 'topology "t" allows to fit only 1 out of 2 pod(s). Total nodes: 3; '
        'excluded: resource "cpu": 1',
        "TopologyPlacementFailed",
    ),
    "victims": (
        ON.format("main") + UNUSED.format("a") + ". Pending the preemption of 2 workload(s)",
        "WaitingForPreemptedWorkloads",
    ),
    "an error": ("failed to assign flavors to pod set main: bad", "NoMatchingFlavor"),
}


@pytest.mark.parametrize(("message", "expected"), CLASSES.values(), ids=CLASSES)
def test_reason_class(message: str, expected: str) -> None:
    assert expected == reason_class(message, [["a", "b"], ["c"]])


def test_unknown_words_are_refused() -> None:
    with pytest.raises(ValueError, match="a message of no known class: something new"):
        reason_class("something new", [])


STATES = [
    ("WaitingForQuota", "WaitingForQuota", True),
    ("TopologyPlacementFailed", "WaitingForQuota", True),
    ("ExceedsMaxQuota", "WaitingForQuota", False),
]


@pytest.mark.parametrize(("token", "words", "expected"), STATES)
def test_stands_for(token: str, words: str, expected: bool) -> None:
    assert expected is stands_for(token, words)
