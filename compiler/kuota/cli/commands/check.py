"""``kuota check``: findings; it writes nothing unless asked to fix."""

import click

from kuota.cli.options import Inputs, Reporting, input_options, report_options_but


@click.command()
@input_options
@report_options_but()
@click.option("--fix", is_flag=True, help="Apply the fixes that keep the meaning of the files.")
@click.option("--unsafe-fixes", is_flag=True, help="With --fix: apply the other fixes as well.")
@click.option("--diff", is_flag=True, help="With --fix: show the edits as a diff, write nothing.")
def check(inputs: Inputs, reporting: Reporting, fix: bool, unsafe_fixes: bool, diff: bool) -> None:
    """Check team files, and Kueue manifests if any.

    PATHS are files, folders or glob patterns; '-' is standard input. Without PATHS, what the
    settings name is read, which is the folder teams unless set.
    """
    from kuota.cli import checking
    from kuota.cli.session import exit_code, open_session

    if (diff or unsafe_fixes) and not fix:
        raise click.UsageError(f"{'--diff' if diff else '--unsafe-fixes'} needs --fix")
    session = open_session(inputs, reporting)
    checking.prepare(session)
    if fix:
        from kuota.cli import fixing

        changed = fixing.fix(session, unsafe=unsafe_fixes, preview=diff)
        if diff:
            raise click.exceptions.Exit(int(changed))
    outcome = checking.findings_of(session)
    checking.show(outcome, session)
    raise click.exceptions.Exit(exit_code(outcome.diagnostics, session.settings.fail_on))


COMMAND = check
