"""Situations that users of Kueue have reported, as verdicts on declared gangs."""

import pytest
from tests.capacity.clusters import GPU, HOST, RACK, facts_of, hosts, platform, verdicts

from kuota.capacity.verdict import Level, Verdict
from kuota.lint.facts import Facts

TOPOLOGY = f"topology: {{levels: [{RACK}, {HOST}]}}"
SHARED = "cohorts: {shared: {}}"


def spec(quota: int | str, count: int, requests: str, more: str = "", extra: str = "") -> str:
    return (
        f"{extra}\nquota: {{a100: {{{GPU}: {quota}}}}}\n"
        f"gangs: [{{name: g, podSets: [{{count: {count}, requests: {{{requests}}}{more}}}]}}]"
    )


def racks(*sizes: int, gpus: int = 8) -> str:
    return "".join(hosts(f"r{n}", size, gpus, rack=f"r{n}") for n, size in enumerate(sizes))


def on_racks(nodes: str, gang: str, quota: int = 1000) -> Facts:
    """A gang with a topology request, on nodes in racks."""
    own = f"quota: {{a100: {{{GPU}: {quota}}}}}\ngangs: [{{name: g, {gang}}}]"
    flavors = "{a100: {topology: true}}"
    return facts_of(platform(nodes, flavors=flavors, more=TOPOLOGY), ("red", own))


def judged(facts: Facts) -> Verdict:
    return verdicts(facts)["g"]


def by_rack(verdict: Verdict, rack_size: int) -> list[int]:
    """How many pods each rack gets, in the order of the racks' names."""
    counts: dict[str, int] = {}
    for values, count in verdict.placements[0].domains:
        rack = values[-1].partition("-")[0]
        counts[rack] = counts.get(rack, 0) + count
    assert max(counts.values()) <= rack_size
    return [counts[rack] for rack in sorted(counts)]


def pods(count: int, gpus: int = 8) -> str:
    return f"podSets: [{{count: {count}, requests: {{{GPU}: {gpus}}}}}]"


# kubernetes-sigs/kueue issue 5289
@pytest.mark.parametrize(("count", "level"), [(8, Level.REACHABLE), (9, Level.NEVER_FITS)])
def test_cohort_quota_is_added_to_that_of_its_queues(count: int, level: Level) -> None:
    more = f"cohorts: {{root: {{quota: {{a100: {{{GPU}: 4}}}}}}}}"
    facts = facts_of(
        platform(more=more),
        ("red", spec(2, count, f"{GPU}: 1", extra="cohort: root")),
        ("blue", f"cohort: root\nquota: {{a100: {{{GPU}: 2}}}}"),
    )
    assert level is judged(facts).level


# kubernetes-sigs/kueue issue 672
@pytest.mark.parametrize(("count", "level"), [(2, Level.REACHABLE), (3, Level.NEVER_FITS)])
def test_a_lending_limit_caps_what_others_reach(count: int, level: Level) -> None:
    facts = facts_of(
        platform(more=SHARED),
        ("red", spec(0, count, f"{GPU}: 1", extra="cohort: shared")),
        (
            "blue",
            f"cohort: shared\nquota: {{a100: {{{GPU}: {{nominalQuota: 10, lendingLimit: 2}}}}}}",
        ),
    )
    assert level is judged(facts).level


# kubernetes-sigs/kueue pull request 14412
def test_a_queue_of_weight_zero_that_only_borrows_is_guaranteed_nothing() -> None:
    more = f"{SHARED}\nkueueConfiguration: {{fairSharing: {{enabled: true}}}}"
    own = spec(0, 2, f"{GPU}: 1", extra="cohort: shared\nfairSharing: {weight: 0}")
    facts = facts_of(
        platform(more=more),
        ("red", own.replace("name: g,", "name: g, expect: guaranteed,")),
        ("blue", f"cohort: shared\nquota: {{a100: {{{GPU}: 4}}}}"),
    )
    assert Level.REACHABLE is judged(facts).level


