"""Small scenarios for tests: played on a cluster of three teams and six nodes."""

from textwrap import dedent, indent

from tests.trees import resolved, team

from kuota.capacity.scenario import Result, Stage
from kuota.capacity.timeline import text_of

PLATFORM = """\
apiVersion: kuota/v1
kind: Platform
metadata: {name: gpu}
spec:
  targets: {kueue: {version: "0.19"}}
  topology: {levels: [rack, kubernetes.io/hostname]}
  flavors:
    a100: {nodeLabels: {model: a100}, topology: true}
    spare: {nodeLabels: {model: spare}}
  nodes:
    - {name: n, count: 4, labels: {model: a100, rack: "r{index/2}"}, allocatable: {gpu: 4}}
    - {name: s, count: 2, labels: {model: spare}, allocatable: {gpu: 2}}
  cohorts: {all: {}}
  priorityClasses: {low: 1, high: 10}
  defaults:
    cohort: all
    preemption: {withinClusterQueue: LowerPriority, reclaimWithinCohort: Any}
"""
FILES = {
    "platform.yaml": PLATFORM,
    "red.yaml": team("red", "quota: {a100: {gpu: 8}}"),
    "green.yaml": team("green", "quota: {spare: {gpu: 4}}"),
    "blue.yaml": team("blue", "quota: {a100: {gpu: 8}}"),
}


def text(spec: str) -> str:
    """The file of a scenario."""
    body = indent(dedent(spec).strip("\n"), "  ")
    return f"apiVersion: kuota/v1\nkind: Scenario\nmetadata: {{name: test}}\nspec:\n{body}\n"


def play(spec: str, files: dict[str, str] | None = None) -> Result:
    """The result of a scenario with this spec."""
    found = resolved((files or FILES) | {"s.yaml": text(spec)})
    assert () == found.diagnostics
    (scenario,) = found.policy.scenarios
    return Stage(found.policy).run(scenario)


def timeline(spec: str, files: dict[str, str] | None = None) -> str:
    """What happens in a scenario, with nothing expected of it."""
    return text_of(play(f"{dedent(spec)}\nexpect: [{{maxEvictions: 1000}}]", files).timeline)
