"""``kuota compile``: from the outcome of a run to the folder of compiled files."""

import posixpath
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

import click

from kuota.cli.exits import NotWritten
from kuota.cli.output.compare import Comparison, compare
from kuota.cli.output.diff import diff
from kuota.cli.output.refusal import OutputError
from kuota.cli.output.replace import replace as replace_folder
from kuota.cli.session import Session, exit_code
from kuota.diag.fault import start_of
from kuota.diag.model import Diagnostic, Severity
from kuota.emit.artifact import Artifact
from kuota.emit.staleness import foreign_output, stale_output
from kuota.pipeline.model import Outcome
from kuota.pipeline.stages import in_order
from kuota.source.files import SourceFile
from kuota.source.span import Position, Span


class OutputFolder(NamedTuple):
    """The folder of compiled files: where it is, and how findings call it."""

    path: Path
    name: str


def output_folder(session: Session) -> OutputFolder:
    """The folder to compile into; a usage error when it holds the inputs themselves."""
    root = session.project.root
    path = Path(posixpath.normpath(root / session.settings.out))
    inputs = [Path(posixpath.normpath(root / given)) for given in session.request.paths]
    for used in (root, *inputs):
        if used.is_relative_to(path):
            raise click.UsageError(f"cannot compile into {path}: it holds {used}")
    return OutputFolder(path, session.project.inside(str(path)))


def blocked(outcome: Outcome, session: Session) -> bool:
    """Whether findings forbid to write: errors always do."""
    if any(finding.severity is Severity.ERROR for finding in outcome.diagnostics):
        return True
    return bool(exit_code(outcome.diagnostics, session.settings.fail_on))


def write(outcome: Outcome, folder: OutputFolder) -> Comparison:
    """Replaces the folder by what was compiled, all or nothing."""
    try:
        return replace_folder(folder.path, _texts(outcome))
    except OutputError as error:
        raise NotWritten(str(error)) from error


def compared(outcome: Outcome, folder: OutputFolder) -> Comparison:
    """How the folder differs from what was compiled."""
    try:
        return compare(folder.path, _texts(outcome))
    except (OSError, OutputError) as error:
        raise NotWritten(f"cannot read {folder.name}: {error}") from error


def difference(outcome: Outcome, folder: OutputFolder, comparison: Comparison) -> str:
    """The unified diff from the folder to what was compiled."""
    return diff(folder.path, folder.name, _texts(outcome), comparison)


def with_staleness(outcome: Outcome, folder: OutputFolder, comparison: Comparison) -> Outcome:
    """The outcome with a finding when the folder is not up to date."""
    if comparison.is_current:
        return outcome
    span, file = _first_difference(outcome, folder, comparison)
    finding = stale_output(
        span,
        folder.name,
        comparison.changed + comparison.blocked,
        comparison.missing,
        comparison.stray,
    )
    return _with(outcome, [finding], [file] if file else [])


def with_foreign(outcome: Outcome, folder: OutputFolder, comparison: Comparison) -> Outcome:
    """The outcome with a finding for each file of others among the compiled ones."""
    folders = {posixpath.dirname(artifact.path) for artifact in outcome.artifacts}
    foreign = [path for path in comparison.foreign if posixpath.dirname(path) in folders]
    findings = [foreign_output(start_of(f"{folder.name}/{path}")) for path in foreign]
    return _with(outcome, findings, [])


def summary(comparison: Comparison, folder: OutputFolder) -> str:
    """One line on what a run wrote."""
    written = len(comparison.changed) + len(comparison.missing)
    if comparison.is_current:
        return f"{folder.name} is up to date, {_files(len(comparison.unchanged))}"
    kept = len(comparison.unchanged)
    parts = [f"wrote {_files(written)}" if written else "", f"kept {kept}" if kept else ""]
    removed = len(comparison.stray)
    parts.append(f"removed {removed}" if removed else "")
    return f"{folder.name}: {', '.join(part for part in parts if part)}"


def _files(number: int) -> str:
    return f"{number} {'file' if number == 1 else 'files'}"


def _texts(outcome: Outcome) -> Mapping[str, str]:
    return {artifact.path: artifact.text for artifact in outcome.artifacts}


def _with(outcome: Outcome, findings: list[Diagnostic], files: list[SourceFile]) -> Outcome:
    return outcome._replace(
        diagnostics=in_order((*outcome.diagnostics, *findings)),
        sources={**outcome.sources, **{file.path: file for file in files}},
    )


def _first_difference(
    outcome: Outcome, folder: OutputFolder, comparison: Comparison
) -> tuple[Span, SourceFile | None]:
    """A place that shows that the folder is stale, and the file that it is in if it is there."""
    for path in comparison.changed:
        file = SourceFile(f"{folder.name}/{path}", (folder.path / path).read_bytes().decode())
        return _differing_line(file, _texts(outcome)[path]), file
    for path in comparison.stray + comparison.blocked:
        return start_of(f"{folder.name}/{path}"), None
    return next(_origins(outcome.artifacts, comparison.missing)), None


def _origins(artifacts: tuple[Artifact, ...], missing: tuple[str, ...]) -> Iterator[Span]:
    """What in the team files the missing files come from."""
    for artifact in artifacts:
        if artifact.path in missing:
            yield from (each.origin_of(()) for each in artifact.objects)
    for artifact in artifacts:
        yield from (each.origin_of(()) for each in artifact.objects)


def _differing_line(file: SourceFile, text: str) -> Span:
    """The first line of ``file`` that is not the same in ``text``."""
    number = 1
    for old, new in zip(file.lines, text.split("\n"), strict=False):
        if old != new:
            break
        number += 1
    number = min(number, len(file.lines))
    end = len(file.lines[number - 1]) + 1
    return Span(file.path, Position(number, 1), Position(number, end))
