"""kuota as a process of its own."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

KUOTA = [sys.executable, "-m", "kuota"]


def environment(folder: Path) -> dict[str, str]:
    """A small environment with a cache of its own."""
    return {"HOME": str(folder), "XDG_CACHE_HOME": str(folder / ".cache"), "PATH": os.defpath}


def kuota(
    folder: Path, *arguments: str, prefix: list[str] | None = None, stdin: bytes = b""
) -> subprocess.CompletedProcess[str]:
    """Runs kuota in ``folder``; ``prefix`` is a command that runs it."""
    done = subprocess.run(
        [*(prefix or []), *KUOTA, *arguments],
        cwd=folder,
        env=environment(folder),
        input=stdin,
        capture_output=True,
    )
    return subprocess.CompletedProcess(
        done.args, done.returncode, done.stdout.decode(), done.stderr.decode()
    )


def as_ordinary_user() -> list[str]:
    """A prefix under which file permissions count, also for root."""
    return _usable([] if os.geteuid() else ["unshare", "--user"])


def with_mounts() -> list[str]:
    """A prefix under which a process may mount file systems that only it sees."""
    return _usable(["unshare", "--user", "--map-root-user", "--mount"])


def _usable(prefix: list[str]) -> list[str]:
    if prefix:
        program = shutil.which(prefix[0])
        if program is None:
            pytest.skip("unshare is not there")
        if subprocess.run([*prefix, "true"], capture_output=True).returncode != 0:
            pytest.skip("this machine allows no user namespaces")
    return prefix
