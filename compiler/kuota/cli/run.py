"""Runs the ``kuota`` command; a crash of kuota becomes a message and exit code 3."""

import gc
import os
import sys

import click

from kuota.cli.exits import Exit
from kuota.cli.group import kuota


def run() -> None:
    """Runs with the arguments of the process, and exits.

    Nothing is collected as garbage, not even at the end: what a run makes, it needs until then.
    """
    gc.disable()
    # Plugins of pydantic have no say in what kuota accepts; to look for them reads all packages.
    os.environ["PYDANTIC_DISABLE_PLUGINS"] = "__all__"
    try:
        kuota.main(prog_name="kuota")
    except Exception as error:
        if os.environ.get("KUOTA_DEBUG"):
            raise
        from kuota.diag.fault import fault, start_of

        finding = fault("the command line", start_of("-"), error)
        click.echo(f"fault[{finding.code}]: {finding.headline}: {finding.note}", err=True)
        click.echo(f"  = help: {finding.help}", err=True)
        sys.exit(Exit.FAULT)
    finally:
        gc.freeze()
