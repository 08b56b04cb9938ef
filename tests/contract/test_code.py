"""Rules over the code: size, layers, who may touch files, clock and environment."""

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.contract.tree import PACKAGE, ROOT, all_files, name, parsed, python_files

FUNCTION_LINES = 80
FILE_LINES = 500
LONG_FILES: dict[str, str] = {}
"""Files above the limit, each with the reason why it is not split."""

FILES_ALLOWED = ("cli/", "source/load.py", "source/search.py", "pipeline/cache.py")
"""Parts of the package that touch the file system, below compiler/kuota."""

DATA_FILES_ALLOWED = ("kueue/schema/", "kueue/crds/")
"""Parts that read tables which the package itself holds."""

TOUCHES_FILES = {"read_text", "read_bytes", "write_text", "write_bytes", "mkdir", "unlink"}
"""Methods of paths; ``open`` as a function counts as well."""

SURROUNDINGS = {"environ", "getenv", "isatty", "now", "today", "time", "cwd", "getcwd"}
NETWORK = {"socket", "ssl", "http", "urllib.request", "ftplib", "smtplib", "asyncio", "requests"}
NAMELESS = re.compile(r"utils?|helpers?|managers?|base|misc")

CODE = python_files("compiler", "tests")
PRODUCT = python_files("compiler")


def inside(path: Path) -> str:
    return path.relative_to(PACKAGE).as_posix()


def functions(path: Path) -> Iterator[tuple[str, int]]:
    for node in ast.walk(parsed(path)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield (
                f"{name(path)}:{node.lineno} {node.name}",
                (node.end_lineno or 0) - node.lineno + 1,
            )


def test_functions_are_short() -> None:
    long = [(where, lines) for path in CODE for where, lines in functions(path)]
    assert [] == [(where, lines) for where, lines in long if lines > FUNCTION_LINES]


def test_files_are_short() -> None:
    lengths = {name(path): len(path.read_text().splitlines()) for path in CODE}
    assert set(LONG_FILES) == {path for path, lines in lengths.items() if lines > FILE_LINES}


def test_modules_are_named_after_what_they_hold() -> None:
    assert [] == [name(path) for path in PRODUCT if NAMELESS.fullmatch(path.stem)]


def test_every_module_says_what_it_is() -> None:
    assert [] == [name(path) for path in PRODUCT if not ast.get_docstring(parsed(path))]


def touches_files(path: Path) -> bool:
    """Whether a module opens files, or imports what is for nothing else."""
    called = [node.func for node in ast.walk(parsed(path)) if isinstance(node, ast.Call)]
    methods = {func.attr for func in called if isinstance(func, ast.Attribute)}
    functions_called = {func.id for func in called if isinstance(func, ast.Name)}
    modules = {"os", "shutil", "tempfile", "glob"} & {*imports(path)}
    return bool(TOUCHES_FILES & methods or "open" in functions_called or modules)


def test_only_the_command_line_and_the_loader_touch_files() -> None:
    allowed = FILES_ALLOWED + DATA_FILES_ALLOWED
    found = [
        name(path)
        for path in PRODUCT
        if not inside(path).startswith(allowed) and touches_files(path)
    ]
    assert [] == found


def test_only_the_command_line_looks_at_clock_environment_and_terminal() -> None:
    found = [
        f"{name(path)}: {attribute}"
        for path in PRODUCT
        if not inside(path).startswith(("cli/", "source/load.py"))
        for attribute in sorted(SURROUNDINGS & {*attributes_of_modules(path)})
    ]
    assert [] == found


def attributes_of_modules(path: Path) -> Iterator[str]:
    """Attributes of os, sys, time, date, datetime and Path that a file reads."""
    for node in ast.walk(parsed(path)):
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name | ast.Attribute):
            owner = node.value.id if isinstance(node.value, ast.Name) else node.value.attr
            if owner in ("os", "sys", "stdout", "time", "date", "datetime", "Path"):
                yield node.attr


def imports(path: Path) -> Iterator[str]:
    for node in ast.walk(parsed(path)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module


def test_nothing_uses_the_network() -> None:
    assert [] == [name(path) for path in PRODUCT if NETWORK & {*imports(path)}]


def test_no_amount_is_a_float() -> None:
    found = [
        f"{name(path)}:{node.lineno}"
        for path in PRODUCT
        if inside(path).startswith(("quantity", "policy/", "lint/", "emit/"))
        for node in ast.walk(parsed(path))
        if isinstance(node, ast.Constant) and isinstance(node.value, float)
    ]
    assert [] == found


def test_layers_hold() -> None:
    program = Path(sys.executable).parent / "lint-imports"
    done = subprocess.run([program, "--no-cache"], cwd=ROOT, capture_output=True, text=True)
    assert 0 == done.returncode, done.stdout


HOSTS = ("pypi" + ".org", "files.pythonhosted" + ".org", "proxy.golang" + ".org", "/wo" + "rk/")
"""Names of machines and places where this was written; the product must not know them."""

TEXT = {".py", ".md", ".toml", ".yaml", ".yml", ".json", ".txt", ".xml", ".svg", ""}


@pytest.mark.parametrize("host", HOSTS)
def test_no_file_names_the_place_where_it_was_written(host: str) -> None:
    found = [
        name(path)
        for path in all_files()
        if path.suffix in TEXT and host in path.read_text(encoding="utf-8", errors="replace")
    ]
    assert [] == found
