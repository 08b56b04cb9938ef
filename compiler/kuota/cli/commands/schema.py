"""``kuota schema``: JSON Schemas for editors and for readers of reports."""

import click


@click.command()
@click.argument("name", required=False)
@click.option("--write", "folder", metavar="DIR", help="Write all schemas into DIR.")
def schema(name: str | None, folder: str | None) -> None:
    """Print the JSON Schema called NAME, or list the names.

    For yaml-language-server, put this line at the top of a team file:

    # yaml-language-server: $schema=schemas/team.schema.json
    """
    from kuota.cli.outputs import echo, write_file
    from kuota.cli.schemas import schemas
    from kuota.diag.near import suggestion

    texts = schemas()
    if folder is not None:
        for known, text in texts.items():
            write_file(f"{folder}/{known}.schema.json", text)
    elif name is None:
        echo("".join(f"{known}\n" for known in texts))
    elif name in texts:
        echo(texts[name])
    else:
        raise click.UsageError(f"no schema is called {name!r}; {suggestion(name, texts)}")


COMMAND = schema
