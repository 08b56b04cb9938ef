"""How many pods empty nodes and domains hold."""

import pytest
from tests.trees import TODAY, cluster_of, team

from kuota.lint.facts import Facts
from kuota.policy.team import PodSet

PLATFORM = """\
apiVersion: kuota/v1
kind: Platform
metadata: {name: gpu}
spec:
  targets: {kueue: {version: "0.19"}}
  topology: {levels: [example.com/rack, kubernetes.io/hostname]}
  flavors:
    a100: {nodeLabels: {pool: a100}, topology: true}
  nodes:
    - name: big
      count: 3
      labels: {pool: a100, example.com/rack: "r{index/2}", disk: ssd}
      allocatable: {nvidia.com/gpu: 8, cpu: 100, pods: 6}
    - name: small
      labels: {pool: a100, example.com/rack: r1}
      taints: [{key: old, effect: NoSchedule}]
      allocatable: {nvidia.com/gpu: 2, cpu: 100, pods: 110}
    - name: unlabelled
      labels: {pool: a100}
      allocatable: {nvidia.com/gpu: 8, cpu: 100, pods: 110}
"""


def judged(pods: str) -> tuple[Facts, PodSet]:
    spec = "quota: {a100: {nvidia.com/gpu: 1, cpu: 1}}\n"
    spec += f"gangs:\n  - name: train\n    podSets: [{pods}]"
    files = {"platform.yaml": PLATFORM, "a.yaml": team("a", spec)}
    cluster = cluster_of(files)
    return Facts(cluster, TODAY), cluster.teams[0].gangs[0].pod_sets[0]


@pytest.mark.parametrize(
    ("requests", "expected"),
    [
        ("{nvidia.com/gpu: 2}", (4, "nvidia.com/gpu")),
        ("{nvidia.com/gpu: 3, cpu: 10}", (2, "nvidia.com/gpu")),
        ("{nvidia.com/gpu: 1, cpu: 40}", (2, "cpu")),
        ("{nvidia.com/gpu: 1}", (6, "pods")),
        ("{nvidia.com/gpu: 9}", (0, "nvidia.com/gpu")),
        ("{memory: 900Gi, nvidia.com/gpu: 4}", (2, "nvidia.com/gpu")),
        ("{example.com/fpga: 1}", (0, "example.com/fpga")),
    ],
)
def test_pods_on_one_node_and_what_is_short_first(requests: str, expected: tuple[int, str]) -> None:
    facts, pods = judged(f"{{count: 20, requests: {requests}}}")
    assert expected == facts.placement.pods_on(pods, facts.cluster.nodes[0])


def test_a_domain_counts_no_node_with_a_taint_or_without_a_level() -> None:
    facts, pods = judged("{count: 20, requests: {nvidia.com/gpu: 2}}")
    sizes = facts.placement.sizes("a100", "example.com/rack", (("a100",),), pods)
    assert {("r0",): 8, ("r1",): 4} == sizes


def test_a_toleration_opens_a_node() -> None:
    facts, pods = judged(
        "{count: 20, requests: {nvidia.com/gpu: 2}, tolerations: [{key: old, operator: Exists}]}"
    )
    sizes = facts.placement.sizes("a100", "example.com/rack", (("a100",),), pods)
    assert {("r0",): 8, ("r1",): 5} == sizes


def test_a_node_selector_beyond_the_flavor_narrows_the_nodes() -> None:
    facts, pods = judged("{count: 20, requests: {nvidia.com/gpu: 2}, nodeSelector: {disk: ssd}}")
    kinds = facts.placement.shared((("a100",),), pods)
    assert [(3, "big-0")] == [(count, node.name) for count, node in kinds]
    assert 12 == facts.placement.held(kinds, pods)
