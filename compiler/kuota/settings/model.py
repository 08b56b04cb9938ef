"""What a repository sets once for all runs."""

from typing import NamedTuple

from kuota.source.span import Span

LEVELS = ("off", "info", "warning", "error")
"""Levels of a rule, from the lowest; ``off`` drops its findings."""

FAIL_ON = ("error", "warning", "info", "never")
"""The least severity that makes a run fail."""


NAMES = ("kuota.toml", "pyproject.toml")
"""Files that may hold settings, in the order in which a folder is searched."""


def holds_settings(name: str, text: str) -> bool:
    """Whether a file of one of ``NAMES`` has settings for kuota."""
    return not name.endswith("pyproject.toml") or "tool.kuota" in text


class LevelSetting(NamedTuple):
    """The level set for one rule; ``rule`` is a code or a name as written at ``span``."""

    rule: str
    level: str
    span: Span


class Settings(NamedTuple):
    """The settings in force. Paths are as written: relative to the folder of ``file``.

    ``written`` names the keys that the file sets; all others hold kuota's defaults.
    """

    file: str | None = None
    paths: tuple[str, ...] = ("teams",)
    out: str = "out"
    output: tuple[str, ...] = ("text",)
    fail_on: str = "error"
    manifests: tuple[str, ...] = ()
    crds: str | None = None
    kueue_version: str | None = None
    cache: bool = True
    levels: tuple[LevelSetting, ...] = ()
    written: frozenset[str] = frozenset()
