"""``kuota where``: from an object in the cluster to the line of a team file."""

import click

from kuota.cli.options import Inputs, input_options_but


@click.command()
@click.argument("reference", metavar="KIND/NAME")
@input_options_but("today")
@click.option("--field", metavar="POINTER", default="", help="A part of it: /spec/cohortName.")
@click.option("--cluster", metavar="NAME", help="Only this cluster.")
def where(reference: str, inputs: Inputs, field: str, cluster: str | None) -> None:
    """Show which line of which file a compiled object comes from.

    The object is KIND/NAME or KIND/NAMESPACE/NAME, as kubectl prints it. Each line of the answer
    has the place as path:line:column, the object, and the compiled file that holds it.
    """
    from kuota.cli.looking import look
    from kuota.cli.outputs import echo
    from kuota.cli.tracing import located, span_of
    from kuota.report.escape import visible

    session, outcome, _ = look(inputs)
    for each in located(outcome.artifacts, reference, cluster):
        span = span_of(each, field)
        place = f"{session.project.shown(span.path)}:{span.start.line}:{span.start.column}"
        file = session.project.shown(f"{session.settings.out}/{each.artifact}")
        echo(f"{visible(place)}  {each.reference}  {visible(file)}\n")


COMMAND = where
