"""Scenarios and the names in them: what is bound, and what is said of names that cannot be."""

from textwrap import dedent, indent

from tests.trees import findings_of, resolved, team

PLATFORM = """\
apiVersion: kuota/v1
kind: Platform
metadata: {name: gpu}
spec:
  targets: {kueue: {version: "0.19"}}
  topology: {levels: [rack, kubernetes.io/hostname]}
  flavors: {a100: {nodeLabels: {model: a100}, topology: true}}
  nodes: [{name: a100, count: 2, labels: {model: a100, rack: r0}, allocatable: {nvidia.com/gpu: 8}}]
  priorityClasses: {low: 1, high: 10}
"""
VISION = team(
    "vision",
    "quota: {a100: {nvidia.com/gpu: 8}}\n"
    "queues: [main, {name: other}]\n"
    "gangs: [{name: ddp, queue: other, priorityClass: high,"
    " podSets: [{count: 8, requests: {nvidia.com/gpu: 1}}], topology: {required: rack}}]",
)
FILES = {"platform.yaml": PLATFORM, "vision.yaml": VISION}
JOB = "podSets: [{count: 2, requests: {nvidia.com/gpu: 1}}]"


def scenario(spec: str, name: str = "test") -> str:
    body = indent(dedent(spec).strip("\n"), "  ")
    return f"apiVersion: kuota/v1\nkind: Scenario\nmetadata: {{name: {name}}}\nspec:\n{body}\n"


def said(spec: str) -> str:
    return findings_of(FILES | {"s.yaml": scenario(spec)})


def test_a_gang_keeps_its_shape_under_another_name() -> None:
    spec = f"""
        running:
          - {{name: sweep, team: vision, count: 3, runtime: 1h, priorityClass: low, {JOB}}}
        arrivals:
          - {{team: vision, gang: ddp, at: 10m}}
          - {{name: again, team: vision, gang: ddp, queue: main, priorityClass: low}}
        expect: [{{admitted: ddp}}]
    """
    result = resolved(FILES | {"s.yaml": scenario(spec)})
    assert () == result.diagnostics
    (found,) = result.policy.scenarios
    (declared,) = result.policy.clusters[0].teams[0].gangs
    sweep, ddp, again = found.loads
    assert ("gpu", "s.yaml", "test") == (found.cluster, found.file, found.name)
    assert (("sweep-1", "sweep-2", "sweep-3"), None, 3600) == (sweep.names, sweep.at, sweep.runtime)
    assert (("ddp",), 600, None) == (ddp.names, ddp.at, ddp.runtime)
    assert declared == ddp.gang
    assert ("again", "main", declared.pod_sets) == (
        again.gang.name,
        again.gang.queue,
        again.gang.pod_sets,
    )
    assert again.gang.priority_class is not None
    assert "low" == again.gang.priority_class.value


def test_every_unknown_name_is_told_with_near_ones() -> None:
    assert (
        said(f"""
            running:
              - {{name: a, team: visoin, {JOB}}}
              - {{team: vision, gang: dpd}}
              - {{name: b, team: vision, queue: mian, {JOB}}}
              - {{name: c, team: vision, priorityClass: hgih, {JOB}}}
              - {{name: d, team: vision, topology: {{required: rakc}}, {JOB}}}
              - {{name: e, team: vision, {JOB}}}
            finish: [{{workload: f, at: 1m}}]
            fail: [{{nodes: [a100-0, a100-7]}}]
            expect:
              - {{admitted: ee, flavor: a10, level: rack, split: [1]}}
              - {{evicted: e, by: x}}
              - {{quota: visio, resource: nvidia.com/gup, used: 1}}
              - {{share: {{vision: 100%, other: 0%}}, resource: nvidia.com/gpu}}
              - {{maxEvictions: 1, team: vison}}
        """)
        == UNKNOWN
    )


