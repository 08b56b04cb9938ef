"""The quota tree: its arithmetic, held to the definitions, and the sums that explain it."""

from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.trees import PLATFORM, cluster_of, team

from kuota.policy.tree import Node, Tree, cohort_node, find_cycles, team_node
from kuota.quantity import UNLIMITED

PAIR = ("a100", "gpu")


def tree_of(cohorts: str, teams: dict[str, str]) -> Tree:
    """A tree; each team is given as ``COHORT: AMOUNTS`` of gpu."""
    files = {"p.yaml": PLATFORM + (f"  cohorts: {{{cohorts}}}\n" if cohorts else "")}
    for name, written in teams.items():
        cohort, _, amounts = written.partition(": ")
        files[f"{name}.yaml"] = team(name, f"cohort: {cohort}\nquota: {{a100: {{gpu: {amounts}}}}}")
    return Tree(cluster_of(files))


FLAT = dict.fromkeys(
    ("nlp", "recsys", "research", "vision"),
    "ml: {nominalQuota: 12, borrowingLimit: 24, lendingLimit: 8}",
)


def test_a_flat_cohort_adds_up() -> None:
    tree = tree_of("", FLAT)
    assert (12, 4, 8, 32, 36) == (
        tree.subtree(team_node("nlp"), PAIR),
        tree.local(team_node("nlp"), PAIR),
        tree.lent(team_node("nlp"), PAIR),
        tree.subtree(cohort_node("ml"), PAIR),
        tree.potential(team_node("nlp"), PAIR),
    )


def test_the_sum_of_a_flat_cohort() -> None:
    bound = tree_of("", FLAT).explain(team_node("vision"), PAIR)
    assert "12 + 3 x 8 = 36" == bound.sum_text()
    assert (
        "12 nominal of vision",
        "8 lent by nlp",
        "8 lent by recsys",
        "8 lent by research",
    ) == bound.lines()


def test_a_binding_borrowing_limit_ends_the_sum() -> None:
    teams = {**FLAT, "vision": "ml: {nominalQuota: 12, borrowingLimit: 5}"}
    bound = tree_of("", teams).explain(team_node("vision"), PAIR)
    assert ("12 + 5 = 17", ("12 nominal of vision", "5 borrowing limit of vision")) == (
        bound.sum_text(),
        bound.lines(),
    )


def test_a_lent_amount_points_at_the_limit_that_decides_it() -> None:
    teams = {"a": "ml: 4", "b": "ml: {nominalQuota: 8, lendingLimit: 2}", "c": "ml: 3"}
    terms = tree_of("", teams).explain(team_node("a"), PAIR).terms
    spans = [term.origin.span for term in terms if term.origin is not None]
    assert [("a.yaml", 23), ("b.yaml", 55), ("c.yaml", 23)] == [
        (span.path, span.start.column) for span in spans
    ]


COHORTS = (
    "org: {quota: {a100: {gpu: 100}}}, ml: {parent: org, quota: {a100: {gpu: "
    "{nominalQuota: 10, borrowingLimit: 6, lendingLimit: 3}}}}"
)


def test_limits_of_a_cohort_hold_for_all_below_it() -> None:
    tree = tree_of(
        COHORTS, {"a": "ml: 4", "b": "ml: {nominalQuota: 8, lendingLimit: 5}", "c": "org: 1"}
    )
    assert {"a": 25, "b": 28, "c": 104} == {
        name: tree.potential(team_node(name), PAIR) for name in ("a", "b", "c")
    }
    bound = tree.explain(team_node("b"), PAIR)
    assert ("8 + 4 + 10 + 6 = 28", "6 borrowing limit of ml") == (
        bound.sum_text(),
        bound.lines()[-1],
    )


def test_the_sum_of_a_cohort_has_what_its_children_lend() -> None:
    tree = tree_of(COHORTS, {"a": "ml: 4", "b": "ml: {nominalQuota: 8, lendingLimit: 5}"})
    assert "10 + 4 + 5 + 6 = 25" == tree.explain(cohort_node("ml"), PAIR).sum_text()


def test_a_team_without_cohort_has_its_quota() -> None:
    files = {"p.yaml": PLATFORM, "t.yaml": team("a", "quota: {a100: {gpu: 8}}")}
    tree = Tree(cluster_of(files))
    assert ("8", team_node("a"), 0) == (
        tree.explain(team_node("a"), PAIR).sum_text(),
        tree.root(team_node("a")),
        tree.depth(team_node("a")),
    )


def test_quota_without_bound_stays_without_bound() -> None:
    tree = tree_of("", {"a": "ml: 9223372036854775806", "b": "ml: 9"})
    assert UNLIMITED == tree.potential(team_node("b"), PAIR)
    assert tree.explain(team_node("b"), PAIR).sum_text().endswith("= unlimited")


