"""Options that several commands share, gathered into one value each."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import date, datetime
from functools import wraps
from typing import Any, NamedTuple

import click

from kuota.report.registry import format_names
from kuota.settings.model import FAIL_ON

Command = Callable[..., Any]


def _clock() -> date:
    """Today by this machine; nothing else in kuota looks at the clock."""
    return datetime.now().astimezone().date()


@dataclass(frozen=True, slots=True)
class Inputs:
    """What is read, and as of when; None or empty where the settings decide."""

    paths: tuple[str, ...] = ()
    config: str | None = None
    stdin_filename: str | None = None
    kueue_version: str | None = None
    today: date = field(default_factory=_clock)


class Reporting(NamedTuple):
    """What else is checked, how findings are shown, and when they make the run fail."""

    output: tuple[str, ...] = ()
    fail_on: str | None = None
    manifests: tuple[str, ...] = ()
    crds: str | None = None
    budget: int = 0
    color: str = "auto"
    quiet: bool = False
    no_cache: bool = False
    show_settings: bool = False


def _day(ctx: click.Context, param: click.Parameter, value: str | None) -> date:
    """The day that the option names; without it the clock decides."""
    if value is None:
        return _clock()
    try:
        return date.fromisoformat(value)
    except ValueError:
        message = f"{value!r} is no day; write it like 2026-12-31"
        raise click.BadParameter(message, ctx, param) from None


def _formats(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[str]:  # noqa: ARG001
    """Formats that begin so, for the completion of shells."""
    return [name for name in format_names() if name.startswith(incomplete)]


_INPUTS: dict[str, Command] = {
    "paths": click.argument("paths", nargs=-1, metavar="[PATHS]..."),
    "config": click.option(
        "--config",
        metavar="FILE",
        help="Settings file, instead of the kuota.toml or pyproject.toml up the tree.",
    ),
    "stdin_filename": click.option(
        "--stdin-filename",
        metavar="PATH",
        help="With '-' among PATHS: the file that the text on standard input stands for.",
    ),
    "kueue_version": click.option(
        "--kueue-version",
        metavar="VERSION",
        help="Release of Kueue, instead of the one that the platform names.",
    ),
    "today": click.option(
        "--today",
        metavar="YYYY-MM-DD",
        callback=_day,
        help="Day as of which grants and allowances hold, instead of today.",
    ),
}

budget_option = click.option(
    "--budget",
    metavar="SECONDS",
    type=click.IntRange(min=0),
    default=5,
    show_default=True,
    help="How long guarantees are tried against full loads, about; the same loads everywhere.",
)

_REPORTING: dict[str, Command] = {
    "output": click.option(
        "--output",
        multiple=True,
        metavar="FORMAT[=FILE]",
        shell_complete=_formats,
        help="Output format, on standard output or in FILE; several times. Formats: "
        f"{', '.join(format_names())}.",
    ),
    "fail_on": click.option(
        "--fail-on",
        type=click.Choice(FAIL_ON),
        help="Least severity that makes the run fail with exit code 1.",
    ),
    "manifests": click.option(
        "--manifests",
        multiple=True,
        metavar="PATH",
        help="Kueue manifests written by hand, to check as well; several times.",
    ),
    "crds": click.option(
        "--crds",
        metavar="PATH",
        help="Your cluster's CustomResourceDefinitions, to check objects against as well.",
    ),
    "budget": budget_option,
    "color": click.option(
        "--color",
        type=click.Choice(["auto", "always", "never"]),
        default="auto",
        show_default=True,
        help="Colour the text output; auto: on a terminal, unless NO_COLOR is set.",
    ),
    "quiet": click.option("--quiet", "-q", is_flag=True, help="Show findings and nothing else."),
    "no_cache": click.option("--no-cache", is_flag=True, help="Neither read nor write the cache."),
    "show_settings": click.option(
        "--show-settings", is_flag=True, help="Show the settings in force, and stop."
    ),
}


def input_options(command: Command) -> Command:
    """Gives a command PATHS and all options on what is read as ``inputs``."""
    return _gathered(command, "inputs", Inputs, _INPUTS)


def input_options_but(*left_out: str) -> Callable[[Command], Command]:
    """``input_options`` without those that would change nothing for a command."""

    def decorate(command: Command) -> Command:
        options = {name: option for name, option in _INPUTS.items() if name not in left_out}
        return _gathered(command, "inputs", Inputs, options)

    return decorate


def report_options_but(*left_out: str) -> Callable[[Command], Command]:
    """Gives a command the options of a report as ``reporting``, without some."""

    def decorate(command: Command) -> Command:
        options = {name: option for name, option in _REPORTING.items() if name not in left_out}
        return _gathered(command, "reporting", Reporting, options)

    return decorate


def _gathered(
    command: Command,
    name: str,
    kind: type[Inputs | Reporting],
    options: Mapping[str, Command],
) -> Command:
    @wraps(command)
    def gathering(**given: Any) -> Any:
        value = kind(**{option: given.pop(option) for option in options})
        return command(**{name: value}, **given)

    wrapped: Command = gathering
    for option in reversed(list(options.values())):
        wrapped = option(wrapped)
    return wrapped
