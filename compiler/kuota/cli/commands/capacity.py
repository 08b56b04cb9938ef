"""``kuota capacity``: what each team can reach, what it is guaranteed, which gangs fit."""

import click

from kuota.cli.options import Inputs, budget_option, input_options_but
from kuota.report.capacity import format_names


@click.command()
@input_options_but("kueue_version")
@click.option(
    "--format",
    "name",
    type=click.Choice(format_names()),
    default="table",
    show_default=True,
    help="How to show it.",
)
@budget_option
@click.option(
    "--all-gangs",
    is_flag=True,
    help="Try full loads on every gang, not only on those that expect a guarantee.",
)
@click.option(
    "--down",
    metavar="N",
    type=click.IntRange(min=0, max=1000),
    help="Show what fits with N nodes out of service, instead of one and each flavor's headroom.",
)
@click.option(
    "--counterexample",
    metavar="TEAM/GANG",
    help="Print the smallest load found that keeps this gang out, as a scenario for kuota test.",
)
def capacity(
    inputs: Inputs,
    name: str,
    budget: int,
    all_gangs: bool,
    down: int | None,
    counterexample: str | None,
) -> None:
    """Show what each team can reach, what it is guaranteed, and which gangs fit.

    The exit code is 0 when every gang is what it is expected to be, else 1.
    """
    from kuota.capacity.engine import run
    from kuota.cli.looking import look
    from kuota.cli.outputs import echo
    from kuota.cli.progress import progress
    from kuota.report.capacity import render

    _, _, policy = look(inputs)
    if counterexample is not None:
        from kuota.cli.counterexample import print_counterexample

        raise click.exceptions.Exit(print_counterexample(policy, counterexample, budget))
    with progress() as shown:
        known = run(policy, budget, attack_all=all_gangs, down=down, progress=shown)
    echo(render(known, name))
    met = all(verdict.met for each in known.clusters for verdict in each.verdicts)
    raise click.exceptions.Exit(0 if met else 1)


COMMAND = capacity
