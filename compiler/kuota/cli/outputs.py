"""Where a report goes: formats on standard output and in files."""

import os
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

import click

from kuota.cli.exits import NotWritten
from kuota.cli.terminal import step_summary
from kuota.diag.near import suggestion
from kuota.report.model import Presentation, Report
from kuota.report.registry import format_names, load_format

_PEOPLE = ("text", "concise")


class Output(NamedTuple):
    """One output format; ``file`` is None for standard output."""

    format: str
    file: str | None


def parse_outputs(texts: Iterable[str], names: tuple[str, ...] | None = None) -> tuple[Output, ...]:
    """What ``--output`` options ask for; a usage error for what cannot be.

    ``names`` are the formats there are; without it, those of findings.
    """
    known = format_names() if names is None else names
    outputs = tuple(_parse(text, known) for text in texts)
    on_stdout = [output.format for output in outputs if output.file is None]
    if len(on_stdout) > 1:
        raise click.UsageError(
            f"formats {' and '.join(on_stdout)} would mix on standard output; "
            f"write one to a file, as in --output {on_stdout[-1]}=FILE"
        )
    return outputs


def is_for_people(outputs: Iterable[Output]) -> bool:
    """Whether standard output holds text for people, so that more of it does no harm."""
    return all(output.format in _PEOPLE for output in outputs if output.file is None)


def write_report(report: Report, outputs: Iterable[Output], presentation: Presentation) -> None:
    """Writes a report in all formats that were asked for; none over a file that it is about."""
    wanted = tuple(outputs)
    for output in wanted:
        if output.file is not None and _is_one_of(output.file, report.sources):
            raise click.UsageError(f"--output {output.format} would overwrite {output.file}")
    for output in wanted:
        if output.file is None:
            echo(load_format(output.format).render(report, presentation))
        else:
            plain = Presentation(prefix=presentation.prefix)
            write_file(output.file, load_format(output.format).render(report, plain))
        if output.format == "github" and (summary := step_summary()) is not None:
            write_file(summary, load_format("markdown").render(report, presentation), "a")


def _is_one_of(file: str, paths: Iterable[str]) -> bool:
    """Whether a file that exists is one of those that were read."""
    target = Path(file)
    return target.exists() and any(Path(path).exists() and target.samefile(path) for path in paths)


def echo(text: str) -> None:
    """Writes text on standard output, as UTF-8 whatever the locale."""
    stream = sys.stdout
    if hasattr(stream, "buffer"):
        stream.flush()
        stream.buffer.write(text.encode("utf-8", "backslashreplace"))
        stream.buffer.flush()
    else:
        stream.write(text)


def _parse(text: str, known: tuple[str, ...]) -> Output:
    name, _, file = text.partition("=")
    if name not in known:
        raise click.BadParameter(
            f"no format is called {name!r}; {suggestion(name, known)}",
            param_hint="--output",
        )
    if "=" in text and not file:
        raise click.BadParameter(f"{text!r} names no file", param_hint="--output")
    return Output(name, None if file in ("", "-") else file)


def write_file(file: str, text: str, mode: str = "w") -> None:
    """Writes a file that was asked for, its folder if need be; ``mode`` "a" appends to it."""
    try:
        Path(file).parent.mkdir(parents=True, exist_ok=True)
        with Path(file).open(f"{mode}b") as stream:
            stream.write(text.encode("utf-8", "backslashreplace"))
    except OSError as error:
        reason = os.strerror(error.errno).lower() if error.errno else str(error)
        raise NotWritten(f"cannot write {file}: {reason}") from error
