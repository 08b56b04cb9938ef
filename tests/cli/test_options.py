"""Every option of every command has an effect: with it, something is different.

``options/COMMAND.py`` holds one case for each option of a command, by its parameter's name.
"""

from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import click
import pytest
from tests.cli.case import Case
from tests.cli.project import put, run, tree

from kuota.cli.group import kuota

FILES = sorted((Path(__file__).parent / "options").glob("*.py"))
CASES: dict[tuple[str, str], Case] = {
    (file.stem, option): case
    for file in FILES
    for option, case in import_module(f"tests.cli.options.{file.stem}").CASES.items()
}


def options() -> Iterator[tuple[str, str]]:
    context = click.Context(kuota)
    for name in kuota.list_commands(context):
        command = kuota.get_command(context, name)
        assert command is not None
        for parameter in command.params:
            if isinstance(parameter, click.Option):
                yield name, str(parameter.name)


def test_every_option_has_a_case_and_every_case_an_option() -> None:
    assert sorted(options()) == sorted(CASES)


@pytest.mark.parametrize(("command", "option"), CASES)
def test_makes_a_difference(command: str, option: str, tmp_path: Path) -> None:
    case = CASES[command, option]
    outcomes = []
    for name, extra in (("without", ()), ("with", case.option)):
        folder = put(tmp_path / name / "repository", case.files)
        result = run(folder, command, *case.base, *extra, stdin=case.stdin)
        assert result.code in (0, 1)
        outcomes.append((result, tree(folder), (folder / ".cache").exists()))
    assert outcomes[0] != outcomes[1]
