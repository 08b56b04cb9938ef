"""``kuota compile``: what is written, when nothing is, and what a stale folder looks like."""

import json
from pathlib import Path

from tests.cli.project import CLEAN, TOO_MUCH, Run, put, run, team, tree


def compiled(folder: Path) -> dict[str, str]:
    return {path: text for path, text in tree(folder).items() if path.startswith("out/")}


def test_writes_the_objects_and_says_so_on_standard_error(tmp_path: Path) -> None:
    result = run(put(tmp_path, CLEAN), "compile")
    names = sorted(compiled(tmp_path))
    assert "out/gpu/kueue/kustomization.yaml" in names
    assert "out/gpu/kueue/teams/red.yaml" in names
    expected = Run(0, "no findings in 3 files\n", f"out: wrote {len(names)} files\n")
    assert expected == result


def test_a_second_run_changes_nothing(tmp_path: Path) -> None:
    run(put(tmp_path, CLEAN), "compile")
    before = {p: (p.stat().st_mtime_ns, p.stat().st_ino) for p in tmp_path.rglob("out/**/*")}
    result = run(tmp_path, "compile")
    after = {p: (p.stat().st_mtime_ns, p.stat().st_ino) for p in tmp_path.rglob("out/**/*")}
    assert (0, True, before) == (result.code, "out is up to date" in result.err, after)


def test_a_file_in_place_of_the_folder_is_told_and_left_alone(tmp_path: Path) -> None:
    folder = put(tmp_path, CLEAN | {"out": "mine"})
    result = run(folder, "compile")
    reason = "a part of the path is not a folder"
    assert (2, True, "mine") == (result.code, reason in result.err, (folder / "out").read_text())


def test_nothing_is_written_when_there_are_errors(tmp_path: Path) -> None:
    result = run(put(tmp_path, TOO_MUCH), "compile")
    assert (1, {}) == (result.code, compiled(tmp_path))
    assert "nothing was written to out: fix the findings first\n" == result.err


def test_errors_keep_the_old_folder_even_if_the_run_may_not_fail(tmp_path: Path) -> None:
    run(put(tmp_path, CLEAN), "compile")
    before = compiled(tmp_path)
    result = run(put(tmp_path, TOO_MUCH), "compile", "--fail-on", "never")
    assert (1, before) == (result.code, compiled(tmp_path))


def test_a_team_that_is_gone_is_gone_from_the_folder(tmp_path: Path) -> None:
    run(put(tmp_path, CLEAN), "compile")
    (tmp_path / "teams/red.yaml").unlink()
    result = run(tmp_path, "compile")
    assert "out/gpu/kueue/teams/red.yaml" not in compiled(tmp_path)
    assert "removed 1" in result.err


def test_check_fails_with_a_diff_when_the_folder_is_stale(tmp_path: Path) -> None:
    run(put(tmp_path, CLEAN), "compile")
    before = compiled(tmp_path)
    put(tmp_path, {"teams/red.yaml": team("red", 11)})
    result = run(tmp_path, "compile", "--check")
    assert (1, before) == (result.code, compiled(tmp_path))
    assert "error[Q070]: out is not up to date in 1 file  (stale-output)" in result.out
    assert "note: 1 file differs: gpu/kueue/teams/red.yaml" in result.out
    assert "--> out/gpu/kueue/teams/red.yaml:" in result.out
    assert '-        nominalQuota: "12"\n+        nominalQuota: "11"\n' in result.out


def test_check_finds_missing_and_stray_files(tmp_path: Path) -> None:
    run(put(tmp_path, CLEAN), "compile")
    (tmp_path / "teams/red.yaml").rename(tmp_path / "teams/green.yaml")
    put(tmp_path, {"teams/green.yaml": team("green")})
    result = run(tmp_path, "compile", "--check")
    assert 1 == result.code
    assert "1 file missing: gpu/kueue/teams/green.yaml" in result.out
    assert "1 file left over: gpu/kueue/teams/red.yaml" in result.out
    assert "--- /dev/null\n+++ b/out/gpu/kueue/teams/green.yaml\n" in result.out
    assert "--- a/out/gpu/kueue/teams/red.yaml\n+++ /dev/null\n" in result.out


