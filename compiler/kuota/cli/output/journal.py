"""Replaces files one by one so that a run that was killed is completed by the next one.

All new content is first written into a folder of its own; the moment its list of moves has its
final name decides between old and new. Applying that list again does no harm.
"""

import json
import os
import shutil
from collections.abc import Mapping
from pathlib import Path

from kuota.cli.output.compare import JOURNAL, Comparison

_COMMIT = "commit.json"


def apply(folder: Path, files: Mapping[str, str], comparison: Comparison) -> None:
    """Brings ``folder`` to ``files``; what differs is in ``comparison``."""
    staging = folder / JOURNAL
    written = (*comparison.changed, *comparison.missing)
    try:
        staging.mkdir(parents=True)
        for number, path in enumerate(written):
            write_file(staging / str(number), files[path])
        moves = {str(number): path for number, path in enumerate(written)}
        plan = {"write": moves, "remove": comparison.stray}
        write_file(staging / "plan.json", json.dumps(plan))
    except OSError:
        shutil.rmtree(staging, ignore_errors=True)
        raise
    (staging / "plan.json").rename(staging / _COMMIT)
    recover(folder)


def recover(folder: Path) -> None:
    """Completes what was decided, forgets what was not."""
    staging = folder / JOURNAL
    if not staging.is_dir() or staging.is_symlink():
        return
    plan = _plan(staging)
    for path in plan.get("remove", []):
        _remove(folder, path)
    for name, path in plan.get("write", {}).items():
        content = staging / name
        if content.is_file():
            (folder / path).parent.mkdir(parents=True, exist_ok=True)
            content.replace(folder / path)
    shutil.rmtree(staging)


def write_file(path: Path, text: str) -> None:
    """Writes a new file that is on disk when this returns."""
    with path.open("xb") as stream:
        stream.write(text.encode())
        stream.flush()
        os.fsync(stream.fileno())


def _plan(staging: Path) -> dict[str, dict[str, str]]:
    """The decided moves; empty when the run was killed before it decided.

    The file may have come with a pull request, so what it names must be inside the folder.
    """
    try:
        plan = json.loads((staging / _COMMIT).read_bytes())
        paths = [*plan["write"].values(), *plan["remove"]]
    except (OSError, ValueError, TypeError, KeyError, AttributeError):
        return {}
    inside = all(isinstance(path, str) and _stays(staging.parent, path) for path in paths)
    named = all(name.isdecimal() for name in plan["write"])
    return plan if inside and named else {}


def _stays(folder: Path, path: str) -> bool:
    """Whether ``path`` is inside ``folder`` without passing a link."""
    if any(part in ("", ".", "..") for part in path.split("/")) or "\\" in path or "\0" in path:
        return False
    return Path(os.path.realpath(folder / path)) == Path(os.path.realpath(folder)) / path


def _remove(folder: Path, path: str) -> None:
    """Removes a file and the folders that it leaves empty."""
    (folder / path).unlink(missing_ok=True)
    for parent in (folder / path).parents:
        if parent == folder or not parent.is_dir() or any(parent.iterdir()):
            return
        parent.rmdir()
