"""The smallest load that keeps a gang out, and its way through a file and back."""

from pathlib import Path

import pytest
from tests.cli.project import Run, put, run

PLATFORM = """\
apiVersion: kuota/v1
kind: Platform
metadata: {name: gpu}
spec:
  targets: {kueue: {version: "0.19"}}
  topology: {levels: [example.com/rack, kubernetes.io/hostname]}
  flavors: {a100: {nodeLabels: {pool: a100}, topology: true}}
  nodes:
    - {name: host, count: 8, labels: {pool: a100, example.com/rack: "r{index/4}"},
       allocatable: {nvidia.com/gpu: 4, cpu: 64}}
  cohorts: {shared: {}}
  priorityClasses: {high: 10, higher: 20}
  defaults: {cohort: shared, preemption: {reclaimWithinCohort: Any}}
"""
LOOSE = PLATFORM.replace(", topology: true", "")


def owner(gang: str, spec: str = "") -> str:
    return f"""\
apiVersion: kuota/v1
kind: Team
metadata: {{name: owner}}
spec:
  quota: {{a100: {{nvidia.com/gpu: 16, cpu: 256}}}}
  gangs:
    - {{name: ddp, expect: guaranteed, {gang}}}
{spec}"""


BORROWER = """\
apiVersion: kuota/v1
kind: Team
metadata: {name: borrower}
spec:
  quota: {a100: {nvidia.com/gpu: 16, cpu: 256}}
"""
RACK = "topology: {required: example.com/rack}"
CASES = {
    "owner-may-not-reclaim": (
        PLATFORM,
        owner(
            "podSets: [{count: 16, requests: {nvidia.com/gpu: 1}}]",
            "  preemption: {reclaimWithinCohort: Never}\n",
        ),
    ),
    "borrowers-scattered-over-racks": (
        PLATFORM,
        owner(f"podSets: [{{count: 4, requests: {{nvidia.com/gpu: 4}}}}], {RACK}"),
    ),
    "never-fits": (PLATFORM, owner("podSets: [{count: 33, requests: {nvidia.com/gpu: 1}}]")),
    "no-node-is-free": (LOOSE, owner("podSets: [{count: 4, requests: {nvidia.com/gpu: 4}}]")),
}


def repository(tmp_path: Path, case: str) -> Path:
    platform, team = CASES[case]
    files = {"platform.yaml": platform, "owner.yaml": team, "borrower.yaml": BORROWER}
    return put(tmp_path, {f"teams/{name}": text for name, text in files.items()})


def counterexample(folder: Path) -> Run:
    return run(folder, "capacity", "--counterexample", "owner/ddp")


def replayed(folder: Path, text: str) -> Run:
    return run(put(folder, {"scenarios/found.yaml": text}), "test", "scenarios")


@pytest.mark.parametrize("case", CASES)
def test_a_scenario_that_is_printed_fails_when_it_is_replayed(case: str, tmp_path: Path) -> None:
    folder = repository(tmp_path, case)
    found = counterexample(folder)
    assert 1 == found.code
    result = replayed(folder, found.out)
    assert 1 == result.code
    assert "FAILED  ddp-kept-out" in result.out
    assert "error[Q730]: ddp " in result.out


@pytest.mark.parametrize("case", CASES)
def test_none_of_its_loads_can_be_left_out(case: str, tmp_path: Path) -> None:
    folder = repository(tmp_path, case)
    text = counterexample(folder).out
    blocks = text.split("    - name: load-")
    for index in range(1, len(blocks)):
        rest, gang, after = blocks[index].partition("    - {team: owner, gang: ddp")
        end = rest.find("  arrivals:")
        kept = rest[end:] if end >= 0 else ""
        name = "load-" + rest.partition("\n")[0]
        fewer = [*blocks[:index], *blocks[index + 1 :]]
        fewer[index - 1] += kept + gang + after
        shorter = "    - name: load-".join(fewer).replace("  running:\n  arrivals:", "  arrivals:")
        shorter = "".join(
            line for line in shorter.splitlines(True) if f"workload: {name}," not in line
        ).replace("  finish:\n  expect:", "  expect:")
        if "count:" not in rest.partition("podSets")[0]:
            assert "1 ok" in replayed(folder, shorter).out


def test_a_gang_that_nothing_keeps_out_has_none(tmp_path: Path) -> None:
    team = owner("podSets: [{count: 8, requests: {nvidia.com/gpu: 1}}]")
    files = {"platform.yaml": PLATFORM, "owner.yaml": team, "borrower.yaml": BORROWER}
    folder = put(tmp_path, {f"teams/{name}": text for name, text in files.items()})
    found = counterexample(folder)
    assert (0, "") == (found.code, found.out)
    assert found.err.startswith("no load was found that keeps owner/ddp out; ")


def test_a_misspelt_gang_is_a_usage_error(tmp_path: Path) -> None:
    found = run(repository(tmp_path, "never-fits"), "capacity", "--counterexample", "owner/dpd")
    assert 2 == found.code
    assert "no gang is called 'owner/dpd'; did you mean owner/ddp?" in found.err


def test_the_finding_names_the_command(tmp_path: Path) -> None:
    found = run(repository(tmp_path, "owner-may-not-reclaim"), "check")
    assert "see kuota capacity --counterexample owner/ddp" in found.out
