"""What is said of an expectation that is not met: the key at fault, and what was the case."""

import pytest
from tests.capacity.scenes import play, text

SCENE = """
    running:
      - {name: low, team: blue, count: 2, podSets: [{count: 8, requests: {gpu: 1}}]}
    arrivals:
      - {name: take, team: red, at: 1m, podSets: [{count: 8, requests: {gpu: 1}}],
         topology: {required: rack}}
      - {name: never, team: blue, at: 2m, podSets: [{count: 40, requests: {gpu: 1}}]}
      - {name: spare, team: green, at: 3m, podSets: [{count: 3, requests: {gpu: 1}}]}
    finish:
      - {workload: take, at: 10m}
    expect:
      - %s
"""
MET = [
    "{admitted: take, at: 1m, flavor: a100, pods: 8, level: rack, split: [8], placed: true}",
    "{pending: take, at: 1m, count: 0}",
    "{admitted: low, count: 1, at: 9m}",
    "{admitted: low}",
    "{pending: low, at: 1m, count: 1, reason: WaitingForQuota}",
    "{pending: never, reason: ExceedsMaxQuota}",
    "{evicted: low, by: take, reason: InCohortReclamation, count: 1, at: 1m}",
    "{neverEvicted: take}",
    "{maxEvictions: 1}",
    "{maxEvictions: 0, team: red}",
    "{quota: blue, at: 1m, resource: gpu, used: 8, borrowed: 0, available: 0}",
    "{quota: red, at: 0s, flavor: a100, resource: gpu, lent: 8}",
    "{share: {red: 42.1%, green: 15.8%, blue: 42.1%}, resource: gpu, at: 5m, within: 0.1%}",
    "{share: {red: 75%, green: 25%}, resource: gpu, at: 5m, within: 3%}",
    "{preemptionLoop: false}",
]
MISSED = {
    "{pending: take, at: 1m}": "take is admitted at 1m, not pending | pending: admitted",
    "{admitted: never}": "never is pending at the end, not admitted | admitted: pending",
    "{admitted: take}": "take is gone at the end, not admitted | admitted: gone",
    "{admitted: low, at: 1m}": "1 admitted of low at 1m, not 2 | admitted: 1 admitted",
    "{admitted: low, at: 1m, count: 2}": "1 admitted of low at 1m, not 2 | count: 1 admitted",
    "{admitted: take, at: 1m, flavor: spare}": (
        "take is in a100 at 1m, not in spare | flavor: in a100"
    ),
    "{admitted: take, at: 1m, pods: 4}": "take has 8 pods at 1m, not 4 | pods: 8 admitted",
    "{admitted: take, at: 1m, level: rack, split: [4, 4]}": (
        "take is split 8 at 1m, not as expected | split: 8"
    ),
    "{admitted: spare, placed: false}": (
        "spare has nodes for all pods at the end | placed: nodes for all pods"
    ),
    "{pending: never, reason: WaitingForQuota}": (
        "never waits for ExceedsMaxQuota at the end, not for WaitingForQuota"
        " | reason: ExceedsMaxQuota"
    ),
    "{evicted: take}": "take is not evicted | evicted: not evicted",
    "{evicted: low, at: 2m}": "low is not evicted at 2m | evicted: not evicted",
    "{evicted: low, by: never}": "low is evicted for take | by: evicted for take",
    "{evicted: low, reason: InClusterQueue}": (
        "low is evicted by InCohortReclamation, not by InClusterQueue | reason: InCohortReclamation"
    ),
    "{evicted: low, count: 2}": "1 evicted of low, not 2 | count: 1 evicted",
    "{neverEvicted: low}": "low-1 is evicted at 1m for take | neverEvicted: evicted at 1m",
    "{maxEvictions: 0}": "1 eviction, 0 allowed | maxEvictions: 1 eviction",
    "{maxEvictions: 0, team: blue}": ("1 eviction of blue, 0 allowed | maxEvictions: 1 eviction"),
    "{quota: blue, resource: gpu, at: 0s, borrowed: 4}": (
        "blue borrows 8 gpu at 0s, not 4 | borrowed: borrowed 8"
    ),
    "{quota: red, resource: gpu, at: 0s, lent: 0}": "red lends 8 gpu at 0s, not 0 | lent: lent 8",
    "{quota: green, resource: gpu, used: 1}": "green uses 3 gpu at the end, not 1 | used: used 3",
    "{share: {red: 50%, green: 50%}, resource: gpu, at: 5m}": (
        "the shares of gpu are red 8 and green 3 at 5m | share: not as expected for red and green"
    ),
    "{preemptionLoop: true}": "there is no loop | preemptionLoop: no loop",
}


@pytest.mark.parametrize("expectation", MET)
def test_met(expectation: str) -> None:
    assert () == play(SCENE % expectation).diagnostics


@pytest.mark.parametrize("expectation", MISSED)
def test_missed(expectation: str) -> None:
    (found,) = play(SCENE % expectation).diagnostics
    line = text(SCENE % expectation).split("\n")[found.span.start.line - 1]
    key = line[: found.span.start.column - 1].rstrip().rstrip(":").split(" ")[-1].lstrip("{")
    assert MISSED[expectation] == f"{found.headline} | {key}: {found.label}"


def test_the_note_tells_what_led_there_and_labels_who_took_part() -> None:
    (found,) = play(SCENE % "{evicted: low, by: never, at: 1m}").diagnostics
    assert (
        found.note
        == """\
0s  low (2 jobs) run (blue): 16 pods in a100 (r0 8, r1 8)
1m  take comes (red)
1m  low-1 is evicted for take: InCohortReclamation
1m  take is admitted: 8 pods in a100 (r0 8)
1m  low-1 waits: WaitingForQuota: couldn't assign flavors to pod set main: insufficient unused \
quota for gpu in flavor a100, 8 more needed"""
    )
    assert ["runs from the start", "comes here"] == [label.text for label in found.others]


def test_the_middle_of_a_long_timeline_is_left_out() -> None:
    pods = "podSets: [{count: 1, requests: {gpu: 1}}]"
    arrivals = "\n".join(f"  - {{name: j{i}, team: blue, at: {i}s, {pods}}}" for i in range(20))
    (found,) = play(f"arrivals:\n{arrivals}\nexpect: [{{admitted: j19}}]").diagnostics
    lines = found.note.split("\n")
    assert 25 == len(lines)
    assert "... 16 more ..." == lines[12]
