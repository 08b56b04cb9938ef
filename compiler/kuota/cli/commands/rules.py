"""``kuota rules``: everything that kuota can find."""

import click


@click.command()
@click.option(
    "--format",
    "form",
    type=click.Choice(["text", "json", "markdown"]),
    default="text",
    show_default=True,
    help="How to list them.",
)
def rules(form: str) -> None:
    """List all rules: code, severity, name and what they find.

    A star marks a rule that is mandatory: settings cannot lower it, comments cannot allow it.
    """
    from kuota.cli.outputs import echo
    from kuota.report import listing
    from kuota.report.catalog import Catalog

    infos = list(Catalog().values())
    write = {"text": listing.text, "json": listing.json_list, "markdown": listing.markdown_table}
    echo(write[form](infos))


COMMAND = rules
