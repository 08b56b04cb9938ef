"""Cohort names that are one slip away from another."""

import pytest
from tests.trees import PLATFORM, TODAY, cluster_of, team

from kuota.lint.cohort_membership import is_lonely, meant_cohort
from kuota.lint.facts import Facts
from kuota.policy.tree import team_node

QUOTA = "quota: {a100: {nvidia.com/gpu: 8, cpu: 64, memory: 512Gi}}"


def facts(written: str, shared: str) -> Facts:
    specs = {"one": shared, "two": shared, "odd": written}
    files = {f"{n}.yaml": team(n, f"cohort: {c}\n{QUOTA}") for n, c in specs.items()}
    return Facts(cluster_of({"platform.yaml": PLATFORM, **files}), TODAY)


@pytest.mark.parametrize(
    ("written", "shared", "expected"),
    [
        ("reseach", "research", True),
        ("researchh", "research", True),
        ("resaerch", "research", True),
        ("rezearch", "research", True),
        ("ml-reseach", "ml-research", True),
        ("mlresearch", "ml-research", True),
        ("pool-1", "pool-2", False),
        ("research1", "research2", False),
        ("research2", "research", False),
        ("ml-cpu", "ml-gpu", False),
        ("ml-east", "ml-west", False),
        ("vision", "research", False),
    ],
)
def test_a_slip(written: str, shared: str, expected: bool) -> None:
    known = facts(written, shared)
    meant = meant_cohort(known, known.teams["odd"])
    assert (shared if expected else None) == meant


def test_a_team_alone_in_a_cohort_that_nobody_declares_is_lonely() -> None:
    known = facts("other", "research")
    assert [True, False] == [is_lonely(known, team_node(name)) for name in ("odd", "one")]
