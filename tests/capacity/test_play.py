"""What happens in a scenario, and when."""

import pytest
from tests.capacity.scenes import play, timeline
from tests.trees import team

ONE = "podSets: [{count: 1, requests: {gpu: 1}}]"
FOUR = "podSets: [{count: 1, requests: {gpu: 4}}]"
EIGHT = "podSets: [{count: 8, requests: {gpu: 1}}]"
SPARE = "podSets: [{count: 1, requests: {gpu: %d}}]"


def test_workloads_end_before_others_come_at_the_same_time() -> None:
    assert (
        timeline(f"""
            running: [{{name: a, team: red, priorityClass: high, {EIGHT}}}]
            arrivals:
              - {{name: b, team: blue, at: 5m, {EIGHT}}}
              - {{name: c, team: red, at: 5m, {EIGHT}}}
            finish: [{{workload: a, at: 5m}}]
        """)
        == """\
0s  a runs (red): 8 pods in a100 (r0 8)
5m  a finishes
5m  b comes (blue)
5m  c comes (red)
5m  b is admitted: 8 pods in a100 (r0 8)
5m  c is admitted: 8 pods in a100 (r1 8)"""
    )


def test_a_runtime_counts_from_the_admission_and_begins_anew_after_an_eviction() -> None:
    assert (
        timeline(f"""
            running: [{{name: a, team: blue, count: 2, runtime: 10m, {EIGHT}}}]
            arrivals: [{{name: b, team: red, at: 4m, runtime: 1m30s, {EIGHT}}}]
        """)
        == """\
    0s  a (2 jobs) run (blue): 16 pods in a100 (r0 8, r1 8)
    4m  b comes (red)
    4m  a-1 is evicted for b: InCohortReclamation
    4m  b is admitted: 8 pods in a100 (r0 8)
    4m  a-1 waits: WaitingForQuota: couldn't assign flavors to pod set main: insufficient unused \
quota for gpu in flavor a100, 8 more needed
 5m30s  b finishes
 5m30s  a-1 is admitted: 8 pods in a100 (r0 8)
   10m  a-2 finishes
15m30s  a-1 finishes"""
    )


def test_the_file_order_decides_among_those_that_come_at_once() -> None:
    told = timeline(
        f"arrivals: [{{name: z, team: blue, {EIGHT}}}, {{name: a, team: blue, {EIGHT}}}, "
        f"{{name: m, team: blue, {EIGHT}}}]"
    )
    admitted = [line.split()[1] for line in told.splitlines() if "is admitted" in line]
    assert ["z", "a"] == admitted


def test_pods_move_when_a_node_goes_down() -> None:
    assert (
        timeline(f"""
            running: [{{name: a, team: red, {FOUR}}}]
            fail: [{{nodes: [n-0], at: 1m}}]
        """)
        == """\
  0s  a runs (red): 1 pod in a100 (r0 1)
  1m  n-0 goes down
1m1s  a is moved to other nodes: 1 pod in a100 (r0 1)"""
    )


def test_nodes_that_are_down_from_the_start_take_nothing() -> None:
    told = timeline(f"""
        fail: [{{nodes: [n-0, n-1, n-2]}}]
        arrivals: [{{name: a, team: red, count: 2, {FOUR}}}]
    """)
    assert "a-1 is admitted: 1 pod in a100 (r1 1)" in told
    assert "a-2 is admitted" not in told


@pytest.mark.parametrize(("gpus", "short"), [(2, 0), (3, 1)])
def test_pods_without_a_topology_look_for_a_node_themselves(gpus: int, short: int) -> None:
    result = play(f"""
        arrivals: [{{name: a, team: green, {SPARE % gpus}}}]
        expect: [{{admitted: a, flavor: spare, placed: {"false" if short else "true"}}}]
    """)
    assert result.ok
    assert {"a": short} == dict(result.trace.snapshots[None].unplaced)


def test_a_pod_without_a_node_gets_one_when_another_ends() -> None:
    assert play(f"""
        running: [{{name: a, team: green, {SPARE % 1}}}, {{name: b, team: green, {SPARE % 1}}}]
        arrivals: [{{name: c, team: green, at: 1m, {SPARE % 2}}}]
        finish: [{{workload: a, at: 2m}}]
        expect: [{{admitted: c, at: 1m, placed: false}}, {{admitted: c, at: 2m, placed: true}}]
    """).ok


