"""The files of the repository, for tests that hold rules over all of them."""

import ast
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "compiler/kuota"
SKIPPED = (".git", ".venv", "__pycache__", "dist", "build")


def python_files(*folders: str) -> list[Path]:
    """Python files below the folders, sorted."""
    return sorted(path for folder in folders for path in (ROOT / folder).rglob("*.py"))


def all_files() -> list[Path]:
    """Every file of the repository but what tools leave behind."""
    found = []
    for path in sorted(ROOT.rglob("*")):
        parts = path.relative_to(ROOT).parts
        hidden = any(part in SKIPPED or part.endswith("_cache") for part in parts)
        if path.is_file() and not hidden and ".hypothesis" not in parts:
            found.append(path)
    return found


def name(path: Path) -> str:
    """A path as a test shows it."""
    return path.relative_to(ROOT).as_posix()


@cache
def parsed(path: Path) -> ast.Module:
    """The syntax tree of a file."""
    return ast.parse(path.read_text(encoding="utf-8"), str(path))
