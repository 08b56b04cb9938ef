"""``kuota test``: from options to played scenarios, and their report."""

from collections.abc import Callable, Iterable
from dataclasses import replace

from kuota import __version__
from kuota.cli.checking import seen_from_here
from kuota.cli.exits import Exit, NoInput
from kuota.cli.outputs import Output, echo, write_file
from kuota.cli.session import Session
from kuota.cli.terminal import presentation
from kuota.pipeline.scenarios import test
from kuota.report.model import Presentation, Report
from kuota.report.scenarios import render
from kuota.report.scenarios.model import Tests


def played(session: Session, *, verbose: bool) -> Tests:
    """The scenarios of a session, played; ends the run with exit code 4 when there is none."""
    usual = session.project.settings.paths
    if not all((session.project.root / path).exists() for path in usual):
        usual = ()
    tests = test(session.request, usual, __version__, verbose=verbose)
    if not tests.entries:
        asked = ", ".join(map(session.project.shown, session.settings.paths))
        raise NoInput(f"no document of kind Scenario in {asked}")
    return _seen(tests, session.project.shown)


def write(tests: Tests, outputs: Iterable[Output], session: Session) -> None:
    """Writes the results in all formats that were asked for."""
    shown = presentation(session.reporting.color, session.reporting.quiet)
    for output in outputs:
        if output.file is None:
            echo(render(tests, output.format, shown))
        else:
            plain = Presentation(prefix=shown.prefix)
            write_file(output.file, render(tests, output.format, plain))


def exit_code(tests: Tests) -> Exit:
    """The exit code for how scenarios came out."""
    found = (*tests.diagnostics, *(each for entry in tests.entries for each in entry.diagnostics))
    if any(finding.code.number.startswith("Q9") for finding in found):
        return Exit.FAULT
    passed = tests.count("passed") == len(tests.entries) and not found
    return Exit.CLEAN if passed else Exit.FINDINGS


def _seen(tests: Tests, shown: Callable[[str], str]) -> Tests:
    """The results with paths as seen from the working directory."""
    found = [*tests.diagnostics, *(each for entry in tests.entries for each in entry.diagnostics)]
    report = Report(tuple(found), tests.sources, len(tests.sources))
    seen = seen_from_here(report, shown)
    moved = dict(zip(found, seen.diagnostics, strict=True))
    return replace(
        tests,
        diagnostics=tuple(moved[finding] for finding in tests.diagnostics),
        entries=tuple(
            replace(
                entry,
                span=entry.span._replace(path=shown(entry.span.path)),
                diagnostics=tuple(moved[finding] for finding in entry.diagnostics),
            )
            for entry in tests.entries
        ),
        sources=seen.sources,
    )
