"""What a run is asked, and what it answers."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from kuota.diag.model import Diagnostic
from kuota.settings.model import LevelSetting
from kuota.source.files import SourceFile

if TYPE_CHECKING:  # a run that the cache answers imports neither
    from kuota.emit.artifact import Artifact
    from kuota.policy.cluster import Policy


@dataclass(frozen=True, slots=True)
class Request:
    """One run. Paths are relative to ``root``, or absolute.

    ``replacements`` are texts to read in place of files, by path, such as an editor's unsaved one.
    ``ignored`` is a folder whose files are passed over: the compiled ones. With ``debug`` a fault
    of kuota is raised instead of reported. ``budget`` bounds how long guarantees are tried against
    full loads; units: seconds, about. ``progress`` is told what a long search is at.
    """

    paths: tuple[str, ...]
    root: Path
    today: date
    replacements: Mapping[str, SourceFile] = field(default_factory=dict)
    ignored: str = ""
    manifests: tuple[str, ...] = ()
    crds: str | None = None
    kueue_version: str | None = None
    levels: tuple[LevelSetting, ...] = ()
    budget: int = 5
    progress: Callable[[str], None] | None = None
    debug: bool = False


class Outcome(NamedTuple):
    """What a run found and made, up to the stage that it could reach.

    ``diagnostics`` are in order, without those that comments allow, at the levels that were set.
    ``inventories`` are the paths that Platforms name under ``nodesFrom``, there or not.
    """

    diagnostics: tuple[Diagnostic, ...]
    sources: Mapping[str, SourceFile]
    suppressed: int = 0
    policy: Policy | None = None
    artifacts: tuple[Artifact, ...] = ()
    inventories: tuple[str, ...] = ()