UNKNOWN = """\
s.yaml:6 error Q233 team visoin does not exist
    label: no such team
    help: did you mean vision?
s.yaml:7 error Q233 gang dpd does not exist
    label: no such gang
    help: did you mean ddp?
s.yaml:8 error Q233 queue mian does not exist
    label: no such queue
    help: did you mean main?
s.yaml:9 error Q233 priority class hgih does not exist
    label: no such priority class
    help: did you mean high?
s.yaml:10 error Q233 topology level rakc does not exist
    label: no such topology level
    help: did you mean rack?
s.yaml:12 error Q233 workload f does not exist
    label: no such workload
    help: known names are e
s.yaml:13 error Q233 node a100-7 does not exist
    label: no such node
    help: did you mean a100-1 or a100-0?
s.yaml:15 error Q233 workload ee does not exist
    label: no such workload
    help: did you mean e?
s.yaml:15 error Q233 flavor a10 does not exist
    label: no such flavor
    help: did you mean a100?
s.yaml:16 error Q233 workload x does not exist
    label: no such workload
    help: known names are e
s.yaml:17 error Q233 team visio does not exist
    label: no such team
    help: did you mean vision?
s.yaml:17 error Q233 resource nvidia.com/gup does not exist
    label: no such resource
    help: did you mean nvidia.com/gpu?
s.yaml:18 error Q233 team other does not exist
    label: no such team
    help: known names are vision
s.yaml:19 error Q233 team vison does not exist
    label: no such team
    help: did you mean vision?
"""


def test_copies_may_be_named_one_by_one() -> None:
    spec = f"""
        running: [{{name: a, team: vision, count: 2, {JOB}}}]
        finish: [{{workload: a-2, at: 1m}}]
        expect: [{{admitted: a-1}}, {{admitted: a, at: 0s}}]
    """
    (found,) = resolved(FILES | {"s.yaml": scenario(spec)}).policy.scenarios
    assert [("a-2",)] == [finish.names for finish in found.finishes]
    assert [("a-1",), ("a-1", "a-2")] == [each.names for each in found.expectations]


def test_two_workloads_of_one_name() -> None:
    assert (
        said(f"""
            running:
              - {{name: a, team: vision, count: 2, {JOB}}}
              - {{name: a-2, team: vision, {JOB}}}
            arrivals:
              - {{team: vision, gang: ddp}}
              - {{team: vision, gang: ddp, at: 1m}}
            expect: [{{maxEvictions: 0}}]
        """)
        == """\
s.yaml:7 error Q234 two workloads are called a-2
    label: the second one
    s.yaml:6 the first one
    help: rename one of them
s.yaml:10 error Q234 two workloads are called ddp
    label: the second one
    s.yaml:9 the first one
    help: rename one of them
"""
    )


def test_two_scenarios_of_one_name() -> None:
    text = scenario("expect: [{maxEvictions: 0}]")
    result = resolved(FILES | {"a.yaml": text, "b.yaml": text})
    assert ["a.yaml"] == [each.file for each in result.policy.scenarios]
    (found,) = result.diagnostics
    assert ("b.yaml", "Q234") == (found.span.path, found.code.number)


def test_times_before_a_workload_comes() -> None:
    assert (
        said("""
            arrivals: [{team: vision, gang: ddp, at: 10m}]
            finish: [{workload: ddp, at: 9m}]
            expect: [{admitted: ddp, at: 5m}, {admitted: ddp, at: 10m}, {pending: ddp}]
        """)
        == """\
s.yaml:6 error Q236 it ends before ddp comes
    label: too early
    s.yaml:5 comes later
    help: correct one of the two times
s.yaml:7 error Q236 it is expected before ddp comes
    label: too early
    s.yaml:5 comes later
    help: correct one of the two times
"""
    )


def test_a_scenario_chooses_among_several_clusters() -> None:
    files = FILES | {"other.yaml": PLATFORM.replace("{name: gpu}", "{name: other}")}
    chosen = scenario("cluster: other\nexpect: [{maxEvictions: 0}]", "chosen")
    unknown = scenario("cluster: othre\nexpect: [{maxEvictions: 0}]", "unknown")
    silent = scenario("expect: [{maxEvictions: 0}]", "silent")
    result = resolved(files | {"s.yaml": "---\n".join((chosen, unknown, silent))})
    assert [("chosen", "other")] == [(s.name, s.cluster) for s in result.policy.scenarios]
    told = [(each.code.number, each.headline, each.help) for each in result.diagnostics]
    silence = "scenario silent does not say which cluster it is about"
    assert [
        ("Q233", "cluster othre does not exist", "did you mean other?"),
        ("Q235", silence, "add cluster: gpu, or another"),
    ] == told


def test_nothing_is_said_twice_when_a_team_has_errors() -> None:
    files = {"platform.yaml": PLATFORM, "vision.yaml": VISION.replace("a100:", "a10:")}
    text = scenario("arrivals: [{team: vision, gang: ddp}]\nexpect: [{maxEvictions: 0}]")
    result = resolved(files | {"s.yaml": text})
    assert () == result.policy.scenarios
    assert ["Q201"] == [each.code.number for each in result.diagnostics]
