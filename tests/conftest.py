"""Golden files for all tests: compare, or rewrite on purpose with ``--bless``."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest

Golden = Callable[[Path, str], None]

_blessed: list[str] = []


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--bless", action="store_true", help="rewrite golden files that differ")


def pytest_configure(config: pytest.Config) -> None:
    if config.getoption("--bless") and os.environ.get("CI"):
        raise pytest.UsageError("--bless is refused in CI: golden files are reviewed")


@pytest.fixture
def golden(request: pytest.FixtureRequest) -> Golden:
    """Compares a text with a golden file; with ``--bless`` the file is rewritten instead."""
    bless = bool(request.config.getoption("--bless"))

    def compare(path: Path, actual: str) -> None:
        expected = path.read_bytes().decode() if path.exists() else None
        if bless and expected != actual:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(actual.encode())
            _blessed.append(str(path))
            return
        assert expected is not None, f"no golden file {path}; make it with --bless"
        assert expected == actual

    return compare


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    if _blessed:
        terminalreporter.section("golden files rewritten")
        for name in sorted(_blessed):
            terminalreporter.line(name)
