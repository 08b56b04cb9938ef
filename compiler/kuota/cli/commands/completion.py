"""``kuota completion``: a script that teaches a shell to complete kuota's commands."""

import click


@click.command()
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
def completion(shell: str) -> None:
    """Print the completion script of SHELL.

    bash: eval "$(kuota completion bash)" in ~/.bashrc. zsh: the same with zsh, in ~/.zshrc. fish:
    kuota completion fish > ~/.config/fish/completions/kuota.fish
    """
    from click.shell_completion import get_completion_class

    from kuota.cli.group import kuota

    kind = get_completion_class(shell)
    assert kind is not None
    click.echo(kind(kuota, {}, "kuota", "_KUOTA_COMPLETE").source())


COMMAND = completion
