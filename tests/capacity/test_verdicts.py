"""Verdicts on gangs in small clusters, and what they rest on."""

import pytest
from tests.capacity.clusters import GPU, HOST, RACK, facts_of, hosts, platform, verdicts
from tests.trees import resolved, team

from kuota.capacity.engine import run
from kuota.capacity.judge import Budget, Judge
from kuota.capacity.verdict import Level, Verdict
from kuota.lint.engine import run as run_rules
from kuota.lint.facts import Facts

COHORT = "priorityClasses: {low: 100, high: 1000}\ncohorts: {shared: {}}"


def spec(quota: str, gang: str = "", more: str = "", cohort: str = "cohort: shared") -> str:
    gangs = f"gangs: [{{name: g, {gang}}}]" if gang else ""
    return f"{cohort}\nquota: {{a100: {{{GPU}: {{{quota}}}}}}}\n{more}\n{gangs}"


def pods(count: int, gpus: int = 1, more: str = "") -> str:
    return f"podSets: [{{count: {count}, requests: {{{GPU}: {gpus}}}{more}}}]"


def judged(facts: Facts, budget: int = 1_000_000) -> Verdict:
    return verdicts(facts, budget)["g"]


ANY = "preemption: {reclaimWithinCohort: Any}"
SURE = "expect: guaranteed, "


def test_a_gang_over_two_flavors_has_one_bound_each() -> None:
    quota = f"quota: {{od: {{{GPU}: 8}}, spot: {{{GPU}: 16}}}}\ngangs: [{{name: g, {pods(24)}}}]"
    found = judged(facts_of(platform(flavors="{od: {}, spot: {}}"), ("red", quota)))
    assert Level.NEVER_FITS is found.level
    bounds = [(each.bound.flavor, each.needed, each.bound.total) for each in found.shortages]
    assert [("od", 24, 8), ("spot", 24, 16)] == bounds


def test_quota_without_nodes_is_judged_as_quota_alone() -> None:
    facts = facts_of(
        platform(), ("red", f"quota: {{a100: {{{GPU}: 8}}}}\ngangs: [{{name: g, {pods(8)}}}]")
    )
    assert Level.REACHABLE is judged(facts).level


def test_free_devices_on_several_nodes_hold_no_larger_pod() -> None:
    nodes = hosts("n", 3, 4)
    facts = facts_of(platform(nodes, more=COHORT), ("red", spec("nominalQuota: 12", pods(1, 6))))
    found = judged(facts)
    assert (Level.QUOTA_ONLY, 1) == (found.level, found.placements[0].short)


def test_what_a_gang_in_a_flavor_without_topology_gets_is_a_place_for_each_pod() -> None:
    nodes = hosts("n", 2, 4)
    facts = facts_of(platform(nodes, more=COHORT), ("red", spec("nominalQuota: 8", pods(5))))
    assert [(("n-0",), 4), (("n-1",), 1)] == list(judged(facts).placements[0].domains)


def test_a_team_that_shares_with_nobody_is_guaranteed_without_a_load() -> None:
    facts = facts_of(platform(more=COHORT), ("red", spec("nominalQuota: 8", SURE + pods(8))))
    found = judged(facts)
    assert (Level.GUARANTEED, True, ()) == (found.level, found.alone, found.attacks)


def test_an_owner_that_reclaims_is_guaranteed_its_own() -> None:
    facts = facts_of(
        platform(more=COHORT),
        ("red", spec("nominalQuota: 8", SURE + pods(8), ANY)),
        ("blue", spec("nominalQuota: 0")),
    )
    found = judged(facts)
    assert (Level.GUARANTEED, True) == (found.level, found.certain)
    assert max(len(attack.evictions) for attack in found.attacks) == 8


@pytest.mark.parametrize(
    ("policy", "rank", "level"),
    [
        ("Never", "", Level.REACHABLE),
        ("LowerPriority", "", Level.REACHABLE),
        ("LowerPriority", "priorityClass: high, ", Level.AFTER_EVICTION),
        ("Any", "", Level.GUARANTEED),
    ],
)
def test_reclaim_decides_whether_the_owner_waits_for_the_borrower(
    policy: str, rank: str, level: Level
) -> None:
    gang = SURE + rank + pods(1)
    facts = facts_of(
        platform(more=COHORT),
        ("red", spec("nominalQuota: 8", gang, f"preemption: {{reclaimWithinCohort: {policy}}}")),
        ("blue", spec("nominalQuota: 0")),
    )
    assert level is judged(facts).level


def test_a_gang_larger_than_its_quota_has_no_right_to_evict() -> None:
    facts = facts_of(
        platform(more=COHORT),
        ("red", spec("nominalQuota: 4", SURE + pods(5), ANY)),
        ("blue", spec("nominalQuota: 4")),
    )
    found = judged(facts)
    doubt = "4 of the 5 nvidia.com/gpu of a100 that it asks are guaranteed"
    assert (Level.REACHABLE, (doubt,)) == (found.level, found.doubts)


