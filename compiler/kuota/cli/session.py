"""One run of a command: settings and options together, as a request to the pipeline."""

import sys
from pathlib import Path
from typing import NamedTuple

import click

from kuota.cli.exits import Exit, NoInput
from kuota.cli.options import Inputs, Reporting
from kuota.cli.project import Project, find_project
from kuota.cli.terminal import is_debugging
from kuota.diag.model import Diagnostic
from kuota.pipeline.model import Request
from kuota.settings.model import Settings
from kuota.source.files import SourceFile

_STDIN = "<stdin>"


class Session(NamedTuple):
    """A project, its settings with the options on top, and the request they make."""

    project: Project
    settings: Settings
    request: Request
    reporting: Reporting


def open_session(inputs: Inputs, reporting: Reporting, out: str | None = None) -> Session:
    """The session of a command; ``out`` is its folder of compiled files, where it has one."""
    project = find_project(inputs.paths, inputs.config)
    settings = _with_options(project, inputs, reporting)
    if out is not None:
        settings = settings._replace(out=project.inside(out))
    request = Request(
        paths=tuple(path for path in settings.paths if path != "-"),
        root=project.root,
        today=inputs.today,
        replacements=_standard_input(inputs, project),
        ignored=_ignored(settings),
        manifests=settings.manifests,
        crds=settings.crds,
        kueue_version=_known_version(settings.kueue_version),
        levels=settings.levels,
        budget=reporting.budget,
        debug=is_debugging(),
    )
    return Session(project, settings, request, reporting)


def _with_options(project: Project, inputs: Inputs, reporting: Reporting) -> Settings:
    """The settings with the options on top."""
    written = project.settings
    crds = reporting.crds
    return written._replace(
        paths=tuple(map(project.inside, inputs.paths)) or _default_paths(project, reporting),
        output=reporting.output or written.output,
        fail_on=reporting.fail_on or written.fail_on,
        manifests=tuple(map(project.inside, reporting.manifests)) or written.manifests,
        crds=written.crds if crds is None else project.inside(crds),
        kueue_version=inputs.kueue_version or written.kueue_version,
        cache=written.cache and not reporting.no_cache,
    )


def settings_findings(session: Session) -> tuple[Diagnostic, ...]:
    """What is wrong with the settings; nothing can be relied on then."""
    found = session.project.findings
    if session.settings.levels:
        from kuota.pipeline.levels import wrong_levels
        from kuota.report.catalog import Catalog

        found += wrong_levels(session.settings.levels, Catalog())
    return tuple(sorted(found, key=lambda finding: finding.order))


def exit_code(findings: tuple[Diagnostic, ...], fail_on: str) -> Exit:
    """The exit code for what a run found."""
    if any(finding.code.number.startswith("Q9") for finding in findings):
        return Exit.FAULT
    from kuota.diag.model import Severity

    if fail_on == "never":
        return Exit.CLEAN
    least = Severity(fail_on).rank
    failed = any(finding.severity.rank <= least for finding in findings)
    return Exit.FINDINGS if failed else Exit.CLEAN


def _default_paths(project: Project, reporting: Reporting) -> tuple[str, ...]:
    """The paths that the settings name; without settings the usual folder must be there."""
    settings = project.settings
    if "paths" in settings.written or (project.root / settings.paths[0]).is_dir():
        return settings.paths
    if reporting.manifests or settings.manifests:
        return ()
    raise NoInput(
        f"there is no folder {project.shown(settings.paths[0])}; "
        "name the files to read, or begin with 'kuota init'"
    )


def _standard_input(inputs: Inputs, project: Project) -> dict[str, SourceFile]:
    """The text on standard input, as the file that it stands for."""
    if "-" not in inputs.paths:
        if inputs.stdin_filename is not None:
            raise click.UsageError("--stdin-filename needs '-' among the paths")
        return {}
    from kuota.source.load import decode

    name = _STDIN if inputs.stdin_filename is None else project.inside(inputs.stdin_filename)
    loaded = decode(sys.stdin.buffer.read(), name)
    if not loaded.files:
        raise click.UsageError(f"standard input: {loaded.diagnostics[0].headline}")
    return {name: loaded.files[0]}


def _ignored(settings: Settings) -> str:
    """The folder of compiled files, unless it was asked for by name."""
    folder = Path(settings.out).as_posix()
    asked = any(f"{path}/".startswith(f"{folder}/") for path in settings.paths)
    return "" if asked else folder


def _known_version(version: str | None) -> str | None:
    if version is None:
        return None
    from kuota.kueue.release import parse_release

    if parse_release(version) is None:
        raise click.BadParameter(
            f"{version!r} is no release that kuota knows; write one like 0.19, from 0.15 on",
            param_hint="--kueue-version",
        )
    return version
