"""Input that nobody should write: a finding or a clear message, never a traceback."""

import os
import re
from pathlib import Path

import pytest
from tests.cli.project import CLEAN, TOO_MUCH, put, run, team, tree
from tests.e2e.process import as_ordinary_user, kuota

LAUGHS = "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n" + "".join(
    f"a{level}: &a{level} [{', '.join([f'*a{level - 1}'] * 10)}]\n" for level in range(1, 10)
)


def findings(folder: Path, path: str) -> list[str]:
    """Code and headline of what is wrong in one file, errors only."""
    result = run(folder, "check", "--output", "concise", "--quiet")
    assert 1 == result.code
    lines = [line for line in result.out.splitlines() if line.startswith(f"{path}:")]
    return [line.partition(": error")[2] for line in lines if ": error" in line]


@pytest.mark.parametrize(
    ("quota", "finding"),
    [
        ("12.5", "[Q109] 12.5 of nvidia.com/gpu is not a whole number of units"),
        ("-1", "[Q107] nominalQuota: -1 is negative"),
        ("1e30", "[Q108] nominalQuota: 1e30 is more than a Kubernetes quantity can hold"),
        ("1e999999999", "[Q108] nominalQuota: 1e999999999 is more than a Kubernetes quantity"),
        ("12Gb", "[Q106] nominalQuota: 12Gb is not a quantity"),
        ("1_000", "[Q106] nominalQuota: 1_000 is not a quantity"),
        (".inf", "[Q106] nominalQuota: .inf is not a quantity"),
        ("[12]", "[Q103] nominalQuota: expected a quantity, found a list"),
        ("", "[Q104] nominalQuota: no value where a quantity is expected"),
    ],
)
def test_a_quota_that_is_none(tmp_path: Path, quota: str, finding: str) -> None:
    text = team("red").replace("nominalQuota: 12", f"nominalQuota: {quota}")
    (found,) = findings(put(tmp_path, CLEAN | {"teams/red.yaml": text}), "teams/red.yaml")
    assert found.startswith(finding)


@pytest.mark.parametrize(
    ("name", "finding"),
    [
        ("../../etc", "[Q105] name: ../../etc is not a name that Kubernetes accepts"),
        ("a" * 300, "[Q105] name: "),
        ("Red", "[Q105] name: Red is not a name"),
        ("é", '[Q105] name: "é" is not a name'),
        ("", "[Q104] name: no value where text is expected"),
    ],
)
def test_a_team_that_cannot_be_called_so(tmp_path: Path, name: str, finding: str) -> None:
    text = team("red").replace("name: red", f"name: {name}")
    (found,) = findings(put(tmp_path, CLEAN | {"teams/red.yaml": text}), "teams/red.yaml")
    assert found.startswith(finding)
    assert 1 == run(tmp_path, "compile").code
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize("name", ["no", "on", "1e3", "null-1", "0x10", "2024-01-01"])
def test_a_name_that_yaml_readers_take_for_something_else_survives(
    tmp_path: Path, name: str
) -> None:
    text = team("red").replace("name: red", f'name: "{name}"')
    result = run(put(tmp_path, CLEAN | {"teams/red.yaml": text}), "compile")
    assert 0 == result.code
    compiled = (tmp_path / f"out/gpu/kueue/teams/{name}.yaml").read_text()
    quoted = name if name == "null-1" else f'"{name}"'
    assert f"  name: {quoted}\n" in compiled


def test_two_teams_of_one_name_in_two_files(tmp_path: Path) -> None:
    put(tmp_path, CLEAN | {"teams/red-again.yaml": team("red")})
    found = findings(tmp_path, "teams/red.yaml") + findings(tmp_path, "teams/red-again.yaml")
    assert ["[Q212] team red is defined twice (duplicate-team)"] == found


