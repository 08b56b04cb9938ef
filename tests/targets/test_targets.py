"""Each folder below ``<target>/`` is a tree of team files with the files and findings it must give.

``out/`` holds every compiled file, ``findings.txt`` what resolution and compilation found.
"""

from datetime import date
from pathlib import Path

import pytest
from tests.conftest import Golden
from tests.trees import line_of, read_tree

from kuota.emit.engine import run
from kuota.policy.resolve import resolve

HERE = Path(__file__).parent
CASES = sorted(path for path in HERE.glob("*/*") if (path / "teams").is_dir())
TODAY = date(2026, 6, 15)


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.parent.name}-{case.name}")
def test_tree_compiles_to_its_golden_files(case: Path, golden: Golden) -> None:
    resolved = resolve(read_tree(case / "teams", case), TODAY)
    emitted = run(resolved.policy, debug=True)

    for artifact in emitted.artifacts:
        golden(case / "out" / artifact.path, artifact.text)
    findings = sorted(
        (*resolved.diagnostics, *emitted.diagnostics), key=lambda finding: finding.order
    )
    golden(case / "findings.txt", "".join(map(line_of, findings)))
    assert sorted(artifact.path for artifact in emitted.artifacts) == sorted(
        path.relative_to(case / "out").as_posix()
        for path in (case / "out").rglob("*")
        if path.is_file()
    )
