"""``kuota check --fix``: edits of files that findings offer."""

import os
import tempfile
from collections.abc import Iterable
from pathlib import Path

import click

from kuota.cli.checking import outcome_of
from kuota.cli.exits import NotWritten
from kuota.cli.output.diff import text_diff
from kuota.cli.outputs import echo
from kuota.cli.session import Session
from kuota.diag.model import Diagnostic, Edit, Fix
from kuota.source.edit import apply_edits, compatible
from kuota.source.files import SourceFile

_ROUNDS = 10
"""A fix may make room for another; so many times they are looked for again."""


def fix(session: Session, unsafe: bool, preview: bool) -> bool:
    """Applies fixes until there is none, or shows the first round as a diff; whether any applied.

    One fix is taken from each finding, and only from a finding in a single file.
    """
    if "-" in session.settings.paths:
        raise click.UsageError("standard input cannot be fixed; name the file")
    total = 0
    for _ in range(1 if preview else _ROUNDS):
        outcome = outcome_of(session)
        changed = _fixed(outcome.sources.values(), outcome.diagnostics, unsafe)
        for file, text, count in changed:
            total += count
            if preview:
                echo("".join(text_diff(session.project.shown(file.path), file.text, text)))
            else:
                _replace(session.project.root / file.path, file.text, text)
        if not changed:
            break
    if not preview:
        click.echo(f"applied {total} {'fix' if total == 1 else 'fixes'}", err=True)
    return total > 0


def _fixed(
    files: Iterable[SourceFile], findings: Iterable[Diagnostic], unsafe: bool
) -> list[tuple[SourceFile, str, int]]:
    """Files that fixes change, with their new text and the number of fixes."""
    by_file: dict[str, list[Fix]] = {}
    for finding in findings:
        own = (
            each
            for each in finding.fixes
            if (each.safe or unsafe) and all(e.span.path == finding.span.path for e in each.edits)
        )
        wanted = next(own, None)
        if wanted is not None:
            by_file.setdefault(finding.span.path, []).append(wanted)
    changed = []
    for file in files:
        if file.path in by_file:
            text, count = _apply(file.text, by_file[file.path])
            if text != file.text:
                changed.append((file, text, count))
    return changed


def _apply(text: str, fixes: list[Fix]) -> tuple[str, int]:
    """The text with as many fixes as go together, and how many these are.

    One that overlaps a fix before it may still apply after the next check.
    """
    chosen: list[Edit] = []
    count = 0
    for each in fixes:
        if compatible(text, [*chosen, *each.edits]):
            chosen += each.edits
            count += 1
    return apply_edits(text, chosen), count


def _replace(path: Path, old: str, new: str) -> None:
    """Writes a file in one step, with its mode, unless it changed since it was read."""
    target = Path(os.path.realpath(path))
    try:
        if target.read_bytes().decode("utf-8-sig") != old:
            raise NotWritten(f"{path} changed while it was checked; run the check again")
        handle, name = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name}.")
        temporary = Path(name)
        try:
            with os.fdopen(handle, "wb") as stream:
                stream.write(new.encode())
            temporary.chmod(target.stat().st_mode & 0o7777)
            temporary.replace(target)
        except BaseException:
            temporary.unlink(missing_ok=True)
            raise
    except OSError as error:
        reason = (error.strerror or "error").lower()
        raise NotWritten(f"cannot write {path}: {reason}") from error
