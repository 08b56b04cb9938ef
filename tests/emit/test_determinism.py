"""The same team files give the same bytes, wherever and however they are compiled."""

import os
import random
import shutil
import subprocess
import sys
from datetime import date
from pathlib import Path

import pytest
from tests.trees import read_tree

from kuota.emit.engine import run
from kuota.policy.resolve import resolve

ROOT = Path(__file__).parents[2]
CASES = sorted(path for path in (ROOT / "tests/targets/kueue").iterdir() if path.is_dir())
TODAY = date(2026, 6, 15)


def contents(folder: Path) -> dict[str, bytes]:
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file()
    }


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_the_order_of_files_does_not_matter(case: Path) -> None:
    items = read_tree(case / "teams", case)
    expected = resolve(items, TODAY)
    for seed in range(4):
        shuffled = random.Random(seed).sample(items, len(items))
        actual = resolve(shuffled, TODAY)
        assert expected.diagnostics == actual.diagnostics
        assert run(expected.policy) == run(actual.policy)


COMPILE = """
from datetime import date
from pathlib import Path

from kuota.emit.engine import run
from kuota.policy.resolve import Item, resolve
from kuota.source.load import load
from kuota.source.yaml import parse
from kuota.syntax.validate import validate

items = [
    Item(file, document, validate(document).model)
    for file in load(["teams"], Path()).files
    for document in parse(file).documents
]
for artifact in run(resolve(items, date(2026, 6, 15)).policy).artifacts:
    path = Path("made", artifact.path)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(artifact.text.encode())
"""


@pytest.mark.parametrize("seed", ["0", "1", "4711"])
def test_the_example_compiles_to_the_committed_bytes(tmp_path: Path, seed: str) -> None:
    """In another directory, with another hash seed, locale and time zone."""
    shutil.copytree(ROOT / "teams", tmp_path / "deep/er/teams")
    subprocess.run(
        [sys.executable, "-c", COMPILE],
        cwd=tmp_path / "deep/er",
        env={**os.environ, "PYTHONHASHSEED": seed, "LC_ALL": "C", "TZ": "Pacific/Kiritimati"},
        check=True,
    )
    assert contents(ROOT / "out") == contents(tmp_path / "deep/er/made")
