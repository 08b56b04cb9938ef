"""The inventory: written nodes, and what kubectl prints."""

from tests.trees import PLATFORM, cluster_of, findings_of, resolved

from kuota.policy.resolve.nodes import inventory_path

NODES = """\
  nodes:
    - name: gpu
      count: 5
      labels: {rack: "r{index/2}", slot: "{index%2}", kind: plain}
      taints: [{key: gpu, value: present, effect: NoSchedule}]
      allocatable: {nvidia.com/gpu: 8, cpu: 120, memory: 960Gi}
      reserve: {cpu: 4}
"""
KUBECTL = """\
apiVersion: v1
kind: List
items:
- apiVersion: v1
  kind: Node
  metadata:
    name: worker-1
    labels: {kubernetes.io/hostname: worker-1, gpu: a100}
  spec:
    taints:
    - {effect: NoSchedule, key: gpu}
  status:
    allocatable: {cpu: 127500m, memory: 990Gi, nvidia.com/gpu: "8"}
    conditions:
    - {type: MemoryPressure, status: "False"}
    - {type: Ready, status: "True"}
- apiVersion: v1
  kind: Node
  metadata: {name: worker-2}
  spec: {unschedulable: true}
  status:
    allocatable: {cpu: 127500m}
    conditions:
    - {type: Ready, status: Unknown}
"""
FROM = PLATFORM + "  nodesFrom: inventory/nodes.yaml\n"


def test_a_group_of_nodes_is_counted_out() -> None:
    nodes = cluster_of({"p.yaml": PLATFORM + NODES}).nodes
    assert [
        ("gpu-0", "r0", "0", "gpu-0"),
        ("gpu-1", "r0", "1", "gpu-1"),
        ("gpu-2", "r1", "0", "gpu-2"),
        ("gpu-3", "r1", "1", "gpu-3"),
        ("gpu-4", "r2", "0", "gpu-4"),
    ] == [
        (
            node.name,
            node.labels["rack"],
            node.labels["slot"],
            node.labels["kubernetes.io/hostname"],
        )
        for node in nodes
    ]


def test_a_node_has_what_its_group_says() -> None:
    node = cluster_of({"p.yaml": PLATFORM + NODES}).nodes[3]
    assert [("gpu", "present", "NoSchedule")] == [
        (taint.key, taint.value, taint.effect) for taint in node.taints
    ]
    assert {"nvidia.com/gpu": 8, "cpu": 120_000, "memory": 960 * 2**30} == {
        resource: amount.units for resource, amount in node.allocatable.items()
    }
    assert {"cpu": 4000} == {resource: amount.units for resource, amount in node.reserve.items()}
    assert ("p.yaml", 8) == (node.origin.span.path, node.origin.span.start.line)


def test_a_node_that_the_inventory_has_twice() -> None:
    text = "kind: Node\nmetadata: {name: a}\n---\n" * 2
    result = resolved({"p.yaml": FROM}, inventories={"inventory/nodes.yaml": text})
    assert [("node a is in the inventory twice", 5)] == [
        (finding.headline, finding.span.start.line) for finding in result.diagnostics
    ]
    assert ["a"] == [node.name for node in result.policy.clusters[0].nodes]


def test_nodes_out_of_kubectl() -> None:
    result = resolved({"t/p.yaml": FROM}, inventories={"t/inventory/nodes.yaml": KUBECTL})
    assert () == result.diagnostics
    first, second = result.policy.clusters[0].nodes
    assert ("worker-1", {"kubernetes.io/hostname": "worker-1", "gpu": "a100"}, True, False) == (
        first.name,
        first.labels,
        first.ready,
        first.unschedulable,
    )
    assert {"cpu": 127_500, "memory": 990 * 2**30, "nvidia.com/gpu": 8} == {
        resource: amount.units for resource, amount in first.allocatable.items()
    }
    assert [("gpu", "", "NoSchedule")] == [
        (taint.key, taint.value, taint.effect) for taint in first.taints
    ]
    assert ("worker-2", False, True) == (second.name, second.ready, second.unschedulable)
    assert ("t/inventory/nodes.yaml", 7) == (first.origin.span.path, first.origin.span.start.line)


def test_single_nodes_in_documents_of_their_own() -> None:
    text = "kind: Node\nmetadata: {name: a}\n---\nkind: Node\nmetadata: {name: b}\n"
    result = resolved({"p.yaml": FROM}, inventories={"inventory/nodes.yaml": text})
    assert ["a", "b"] == [node.name for node in result.policy.clusters[0].nodes]


def test_an_inventory_that_was_not_found() -> None:
    assert (
        "p.yaml:7 error Q226 inventory inventory/nodes.yaml cannot be read\n"
        "    label: no such file, or not readable\n"
        "    help: save the output of `kubectl get nodes -o yaml` there\n"
    ) == findings_of({"p.yaml": FROM})


def test_an_inventory_of_something_else() -> None:
    text = "kind: PodList\nitems: []\n---\nkind: Node\nmetadata: {labels: {}}\n---\n"
    text += "kind: Node\nmetadata: {name: a}\nstatus: {allocatable: {cpu: lots}}\n"
    result = resolved({"p.yaml": FROM}, inventories={"inventory/nodes.yaml": text})
    assert [
        "expected nodes, found kind PodList",
        "a node without a name",
        "cpu of a node is lots, no amount",
    ] == [finding.headline for finding in result.diagnostics]


def test_an_inventory_stays_in_the_folder_of_its_platform() -> None:
    assert {
        "nodes.yaml": "teams/nodes.yaml",
        "a/../nodes.yaml": "teams/nodes.yaml",
        "./a//b.yaml": "teams/a/b.yaml",
        "../secret.yaml": None,
        "a/../../x": None,
        "/etc/passwd": None,
        "..": None,
        "a\\..\\..\\x": None,
    } == {
        written: inventory_path("teams/platform.yaml", written)
        for written in (
            "nodes.yaml",
            "a/../nodes.yaml",
            "./a//b.yaml",
            "../secret.yaml",
            "a/../../x",
            "/etc/passwd",
            "..",
            "a\\..\\..\\x",
        )
    }


def test_an_inventory_outside_of_the_folder_is_told() -> None:
    platform = PLATFORM + "  nodesFrom: ../../etc/passwd\n"
    assert "Q225 inventory ../../etc/passwd is not in" in findings_of({"p.yaml": platform})
