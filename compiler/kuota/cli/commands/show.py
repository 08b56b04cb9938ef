"""``kuota show``: what a team gets, and from whom."""

import click

from kuota.cli.options import Inputs, input_options_but


@click.command()
@click.argument("team")
@input_options_but("kueue_version")
@click.option("--origins", is_flag=True, help="Say who decided each value, and where.")
@click.option("--cluster", metavar="NAME", help="Only this cluster.")
def show(team: str, inputs: Inputs, origins: bool, cluster: str | None) -> None:
    """Show the quota and settings of TEAM, defaults written out."""
    from kuota.cli.looking import look
    from kuota.cli.outputs import echo
    from kuota.cli.team_view import table
    from kuota.diag.near import suggestion
    from kuota.report.escape import visible_lines
    from kuota.source.span import Span

    session, _, policy = look(inputs)
    names = [each.name for each in policy.clusters]
    if cluster is not None and cluster not in names:
        raise click.UsageError(f"no cluster is called {cluster!r}; {suggestion(cluster, names)}")
    clusters = [each for each in policy.clusters if cluster in (None, each.name)]
    found = [(each, known) for each in clusters for known in each.teams if known.name == team]
    if not found:
        if any(team in each.unresolved for each in clusters):
            raise click.ClickException(f"team {team} has errors; 'kuota check' lists them")
        known_teams = {known.name for each in clusters for known in each.teams}
        raise click.UsageError(f"no team is called {team!r}; {suggestion(team, known_teams)}")

    def place(span: Span) -> str:
        return f"{session.project.shown(span.path)}:{span.start.line}:{span.start.column}"

    for each, shown in found:
        text = table(shown, each.name, place if origins else None)
        echo("".join(f"{line}\n" for line in visible_lines(text.rstrip("\n"))))


COMMAND = show
