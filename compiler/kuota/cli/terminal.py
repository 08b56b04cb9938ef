"""What the surroundings of the process ask of its output; the environment is read only here."""

import os
import posixpath
import shutil
import sys
from pathlib import Path

from kuota.report.model import Presentation

_ROOTS = ("GITHUB_WORKSPACE", "CI_PROJECT_DIR")


def presentation(color: str, quiet: bool) -> Presentation:
    """How to show a report on standard output; ``color`` is auto, always or never."""
    return Presentation(
        color=_is_colored(color),
        width=shutil.get_terminal_size((100, 24)).columns if sys.stdout.isatty() else 100,
        quiet=quiet,
        prefix=_prefix(),
    )


def is_debugging() -> bool:
    """Whether a fault of kuota should show its traceback."""
    return bool(os.environ.get("KUOTA_DEBUG"))


def step_summary() -> str | None:
    """The file to which a step of GitHub Actions appends its summary."""
    return os.environ.get("GITHUB_STEP_SUMMARY") or None


def cache_folder() -> Path | None:
    """Where kuota may keep what it has computed; None when the process has no home."""
    given = os.environ.get("XDG_CACHE_HOME")
    if given and Path(given).is_absolute():
        return Path(given) / "kuota"
    try:
        return Path.home() / ".cache" / "kuota"
    except RuntimeError:
        return None


def _is_colored(color: str) -> bool:
    """The option decides, then NO_COLOR and FORCE_COLOR, then whether this is a terminal."""
    if color != "auto":
        return color == "always"
    if os.environ.get("NO_COLOR"):
        return False
    if os.environ.get("FORCE_COLOR"):
        return True
    return sys.stdout.isatty() and os.environ.get("TERM") != "dumb"


def _prefix() -> str:
    """The way from the root of the repository that CI checked out to the working directory."""
    for name in _ROOTS:
        root = os.environ.get(name)
        if root:
            here = os.path.relpath(Path.cwd(), root).replace(os.sep, "/")
            inside = here != "." and here != ".." and not here.startswith("../")
            return posixpath.join(here, "") if inside else ""
    return ""
