"""The numbering of domains."""

from tests.sim.tas.objects import HOST, node

from kuota.sim.tas.nodes import node_from
from kuota.sim.tas.topology_tree import TopologyTree

NODES = [
    node_from(obj)
    for obj in (
        node("c", {"cpu": "1"}, block="b1", rack="r0"),
        node("b", {"cpu": "2"}, block="b0", rack="r1"),
        node("a", {"cpu": "4"}, block="b0", rack="r1"),
        node("d", {"cpu": "8", "memory": "1"}, block="b0", rack="r0"),
    )
]


def test_domains_are_numbered_by_level_and_by_their_values() -> None:
    tree = TopologyTree(("block", "rack", HOST), NODES)
    assert [
        ("b0",),
        ("b1",),
        ("b0", "r0"),
        ("b0", "r1"),
        ("b1", "r0"),
        ("b0", "r0", "d"),
        ("b0", "r1", "a"),
        ("b0", "r1", "b"),
        ("b1", "r0", "c"),
    ] == tree.values


def test_children_are_ranges() -> None:
    tree = TopologyTree(("block", "rack", HOST), NODES)
    assert [range(2, 4), range(4, 5), range(5, 6), range(6, 8), range(8, 9)] == [
        tree.children(domain) for domain in range(5)
    ]
    assert [-1, -1, 0, 0, 1, 2, 3, 3, 4] == tree.parent


def test_a_hostname_leaf_is_named_by_the_hostname_and_assigned_by_it() -> None:
    tree = TopologyTree(("block", "rack", HOST), NODES)
    assert [(0, "d"), (1, "a"), (2, "b"), (3, "c")] == [
        (tree.leaf_index[leaf.domain_id], leaf.domain_id) for leaf in tree.leaves
    ]
    assert ((HOST,), [("d",), ("a",), ("b",), ("c",)]) == (
        tree.assignment_levels,
        tree.assignment_values,
    )


def test_without_hostname_a_leaf_sums_its_nodes_and_is_assigned_by_all_levels() -> None:
    tree = TopologyTree(("block", "rack"), NODES)
    assert [
        ("b0,r0", {"cpu": 8000, "memory": 1}),
        ("b0,r1", {"cpu": 6000}),
        ("b1,r0", {"cpu": 1000}),
    ] == [(leaf.domain_id, leaf.capacity) for leaf in tree.leaves]
    assert ("block", "rack") == tree.assignment_levels


def test_pods_outside_kueue_are_taken_off_and_may_leave_less_than_nothing() -> None:
    usage = {"a": {"cpu": 5000, "pods": 1}, "elsewhere": {"cpu": 1}}
    tree = TopologyTree((HOST,), NODES, usage)
    assert {"cpu": -1000, "pods": -1} == tree.leaves[tree.leaf_index["a"]].capacity


def test_without_nodes_there_are_levels_without_domains() -> None:
    tree = TopologyTree(("rack", HOST), [])
    assert (0, [range(0), range(0)]) == (
        tree.domain_count(),
        [tree.level_range(level) for level in (0, 1)],
    )
