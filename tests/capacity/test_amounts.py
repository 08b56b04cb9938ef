"""What teams have, lend and reach of each resource."""

from tests.capacity.clusters import GPU, facts_of, platform

from kuota.capacity.amounts import amounts

COHORTS = "cohorts: {root: {quota: {a100: {nvidia.com/gpu: 2}}}, shared: {parent: root}}"


def spec(quota: str, cohort: str = "shared") -> str:
    return f"cohort: {cohort}\nquota: {{a100: {{{GPU}: {{{quota}}}}}}}"


def test_amounts_follow_from_the_tree_and_say_who_lends() -> None:
    facts = facts_of(
        platform(more=COHORTS),
        ("red", spec("nominalQuota: 4, lendingLimit: 3")),
        ("blue", spec("nominalQuota: 6")),
        ("green", spec("nominalQuota: 5, lendingLimit: 1", "root")),
    )
    rows = {row.team: row for row in amounts(facts)}
    red = rows["red"]
    assert (4, 1, 3, 13, 9) == (
        red.nominal,
        red.kept,
        red.lendable,
        red.reachable.total,
        red.borrowable,
    )
    assert (("blue", 6), ("cohort root", 3)) == red.lenders


def test_reach_ends_at_the_borrowing_limit() -> None:
    facts = facts_of(
        platform(more=COHORTS),
        ("red", spec("nominalQuota: 4, borrowingLimit: 1")),
        ("blue", spec("nominalQuota: 6")),
    )
    red = next(row for row in amounts(facts) if row.team == "red")
    assert ("4 + 1 = 5", 1) == (red.reachable.sum_text(), red.borrowable)


def test_without_a_cohort_nothing_is_lent_and_nobody_lends() -> None:
    facts = facts_of(platform(), ("red", f"quota: {{a100: {{{GPU}: 4}}}}"))
    (red,) = amounts(facts)
    assert (4, 4, 0, ()) == (red.reachable.total, red.kept, red.lendable, red.lenders)
