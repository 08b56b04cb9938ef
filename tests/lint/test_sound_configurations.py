"""What an expert would write prints nothing at all; the example breaks as it should."""

from datetime import date
from pathlib import Path

import pytest

from kuota.pipeline.model import Outcome, Request
from kuota.pipeline.stages import run

ROOT = Path(__file__).parents[2]
TODAY = date(2026, 7, 1)

HEADER = """\
apiVersion: kuota/v1
kind: Platform
metadata: {name: gpu}
spec:
  targets: {kueue: {version: "0.19"}}
"""


def team(name: str, spec: str) -> str:
    return f"apiVersion: kuota/v1\nkind: Team\nmetadata: {{name: {name}}}\nspec:\n{spec}"


def check(folder: Path, files: dict[str, str]) -> Outcome:
    (folder / "teams").mkdir()
    for name, text in files.items():
        (folder / "teams" / name).write_text(text)
    return run(Request(("teams",), folder, TODAY, debug=True))


def example() -> dict[str, str]:
    return {path.name: path.read_text() for path in sorted((ROOT / "teams").glob("*.yaml"))}


FAIR_TREE = {
    "platform.yaml": HEADER
    + """\
  kueueConfiguration: {fairSharing: {enabled: true}}
  flavors: {h100: {nodeLabels: {pool: h100}}}
  nodes:
    - name: h100
      count: 8
      labels: {pool: h100}
      allocatable: {nvidia.com/gpu: 8, cpu: 96, memory: 1Ti, pods: 110}
  cohorts:
    company: {quota: {h100: {nvidia.com/gpu: 16, cpu: 192, memory: 2Ti}}}
    research: {parent: company, fairSharing: {weight: 3}}
    product: {parent: company}
  defaults: {preemption: {reclaimWithinCohort: Any}}
""",
    "search.yaml": team(
        "search",
        "  cohort: product\n  quota: {h100: {nvidia.com/gpu: 24, cpu: 288, memory: 3Ti}}\n",
    ),
    "speech.yaml": team(
        "speech",
        "  cohort: research\n  fairSharing: {weight: 2}\n"
        "  quota: {h100: {nvidia.com/gpu: 16, cpu: 192, memory: 2Ti}}\n",
    ),
    "vision.yaml": team(
        "vision",
        "  cohort: research\n  quota: {h100: {nvidia.com/gpu: 8, cpu: 96, memory: 1Ti}}\n",
    ),
}

RESERVED_AND_SPOT = {
    "platform.yaml": HEADER
    + """\
  flavors:
    reserved: {nodeLabels: {tier: reserved}}
    spot:
      nodeLabels: {tier: spot}
      nodeTaints: [{key: example.com/spot, value: "true", effect: NoSchedule}]
    system: {}
  nodes:
    - name: reserved
      count: 2
      labels: {tier: reserved}
      allocatable: {nvidia.com/gpu: 8, cpu: 96, memory: 1Ti, pods: 110}
    - name: spot
      count: 4
      labels: {tier: spot}
      taints: [{key: example.com/spot, value: "true", effect: NoSchedule}]
      allocatable: {nvidia.com/gpu: 8, cpu: 96, memory: 1Ti, pods: 110}
""",
    "serving.yaml": team(
        "serving",
        """\
  quota:
    reserved: {nvidia.com/gpu: 16, cpu: 192, memory: 2Ti}
    spot: {nvidia.com/gpu: 32, cpu: 384, memory: 4Ti}
  flavorFungibility: {whenCanPreempt: TryNextFlavor}
  gangs:
    - name: fits-reserved
      podSets: [{count: 2, requests: {nvidia.com/gpu: 8, cpu: 64, memory: 512Gi}}]
    - name: fits-spot
      podSets:
        - count: 4
          requests: {nvidia.com/gpu: 8, cpu: 64, memory: 512Gi}
          tolerations: [{key: example.com/spot, operator: Exists}]
""",
    ),
}

CPU_ONLY = {
    "platform.yaml": HEADER + "  flavors: {default: {}}\n",
    "batch.yaml": team("batch", "  quota: {default: {cpu: 64, memory: 256Gi, pods: 500}}\n"),
}

LARGE_SHARED_POOL = {
    "platform.yaml": HEADER
    + """\
  kueueConfiguration: {excludeResourcePrefixes: [cpu, memory]}
  flavors: {b200: {nodeLabels: {pool: b200}, headroom: {nodes: 1}}}
  nodes:
    - {name: b200, count: 9, labels: {pool: b200}, allocatable: {nvidia.com/gpu: 8, pods: 110}}
  cohorts: {pool: {quota: {b200: {nvidia.com/gpu: 64}}}}
  defaults: {cohort: pool}
""",
    "one.yaml": team("one", "  quota: {b200: {nvidia.com/gpu: 0}}\n"),
    "two.yaml": team(
        "two", "  quota: {b200: {nvidia.com/gpu: {nominalQuota: 0, borrowingLimit: 32}}}\n"
    ),
}

CASES = [
    pytest.param(example(), id="the worked example"),
    pytest.param(FAIR_TREE, id="a tree of cohorts under fair sharing"),
    pytest.param(RESERVED_AND_SPOT, id="reserved and spot nodes"),
    pytest.param(CPU_ONLY, id="cpu only, without nodes and cohorts"),
    pytest.param(LARGE_SHARED_POOL, id="all quota with the cohort"),
]


@pytest.mark.parametrize("files", CASES)
def test_nothing_is_found(files: dict[str, str], tmp_path: Path) -> None:
    assert [] == [f.headline for f in check(tmp_path, files).diagnostics]


def test_one_raised_quota_of_the_example_names_places_sum_and_excess(
    tmp_path: Path,
) -> None:
    files = example()
    files["ml-nlp.yaml"] = files["ml-nlp.yaml"].replace("nominalQuota: 12", "nominalQuota: 13")
    (finding,) = check(tmp_path, files).diagnostics
    assert (
        "quotas of a100 add up to 49 nvidia.com/gpu, 1 above the capacity of 48",
        "ml-nlp 13 + ml-recsys 12 + ml-research 12 + ml-vision 12 = 49; 6 nodes x 8 = 48",
        "lower one of these quotas by 1, or correct the nodes of a100",
    ) == (finding.headline, finding.note, finding.help)
    assert "teams/ml-nlp.yaml" == finding.span.path
    assert [
        ("teams/ml-recsys.yaml", "12"),
        ("teams/ml-research.yaml", "12"),
        ("teams/ml-vision.yaml", "12"),
        ("teams/platform.yaml", "capacity declared here"),
    ] == [(other.span.path, other.text) for other in finding.others]
