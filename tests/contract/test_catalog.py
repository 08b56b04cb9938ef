"""Every kind of finding is registered, documented, and used once."""

import re
from importlib import import_module
from pkgutil import iter_modules

import click
import pytest
from tests.contract.tree import PACKAGE, ROOT, parsed, python_files

import kuota.emit.targets
from kuota.cli.group import kuota as command_line
from kuota.report.catalog import STAGES, Catalog
from kuota.report.registry import format_names, load_format

CATALOG = Catalog()
COMMANDS = command_line.list_commands(click.Context(command_line))
TARGETS = [module.name for module in iter_modules(kuota.emit.targets.__path__)]
OWNERS = {
    "0": "files, YAML, suppressions, settings, compiled files",
    "1": "shape and units",
    "2": "names and references",
    "3": "arithmetic of the quota tree",
    "4": "advice",
    "5": "a target cannot express it",
    "6": "an object is invalid",
    "7": "capacity and gangs",
    "8": "workload manifests",
    "9": "faults of kuota",
}


def modules_with_kinds() -> list[str]:
    """Modules that define KINDS, by the name under which the catalogue would import them."""
    found = []
    for path in python_files("compiler"):
        names = {
            target.id
            for node in parsed(path).body
            for target in getattr(node, "targets", [getattr(node, "target", None)])
            if getattr(target, "id", None) == "KINDS"
        }
        if names:
            parts = path.relative_to(PACKAGE.parent).with_suffix("").parts
            found.append(".".join(part for part in parts if part != "__init__"))
    return found


def test_every_stage_that_has_kinds_is_in_the_catalogue() -> None:
    stages = set(STAGES)
    kinds = {
        module
        for module in modules_with_kinds()
        # A package of errors gathers those of its modules; kueue's KINDS are kinds of object.
        if module not in stages
        and module.rpartition(".")[0] not in stages
        and not module.startswith("kuota.kueue")
    }
    assert set() == kinds


def test_no_code_and_no_name_is_used_twice() -> None:
    numbers = [kind.code.number for stage in STAGES for kind in import_module(stage).KINDS]
    names = [info.name for info in CATALOG.values()]
    assert sorted(set(numbers)) == sorted(numbers)
    assert sorted(set(names)) == sorted(names)


@pytest.mark.parametrize("number", CATALOG)
def test_a_rule_is_documented_in_the_common_form(number: str) -> None:
    info = CATALOG[number]
    assert re.fullmatch(r"Q\d{3}", number)
    assert number[1] in OWNERS
    assert re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", info.name)
    assert info.summary.endswith(".")
    assert len(info.summary) <= 100
    for title in ("What it finds", "Why it matters", "How to fix"):
        assert title in info.documentation


@pytest.mark.parametrize("format_name", format_names())
def test_a_format_is_registered_under_its_name(format_name: str) -> None:
    found = load_format(format_name)
    assert (format_name, True) == (found.name, bool(found.summary))


@pytest.mark.parametrize(
    "target", [module.name for module in iter_modules(kuota.emit.targets.__path__)]
)
def test_a_target_has_a_folder_of_cases(target: str) -> None:
    assert import_module(f"kuota.emit.targets.{target}").TARGET.name == target
    assert [] != list((ROOT / "tests/targets").glob(f"{target}/*"))


@pytest.mark.parametrize("command", COMMANDS)
def test_a_command_has_help_in_one_line_and_in_full(command: str) -> None:
    found = command_line.get_command(click.Context(command_line), command)
    assert found is not None
    assert found.name == command
    summary = found.get_short_help_str(limit=200)
    assert summary.endswith(".") and len(summary) <= 84, summary
    for parameter in found.params:
        if isinstance(parameter, click.Option):
            assert parameter.help, parameter.name


def test_every_command_is_in_the_readme() -> None:
    readme = (ROOT / "README.md").read_text()
    assert [] == [command for command in COMMANDS if f"`kuota {command}" not in readme]