@pytest.mark.parametrize(
    ("content", "finding"),
    [
        (bytes(range(256)), "[Q004] the file holds binary data"),
        (b"a: b\n" * 10_000_000, "[Q003] the file is larger than"),
        (LAUGHS.encode(), "[Q014] aliases make this file grow"),
        (b"[" * 100_000, "[Q017] values are nested more than 100 levels deep"),
        (b"a:\n\tb: c\n", "[Q011] a tab stands where only spaces can"),
        ("a: é".encode("latin-1"), "[Q005] the file is not UTF-8"),
        (b"a: 1\na: 2\n", "[Q012] the key a stands twice in one mapping"),
        (b"a: *b\n", "[Q013]"),
        (b"a: !!python/object/apply:os.system [id]\n", "[Q016]"),
        (b"{", "[Q010]"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_a_file_that_is_no_team_file(tmp_path: Path, content: bytes, finding: str) -> None:
    put(tmp_path, CLEAN)
    (tmp_path / "teams/bad.yaml").write_bytes(content)
    assert [] != [each for each in findings(tmp_path, "teams/bad.yaml") if finding in each]


def test_a_file_that_may_not_be_read(tmp_path: Path) -> None:
    put(tmp_path, CLEAN)
    (tmp_path / "teams/red.yaml").chmod(0)
    done = kuota(tmp_path, "check", "--output", "concise", "-q", prefix=as_ordinary_user())
    assert 1 == done.returncode
    assert "the file cannot be read: permission denied (unreadable-file)" in done.stdout


def test_a_folder_that_may_not_be_read(tmp_path: Path) -> None:
    put(tmp_path, CLEAN | {"teams/more/x.yaml": team("x")})
    (tmp_path / "teams/more").chmod(0)
    done = kuota(tmp_path, "check", "--output", "concise", "-q", prefix=as_ordinary_user())
    (tmp_path / "teams/more").chmod(0o700)
    assert (1, True) == (done.returncode, "it cannot be read: permission" in done.stdout)


def test_a_pipe_is_not_waited_for(tmp_path: Path) -> None:
    put(tmp_path, CLEAN)
    os.mkfifo(tmp_path / "teams/pipe.yaml")
    assert findings(tmp_path, "teams/pipe.yaml")[0].startswith("[Q002]")


def test_a_link_that_leads_out_is_not_followed(tmp_path: Path) -> None:
    put(tmp_path / "r", CLEAN)
    put(tmp_path, {"secret.yaml": "password: 1\n"})
    (tmp_path / "r/teams/link.yaml").symlink_to("../../secret.yaml")
    assert findings(tmp_path / "r", "teams/link.yaml")[0].startswith("[Q008]")


def test_nothing_on_standard_output_is_lost_when_the_reader_goes(tmp_path: Path) -> None:
    done = kuota(put(tmp_path, TOO_MUCH), "check", prefix=["sh", "-c", '"$@" | head -1', "-"])
    assert done.stdout.startswith("error[Q301]")
    assert "Traceback" not in done.stderr


def test_hostile_names_of_files_inject_no_workflow_command(tmp_path: Path) -> None:
    name = "::error::x\n::warning::y.yaml"
    put(tmp_path, TOO_MUCH)
    (tmp_path / "teams" / name).write_text("a: 1\n")
    for form in ("text", "concise", "github", "markdown", "json", "sarif"):
        out = run(tmp_path, "check", "--output", form).out
        # A runner takes no command from ":::", which leads to another file in the text format.
        lines = [line for line in out.splitlines() if re.match(r"\s*::(?!:)", line)]
        expected = [line for line in lines if line.startswith(("::error file=", "::notice file="))]
        assert expected == lines, form
        assert form == "github" or [] == lines


def test_a_folder_that_is_read_only_is_left_as_it_is(tmp_path: Path) -> None:
    assert 0 == run(put(tmp_path, CLEAN), "compile").code
    put(tmp_path, {"teams/red.yaml": team("red", 11)})
    before = tree(tmp_path)
    (tmp_path / "out").chmod(0o555)
    done = kuota(tmp_path, "compile", prefix=as_ordinary_user())
    (tmp_path / "out").chmod(0o755)
    assert (2, before) == (done.returncode, tree(tmp_path))
    assert f"Error: cannot write {tmp_path}/out: permission denied\n" == done.stderr
