"""What a team is guaranteed of its quota, and the rule that says so."""

import pytest
from tests.capacity.clusters import GPU, facts_of, platform

from kuota.capacity.guarantee import Ground, Guarantees
from kuota.lint.facts import Facts

PAIR = ("a100", GPU)
CLASSES = "priorityClasses: {low: 100, high: 1000}"
COHORT = f"{CLASSES}\ncohorts: {{shared: {{}}}}"


def spec(quota: str = "nominalQuota: 8", more: str = "", cohort: str = "shared") -> str:
    return f"cohort: {cohort}\nquota: {{a100: {{{GPU}: {{{quota}}}}}}}\n{more}"


def guaranteed(facts: Facts, priority: int | None = None) -> tuple[int, Ground]:
    found = Guarantees(facts).of(facts.teams["red"], PAIR, priority)
    assert found is not None
    return found.units, found.ground


def reclaim(policy: str) -> str:
    return f"preemption: {{reclaimWithinCohort: {policy}}}"


@pytest.mark.parametrize(
    ("quota", "more", "expected"),
    [
        ("nominalQuota: 8", reclaim("Any"), (8, Ground.RECLAIM_ANY)),
        ("nominalQuota: 8", "", (0, Ground.NO_RECLAIM)),
        ("nominalQuota: 8, lendingLimit: 3", "", (5, Ground.NO_RECLAIM)),
        ("nominalQuota: 8, lendingLimit: 0", "", (8, Ground.KEPT)),
        ("nominalQuota: 8", reclaim("LowerPriority"), (0, Ground.RECLAIM_TIED)),
        ("nominalQuota: 8", f"{reclaim('Any')}\nstopPolicy: Hold", (0, Ground.STOPPED)),
    ],
)
def test_the_rules_of_reclaim_decide(quota: str, more: str, expected: tuple[int, Ground]) -> None:
    facts = facts_of(platform(more=COHORT), ("red", spec(quota, more)), ("blue", spec()))
    assert expected == guaranteed(facts)


def test_without_a_cohort_all_of_it() -> None:
    facts = facts_of(platform(), ("red", f"quota: {{a100: {{{GPU}: 8}}}}"))
    assert (8, Ground.ALONE) == guaranteed(facts)


def test_all_of_it_where_nobody_may_borrow() -> None:
    others = spec("nominalQuota: 8, borrowingLimit: 0")
    facts = facts_of(platform(more=COHORT), ("red", spec()), ("blue", others))
    assert (8, Ground.NOBODY_BORROWS) == guaranteed(facts)


def test_lower_priority_is_enough_above_all_classes_of_the_others() -> None:
    rules = f"{COHORT}\nrules: {{priorityClasses: {{high: {{teams: [red]}}}}}}"
    own = spec(more=reclaim("LowerPriority"))
    facts = facts_of(platform(more=rules), ("red", own), ("blue", spec()))
    assert (8, Ground.RECLAIM_HIGHER) == guaranteed(facts)


def test_a_workload_of_low_priority_is_guaranteed_less_than_the_highest_of_its_team() -> None:
    rules = f"{COHORT}\nrules: {{priorityClasses: {{high: {{teams: [red]}}}}}}"
    own = spec(more=reclaim("LowerPriority"))
    facts = facts_of(platform(more=rules), ("red", own), ("blue", spec()))
    assert (0, Ground.RECLAIM_TIED) == guaranteed(facts, 100)


STRICT = "queueingStrategy: StrictFIFO"


@pytest.mark.parametrize(
    ("others", "expected"),
    [
        (STRICT, (0, Ground.HELD_BACK)),
        (f"{STRICT}\n{reclaim('Any')}", (8, Ground.RECLAIM_ANY)),
    ],
)
def test_a_strict_queue_that_cannot_always_reclaim_holds_quota_back(
    others: str, expected: tuple[int, Ground]
) -> None:
    facts = facts_of(
        platform(more=COHORT),
        ("red", spec(more=reclaim("Any"))),
        ("blue", spec(more=others)),
        ("green", spec("nominalQuota: 0")),
    )
    assert expected == guaranteed(facts)


def test_a_strict_queue_that_nobody_else_borrows_from_holds_nothing_back() -> None:
    facts = facts_of(
        platform(more=COHORT), ("red", spec(more=reclaim("Any"))), ("blue", spec(more=STRICT))
    )
    assert (8, Ground.RECLAIM_ANY) == guaranteed(facts)


def test_a_strict_queue_of_lower_priority_holds_nothing_back() -> None:
    rules = f"{COHORT}\nrules: {{priorityClasses: {{high: {{teams: [red]}}}}}}"
    facts = facts_of(
        platform(more=rules),
        ("red", spec(more=reclaim("Any"))),
        ("blue", spec(more=STRICT)),
        ("green", spec("nominalQuota: 0")),
    )
    assert (8, Ground.RECLAIM_ANY) == guaranteed(facts, 1000)


def test_under_fair_sharing_a_queue_below_another_cohort_is_guaranteed_what_it_keeps() -> None:
    more = (
        f"{CLASSES}\ncohorts: {{root: {{}}, shared: {{parent: root}}}}\n"
        "kueueConfiguration: {fairSharing: {enabled: true}}"
    )
    own = spec("nominalQuota: 8, lendingLimit: 6", reclaim("Any"))
    facts = facts_of(platform(more=more), ("red", own), ("blue", spec(cohort="root")))
    assert (2, Ground.SHARES_COMPARED) == guaranteed(facts)


def test_under_fair_sharing_a_queue_at_the_top_gets_its_quota_back() -> None:
    more = f"{COHORT}\nkueueConfiguration: {{fairSharing: {{enabled: true}}}}"
    own = spec(more=f"{reclaim('Any')}\nfairSharing: {{weight: 0}}")
    facts = facts_of(platform(more=more), ("red", own), ("blue", spec()))
    assert (8, Ground.RECLAIM_ANY) == guaranteed(facts)
