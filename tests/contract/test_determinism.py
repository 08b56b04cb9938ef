"""The same input gives the same bytes: other hash seed, other folder, other order of files."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from tests.cli.project import tree
from tests.contract.tree import ROOT

FORMATS = ("text", "json", "sarif", "github", "gitlab", "junit", "markdown", "rdjson", "concise")


def kuota(folder: Path, *arguments: str, seed: str = "0", env: dict[str, str] | None = None) -> str:
    surroundings = {"PYTHONHASHSEED": seed, "HOME": str(folder), "PATH": ""} | (env or {})
    done = subprocess.run(
        [sys.executable, "-m", "kuota", *arguments],
        cwd=folder,
        env=surroundings,
        capture_output=True,
        text=True,
        encoding="utf-8",
    )
    assert done.returncode in (0, 1), done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def faulty(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The bad trees of all rules, side by side: findings of every kind."""
    folder = tmp_path_factory.mktemp("faulty")
    for bad in sorted((ROOT / "tests/rules").glob("*/bad")):
        shutil.copytree(bad / "teams", folder / "teams" / bad.parent.name)
    return folder


def reports(folder: Path, seed: str) -> dict[str, str]:
    """All formats of one run."""
    outputs = [f"--output={name}={folder}/reports-{seed}/{name}" for name in FORMATS]
    kuota(folder, "check", "--no-cache", "--today", "2026-07-01", *outputs, seed=seed)
    return {name: (folder / f"reports-{seed}" / name).read_text() for name in FORMATS}


def test_findings_do_not_depend_on_the_hash_seed(faulty: Path) -> None:
    first, second = reports(faulty, "1"), reports(faulty, "2")
    assert first["text"].count("\n") > 200
    assert first == second


def example(folder: Path) -> Path:
    shutil.copytree(ROOT / "teams", folder / "teams")
    return folder


def test_compiled_files_do_not_depend_on_seed_locale_and_time_zone(tmp_path: Path) -> None:
    environments: list[dict[str, str]] = [
        {"LC_ALL": "C", "TZ": "UTC"},
        {"LC_ALL": "tr_TR.UTF-8", "TZ": "Pacific/Kiritimati", "PYTHONUTF8": "0"},
    ]
    trees = []
    for number, env in enumerate(environments):
        folder = example(tmp_path / str(number))
        kuota(folder, "compile", "--today", "2026-11-30", seed=str(number), env=env)
        trees.append({path: text for path, text in tree(folder).items() if path[:4] == "out/"})
    assert len(trees[0]) > 5
    assert trees[0] == trees[1]


def test_compiled_files_do_not_depend_on_names_order_or_number_of_files(tmp_path: Path) -> None:
    folder = example(tmp_path)
    kuota(folder, "compile", "--today", "2026-11-30")
    paths = sorted(str(path.relative_to(folder)) for path in (folder / "teams").iterdir())
    kuota(folder, "compile", "--check", "--today", "2026-11-30", *reversed(paths))