def test_a_queue_and_a_cohort_of_one_name_are_two_nodes() -> None:
    tree = tree_of("", {"ml": "ml: 4"})
    assert (cohort_node("ml"), None) == (
        tree.parent(team_node("ml")),
        tree.parent(cohort_node("ml")),
    )


def test_a_chain_of_thousands_of_cohorts_is_walked() -> None:
    chain = ", ".join(f"c{n}: {{parent: c{n + 1}}}" for n in range(3000))
    tree = tree_of(f"{chain}, c3000: {{quota: {{a100: {{gpu: 5}}}}}}", {"a": "c0: 4"})
    assert 9 == tree.potential(team_node("a"), PAIR)


@pytest.mark.parametrize(
    ("parents", "cycles"),
    [
        ({}, ()),
        ({"a": "b", "b": "c"}, ()),
        ({"a": "a"}, (("a",),)),
        ({"b": "c", "c": "a", "a": "b", "d": "a"}, (("a", "b", "c"),)),
        ({"z": "y", "y": "z", "b": "a", "a": "b"}, (("a", "b"), ("y", "z"))),
    ],
)
def test_cycles_are_found_once_each(
    parents: dict[str, str], cycles: tuple[tuple[str, ...], ...]
) -> None:
    assert cycles == find_cycles(parents)


Limits = tuple[int, int | None, int | None]
LIMITS = st.tuples(st.integers(0, 9), st.none() | st.integers(0, 9), st.none() | st.integers(0, 9))


@st.composite
def drawn(draw: st.DrawFn) -> tuple[list[tuple[int | None, Limits]], list[tuple[int, Limits]]]:
    """Cohorts with a parent before them in the list, and teams with a cohort."""
    cohorts: list[tuple[int | None, Limits]] = [(None, (draw(st.integers(0, 9)), None, None))]
    for number in range(1, draw(st.integers(1, 5))):
        cohorts.append((draw(st.integers(0, number - 1)), draw(LIMITS)))
    teams = draw(
        st.lists(st.tuples(st.integers(0, len(cohorts) - 1), LIMITS), min_size=1, max_size=6)
    )
    return cohorts, teams


def amounts(limits: Limits) -> str:
    keys = ("nominalQuota", "borrowingLimit", "lendingLimit")
    return ", ".join(
        f"{key}: {value}" for key, value in zip(keys, limits, strict=True) if value is not None
    )


def built(
    cohorts: Sequence[tuple[int | None, Limits]], teams: Sequence[tuple[int, Limits]]
) -> Tree:
    written = ", ".join(
        f"c{number}: {{{'' if parent is None else f'parent: c{parent}, '}"
        f"quota: {{a100: {{gpu: {{{amounts(limits)}}}}}}}}}"
        for number, (parent, limits) in enumerate(cohorts)
    )
    return tree_of(
        written,
        {f"t{n}": f"c{cohort}: {{{amounts(limits)}}}" for n, (cohort, limits) in enumerate(teams)},
    )


@pytest.mark.property
@settings(deadline=None, max_examples=80)
@given(drawn())
def test_potential_is_what_the_definition_says(
    tree_and_teams: tuple[list[tuple[int | None, Limits]], list[tuple[int, Limits]]],
) -> None:
    cohorts, teams = tree_and_teams
    tree = built(cohorts, teams)

    def lent(total: int, lending: int | None) -> int:
        return total if lending is None else min(total, lending)

    def total(cohort: int) -> int:
        below = sum(lent(total(n), c[1][2]) for n, c in enumerate(cohorts) if c[0] == cohort)
        return (
            cohorts[cohort][1][0]
            + below
            + sum(lent(limits[0], limits[2]) for home, limits in teams if home == cohort)
        )

    def reach(subtree: int, parent: int | None, limits: Limits) -> int:
        if parent is None:
            return subtree
        kept = subtree - lent(subtree, limits[2])
        found = kept + reach(total(parent), cohorts[parent][0], cohorts[parent][1])
        return found if limits[1] is None else min(found, subtree + limits[1])

    assert [reach(limits[0], cohort, limits) for cohort, limits in teams] == [
        tree.potential(team_node(f"t{number}"), PAIR) for number in range(len(teams))
    ]


@pytest.mark.property
@settings(deadline=None, max_examples=80)
@given(drawn())
def test_the_terms_of_every_bound_add_up_to_it(
    tree_and_teams: tuple[list[tuple[int | None, Limits]], list[tuple[int, Limits]]],
) -> None:
    tree = built(*tree_and_teams)
    nodes: list[Node] = list(tree.nodes())
    bounds = [tree.explain(node, PAIR) for node in nodes]
    assert [bound.total for bound in bounds] == [
        sum(term.amount for term in bound.terms) for bound in bounds
    ]
