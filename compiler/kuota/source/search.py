"""The search for YAML files below what was asked for."""

import glob
import os
import stat
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from kuota.diag.kind import Kind
from kuota.diag.model import Diagnostic
from kuota.diag.near import suggestion
from kuota.source import errors
from kuota.source.trouble import beginning, finding

SUFFIXES: Final = (".yaml", ".yml")


class Search:
    """Collects files by the name that findings show."""

    def __init__(self, root: Path) -> None:
        self._root = root.resolve()
        self.found: dict[str, Path] = {}
        self.diagnostics: list[Diagnostic] = []

    def add(self, path: str) -> None:
        """What one path of the command line names."""
        full = self._root / path
        try:
            mode = full.stat().st_mode
        except (OSError, ValueError) as error:
            if any(mark in path for mark in "*?["):
                self._pattern(path)
            elif isinstance(error, PermissionError):
                self._unreadable(self._name(full), error)
            else:
                self._missing(path, full)
            return
        if stat.S_ISDIR(mode):
            self._folder(full)
        else:
            self.found[self._name(full)] = full

    def _pattern(self, pattern: str) -> None:
        matches = sorted(glob.glob(pattern, root_dir=self._root, recursive=True))  # noqa: PTH207
        files = [match for match in matches if not (self._root / match).is_dir()]
        for match in files:
            self.found[self._name(self._root / match)] = self._root / match
        if not files:
            self._problem(errors.FILE_NOT_FOUND, pattern, f"no file matches {pattern}")

    def _missing(self, path: str, full: Path) -> None:
        try:
            siblings = sorted(sibling.name for sibling in full.parent.iterdir())
        except (OSError, ValueError):
            siblings = []
        near = suggestion(full.name, [name for name in siblings if not name.startswith(".")])
        advice = near if near.startswith("did you mean") else ""
        self._problem(errors.FILE_NOT_FOUND, path, f"{path} does not exist", help=advice)

    def _folder(self, folder: Path) -> None:
        inside = folder.resolve()
        number, reported = 0, len(self.diagnostics)
        for path in self._walk(folder):
            number += 1
            if path.is_symlink():
                target = resolved(path)
                if target is None or not (
                    target.is_relative_to(inside) or target.is_relative_to(self._root)
                ):
                    self._outside(path)
                    continue
                if target.is_relative_to(inside) and target.name.endswith(SUFFIXES):
                    continue  # it is found under its own name
            self.found[self._name(path)] = path
        if not number and len(self.diagnostics) == reported:
            name = self._name(folder)
            self._problem(
                errors.NO_FILES,
                name,
                "the folder holds no file that ends in .yaml or .yml",
                help="name the folder that holds the team files",
            )

    def _walk(self, folder: Path) -> Iterator[Path]:
        """YAML files below ``folder``; links to folders are not followed."""
        pending = [folder]
        while pending:
            current = pending.pop()
            try:
                entries = sorted(os.scandir(current), key=lambda entry: entry.name)
            except OSError as error:
                self._unreadable(self._name(current), error)
                continue
            for entry in entries:
                if entry.name.startswith("."):
                    continue
                path = current / entry.name
                if entry.is_dir(follow_symlinks=False):
                    pending.append(path)
                elif entry.is_symlink() and path.is_dir():
                    target = resolved(path)
                    if target is None or not target.is_relative_to(self._root):
                        self._outside(path)
                elif entry.name.endswith(SUFFIXES):
                    yield path

    def _name(self, path: Path) -> str:
        """``path`` relative to the root where it is below, with forward slashes."""
        full = Path(os.path.normpath(path))
        name = full.relative_to(self._root) if full.is_relative_to(self._root) else full
        return printable(name.as_posix())

    def _outside(self, path: Path) -> None:
        name = self._name(path)
        self._problem(
            errors.SYMLINK_OUTSIDE,
            name,
            "the link leads out of the folder that is checked",
            help="replace the link by the file",
        )

    def _unreadable(self, name: str, error: OSError) -> None:
        reason = (error.strerror or "error").lower()
        self._problem(errors.UNREADABLE_FILE, name, f"it cannot be read: {reason}")

    def _problem(self, kind: Kind, name: str, headline: str, help: str = "") -> None:  # noqa: A002
        self.diagnostics.append(finding(kind, beginning(name), headline, help=help))


def resolved(path: Path) -> Path | None:
    """Where ``path`` leads, links followed; None when it leads in a circle."""
    try:
        return path.resolve()
    except (OSError, RuntimeError):
        return None


def printable(name: str) -> str:
    """``name`` without the stand-ins for bytes that are no UTF-8, which no output can hold."""
    return name.encode("utf-8", "backslashreplace").decode("utf-8")
