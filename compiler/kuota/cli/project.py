"""The repository a command works on: its root, and its settings."""

import os
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import click

from kuota.diag.model import Diagnostic
from kuota.settings.model import NAMES, Settings, holds_settings
from kuota.source.files import SourceFile


class Project(NamedTuple):
    """Where paths start, what is set, and what is wrong with the settings.

    ``root`` is where names in compiled files and findings start, whatever the working directory:
    the folder of the settings file, else of the repository, else the one above the inputs.
    """

    root: Path
    settings: Settings
    settings_file: SourceFile | None
    findings: tuple[Diagnostic, ...]

    def inside(self, path: str) -> str:
        """A path of the command line as the stages take it: relative to the root, if it is below.

        A glob pattern passes unharmed, and so does ``-``.
        """
        if path == "-":
            return path
        full = os.path.normpath(Path.cwd() / path)
        relative = os.path.relpath(full, self.root)
        is_outside = Path(relative).parts[:1] == ("..",)
        return full if is_outside else relative.replace(os.sep, "/")

    def shown(self, path: str) -> str:
        """A path of a finding, which starts at the root, as seen from the working directory."""
        here = Path.cwd()
        if here == self.root:
            return path
        return os.path.relpath(self.root / path, here).replace(os.sep, "/")


def find_project(paths: Sequence[str], config: str | None) -> Project:
    """The project of ``paths``, or of the working directory without any."""
    named = [path for path in paths if path != "-"]
    folders = [_folder(path) for path in named if _is_there(path)]
    common = Path(os.path.commonpath(folders or [Path.cwd()]))
    above = common.parent if common in folders else common
    for candidate in (common, *common.parents):
        if config is not None:
            break
        for name in NAMES:
            if (candidate / name).is_file():
                text = _text(candidate / name)
                if holds_settings(name, text):
                    return _project(candidate, text, name)
    repository = (folder for folder in (common, *common.parents) if (folder / ".git").exists())
    root = next(repository, above)
    if config is not None:
        return _project(root, _text(Path(config)), config)
    return _without_settings(root, bool(named))


def _without_settings(root: Path, has_paths: bool) -> Project:
    """The usual folders, in the working directory if it has them, else at the root."""
    usual = Settings()
    here = Path.cwd()
    base = here if has_paths or (here / usual.paths[0]).is_dir() else root
    project = Project(root, usual, None, ())
    paths = tuple(project.inside(str(base / path)) for path in usual.paths)
    settings = usual._replace(paths=paths, out=project.inside(str(base / usual.out)))
    return project._replace(settings=settings)


def _project(root: Path, text: str, name: str) -> Project:
    from kuota.settings.read import read_settings  # most repositories have no settings

    file = SourceFile(name.replace(os.sep, "/"), text)
    settings, findings = read_settings(file)
    return Project(root, settings, file, findings)


def _is_there(path: str) -> bool:
    """Whether a path exists, or is a glob pattern."""
    return any(mark in path for mark in "*?[") or Path(path).exists()


def _folder(path: str) -> Path:
    """The nearest folder at or above ``path``, which may be a file or a glob pattern."""
    folder = Path(os.path.normpath(Path.cwd() / path))
    while not folder.is_dir() and folder != folder.parent:
        folder = folder.parent
    return folder


def _text(file: Path) -> str:
    try:
        return file.read_bytes().decode("utf-8-sig")
    except OSError as error:
        reason = (error.strerror or "error").lower()
        raise click.UsageError(f"cannot read settings {file}: {reason}") from error
    except UnicodeDecodeError as error:
        raise click.UsageError(f"cannot read settings {file}: it is not UTF-8") from error
