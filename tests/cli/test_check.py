"""``kuota check``: exit codes, streams, paths, fixes."""

import json
from pathlib import Path

import pytest
from tests.cli.project import CLEAN, PLATFORM, TOO_MUCH, put, run, team, tree

from kuota import __version__
from kuota.pipeline import stages

WARNED = CLEAN | {"teams/blue.yaml": team("blue", 11).replace("Limit: 12", "Limit: 99")}


def test_a_clean_repository_is_clean(tmp_path: Path) -> None:
    result = run(put(tmp_path, CLEAN), "check")
    assert (0, "no findings in 3 files\n", "") == (result.code, result.out, result.err)


def test_an_error_names_both_places_and_the_sum(tmp_path: Path) -> None:
    result = run(put(tmp_path, TOO_MUCH), "check")
    assert 1 == result.code
    assert "25" in result.out
    assert "--> teams/" in result.out
    assert "::: teams/" in result.out


@pytest.mark.parametrize(
    ("fail_on", "code"), [("error", 0), ("warning", 1), ("info", 1), ("never", 0)]
)
def test_fail_on_decides_what_a_warning_does(tmp_path: Path, fail_on: str, code: int) -> None:
    assert code == run(put(tmp_path, WARNED), "check", "--fail-on", fail_on).code


def test_fail_on_never_forgives_errors_as_well(tmp_path: Path) -> None:
    assert 0 == run(put(tmp_path, TOO_MUCH), "check", "--fail-on", "never").code


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("chek",), "Error: no command is called 'chek'; did you mean check or schema?"),
        (("check", "--failon", "x"), "--fail-on"),
        (("check", "--today", "soon"), "'soon' is no day; write it like 2026-12-31"),
        (("check", "--output", "sarfi"), "no format is called 'sarfi'; did you mean sarif?"),
        (("check", "--output", "json="), "'json=' names no file"),
        (("check", "--output", "json", "--output", "text"), "would mix on standard output"),
        (("check", "--kueue-version", "0.9"), "'0.9' is no release that kuota knows"),
        (("check", "--diff"), "--diff needs --fix"),
        (("check", "--unsafe-fixes"), "--unsafe-fixes needs --fix"),
        (("check", "--stdin-filename", "x"), "--stdin-filename needs '-' among the paths"),
        (("check", "--config", "none.toml"), "cannot read settings none.toml: no such file"),
        (("check", "--fix", "-"), "standard input cannot be fixed; name the file"),
        (("show", "rad"), "no team is called 'rad'; did you mean red?"),
        (("show", "red", "--cluster", "gpo"), "no cluster is called 'gpo'; did you mean gpu?"),
        (("where", "red"), "'red' is not of the form KIND/NAME"),
        (("where", "cohort/shred"), "did you mean Cohort/shared?"),
        (("where", "cohort/shared", "--field", "spec.x"), "with a slash first: /spec/x"),
        (("explain", "Q999"), "no rule is called 'Q999'"),
        (("explain", "idle-quotas"), "no rule is called 'idle-quotas'"),
        (("schema", "tem"), "no schema is called 'tem'; did you mean team?"),
        (("completion", "bsh"), "bsh"),
    ],
)
def test_a_usage_error_says_what_is_meant(
    tmp_path: Path, arguments: tuple[str, ...], message: str
) -> None:
    result = run(put(tmp_path, CLEAN), *arguments)
    assert (2, "") == (result.code, result.out)
    assert message in result.err


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("check", "none"), "no YAML file in none"),
        (("check", "tems"), "did you mean teams?"),
        (("check", "empty"), "no YAML file in empty"),
        (("check", "*.yml"), "no YAML file in *.yml"),
    ],
)
def test_no_input_is_not_success(tmp_path: Path, arguments: tuple[str, ...], message: str) -> None:
    (tmp_path / "empty").mkdir()
    result = run(put(tmp_path, CLEAN), *arguments)
    assert (4, "") == (result.code, result.out)
    assert message in result.err


