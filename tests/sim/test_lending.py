"""Who borrows what from whom, by flavor, resource and node of the tree."""

import pytest
from tests.sim.kueue_objects import (
    Object,
    cluster_queue,
    flavor,
    local_queue,
    pod_set,
    quotas,
    workload,
)

from kuota.quantity import UNLIMITED
from kuota.sim.lending import QuotaUse
from kuota.sim.simulator import Simulator


def cohort(name: str, parent: str = "", cpu: str = "") -> Object:
    """A cohort, perhaps with quota of its own."""
    spec: Object = {"parentName": parent} if parent else {}
    if cpu:
        spec["resourceGroups"] = [
            {"coveredResources": ["cpu"], "flavors": [quotas("default", cpu=cpu)]}
        ]
    return {"kind": "Cohort", "metadata": {"name": name}, "spec": spec}


def used(objects: list[Object], **cpus: int) -> dict[str, QuotaUse]:
    """The uses by node when each queue named runs workloads of so many CPUs together."""
    queues = [obj for obj in objects if obj["kind"] == "ClusterQueue"]
    local = [local_queue(queue["metadata"]["name"], queue["metadata"]["name"]) for queue in queues]
    workloads = [
        workload(name, pod_set(count=count, cpu="1"), queue=name) for name, count in cpus.items()
    ]
    cluster = Simulator([flavor("default"), *objects, *local], workloads)
    cluster.schedule()
    assert all(status.state == "admitted" for status in cluster.workloads().values())
    return {use.node: use for use in cluster.usage()}


def amounts(uses: dict[str, QuotaUse], *names: str) -> list[tuple[int, int]]:
    """Borrowed and lent CPUs of these nodes."""
    return [(uses[name].borrowed // 1000, uses[name].lent // 1000) for name in names]


def queue(name: str, cpu: str, within: str = "all") -> Object:
    """A ClusterQueue of one flavor in a cohort."""
    return cluster_queue(name, [quotas("default", cpu=cpu)], cohortName=within)


def test_what_one_borrows_the_other_has_lent() -> None:
    uses = used([queue("one", "4"), queue("two", "4")], one=6)
    assert amounts(uses, "all", "one", "two") == [(0, 0), (2, 0), (0, 2)]
    assert uses["one"].cohort == "all"
    assert uses["one"].flavor == "default"
    assert uses["one"].resource == "cpu"
    assert uses["two"].available == 2000
    assert uses["two"].potential == 8000
    assert uses["all"].subtree_quota == 8000


def test_several_lenders_give_in_proportion_to_what_they_leave_unused() -> None:
    uses = used([queue("one", "0"), queue("two", "8"), queue("three", "4")], one=6)
    assert amounts(uses, "one", "two", "three") == [(6, 0), (0, 4), (0, 2)]


def test_what_a_lender_uses_itself_it_does_not_lend() -> None:
    uses = used([queue("one", "0"), queue("two", "8"), queue("three", "4")], one=4, two=8)
    assert amounts(uses, "one", "two", "three") == [(4, 0), (0, 0), (0, 4)]


def test_what_a_lender_holds_back_it_does_not_lend() -> None:
    uses = used([queue("one", "0"), queue("two", "8 lend 2"), queue("three", "8")], one=10)
    assert amounts(uses, "one", "two", "three") == [(10, 0), (0, 2), (0, 8)]


def test_a_cohort_gives_its_own_quota_first() -> None:
    objects = [cohort("all", cpu="3"), queue("one", "1"), queue("two", "4")]
    assert amounts(used(objects, one=4), "all", "one", "two") == [(0, 0), (3, 0), (0, 0)]
    assert amounts(used(objects, one=5), "all", "one", "two") == [(0, 0), (4, 0), (0, 1)]


def test_quota_of_another_branch_is_borrowed_at_each_level() -> None:
    objects = [
        cohort("root"),
        cohort("left", "root"),
        cohort("right", "root"),
        queue("one", "1", "left"),
        queue("two", "4", "right"),
    ]
    uses = used(objects, one=3)
    assert amounts(uses, "root", "left", "one") == [(0, 0), (2, 0), (2, 0)]
    assert amounts(uses, "right", "two") == [(0, 2), (0, 2)]


def test_a_branch_uses_its_own_before_it_borrows() -> None:
    objects = [
        cohort("root"),
        cohort("left", "root"),
        cohort("right", "root"),
        queue("one", "1", "left"),
        queue("near", "4", "left"),
        queue("far", "4", "right"),
    ]
    assert amounts(used(objects, one=4), "left", "near", "far") == [(0, 0), (0, 3), (0, 0)]
    assert amounts(used(objects, one=6), "left", "near", "far") == [(1, 0), (0, 4), (0, 1)]


@pytest.mark.parametrize("running", [0, 2])
def test_a_queue_without_a_cohort_neither_borrows_nor_lends(running: int) -> None:
    alone = cluster_queue("one", [quotas("default", cpu="4")])
    uses = used([alone], **({"one": running} if running else {}))
    assert amounts(uses, "one") == [(0, 0)]
    assert uses["one"].cohort == ""
    assert uses["one"].used == 1000 * running
    assert uses["one"].available == 4000 - 1000 * running


def test_quota_without_bound_is_told_as_such() -> None:
    huge = str(UNLIMITED)
    uses = used([queue("one", huge), queue("two", "1")], two=3)
    assert uses["one"].nominal == UNLIMITED
    assert uses["two"].available == UNLIMITED
    assert uses["all"].subtree_quota == UNLIMITED
    assert amounts(uses, "two") == [(2, 0)]


def test_nodes_come_after_those_above_them() -> None:
    objects = [cohort("root"), cohort("a", "root"), queue("one", "1", "a"), queue("z", "1", "root")]
    assert list(used(objects)) == ["root", "a", "one", "z"]
