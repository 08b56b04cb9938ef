"""Commands that look into a policy or into kuota itself."""

import json
import subprocess
from pathlib import Path

import pytest
from tests.cli.project import CLEAN, Run, put, run, team, tree

from kuota import __version__


def test_version(tmp_path: Path) -> None:
    assert Run(0, f"kuota {__version__}\n", "") == run(tmp_path, "--version")


def test_help_lists_every_command_with_its_summary(tmp_path: Path) -> None:
    text = run(tmp_path, "--help").out
    for name in ("check", "compile", "completion", "explain", "init", "rules", "schema", "show"):
        assert f"\n  {name} " in text
    assert "Exit codes: 0 clean, 1 findings, 2 usage or settings, 3 fault in kuota, 4" in text


def test_show_says_who_decided_each_value_and_where(tmp_path: Path) -> None:
    text = run(put(tmp_path, CLEAN), "show", "red", "--origins").out
    lines = {
        line.split()[0]: line.split()[1:] for line in text.splitlines() if len(line.split()) > 2
    }
    assert "team red on cluster gpu" == text.splitlines()[0]
    assert ["shared", "platform", "teams/platform.yaml:15:13"] == lines["cohort"]
    assert ["BestEffortFIFO", "Kueue's", "default"] == lines["queueingStrategy"]
    assert "        nominalQuota     12              team             teams/red.yaml:8:38\n" in text


def test_show_of_a_team_with_errors_says_so(tmp_path: Path) -> None:
    folder = put(tmp_path, CLEAN | {"teams/red.yaml": team("red").replace("12", "12.5")})
    result = run(folder, "show", "red")
    assert (1, "Error: team red has errors; 'kuota check' lists them\n") == (
        result.code,
        result.err,
    )


def test_without_a_platform_there_is_nothing_to_show(tmp_path: Path) -> None:
    result = run(put(tmp_path, {"teams/red.yaml": team("red")}), "show", "red")
    assert (4, True) == (result.code, "no platform could be read" in result.err)


@pytest.mark.parametrize("reference", ["ClusterQueue/red", "clusterqueue/red", "clusterqueues/red"])
def test_where_leads_from_an_object_to_its_team_file(tmp_path: Path, reference: str) -> None:
    result = run(put(tmp_path, CLEAN), "where", reference)
    expected = "teams/red.yaml:4:9  ClusterQueue/red  out/gpu/kueue/teams/red.yaml\n"
    assert Run(0, expected, "") == result


def test_where_leads_from_a_field_to_the_line_that_decided_it(tmp_path: Path) -> None:
    pointer = "/spec/resourceGroups/0/flavors/0/resources/0/nominalQuota"
    result = run(put(tmp_path, CLEAN), "where", "ClusterQueue/red", "--field", pointer)
    assert result.out.startswith("teams/red.yaml:8:38  ")


def test_where_needs_no_namespace_when_there_is_one_only(tmp_path: Path) -> None:
    folder = put(tmp_path, CLEAN)
    assert (
        run(folder, "where", "LocalQueue/red").out == run(folder, "where", "LocalQueue/red/red").out
    )


def test_rules_lists_codes_in_order_and_marks_mandatory_ones(tmp_path: Path) -> None:
    lines = run(tmp_path, "rules").out.splitlines()
    codes = [line[:4] for line in lines]
    assert sorted(codes) == codes
    assert "Q012* error    duplicate-key" in "\n".join(lines)


def test_rules_as_json_hold_the_documentation(tmp_path: Path) -> None:
    rules = json.loads(run(tmp_path, "rules", "--format", "json").out)
    found = {rule["code"]: rule for rule in rules}["Q301"]
    assert ("quota-exceeds-capacity", "error") == (found["name"], found["severity"])
    assert "What it finds" in found["documentation"]


@pytest.mark.parametrize("name", ["Q301", "q301", "quota-exceeds-capacity"])
def test_explain_takes_code_and_name(tmp_path: Path, name: str) -> None:
    result = run(tmp_path, "explain", name)
    assert result.out.startswith("Q301 quota-exceeds-capacity (error)\n\n")
    assert "How to fix\n" in result.out


def test_schema_lists_names_and_prints_one(tmp_path: Path) -> None:
    names = run(tmp_path, "schema").out.split()
    assert ["kuota", "platform", "report", "scenario", "team", "test"] == names
    assert "object" == json.loads(run(tmp_path, "schema", "team").out)["type"]


def test_schema_writes_all_of_them(tmp_path: Path) -> None:
    run(tmp_path, "schema", "--write", "schemas")
    assert run(tmp_path, "schema", "team").out == tree(tmp_path)["schemas/team.schema.json"]


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion_prints_a_script_for_the_shell(tmp_path: Path, shell: str) -> None:
    assert "_KUOTA_COMPLETE" in run(tmp_path, "completion", shell).out


def test_the_completion_script_is_one_that_bash_takes(tmp_path: Path) -> None:
    script = run(tmp_path, "completion", "bash").out
    subprocess.run(["bash", "-n"], input=script, text=True, check=True)


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("kuota ch", ["check"]),
        ("kuota check --fa", ["--fail-on"]),
        ("kuota check --fail-on w", ["warning"]),
        ("kuota check --output sa", ["sarif"]),
        ("kuota test --output j", ["json", "junit"]),
        ("kuota explain q30", ["Q301", "Q302", "Q303", "Q304", "Q305", "Q306", "Q307", "Q308"]),
    ],
)
def test_a_shell_completes_commands_options_and_rules(
    tmp_path: Path, words: str, expected: list[str]
) -> None:
    env: dict[str, str | None] = {
        "_KUOTA_COMPLETE": "bash_complete",
        "COMP_WORDS": words,
        "COMP_CWORD": str(len(words.split()) - 1),
    }
    lines = run(tmp_path, env=env).out.splitlines()
    assert expected == [line.partition(",")[2] for line in lines][: len(expected)]


def test_init_makes_a_repository_that_checks_and_compiles(tmp_path: Path) -> None:
    result = run(tmp_path, "init")
    assert 0 == result.code
    assert "Next: kuota check && kuota compile\n" == result.out.splitlines(keepends=True)[-1]
    assert Run(0, "no findings in 3 files\n", "") == run(tmp_path, "check")
    assert 0 == run(tmp_path, "compile").code


def test_init_writes_the_workflow_with_the_version_that_made_it(tmp_path: Path) -> None:
    run(tmp_path, "init")
    workflow = (tmp_path / ".github/workflows/quota.yml").read_text()
    assert f'pip install --quiet "kuota=={__version__}"' in workflow


def test_init_overwrites_nothing_and_then_writes_nothing(tmp_path: Path) -> None:
    put(tmp_path, {"teams/platform.yaml": "mine\n"})
    result = run(tmp_path, "init")
    message = "Error: nothing was written: teams/platform.yaml is there already\n"
    assert (2, message) == (result.code, result.err)
    assert {"teams/platform.yaml": "mine\n"} == tree(tmp_path)