def test_without_a_folder_of_teams_it_says_how_to_begin(tmp_path: Path) -> None:
    result = run(tmp_path, "check")
    assert 4 == result.code
    assert "kuota init" in result.err


def test_a_path_that_is_missing_beside_others_is_a_finding(tmp_path: Path) -> None:
    result = run(put(tmp_path, CLEAN), "check", "teams", "more", "--output", "concise", "-q")
    assert (1, "more:1:1: error[Q001] more does not exist (file-not-found)\n") == (
        result.code,
        result.out,
    )


def test_a_fault_of_kuota_is_a_finding_and_exit_code_3(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def crash(*_: object) -> None:
        raise ZeroDivisionError("division by zero")

    monkeypatch.setattr(stages, "resolve", crash)
    result = run(put(tmp_path, CLEAN), "check", "--no-cache")
    assert 3 == result.code
    assert "error[Q901]: kuota failed in resolving names  (internal-fault)" in result.out
    assert "note: ZeroDivisionError: division by zero" in result.out
    assert "Traceback" not in result.out + result.err


def test_debugging_shows_the_traceback_of_a_fault(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def crash(*_: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(stages, "resolve", crash)
    with pytest.raises(ZeroDivisionError):
        run(put(tmp_path, CLEAN), "check", env={"KUOTA_DEBUG": "1"})


def test_several_outputs_in_one_run(tmp_path: Path) -> None:
    folder = put(tmp_path, TOO_MUCH)
    arguments = ("--output", "concise", "--output", "sarif=a/b.sarif", "--output", "json=c.json")
    result = run(folder, "check", *arguments)
    assert result.out.endswith("1 error in 3 files\n")
    document = json.loads((folder / "c.json").read_text())
    assert (1, __version__) == (document["summary"]["errors"], document["tool"]["version"])
    assert "2.1.0" == json.loads((folder / "a/b.sarif").read_text())["version"]


def test_an_output_that_cannot_be_written_is_said(tmp_path: Path) -> None:
    result = run(put(tmp_path, CLEAN), "check", "--output", "json=teams/red.yaml/x")
    assert 2 == result.code
    assert "cannot write teams/red.yaml/x" in result.err


def test_a_step_of_github_gets_its_summary(tmp_path: Path) -> None:
    folder = put(tmp_path / "r", TOO_MUCH)
    summary = put(tmp_path, {"summary.md": "before\n"}) / "summary.md"
    env: dict[str, str | None] = {"GITHUB_STEP_SUMMARY": str(summary)}
    result = run(folder, "check", "--output", "github", env=env)
    assert result.out.startswith("::error file=teams/")
    assert summary.read_text().startswith("before\n### kuota\n\n1 error in 3 files.")


def test_paths_for_ci_start_at_the_root_of_the_checkout(tmp_path: Path) -> None:
    folder = put(tmp_path / "sub", TOO_MUCH)
    env: dict[str, str | None] = {"GITHUB_WORKSPACE": str(tmp_path)}
    assert "file=sub/teams/" in run(folder, "check", "--output", "github", env=env).out


@pytest.mark.parametrize(
    ("env", "arguments", "colored"),
    [
        ({}, (), False),
        ({"FORCE_COLOR": "1"}, (), True),
        ({"FORCE_COLOR": "1", "NO_COLOR": "1"}, (), False),
        ({"NO_COLOR": "1"}, ("--color", "always"), True),
        ({"FORCE_COLOR": "1"}, ("--color", "never"), False),
    ],
)
def test_colour_follows_the_option_then_the_environment(
    tmp_path: Path, env: dict[str, str | None], arguments: tuple[str, ...], colored: bool
) -> None:
    result = run(put(tmp_path, TOO_MUCH), "check", *arguments, env=env)
    assert colored == ("\x1b[" in result.out)


def test_files_never_get_colour(tmp_path: Path) -> None:
    folder = put(tmp_path, TOO_MUCH)
    run(folder, "check", "--color", "always", "--output", "text=report.txt")
    assert "\x1b[" not in (folder / "report.txt").read_text()


@pytest.mark.parametrize("inside", [".", "teams", "other/deep"])
def test_settings_are_found_up_the_tree_and_paths_are_seen_from_here(
    tmp_path: Path, inside: str
) -> None:
    put(tmp_path, TOO_MUCH | {"kuota.toml": 'paths = ["teams"]\n', "other/deep/x": ""})
    up = {".": "teams/", "teams": "", "other/deep": "../../teams/"}[inside]
    result = run(tmp_path / inside, "check", "--output", "concise", "-q")
    assert (1, True) == (result.code, result.out.startswith((f"{up}red.yaml", f"{up}blue.yaml")))


def test_wrong_settings_end_the_run_before_anything_is_checked(tmp_path: Path) -> None:
    folder = put(tmp_path, TOO_MUCH | {"kuota.toml": 'pats = ["teams"]\n'})
    result = run(folder, "check")
    assert 2 == result.code
    assert result.out.startswith("error[Q081]: unknown setting pats  (unknown-setting)\n")
    assert "Q301" not in result.out


@pytest.mark.parametrize(
    ("levels", "finding"),
    [
        ('Q999 = "off"', "error[Q083]: no rule is called Q999"),
        ('duplicate-key = "warning"', "error[Q084]: rule duplicate-key cannot be set to warning"),
        ('Q012 = "off"', "error[Q084]: rule Q012 cannot be set to off: it is always error"),
    ],
)
def test_levels_that_cannot_be_set_are_refused(tmp_path: Path, levels: str, finding: str) -> None:
    folder = put(tmp_path, CLEAN | {"kuota.toml": f"[levels]\n{levels}\n"})
    result = run(folder, "check")
    assert 2 == result.code
    assert finding in result.out


def test_wrong_settings_are_told_in_the_formats_that_were_asked_for(tmp_path: Path) -> None:
    folder = put(tmp_path, CLEAN | {"kuota.toml": 'path = ["teams"]\n'})
    result = run(folder, "check", "--output", "json", "--output", "sarif=kuota.sarif")
    (finding,) = json.loads(result.out)["diagnostics"]
    assert (2, "Q081", "kuota.toml") == (result.code, finding["code"], finding["path"])
    assert "Q081" in (folder / "kuota.sarif").read_text()


def test_a_level_lowers_or_drops_a_finding(tmp_path: Path) -> None:
    folder = put(tmp_path, TOO_MUCH | {"kuota.toml": '[levels]\nQ301 = "info"\n'})
    assert "info[Q301]" in run(folder, "check", "--output", "concise").out
    put(folder, {"kuota.toml": '[levels]\nquota-exceeds-capacity = "off"\n'})
    assert "Q301" not in run(folder, "check", "--output", "concise").out


def test_standard_input_stands_for_a_file(tmp_path: Path) -> None:
    arguments = ("check", "teams", "-", "--stdin-filename", "teams/red.yaml", "--output", "concise")
    result = run(put(tmp_path, CLEAN), *arguments, stdin=team("red", 13))
    assert (1, True) == (result.code, "Q301" in result.out)


def test_standard_input_alone_is_a_file_of_its_own(tmp_path: Path) -> None:
    result = run(tmp_path, "check", "-", "--output", "concise", "-q", stdin="a: [")
    assert result.out.startswith("<stdin>:1:")


def test_standard_input_alone_is_a_whole_tree(tmp_path: Path) -> None:
    everything = "---\n".join(CLEAN.values())
    result = run(tmp_path, "check", "-", "--output", "concise", stdin=everything)
    assert (0, "no findings in 1 file\n") == (result.code, result.out)


def test_a_team_alone_on_standard_input_lacks_a_platform(tmp_path: Path) -> None:
    result = run(tmp_path, "check", "-", "--output", "concise", "-q", stdin=team("red"))
    assert (1, "<stdin>:4:9: error[Q218] 1 team and no Platform (no-platform)\n") == (
        result.code,
        result.out,
    )


def test_binary_standard_input_is_refused(tmp_path: Path) -> None:
    result = run(tmp_path, "check", "-", stdin=b"\x00\x01")
    assert (2, True) == (result.code, "binary" in result.err)


def test_compiled_files_are_not_read_as_team_files(tmp_path: Path) -> None:
    folder = put(tmp_path, CLEAN)
    run(folder, "compile")
    assert "no findings in 3 files\n" == run(folder, "check", ".").out


def test_show_settings_is_itself_a_settings_file(tmp_path: Path) -> None:
    folder = put(tmp_path, CLEAN)
    text = run(folder, "check", "--show-settings", "--fail-on", "info", "--no-cache").out
    put(folder, {"kuota.toml": text})
    again = run(folder, "check", "--show-settings").out
    assert text.partition("\n")[2] == again.partition("\n")[2]


# --- fixes ---------------------------------------------------------------------------------------

WINDOWS = team("blue").replace("\n", "\r\n")


def test_fix_applies_what_keeps_the_meaning(tmp_path: Path) -> None:
    folder = put(tmp_path, CLEAN)
    (folder / "teams/blue.yaml").write_bytes(WINDOWS.encode())
    (folder / "teams/blue.yaml").chmod(0o640)
    result = run(folder, "check", "--fix")
    assert (0, "no findings in 3 files\n", "applied 1 fix\n") == (
        result.code,
        result.out,
        result.err,
    )
    assert team("blue").encode() == (folder / "teams/blue.yaml").read_bytes()
    assert 0o640 == (folder / "teams/blue.yaml").stat().st_mode & 0o777


def test_fix_leaves_what_changes_the_meaning(tmp_path: Path) -> None:
    files = CLEAN | {"teams/blue.yaml": team("blue").replace("Limit", "Limt")}
    folder = put(tmp_path, files)
    result = run(folder, "check", "--fix")
    assert (1, "applied 0 fixes\n") == (result.code, result.err)
    assert files == tree(folder)


def test_unsafe_fixes_apply_the_rest_and_keep_comments(tmp_path: Path) -> None:
    wrong = team("blue").replace("borrowingLimit: 12}", "borrowingLimt: 12} # a remark")
    folder = put(tmp_path, CLEAN | {"teams/blue.yaml": wrong})
    result = run(folder, "check", "--fix", "--unsafe-fixes")
    assert 0 == result.code
    assert wrong.replace("Limt", "Limit") == (folder / "teams/blue.yaml").read_text()


def test_a_preview_of_fixes_writes_nothing(tmp_path: Path) -> None:
    files = CLEAN | {"teams/blue.yaml": team("blue").replace("Limit", "Limt")}
    files["teams/red.yaml"] = files["teams/red.yaml"].replace(", borrowingLimit: 12", "")
    folder = put(tmp_path, files)
    result = run(folder, "check", "--fix", "--unsafe-fixes", "--diff")
    expected = """\
--- a/teams/blue.yaml
+++ b/teams/blue.yaml
@@ -5,6 +5,6 @@
 spec:
   quota:
     a100:
-      nvidia.com/gpu: {nominalQuota: 12, borrowingLimt: 12}
+      nvidia.com/gpu: {nominalQuota: 12, borrowingLimit: 12}
       cpu: 144
       memory: 1152Gi
"""
    assert (1, expected, files) == (result.code, result.out, tree(folder))


def test_a_preview_without_fixes_is_empty(tmp_path: Path) -> None:
    result = run(put(tmp_path, CLEAN), "check", "--fix", "--diff")
    assert (0, "", "") == (result.code, result.out, result.err)


def test_the_platform_alone_is_enough(tmp_path: Path) -> None:
    assert 0 == run(put(tmp_path, {"teams/p.yaml": PLATFORM}), "check").code


def test_no_report_is_written_over_a_file_that_was_read(tmp_path: Path) -> None:
    folder = put(tmp_path, CLEAN)
    before = tree(folder)
    result = run(folder, "check", "--output", "json=teams/platform.yaml")
    assert (2, before) == (result.code, tree(folder))
