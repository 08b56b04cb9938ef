"""The formats of ``kuota test``, on scenarios that pass, fail and cannot be played."""

import json
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import jsonschema
import pytest
from tests.cli.project import CLEAN, Run, put, run, team
from tests.conftest import Golden

from kuota.cli.schemas import schemas

REPORTS = Path(__file__).parent / "reports"
JOB = "podSets: [{{count: {}, requests: {{nvidia.com/gpu: 1, cpu: 4, memory: 8Gi}}}}]"


def scenario(name: str, spec: str) -> str:
    return f"apiVersion: kuota/v1\nkind: Scenario\nmetadata: {{name: {name}}}\nspec:\n{spec}"


PASSES = scenario(
    "red-takes-back",
    f"""\
  running:
    - {{name: sweep, team: blue, count: 12, {JOB.format(2)}}}
  arrivals:
    - {{name: train, team: red, at: 5m, {JOB.format(12)}}}
  expect:
    - {{admitted: train, at: 5m}}
    - {{evicted: sweep, by: train, count: 6}}
""",
)
FAILS = scenario(
    "red-waits",
    f"""\
  arrivals:
    - {{name: train, team: red, {JOB.format(25)}}}
  expect:
    - {{admitted: train}}
    - {{pending: train, reason: WaitingForQuota}}
    - {{maxEvictions: 0}}
""",
)
REFUSED = scenario("of-nobody", "  expect:\n    - {neverEvicted: train}\n")
FILES = CLEAN | {
    "scenarios/fails.yaml": FAILS,
    "scenarios/of-nobody.yaml": REFUSED,
    "scenarios/passes.yaml": PASSES,
}


def played(tmp_path: Path, *options: str, files: dict[str, str] | None = None) -> Run:
    return run(put(tmp_path, files or FILES), "test", "scenarios", *options)


@pytest.mark.parametrize(
    ("file", "options"),
    [
        ("text.txt", ()),
        ("quiet.txt", ("--quiet",)),
        ("color.txt", ("--color", "always")),
        ("verbose.txt", ("--verbose",)),
        ("junit.xml", ("--output", "junit")),
        ("junit-verbose.xml", ("--output", "junit", "--verbose")),
        ("report.json", ("--output", "json")),
    ],
)
def test_report(file: str, options: tuple[str, ...], golden: Golden, tmp_path: Path) -> None:
    result = played(tmp_path, *options)
    golden(REPORTS / file, result.out)
    assert (1, "") == (result.code, result.err)


def test_the_json_is_as_its_schema_says(tmp_path: Path) -> None:
    document = json.loads(played(tmp_path, "--output", "json").out)
    jsonschema.Draft202012Validator(json.loads(schemas()["test"])).validate(document)
    assert {
        "scenarios": 3,
        "passed": 1,
        "failed": 1,
        "notRun": 1,
        "expectations": 5,
        "missed": 2,
    } == document["summary"]


def test_test_cases_have_names_of_their_own_and_add_up(tmp_path: Path) -> None:
    root = ElementTree.fromstring(played(tmp_path, "--output", "junit").out)
    cases = [(each.get("classname"), each.get("name")) for each in root.iter("testcase")]
    assert 3 == len(cases) == len(set(cases))
    assert ("3", "1", "1") == (root.get("tests"), root.get("failures"), root.get("errors"))
    sums = [sum(int(suite.get(key, "")) for suite in root) for key in ("tests", "failures")]
    assert [3, 1] == sums


def test_hostile_names_cannot_leave_their_place(tmp_path: Path) -> None:
    bad = FAILS.replace("red-waits", '"a<b>\\e[31m"')
    files = CLEAN | {"scenarios/s&<.yaml": bad}
    out = played(tmp_path, "--output", "junit", files=files).out
    root = ElementTree.fromstring(out)
    assert ["scenarios/s&<.yaml"] == [each.get("file") for each in root.iter("testcase")]
    assert "\x1b" not in played(tmp_path, files=files).out


def test_errors_in_team_files_are_told_apart(golden: Golden, tmp_path: Path) -> None:
    files = FILES | {"teams/red.yaml": team("red").replace("144", "many")}
    result = played(tmp_path, files=files)
    golden(REPORTS / "team-error.txt", result.out)
    assert 1 == result.code
    junit = played(tmp_path, "--output", "junit", files=files).out
    root = ElementTree.fromstring(junit)
    assert ("4", "0", "4") == (root.get("tests"), root.get("failures"), root.get("errors"))
    golden(REPORTS / "team-error.xml", junit)
