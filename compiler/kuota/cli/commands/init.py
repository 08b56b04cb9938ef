"""``kuota init``: a repository to begin with."""

import click


@click.command()
@click.argument("folder", metavar="[DIR]", default=".")
@click.option(
    "--requirement",
    metavar="SPEC",
    help="What pip installs in the workflow, instead of this version of kuota.",
)
def init(folder: str, requirement: str | None) -> None:
    """Write a small working example into DIR, with a workflow that guards it.

    Nothing is overwritten: when one of the files is there already, none is written.
    """
    from pathlib import Path

    from kuota import __version__
    from kuota.cli.exits import NotWritten
    from kuota.cli.scaffold import scaffold

    files = scaffold(requirement or f"kuota=={__version__}")
    target = Path(folder)
    present = [path for path in files if (target / path).exists()]
    if present:
        listed = ", ".join(str(target / path) for path in present)
        raise NotWritten(f"nothing was written: {listed} {_is(len(present))} there already")
    for path, text in files.items():
        try:
            (target / path).parent.mkdir(parents=True, exist_ok=True)
            with (target / path).open("x", encoding="utf-8", newline="\n") as stream:
                stream.write(text)
        except OSError as error:
            reason = (error.strerror or str(error)).lower()
            raise NotWritten(f"cannot write {target / path}: {reason}") from error
        click.echo(f"wrote {target / path}")
    inside = "" if folder == "." else f"cd {folder} && "
    click.echo(f"\nNext: {inside}kuota check && kuota compile")


def _is(number: int) -> str:
    return "is" if number == 1 else "are"


COMMAND = init
