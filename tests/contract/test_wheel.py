"""What is installed: one package, with its data, and a command that works without the sources."""

import subprocess
import sys
import zipfile
from pathlib import Path

import pytest
from tests.cli.project import CLEAN, put
from tests.contract.tree import ROOT

from kuota import __version__


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    build = "import sys, hatchling.build; print(hatchling.build.build_wheel(sys.argv[1]))"
    done = subprocess.run(
        [sys.executable, "-c", build, str(folder)], cwd=ROOT, capture_output=True, text=True
    )
    assert 0 == done.returncode, done.stderr
    return next(folder.glob("*.whl"))


def test_the_wheel_holds_one_package(wheel: Path) -> None:
    names = zipfile.ZipFile(wheel).namelist()
    tops = {name.partition("/")[0] for name in names}
    assert {"kuota", f"kuota-{__version__}.dist-info"} == tops


def test_the_wheel_holds_every_module_and_all_data(wheel: Path) -> None:
    names = {name for name in zipfile.ZipFile(wheel).namelist() if name.startswith("kuota/")}
    package = ROOT / "compiler"
    expected = {
        path.relative_to(package).as_posix()
        for path in (package / "kuota").rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    assert expected == names


def test_the_wheel_checks_and_compiles_away_from_the_sources(wheel: Path, tmp_path: Path) -> None:
    target = tmp_path / "installed"
    zipfile.ZipFile(wheel).extractall(target)
    folder = put(tmp_path / "repository", CLEAN)
    env = {"PYTHONPATH": str(target), "HOME": str(tmp_path), "PATH": ""}
    for arguments in (["init", "new"], ["compile"], ["rules"]):
        command = [sys.executable, "-m", "kuota", *arguments]
        done = subprocess.run(command, cwd=folder, env=env, capture_output=True, text=True)
        assert 0 == done.returncode, done.stderr
    assert (folder / "out/gpu/kueue/kustomization.yaml").exists()