# kubernetes-sigs/kueue issue 5243
def test_reclaiming_the_right_amount_on_the_wrong_nodes_is_no_guarantee() -> None:
    own = spec(8, 1, f"{GPU}: 8", extra="cohort: shared\npreemption: {reclaimWithinCohort: Any}")
    facts = facts_of(
        platform(hosts("box", 4), more=SHARED),
        ("red", own.replace("name: g,", "name: g, expect: guaranteed,")),
        ("blue", f"cohort: shared\nquota: {{a100: {{{GPU}: 24}}}}"),
    )
    found = judged(facts)
    assert (Level.AFTER_EVICTION, True) == (found.level, found.certain)


@pytest.mark.parametrize(("count", "level"), [(16, Level.REACHABLE), (18, Level.QUOTA_ONLY)])
def test_a_rack_in_service_is_smaller_than_on_paper(count: int, level: Level) -> None:
    gang = f"{pods(count)}, topology: {{required: {RACK}}}"
    assert level is judged(on_racks(racks(17, 17), gang)).level


def test_a_preferred_level_gives_lopsided_racks() -> None:
    gang = f"{pods(32)}, topology: {{preferred: {RACK}}}"
    assert [18, 14] == by_rack(judged(on_racks(racks(18, 18, 18), gang)), 18)


def test_slices_give_equal_racks() -> None:
    gang = f"{pods(32)}, topology: {{unconstrained: true, slice: {{required: {RACK}, size: 16}}}}"
    assert [16, 16] == by_rack(judged(on_racks(racks(18, 18, 18), gang)), 18)


def test_cpu_and_not_devices_can_exclude_every_node() -> None:
    nodes = f"    - {{name: box, count: 4, allocatable: {{{GPU}: 4, cpu: 100, pods: 110}}}}\n"
    facts = facts_of(platform(nodes), ("red", spec(16, 4, f"{GPU}: 4, cpu: 110")))
    assert Level.NEVER_FITS is judged(facts).level


def test_cpu_that_quota_covers_can_exclude_every_node() -> None:
    nodes = f"    - {{name: box, count: 4, allocatable: {{{GPU}: 4, cpu: 100, pods: 110}}}}\n"
    own = (
        f"quota: {{a100: {{{GPU}: 16, cpu: 1000}}}}\n"
        f"gangs: [{{name: g, podSets: [{{count: 4, requests: {{{GPU}: 4, cpu: 110}}}}]}}]"
    )
    assert Level.QUOTA_ONLY is judged(facts_of(platform(nodes), ("red", own))).level


@pytest.mark.parametrize(
    ("asked", "level"), [("required", Level.QUOTA_ONLY), ("preferred", Level.REACHABLE)]
)
def test_a_gang_that_only_two_racks_hold_together(asked: str, level: Level) -> None:
    gang = f"{pods(8)}, topology: {{{asked}: {RACK}}}"
    assert level is judged(on_racks(racks(4, 4), gang)).level


@pytest.mark.parametrize(
    ("count", "level"),
    [(8, Level.REACHABLE), (11, Level.REACHABLE), (12, Level.QUOTA_ONLY)],
)
def test_a_gang_larger_than_every_leaf_group_has_no_room(count: int, level: Level) -> None:
    nodes = racks(1, 1, 2, 2, 2, 3, 3, 3, 5, 5, 6, 6, 6, 8, 11)
    gang = f"{pods(count)}, topology: {{required: {RACK}}}"
    assert level is judged(on_racks(nodes, gang)).level


def test_partial_admission_starts_with_what_fits() -> None:
    facts = facts_of(platform(hosts("box", 1)), ("red", spec(5, 8, f"{GPU}: 1", ", minCount: 2")))
    found = judged(facts)
    placed = sum(count for _, count in found.placements[0].domains)
    assert (Level.REACHABLE, 5) == (found.level, placed)
