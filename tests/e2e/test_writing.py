"""``compile`` under trouble: a full disk, a mount, a kill at any moment, two runs at once."""

import signal
import subprocess
import time
from pathlib import Path

import pytest
from tests.cli.project import CLEAN, put, run, team, tree
from tests.e2e.process import KUOTA, environment, kuota, with_mounts

TEAMS = {
    f"teams/t{number}.yaml": team(f"t{number}", 0).partition("      cpu")[0] for number in range(60)
}
"""Teams that only borrow: many files, none of them wrong."""


def compiled(folder: Path) -> dict[str, str]:
    return {path: text for path, text in tree(folder).items() if path.startswith("out/")}


def mounted(options: str, then: str) -> list[str]:
    """A prefix that mounts a small file system on the folder ``disk``, then runs the command."""
    script = f'mount -t tmpfs -o {options} tmpfs disk && {then} && "$@"'
    return [*with_mounts(), "sh", "-c", script, "-"]


def test_a_full_disk_is_said_and_leaves_nothing_behind(tmp_path: Path) -> None:
    put(tmp_path, CLEAN | TEAMS)
    (tmp_path / "disk").mkdir()
    prefix = mounted("size=64k", "true")
    prefix[-2] = prefix[-2].replace('"$@"', '"$@"; code=$?; ls -A disk >&2; exit $code')
    done = kuota(tmp_path, "compile", "--out", "disk/out", prefix=prefix)
    assert 2 == done.returncode
    assert done.stderr == (
        f"Error: cannot write {tmp_path}/disk/out: no space is left on the device\n"
    )


def test_a_read_only_file_system_is_said(tmp_path: Path) -> None:
    put(tmp_path, CLEAN)
    (tmp_path / "disk").mkdir()
    done = kuota(
        tmp_path,
        "compile",
        "--out",
        "disk/out",
        prefix=mounted("size=1m", "mount -o remount,ro disk"),
    )
    assert 2 == done.returncode
    assert "disk/out: the file system is read-only\n" in done.stderr


def test_a_folder_that_is_a_mount_is_written_in_place(tmp_path: Path) -> None:
    put(tmp_path, CLEAN)
    (tmp_path / "disk").mkdir()
    prefix = mounted("size=1m", "true")
    prefix[-2] = prefix[-2].replace('"$@"', '"$@"; code=$?; ls -A disk; exit $code')
    done = kuota(tmp_path, "compile", "--quiet", "--out", "disk", prefix=prefix)
    assert (0, "gpu\n", "") == (done.returncode, done.stdout, done.stderr)


@pytest.fixture(scope="module")
def times(tmp_path_factory: pytest.TempPathFactory) -> float:
    """How long one compilation takes here, so that kills fall on all parts of it."""
    folder = put(tmp_path_factory.mktemp("time"), CLEAN | TEAMS)
    start = time.monotonic()
    assert 0 == kuota(folder, "compile", "--fail-on", "never").returncode
    return time.monotonic() - start


def test_a_kill_leaves_the_old_or_the_new_folder_and_the_next_run_repairs(
    tmp_path: Path, times: float
) -> None:
    run(put(tmp_path, CLEAN | TEAMS), "compile")
    old = compiled(tmp_path)
    put(tmp_path, {path: text.replace("12}", "11}") for path, text in TEAMS.items()})
    kuota(tmp_path, "compile", "--out", "expected")
    new = {
        path.replace("expected", "out", 1): text
        for path, text in tree(tmp_path).items()
        if path.startswith("expected/")
    }
    assert old != new
    for share in (0.5, 0.7, 0.8, 0.85, 0.9, 0.95, 1.0):
        process = subprocess.Popen(
            [*KUOTA, "compile"],
            cwd=tmp_path,
            env=environment(tmp_path),
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        time.sleep(times * share)
        process.send_signal(signal.SIGKILL)
        process.wait()
        assert compiled(tmp_path) in (old, new)
    assert 0 == kuota(tmp_path, "compile").returncode
    assert new == compiled(tmp_path)
    assert [] == [path.name for path in tmp_path.iterdir() if path.name.startswith(".out")]


def test_two_runs_at_once_leave_one_whole_result(tmp_path: Path) -> None:
    put(tmp_path, CLEAN | TEAMS)
    processes = [
        subprocess.Popen(
            [*KUOTA, "compile", "--quiet"],
            cwd=tmp_path,
            env=environment(tmp_path),
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
        )
        for _ in range(3)
    ]
    assert [(0, b"")] * 3 == [(each.wait(), each.communicate()[1]) for each in processes]
    assert 0 == kuota(tmp_path, "compile", "--check").returncode


def test_two_checks_at_once_share_the_cache(tmp_path: Path) -> None:
    put(tmp_path, CLEAN)
    processes = [
        subprocess.Popen(
            [*KUOTA, "check"], cwd=tmp_path, env=environment(tmp_path), stdout=subprocess.PIPE
        )
        for _ in range(4)
    ]
    outputs = [each.communicate()[0] for each in processes]
    assert [b"no findings in 3 files\n"] * 4 == outputs
    assert 1 == len(list((tmp_path / ".cache/kuota").iterdir()))
