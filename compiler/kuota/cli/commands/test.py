"""``kuota test``: scenarios, played in the simulator."""

import click

from kuota.cli.options import Inputs, Reporting, input_options, report_options_but
from kuota.report.scenarios import format_names


@click.command()
@input_options
@click.option(
    "--output",
    multiple=True,
    metavar="FORMAT[=FILE]",
    shell_complete=lambda _ctx, _param, begun: [n for n in format_names() if n.startswith(begun)],
    help="Output format, on standard output or in FILE; several times. Formats: "
    f"{', '.join(format_names())}. Default: text.",
)
@click.option(
    "--verbose", "-v", is_flag=True, help="Show what happened in every scenario, line by line."
)
@report_options_but("output", "fail_on", "manifests", "crds", "budget", "no_cache", "show_settings")
def test(inputs: Inputs, reporting: Reporting, output: tuple[str, ...], verbose: bool) -> None:
    """Play scenarios in the simulator and judge what they expect.

    PATHS lead to documents of kind Scenario. When no Platform is among them, what the settings name
    is read as well. Without PATHS the scenarios there are played.
    """
    from kuota.cli import checking, testing
    from kuota.cli.outputs import parse_outputs
    from kuota.cli.session import open_session

    outputs = parse_outputs(output or ("text",), format_names())
    session = open_session(inputs, reporting)
    checking.prepare(session)
    tests = testing.played(session, verbose=verbose)
    testing.write(tests, outputs, session)
    raise click.exceptions.Exit(testing.exit_code(tests))


COMMAND = test
