"""What a command loads: start-up time is decided by imports, and this holds on any machine."""

import subprocess
import sys
from pathlib import Path

import pytest
from tests.cli.project import CLEAN, put

HEAVY = {
    "annotated_types",
    "attr",
    "cel_expr_python",
    "jsonschema",
    "kubernetes_validate",
    "numpy",
    "pydantic",
    "pydantic_core",
    "referencing",
    "rich",
    "ruamel",
    "yaml",
}
PROGRAM = """\
import sys
sys.argv[0] = "kuota"
from kuota.cli import main
try:
    main()
except SystemExit:
    pass
print("\\n" + " ".join(sorted(sys.modules)))
"""


def modules(folder: Path, *arguments: str) -> set[str]:
    """Names of modules that a command has loaded when it ends."""
    env = {"XDG_CACHE_HOME": str(folder / ".cache"), "PATH": "", "PYTHONHASHSEED": "0"}
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, *arguments],
        cwd=folder,
        env=env,
        capture_output=True,
        text=True,
        check=True,
    )
    return {*done.stdout.splitlines()[-1].split()}


def heavy(loaded: set[str]) -> set[str]:
    return HEAVY & {module.partition(".")[0] for module in loaded}


@pytest.mark.parametrize("arguments", [("--version",), ("--help",), ("completion", "bash")])
def test_simple_commands_load_no_library_but_click(
    tmp_path: Path, arguments: tuple[str, ...]
) -> None:
    assert set() == heavy(modules(tmp_path, *arguments))


def test_version_loads_little_of_kuota(tmp_path: Path) -> None:
    loaded = modules(tmp_path, "--version")
    expected = {"kuota", "kuota.cli", "kuota.cli.commands", "kuota.cli.exits", "kuota.cli.group"}
    assert expected | {"kuota.cli.run"} == {m for m in loaded if m.partition(".")[0] == "kuota"}


def test_check_loads_pydantic_and_yaml_only(tmp_path: Path) -> None:
    loaded = heavy(modules(put(tmp_path, CLEAN), "check", "--no-cache"))
    assert {"annotated_types", "pydantic", "pydantic_core", "yaml"} == loaded


def test_a_check_that_the_cache_answers_loads_no_stage(tmp_path: Path) -> None:
    modules(put(tmp_path, CLEAN), "check")
    loaded = modules(tmp_path, "check")
    assert {"yaml"} >= heavy(loaded)
    assert "kuota.pipeline.stages" not in loaded


def test_compile_writes_without_ruamel_and_jsonschema(tmp_path: Path) -> None:
    loaded = heavy(modules(put(tmp_path, CLEAN), "compile"))
    assert {"annotated_types", "pydantic", "pydantic_core", "yaml"} == loaded
