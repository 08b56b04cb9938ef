"""What ``check`` and ``compile`` share: settings first, then the pipeline, then the report."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace

import click

from kuota import __version__
from kuota.cli.exits import Exit, NoInput
from kuota.cli.outputs import echo, parse_outputs, write_report
from kuota.cli.progress import progress
from kuota.cli.session import Session, settings_findings
from kuota.cli.terminal import cache_folder, presentation
from kuota.diag.model import Diagnostic, Edit, Fix, Label
from kuota.pipeline.model import Outcome
from kuota.report.catalog import Catalog
from kuota.report.model import Report
from kuota.settings.show import settings_text
from kuota.source.span import Span

_NOTHING_THERE = ("file-not-found", "no-files")


def prepare(session: Session) -> None:
    """Ends the run early: with wrong options or settings, or once the settings are shown."""
    parse_outputs(session.settings.output)
    found = settings_findings(session)
    if found:
        file = session.project.settings_file
        sources = {} if file is None else {file.path: file}
        _write(Outcome(found, sources), session, session.reporting.output or ("text",))
        raise click.exceptions.Exit(Exit.USAGE)
    if session.reporting.show_settings:
        echo(settings_text(session.settings))
        raise click.exceptions.Exit(Exit.CLEAN)


def outcome_of(session: Session) -> Outcome:
    """All that the pipeline says; ends the run with exit code 4 when there is nothing to read."""
    from kuota.pipeline.stages import run

    with progress(session.reporting.quiet) as shown:
        outcome = run(replace(session.request, progress=shown))
    return _with_input(outcome, session)


def findings_of(session: Session) -> Outcome:
    """What the pipeline finds, from the cache where it can; ends the run like ``outcome_of``."""
    from kuota.pipeline.cached import check

    folder = cache_folder() if session.settings.cache else None
    with progress(session.reporting.quiet) as shown:
        outcome = check(replace(session.request, progress=shown), folder)
    return _with_input(outcome, session)


def _with_input(outcome: Outcome, session: Session) -> Outcome:
    if not outcome.sources and all(
        finding.code.name in _NOTHING_THERE for finding in outcome.diagnostics
    ):
        asked = ", ".join(map(session.project.shown, session.settings.paths))
        advice = "; ".join(finding.help for finding in outcome.diagnostics if finding.help)
        raise NoInput(f"no YAML file in {asked}" + (f": {advice}" if advice else ""))
    return outcome


def show(outcome: Outcome, session: Session) -> None:
    """Writes the report of ``outcome`` in the formats of the session."""
    _write(outcome, session, session.settings.output)


def _write(outcome: Outcome, session: Session, output: tuple[str, ...]) -> None:
    report = Report(
        diagnostics=outcome.diagnostics,
        sources=outcome.sources,
        files=len(outcome.sources),
        suppressed=outcome.suppressed,
        rules=Catalog(),
        version=__version__,
    )
    seen = seen_from_here(report, session.project.shown)
    reporting = session.reporting
    write_report(seen, parse_outputs(output), presentation(reporting.color, reporting.quiet))


def seen_from_here(report: Report, shown: Callable[[str], str]) -> Report:
    """The report with paths as seen from the working directory."""
    names = {path: shown(path) for path in _paths(report.diagnostics)}
    if all(path == name for path, name in names.items()):
        return report
    sources = {names.get(path) or shown(path): file for path, file in report.sources.items()}

    def move(span: Span) -> Span:
        return span._replace(path=names[span.path])

    return replace(
        report,
        diagnostics=tuple(_moved(finding, move) for finding in report.diagnostics),
        sources=sources,
    )


def _paths(findings: Iterable[Diagnostic]) -> Iterator[str]:
    for finding in findings:
        yield finding.span.path
        yield from (label.span.path for label in finding.others)
        yield from (edit.span.path for fix in finding.fixes for edit in fix.edits)


def _moved(finding: Diagnostic, move: Callable[[Span], Span]) -> Diagnostic:
    return finding._replace(
        span=move(finding.span),
        others=tuple(Label(move(label.span), label.text) for label in finding.others),
        fixes=tuple(
            Fix(
                fix.title,
                tuple(Edit(move(edit.span), edit.replacement) for edit in fix.edits),
                fix.safe,
            )
            for fix in finding.fixes
        ),
    )