def test_partial_admission_does_not_make_a_guarantee_of_what_is_borrowed() -> None:
    facts = facts_of(
        platform(more=COHORT),
        ("red", spec("nominalQuota: 4", SURE + pods(6, more=", minCount: 2"), ANY)),
        ("blue", spec("nominalQuota: 4")),
    )
    assert not judged(facts).certain


def test_several_podsets_with_a_choice_of_flavors_are_not_certain() -> None:
    quota = (
        f"cohort: shared\nquota: {{f1: {{{GPU}: 8}}, f2: {{{GPU}: 8}}}}\n{ANY}\n"
        f"gangs: [{{name: g, {SURE}podSets: [{{name: a, count: 2, requests: {{{GPU}: 1}}}}, "
        f"{{name: b, count: 2, requests: {{{GPU}: 1}}}}]}}]"
    )
    other = f"cohort: shared\nquota: {{f1: {{{GPU}: 0}}, f2: {{{GPU}: 0}}}}"
    facts = facts_of(
        platform(flavors="{f1: {}, f2: {}}", more=COHORT), ("red", quota), ("blue", other)
    )
    assert ("its podSets choose among flavors one by one, not together",) == judged(facts).doubts


def test_a_guarantee_in_the_second_flavor_counts() -> None:
    own = (
        f"cohort: shared\nquota: {{f1: {{{GPU}: 0}}, f2: {{{GPU}: 8}}}}\n{ANY}\n"
        f"gangs: [{{name: g, {SURE}{pods(8)}}}]"
    )
    other = f"cohort: shared\nquota: {{f1: {{{GPU}: 8}}, f2: {{{GPU}: 0}}}}"
    facts = facts_of(
        platform(flavors="{f1: {}, f2: {}}", more=COHORT), ("red", own), ("blue", other)
    )
    assert Level.GUARANTEED is judged(facts).level


def test_scattered_borrowers_keep_a_whole_node_from_a_gang_that_quota_guarantees() -> None:
    nodes = hosts("n", 4, 4, rack="r0")
    facts = facts_of(
        platform(
            nodes,
            flavors="{a100: {topology: true}}",
            more=f"{COHORT}\ntopology: {{levels: [{RACK}, {HOST}]}}",
        ),
        (
            "red",
            spec("nominalQuota: 4", SURE + pods(1, 4) + f", topology: {{required: {HOST}}}", ANY),
        ),
        ("blue", spec("nominalQuota: 12")),
    )
    found = judged(facts)
    assert (Level.AFTER_EVICTION, True) == (found.level, found.certain)


def test_without_a_budget_no_load_is_tried() -> None:
    facts = facts_of(
        platform(more=COHORT),
        ("red", spec("nominalQuota: 8", SURE + pods(8), ANY)),
        ("blue", spec("nominalQuota: 0")),
    )
    found = judged(facts, 0)
    assert (Level.GUARANTEED, ()) == (found.level, found.attacks)


def test_equal_input_gives_equal_verdicts() -> None:
    def once() -> tuple[Verdict, ...]:
        facts = facts_of(
            platform(hosts("n", 2), more=COHORT),
            ("red", spec("nominalQuota: 8", SURE + pods(8), ANY)),
            ("blue", spec("nominalQuota: 8")),
        )
        return Judge(facts, Budget(100_000)).verdicts()

    assert once() == once()


def headlines(files: dict[str, str], *, sound: bool = True) -> list[str]:
    """The findings about gangs of a whole run."""
    policy = resolved(files, sound=sound).policy
    rules = run_rules(policy)
    return [found.headline for found in run(policy, 10, rules).diagnostics]


def whole_node(quota: int, blue: int) -> dict[str, str]:
    """A gang on one whole node of four, between borrowers."""
    own = spec(
        f"nominalQuota: {quota}",
        SURE + pods(1, 4) + f", topology: {{required: {HOST}}}",
        ANY,
    )
    more = f"{COHORT}\ntopology: {{levels: [{RACK}, {HOST}]}}"
    nodes = hosts("box", 4, 4, rack="r0")
    return {
        "platform.yaml": platform(nodes, flavors="{a100: {topology: true}}", more=more),
        "red.yaml": team("red", own),
        "blue.yaml": team("blue", spec(f"nominalQuota: {blue}")),
    }


def test_a_lack_of_room_is_found() -> None:
    assert ["gang g of red is AfterEviction, not Guaranteed"] == headlines(whole_node(4, 12))


def test_a_lack_of_room_is_not_told_where_quota_exceeds_the_nodes() -> None:
    assert [] == headlines(whole_node(4, 13))


def test_nothing_is_said_while_a_team_cannot_be_read() -> None:
    files = whole_node(4, 12)
    files["blue.yaml"] = files["blue.yaml"].replace("nominalQuota: 12", "nominalQuota: 12.5")
    assert [] == headlines(files, sound=False)


def test_without_an_inventory_a_topology_cannot_lack_room() -> None:
    files = whole_node(4, 12)
    files["platform.yaml"] = platform(
        flavors="{a100: {topology: true}}",
        more=f"{COHORT}\ntopology: {{levels: [{RACK}, {HOST}]}}",
    )
    assert [] == headlines(files)
