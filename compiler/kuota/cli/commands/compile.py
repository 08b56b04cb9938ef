"""``kuota compile``: the objects for the cluster, written all or not at all."""

import click

from kuota.cli.options import Inputs, Reporting, input_options, report_options_but


@click.command()
@input_options
@report_options_but("no_cache")
@click.option("--out", metavar="DIR", help="Folder to write, instead of the one in the settings.")
@click.option("--check", "check_only", is_flag=True, help="Write nothing; fail if DIR is stale.")
@click.option("--diff", "diff_only", is_flag=True, help="Write nothing; show what would change.")
def compile(  # noqa: A001 - the command is called so
    inputs: Inputs, reporting: Reporting, out: str | None, check_only: bool, diff_only: bool
) -> None:
    """Check team files and compile them.

    Nothing is written when there are errors. Files that kuota did not make are left alone. With
    --check or --diff the difference is shown as a unified diff.
    """
    from kuota.cli import checking, compiling
    from kuota.cli.outputs import echo, is_for_people, parse_outputs
    from kuota.cli.session import exit_code, open_session

    session = open_session(inputs, reporting, out)
    checking.prepare(session)
    folder = compiling.output_folder(session)
    outcome = checking.outcome_of(session)
    blocked = compiling.blocked(outcome, session)
    difference, message = "", f"nothing was written to {folder.name}: fix the findings first"
    if not blocked and (check_only or diff_only):
        comparison = compiling.compared(outcome, folder)
        difference, message = compiling.difference(outcome, folder, comparison), ""
        outcome = compiling.with_foreign(outcome, folder, comparison)
        if check_only:
            outcome = compiling.with_staleness(outcome, folder, comparison)
    elif not blocked:
        comparison = compiling.write(outcome, folder)
        outcome = compiling.with_foreign(outcome, folder, comparison)
        message = compiling.summary(comparison, folder)
    checking.show(outcome, session)
    if difference:
        to_people = is_for_people(parse_outputs(session.settings.output))
        echo(difference) if to_people else click.echo(difference, nl=False, err=True)
    if message and not reporting.quiet:
        click.echo(message, err=True)
    code = exit_code(outcome.diagnostics, session.settings.fail_on)
    raise click.exceptions.Exit(code or (1 if blocked else 0))


COMMAND = compile
