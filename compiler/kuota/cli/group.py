"""The ``kuota`` command: its subcommands are the modules of ``commands/``, imported when used."""

from importlib import import_module
from pkgutil import iter_modules

import click

from kuota import __version__
from kuota.cli import commands


class CommandGroup(click.Group):
    """A group that imports the module of a command only to run it or to show its help."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002
        """The names of all commands, sorted."""
        return sorted(module.name for module in iter_modules(commands.__path__))

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command of that name, None when there is none."""
        if cmd_name not in self.list_commands(ctx):
            return None
        command: click.Command = import_module(f"{commands.__name__}.{cmd_name}").COMMAND
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """The command that ``args`` begin with; for a misspelt one, an error with near names."""
        name = args[0]
        if name.startswith("-") or ctx.resilient_parsing or self.get_command(ctx, name):
            return super().resolve_command(ctx, args)
        from kuota.diag.near import suggestion

        raise click.UsageError(
            f"no command is called {name!r}; {suggestion(name, self.list_commands(ctx))}", ctx
        )


@click.group(
    cls=CommandGroup,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog="Exit codes: 0 clean, 1 findings, 2 usage or settings, 3 fault in kuota, 4 no input.",
)
@click.version_option(__version__, prog_name="kuota", message="%(prog)s %(version)s")
def kuota() -> None:
    """Check, compile and simulate GPU quotas for Kueue before they are applied.

    Teams write small YAML files; kuota finds what Kueue would refuse, ignore or never admit, and
    writes the objects for the cluster.
    """
