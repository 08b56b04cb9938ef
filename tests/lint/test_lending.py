"""Who lends to whom, and who borrows from whom."""

import pytest
from tests.trees import PLATFORM, TODAY, cluster_of, team

from kuota.lint.facts import Facts
from kuota.lint.lending import borrowable, lenders
from kuota.policy.tree import team_node

GPU = ("a100", "nvidia.com/gpu")
COHORTS = """\
  cohorts:
    root: {quota: {a100: {nvidia.com/gpu: 8}}}
    left: {parent: root}
    right: {parent: root, quota: {a100: {nvidia.com/gpu: {nominalQuota: 0, borrowingLimit: 0}}}}
"""


def facts() -> Facts:
    specs = {
        "alpha": ("left", "12"),
        "beta": ("left", "{nominalQuota: 12, lendingLimit: 4}"),
        "delta": ("left", "{nominalQuota: 2, borrowingLimit: 0}"),
        "gamma": ("right", "6"),
        "kappa": ("right", "0"),
    }
    files = {
        f"{name}.yaml": team(name, f"cohort: {cohort}\nquota: {{a100: {{nvidia.com/gpu: {gpu}}}}}")
        for name, (cohort, gpu) in specs.items()
    }
    return Facts(cluster_of({"platform.yaml": PLATFORM + COHORTS, **files}), TODAY)


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("alpha", ["beta"]),
        ("beta", ["alpha"]),
        ("gamma", ["alpha", "beta", "kappa"]),
        ("kappa", ["alpha", "beta", "gamma"]),
    ],
)
def test_borrowers_are_those_whom_no_limit_on_their_way_forbids_it(
    name: str, expected: list[str]
) -> None:
    found = list(facts().borrowers(team_node(name), GPU))
    assert expected == found


def test_lenders_are_the_terms_of_what_can_be_borrowed() -> None:
    known = facts()
    terms = lenders(known.tree, team_node("alpha"), GPU)
    # cohort root: its own 8 and the 6 that right lends
    assert [("beta", 4), ("delta", 2), ("cohort root", 14)] == terms
    assert 4 + 2 + 14 == borrowable(known.tree, team_node("alpha"), GPU)


def test_a_cohort_that_may_not_borrow_passes_on_only_what_it_collects() -> None:
    known = facts()
    assert 6 == borrowable(known.tree, team_node("kappa"), GPU)
    assert [("gamma", 6)] == lenders(known.tree, team_node("kappa"), GPU)
