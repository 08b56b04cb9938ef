"""Whatever happens in a scenario: the trace agrees with the simulator, and with itself."""

from collections.abc import Iterable

from hypothesis import given, settings
from hypothesis import strategies as st
from tests.capacity.scenes import play

from kuota.capacity.scenario import Result
from kuota.capacity.trace import Deed

CAPACITY = {"a100": 16, "spare": 4}
NODES = [*(f"n-{i}" for i in range(4)), "s-0", "s-1"]
ENDS_IN = {
    Deed.RUNS: "admitted",
    Deed.ADMITTED: "admitted",
    Deed.MOVED: "admitted",
    Deed.EVICTED: "pending",
    Deed.WAITS: "pending",
    Deed.FINISHED: "gone",
}
MAY_FOLLOW: dict[Deed, set[Deed | None]] = {
    Deed.RUNS: {None},
    Deed.COMES: {None},
    Deed.ADMITTED: {Deed.COMES, Deed.WAITS, Deed.EVICTED},
    Deed.MOVED: {Deed.RUNS, Deed.ADMITTED, Deed.MOVED},
    Deed.EVICTED: {Deed.RUNS, Deed.ADMITTED, Deed.MOVED},
    Deed.WAITS: {Deed.COMES, Deed.WAITS, Deed.EVICTED},
    Deed.FINISHED: {*ENDS_IN, Deed.COMES},
}

load = st.fixed_dictionaries(
    {
        "team": st.sampled_from(["red", "blue", "green"]),
        "count": st.integers(1, 3),
        "pods": st.integers(1, 5),
        "gpu": st.integers(1, 4),
        "priority": st.sampled_from(["", "priorityClass: low, ", "priorityClass: high, "]),
        "runtime": st.sampled_from(["", "runtime: 1m, ", "runtime: 7m, "]),
        "topology": st.sampled_from(["", ", topology: {required: rack}"]),
        "at": st.integers(0, 5),
        "end": st.none() | st.integers(0, 9),
    }
)
failures = st.lists(st.tuples(st.sampled_from(NODES), st.integers(0, 6)), max_size=3)


def text_of(loads: list[dict[str, object]], failing: Iterable[tuple[str, int]]) -> str:
    lines = ["arrivals:"]
    ends = []
    for number, each in enumerate(loads):
        spread = each["topology"] if each["team"] != "green" else ""
        lines.append(
            f"  - {{name: w{number}, team: {each['team']}, count: {each['count']},"
            f" at: {each['at']}m, {each['priority']}{each['runtime']}"
            f"podSets: [{{count: {each['pods']}, requests: {{gpu: {each['gpu']}}}}}]{spread}}}"
        )
        if each["end"] is not None:
            ends.append(f"  - {{workload: w{number}, at: {each['at']}m{each['end']}s}}")
    lines += ["finish:", *ends] if ends else []
    failed = [f"  - {{nodes: [{node}], at: {at}m}}" for node, at in failing]
    lines += ["fail:", *failed] if failed else []
    return "\n".join([*lines, "expect: [{maxEvictions: 1000}, {maxEvictions: 0}]"])


def last_deeds(result: Result) -> dict[str, Deed]:
    """The last thing that happened to each workload; every step must be one that can follow."""
    last: dict[str, Deed] = {}
    for event in result.trace.happenings:
        if event.deed in MAY_FOLLOW:
            assert last.get(event.who) in MAY_FOLLOW[event.deed]
            last[event.who] = event.deed
    return last


@settings(max_examples=60, deadline=None)
@given(st.lists(load, min_size=1, max_size=6), failures)
def test_the_trace_tells_what_the_simulator_holds(
    loads: list[dict[str, object]], failing: list[tuple[str, int]]
) -> None:
    result = play(text_of(loads, failing))
    if result.trace.loop:
        return
    end = result.trace.snapshots[None]
    for name, deed in last_deeds(result).items():
        status = end.statuses.get(name)
        state = "gone" if status is None else status.state
        if deed is not Deed.COMES:
            assert ENDS_IN[deed] == state


@settings(max_examples=40, deadline=None)
@given(st.lists(load, min_size=1, max_size=6), failures)
def test_no_more_is_used_than_there_is_and_evictions_add_up(
    loads: list[dict[str, object]], failing: list[tuple[str, int]]
) -> None:
    result = play(text_of(loads, failing))
    for snapshot in result.trace.snapshots.values():
        for flavor, capacity in CAPACITY.items():
            rows = [r for r in snapshot.usage if r.kind == "ClusterQueue" and r.flavor == flavor]
            assert sum(row.used for row in rows) <= capacity
    told = [event.who for event in result.trace.happenings if event.deed is Deed.EVICTED]
    if not result.trace.loop:
        for name, status in result.trace.snapshots[None].statuses.items():
            assert status.evictions == told.count(name)
    assert bool(told) == any("allowed" in each.headline for each in result.diagnostics)


@settings(max_examples=20, deadline=None)
@given(st.lists(load, min_size=1, max_size=5), failures)
def test_a_scenario_comes_out_the_same_twice(
    loads: list[dict[str, object]], failing: list[tuple[str, int]]
) -> None:
    text = text_of(loads, failing)
    assert play(text) == play(text)