def test_pods_on_a_node_that_goes_down_look_for_another() -> None:
    assert play(f"""
        running: [{{name: a, team: green, {SPARE % 2}}}, {{name: b, team: green, {SPARE % 1}}}]
        fail: [{{nodes: [s-0], at: 1m}}]
        expect: [{{admitted: a, at: 0s, placed: true}}, {{admitted: a, at: 1m, placed: false}},
                 {{admitted: b, at: 1m, placed: true}}]
    """).ok


def test_a_workload_that_cannot_run_from_the_start_ends_the_scenario() -> None:
    result = play(f"""
        running: [{{name: a, team: blue, count: 3, {EIGHT}}}]
        arrivals: [{{name: b, team: red, at: 1m, {ONE}}}]
        expect: [{{admitted: b}}, {{maxEvictions: 0}}]
    """)
    (found,) = result.diagnostics
    assert ("Q731", "1 of 3 a of blue cannot run when test begins") == (
        found.code.number,
        found.headline,
    )
    assert found.note.startswith("WaitingForQuota: couldn't assign flavors to pod set main")
    assert 2 == result.missed
    assert not any(event.who == "b" for event in result.trace.happenings)


def test_a_workload_that_another_evicts_cannot_run_from_the_start() -> None:
    result = play(f"""
        running: [{{name: a, team: blue, count: 2, {EIGHT}}}, {{name: b, team: red, {EIGHT}}}]
        expect: [{{admitted: b}}]
    """)
    assert ["1 of 2 a of blue cannot run when test begins"] == [
        each.headline for each in result.diagnostics
    ]


def test_a_preemption_loop_that_nobody_expects_fails_the_scenario() -> None:
    unexpected = play(CIRCLE % "{maxEvictions: 100}", LOOPING)
    assert ["Q732"] == [each.code.number for each in unexpected.diagnostics]
    assert "guest, large, small evict each other for ever" in unexpected.diagnostics[0].note
    denied = play(CIRCLE % "{preemptionLoop: false}", LOOPING)
    assert ["Q732"] == [each.code.number for each in denied.diagnostics]
    expected = play(CIRCLE % "{preemptionLoop: true}, {admitted: guest}", LOOPING)
    assert ["the cluster never settles, so admitted cannot be judged"] == [
        each.headline for each in expected.diagnostics
    ]


LOOPING = {
    "platform.yaml": """\
apiVersion: kuota/v1
kind: Platform
metadata: {name: gpu}
spec:
  targets: {kueue: {version: "0.19"}}
  flavors: {d: {}}
  priorityClasses: {low: 1, high: 500, top: 1000}
  defaults: {cohort: all}
""",
    "owner.yaml": team(
        "owner",
        "quota: {d: {cpu: 6, gpu: 8}}\n"
        "preemption: {withinClusterQueue: LowerPriority, reclaimWithinCohort: Any}",
    ),
    "other.yaml": team("other", "quota: {d: {cpu: 0, gpu: 12}}\nqueueingStrategy: StrictFIFO"),
}
CIRCLE = """
    arrivals:
      - name: large
        team: owner
        priorityClass: high
        podSets: [{count: 1, requests: {cpu: 4, gpu: 16}}]
      - name: small
        team: owner
        priorityClass: low
        podSets: [{count: 1, requests: {cpu: 4}}]
      - name: guest
        team: other
        priorityClass: top
        podSets: [{count: 1, requests: {cpu: 4}}]
    expect: [%s]
"""
"""small reclaims from guest, large evicts small and has to borrow, and guest comes first again."""


def test_a_scenario_comes_out_the_same_every_time() -> None:
    spec = f"""
        running: [{{name: a, team: blue, count: 2, {EIGHT}}}]
        arrivals: [{{name: b, team: red, count: 8, at: 1m, {ONE}}}]
        expect: [{{maxEvictions: 1}}]
    """
    assert play(spec) == play(spec)
