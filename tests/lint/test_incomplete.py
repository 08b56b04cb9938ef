"""While a team cannot be read, rules that depend on all teams say nothing of the others."""

from pathlib import Path

import pytest
from tests.test_rules import TODAY

from kuota.pipeline.model import Request
from kuota.pipeline.stages import run

FOLDERS = Path(__file__).parents[1] / "rules"
BROKEN = """\
apiVersion: kuota/v1
kind: Team
metadata: {name: broken}
spec: {quota: {a100: {nvidia.com/gpu: 12.5}}}
"""
SILENT = ("Q240", "Q241", "Q303", "Q304", "Q305", "Q306", "Q307", "Q308", "Q310", "Q320", "Q407")


def findings(tree: Path, folder: Path) -> set[str]:
    (folder / "teams").mkdir()
    for path in (tree / "teams").iterdir():
        (folder / "teams" / path.name).write_text(path.read_text())
    (folder / "teams" / "broken.yaml").write_text(BROKEN)
    outcome = run(Request(("teams",), folder, TODAY, debug=True))
    codes = {finding.code.number for finding in outcome.diagnostics}
    return {code for code in codes if not code.startswith("Q7")}  # what follows is not a rule


@pytest.mark.parametrize("code", SILENT)
def test_only_the_broken_team_is_told(code: str, tmp_path: Path) -> None:
    (tree,) = FOLDERS.glob(f"{code}-*/bad")
    assert {"Q109"} == findings(tree, tmp_path)


def test_quotas_that_exceed_the_capacity_without_it_are_told(tmp_path: Path) -> None:
    (tree,) = FOLDERS.glob("Q301-*/bad")
    assert {"Q109", "Q301"} == findings(tree, tmp_path)


def test_a_sum_says_that_a_team_is_missing_from_it(tmp_path: Path) -> None:
    (tree,) = FOLDERS.glob("Q301-*/bad")
    findings(tree, tmp_path)
    outcome = run(Request(("teams",), tmp_path, TODAY, debug=True))
    (note,) = [found.note for found in outcome.diagnostics if found.code.number == "Q301"]
    assert note.endswith("6 nodes x 8 = 48; without 1 team that cannot be read")