def test_check_of_a_folder_that_was_never_made_points_at_a_team_file(tmp_path: Path) -> None:
    result = run(put(tmp_path, CLEAN), "compile", "--check", "--output", "concise", "-q")
    first = result.out.partition("\n")[0]
    assert (1, True, True) == (result.code, first.startswith("teams/"), "Q070" in first)


def test_check_passes_when_the_folder_is_current(tmp_path: Path) -> None:
    run(put(tmp_path, CLEAN), "compile")
    assert Run(0, "no findings in 3 files\n", "") == run(tmp_path, "compile", "--check")


def test_a_diff_never_mixes_with_a_report_for_programs(tmp_path: Path) -> None:
    put(tmp_path, CLEAN)
    result = run(tmp_path, "compile", "--check", "--output", "json")
    assert 1 == json.loads(result.out)["summary"]["errors"]
    assert "+++ b/out/gpu/kueue/cohorts.yaml" in result.err


def test_diff_shows_the_change_and_writes_nothing(tmp_path: Path) -> None:
    result = run(put(tmp_path, CLEAN), "compile", "--diff", "-q")
    assert (0, {}) == (result.code, compiled(tmp_path))
    assert result.out.startswith("--- /dev/null\n+++ b/out/gpu/kueue/")


def test_files_of_others_stay_and_are_told_among_compiled_ones(tmp_path: Path) -> None:
    files = {"out/README.md": "mine\n", "out/gpu/kueue/mine.yaml": "kind: Mine\n"}
    result = run(put(tmp_path, CLEAN | files), "compile", "--output", "concise", "-q")
    finding = "out/gpu/kueue/mine.yaml was not made by kuota (foreign-output)"
    assert (0, f"out/gpu/kueue/mine.yaml:1:1: warning[Q071] {finding}\n") == (
        result.code,
        result.out,
    )
    assert files == {path: text for path, text in tree(tmp_path).items() if path in files}


def test_a_file_of_others_in_the_way_is_refused(tmp_path: Path) -> None:
    files = {"out/gpu/kueue/teams/red.yaml": "kind: Mine\n"}
    result = run(put(tmp_path, CLEAN | files), "compile")
    assert (2, files) == (result.code, compiled(tmp_path))
    assert "out/gpu/kueue/teams/red.yaml was not made by kuota" in result.err


def test_the_folder_may_not_hold_the_inputs(tmp_path: Path) -> None:
    put(tmp_path, CLEAN)
    for out in (".", "teams", "teams/.."):
        result = run(tmp_path, "compile", "--out", out)
        assert (2, True) == (result.code, "Error: cannot compile into /" in result.err), out
    assert CLEAN == tree(tmp_path)


def test_another_folder_is_compiled_into(tmp_path: Path) -> None:
    run(put(tmp_path, CLEAN), "compile", "--out", "a/b")
    assert {} == compiled(tmp_path)
    assert (tmp_path / "a/b/gpu/kueue/kustomization.yaml").exists()


def test_the_bytes_do_not_depend_on_where_one_stands(tmp_path: Path) -> None:
    put(tmp_path / "r", CLEAN)
    run(tmp_path / "r", "compile")
    expected = compiled(tmp_path / "r")
    for where, arguments in {
        "r/teams": (".",),
        "r": ("teams/red.yaml", "teams/platform.yaml", "teams/blue.yaml"),
        ".": ("r/teams",),
        "elsewhere": (str(tmp_path / "r/teams"),),
    }.items():
        (tmp_path / where).mkdir(exist_ok=True)
        out = str(tmp_path / "r/out")
        result = run(tmp_path / where, "compile", *arguments, "--out", out, "--check")
        assert 0 == result.code, where
    assert expected == compiled(tmp_path / "r")
