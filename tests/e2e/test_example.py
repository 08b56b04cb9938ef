"""The worked example, as a newcomer runs it."""

import re
import shutil
from pathlib import Path

import pytest
from tests.cli.project import run, tree
from tests.contract.tree import ROOT
from tests.e2e.process import kuota


@pytest.fixture
def example(tmp_path: Path) -> Path:
    for name in ("teams", "out"):
        shutil.copytree(ROOT / name, tmp_path / name)
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    return tmp_path


def test_check_prints_no_finding(example: Path) -> None:
    done = kuota(example, "check")
    assert (0, "no findings in 5 files\n", "") == (done.returncode, done.stdout, done.stderr)


def test_compile_finds_the_committed_files_up_to_date(example: Path) -> None:
    before = tree(example)
    done = kuota(example, "compile")
    count = sum(path.startswith("out/") for path in before)
    assert (0, f"out is up to date, {count} files\n") == (done.returncode, done.stderr)
    assert before == tree(example)


def test_one_gpu_too_many_names_all_places_the_sum_and_the_excess(example: Path) -> None:
    path = example / "teams/ml-nlp.yaml"
    path.write_text(path.read_text().replace("nominalQuota: 12", "nominalQuota: 13"))
    done = kuota(example, "check")
    assert 1 == done.returncode
    for part in (
        "error[Q301]",
        "add up to 49 nvidia.com/gpu, 1 above the capacity of 48",
        "--> teams/ml-nlp.yaml:10:",
        "::: teams/platform.yaml:",
        "13 + ml-recsys 12 + ml-research 12 + ml-vision 12 = 49",
    ):
        assert part in done.stdout


def test_one_gpu_too_many_compiles_nothing(example: Path) -> None:
    before = tree(example / "out")
    path = example / "teams/ml-nlp.yaml"
    path.write_text(path.read_text().replace("nominalQuota: 12", "nominalQuota: 13"))
    done = kuota(example, "compile", "--quiet")
    assert (1, "") == (done.returncode, done.stderr)
    assert before == tree(example / "out")


def test_every_object_leads_back_to_a_line_that_exists(example: Path) -> None:
    text = "\n".join(tree(example / "out").values())
    objects = re.findall(r"^kind: (\w+)\nmetadata:\n  name: \"?([\w-]+)", text, re.M)
    assert len(objects) > 10
    for kind, name in objects:
        done = run(example, "where", f"{kind}/{name}")
        assert 0 == done.code, done.err
        path, line, _ = done.out.split()[0].split(":")
        assert int(line) <= len((example / path).read_text().splitlines())
