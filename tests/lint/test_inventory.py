"""Nodes and what they hold, less reserve, headroom and nodes out of service."""

from tests.trees import TODAY, cluster_of, team

from kuota.lint.facts import Facts
from kuota.lint.inventory import is_accelerator, is_whole_device
from kuota.lint.wording import capacity_text

PLATFORM = """\
apiVersion: kuota/v1
kind: Platform
metadata: {name: gpu}
spec:
  targets: {kueue: {version: "0.19"}}
  flavors:
    a100: {nodeLabels: {pool: a100}, headroom: {nodes: 2}}
    any: {}
  nodes:
    - name: big
      count: 2
      labels: {pool: a100}
      allocatable: {nvidia.com/gpu: 8, cpu: 100}
      reserve: {cpu: 4}
    - name: small
      count: 3
      labels: {pool: a100}
      allocatable: {nvidia.com/gpu: 4, cpu: 200}
    - name: fenced
      labels: {pool: other}
      taints: [{key: only, value: us, effect: NoSchedule}]
      allocatable: {cpu: 10}
"""


def facts() -> Facts:
    files = {"platform.yaml": PLATFORM, "a.yaml": team("a", "quota: {a100: {cpu: 1}}")}
    return Facts(cluster_of(files), TODAY)


def test_headroom_holds_back_the_nodes_that_hold_the_most_of_each_resource() -> None:
    inventory = facts().inventory
    assert [12, 2 * 96_000 + 200_000] == [
        inventory.capacity("a100", resource).units for resource in ("nvidia.com/gpu", "cpu")
    ]


def test_the_arithmetic_of_a_capacity_is_told() -> None:
    inventory = facts().inventory
    assert [
        "2 nodes x 8 + 3 nodes x 4 - 16 headroom of 2 nodes = 12",
        "3 nodes x 200 + 2 nodes x 96 - 400 headroom of 2 nodes = 392, after each node's reserve",
    ] == [
        capacity_text(resource, inventory.capacity("a100", resource))
        for resource in ("nvidia.com/gpu", "cpu")
    ]


def test_a_flavor_without_labels_selects_what_no_unknown_taint_fences_off() -> None:
    assert ["big-0", "big-1", "small-0", "small-1", "small-2"] == [
        node.name for node in facts().inventory.nodes_of("any")
    ]


def test_a_node_knows_its_flavors() -> None:
    inventory = facts().inventory
    by_name = {node.name: inventory.flavors_of(node) for node in inventory.nodes}
    assert (("a100", "any"), ()) == (by_name["big-0"], by_name["fenced-0"])


def test_a_device_that_no_node_lists_is_absent_and_anything_else_unknown() -> None:
    inventory = facts().inventory
    resources = ("cpu", "memory", "example.com/fpga", "nvidia.com/gpu")
    assert [True, False, True, True] == [inventory.measures(resource) for resource in resources]


def test_devices_have_a_domain_and_whole_ones_are_gpus_and_tpus() -> None:
    resources = ("cpu", "hugepages-2Mi", "nvidia.com/gpu", "nvidia.com/mig-1g.5gb", "rdma/hca")
    assert [(False, False), (False, False), (True, True), (True, False), (True, False)] == [
        (is_accelerator(resource), is_whole_device(resource)) for resource in resources
    ]
