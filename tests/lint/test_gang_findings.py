"""Gangs that a rule refused are known to later stages."""

from datetime import date
from pathlib import Path

import pytest
from tests.trees import read_tree

from kuota.lint.engine import run
from kuota.lint.gang_findings import is_refused, refused_spans
from kuota.policy.resolve import resolve

FOLDERS = Path(__file__).parents[1] / "rules"
ERRORS = sorted(
    str(path.relative_to(FOLDERS))
    for path in FOLDERS.glob("Q3[23]?-gang-*/bad*")
    if path.parent.name[:4] not in ("Q328", "Q329")
)


def refused(tree: Path) -> list[bool]:
    policy = resolve(read_tree(tree / "teams", tree), date(2026, 7, 1)).policy
    spans = refused_spans(run(policy))
    return [is_refused(g, spans) for c in policy.clusters for team in c.teams for g in team.gangs]


@pytest.mark.parametrize("tree", ERRORS)
def test_each_error_of_a_rule_on_gangs_refuses_its_gang(tree: str) -> None:
    found = refused(FOLDERS / tree)
    assert [True] * len(found) == found


@pytest.mark.parametrize("name", ["Q328-gang-bypasses-quota", "Q329-gang-in-stopped-queue"])
def test_a_warning_refuses_nothing(name: str) -> None:
    assert [False] == refused(FOLDERS / name / "bad")
