"""Exit codes, and errors that end a run with one of them."""

from enum import IntEnum

import click


class Exit(IntEnum):
    """What the exit code of ``kuota`` says."""

    CLEAN = 0
    FINDINGS = 1  # at or above --fail-on; for compile --check, also a stale folder
    USAGE = 2  # options, arguments or settings
    FAULT = 3  # a mistake in kuota itself
    NO_INPUT = 4


class NoInput(click.ClickException):
    """There is nothing to read."""

    exit_code = Exit.NO_INPUT


class NotWritten(click.ClickException):
    """A file that was asked for could not be written."""

    exit_code = Exit.USAGE
