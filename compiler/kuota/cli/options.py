"""Options that several commands share, gathered into one value each."""

from collections.abc import Callable
from dataclasses import dataclass, fields
from datetime import date, datetime
from functools import wraps
from typing import Any

import click

from kuota.report.registry import format_names
from kuota.settings.model import FAIL_ON

Command = Callable[..., Any]


@dataclass(frozen=True, slots=True)
class Inputs:
    """What is read, and as of when; None or empty where the settings decide."""

    paths: tuple[str, ...]
    config: str | None
    stdin_filename: str | None
    kueue_version: str | None
    today: date


@dataclass(frozen=True, slots=True)
class Reporting:
    """What else is checked, how findings are shown, and when they make the run fail."""

    output: tuple[str, ...]
    fail_on: str | None
    manifests: tuple[str, ...]
    crds: str | None
    color: str
    quiet: bool
    no_cache: bool
    show_settings: bool


def _day(ctx: click.Context, param: click.Parameter, value: str | None) -> date:
    """The day that the option names; without it the clock of this machine decides.

    Nothing else in kuota looks at the clock.
    """
    if value is None:
        return datetime.now().astimezone().date()
    try:
        return date.fromisoformat(value)
    except ValueError:
        message = f"{value!r} is no day; write it like 2026-12-31"
        raise click.BadParameter(message, ctx, param) from None


_INPUTS = (
    click.argument("paths", nargs=-1, metavar="[PATHS]..."),
    click.option(
        "--config",
        metavar="FILE",
        help="Settings file, instead of the kuota.toml or pyproject.toml up the tree.",
    ),
    click.option(
        "--stdin-filename",
        metavar="PATH",
        help="With '-' among PATHS: the file that the text on standard input stands for.",
    ),
    click.option(
        "--kueue-version",
        metavar="VERSION",
        help="Release of Kueue, instead of the one that the platform names.",
    ),
    click.option(
        "--today",
        metavar="YYYY-MM-DD",
        callback=_day,
        help="Day as of which grants and allowances hold, instead of today.",
    ),
)

color_option = click.option(
    "--color",
    type=click.Choice(["auto", "always", "never"]),
    default="auto",
    show_default=True,
    help="Colour the text output; auto: on a terminal, unless NO_COLOR is set.",
)

_REPORTING = (
    click.option(
        "--output",
        multiple=True,
        metavar="FORMAT[=FILE]",
        help="Output format, on standard output or in FILE; several times. Formats: "
        f"{', '.join(format_names())}.",
    ),
    click.option(
        "--fail-on",
        type=click.Choice(FAIL_ON),
        help="Least severity that makes the run fail with exit code 1.",
    ),
    click.option(
        "--manifests",
        multiple=True,
        metavar="PATH",
        help="Kueue manifests written by hand, to check as well; several times.",
    ),
    click.option(
        "--crds",
        metavar="PATH",
        help="Your cluster's CustomResourceDefinitions, to check objects against as well.",
    ),
    color_option,
    click.option("--quiet", "-q", is_flag=True, help="Show findings and nothing else."),
    click.option("--no-cache", is_flag=True, help="Neither read nor write the cache."),
    click.option("--show-settings", is_flag=True, help="Show the settings in force, and stop."),
)


def input_options(command: Command) -> Command:
    """Gives a command PATHS and their options as ``inputs``."""
    return _gathered(command, "inputs", Inputs, _INPUTS)


def report_options(command: Command) -> Command:
    """Gives a command the options of a report as ``reporting``."""
    return _gathered(command, "reporting", Reporting, _REPORTING)


def _gathered(
    command: Command, name: str, kind: type[Inputs | Reporting], options: tuple[Command, ...]
) -> Command:
    names = [field.name for field in fields(kind)]

    @wraps(command)
    def gathering(**given: Any) -> Any:
        value = kind(**{option: given.pop(option) for option in names})
        return command(**{name: value}, **given)

    wrapped: Command = gathering
    for option in reversed(options):
        wrapped = option(wrapped)
    return wrapped
