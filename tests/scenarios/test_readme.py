"""The scenario of the README comes out as shown there."""

import re
import shutil
from pathlib import Path

from tests.cli.project import put, run
from tests.contract.tree import ROOT

SHOWN = re.compile(
    r"`(scenarios/\S+)`:\n\n```yaml\n(.*?)```\n\n```console\n\$ kuota (test .*?)\n(.*?)```",
    re.DOTALL,
)


def test_the_scenario_of_the_readme_is_real(tmp_path: Path) -> None:
    ((path, text, command, output),) = SHOWN.findall((ROOT / "README.md").read_text())
    shutil.copytree(ROOT / "teams", tmp_path / "teams")
    result = run(put(tmp_path, {path: text}), *command.split())
    assert (0, output) == (result.code, result.out)
