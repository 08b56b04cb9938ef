"""Shares of a cohort tree: what a node borrows, relative to what there is and to its weight."""

import math
from itertools import pairwise
from typing import Any

import pytest
from tests.sim.kueue_objects import (
    Object,
    assigned,
    cluster_queue,
    flavor,
    pod_set,
    quotas,
    workload,
)

from kuota.sim.cohort import QuotaNode
from kuota.sim.fair_sharing import (
    NEGATIVE,
    DominantResourceShare,
    compare,
    dominant_resource_share,
)
from kuota.sim.simulator import Simulator


def queue(name: str, within: str = "all", weight: str = "1", **amounts: str) -> Object:
    """A ClusterQueue of one flavor with a weight."""
    return cluster_queue(
        name, [quotas("default", **amounts)], cohortName=within, fairSharing={"weight": weight}
    )


def running(name: str, queue_name: str, **amounts: Any) -> Object:
    """A workload that holds so much already."""
    status = {
        "admission": {
            "clusterQueue": queue_name,
            "podSetAssignments": [assigned(**amounts)],
        },
        "conditions": [
            {"type": kind, "status": "True", "lastTransitionTime": "2026-01-01T00:00:00Z"}
            for kind in ("QuotaReserved", "Admitted")
        ],
    }
    return workload(name, pod_set(**amounts), queue=queue_name, status=status)


def node(objects: list[Object], name: str, *workloads: Object) -> QuotaNode:
    """A node of the tree, with these workloads running in it."""
    cluster = Simulator([flavor("default"), *objects], workloads).cluster
    queue = cluster.cluster_queues.get(name)
    return cluster.cohorts[name] if queue is None else queue


@pytest.mark.parametrize(
    ("used", "ratio"),
    [("0", 0.0), ("4", 0.0), ("5", 100.0), ("6", 200.0), ("10", 600.0)],
)
def test_the_share_is_what_is_borrowed_of_what_there_is(used: str, ratio: float) -> None:
    objects = [queue("one", cpu="4"), queue("two", cpu="6")]
    share = dominant_resource_share(node(objects, "one", running("w", "one", cpu=used)))
    assert share.unweighted_ratio == ratio
    assert share.precise_weighted_share() == ratio
    assert share.borrowing == (ratio > 0)


def test_the_dominant_resource_is_the_one_with_the_largest_ratio() -> None:
    objects = [queue("one", cpu="0", gpu="0"), queue("two", cpu="100", gpu="4")]
    share = dominant_resource_share(node(objects, "one", running("w", "one", cpu="50", gpu="3")))
    assert (share.dominant_resource, share.unweighted_ratio) == ("nvidia.com/gpu", 750.0)


def test_of_equal_ratios_the_first_name_is_dominant() -> None:
    objects = [queue("one", gpu="0", cpu="0"), queue("two", gpu="4", cpu="4")]
    share = dominant_resource_share(node(objects, "one", running("w", "one", gpu="2", cpu="2")))
    assert (share.dominant_resource, share.unweighted_ratio) == ("cpu", 500.0)


def test_amounts_of_all_flavors_of_a_resource_are_added() -> None:
    one = [quotas("default", cpu="0"), quotas("other", cpu="0")]
    two = [quotas("default", cpu="6"), quotas("other", cpu="4")]
    objects = [
        flavor("other"),
        cluster_queue("one", one, cohortName="all"),
        cluster_queue("two", two, cohortName="all"),
    ]
    used = [running("w", "one", cpu="2"), running("v", "one", cpu="1")]
    used[1]["status"]["admission"]["podSetAssignments"] = [assigned(flavor="other", cpu="1")]
    share = dominant_resource_share(node(objects, "one", *used))
    assert share.unweighted_ratio == 300.0


def test_the_weight_divides_the_share() -> None:
    objects = [queue("one", cpu="0", weight="2"), queue("two", cpu="10")]
    share = dominant_resource_share(node(objects, "one", running("w", "one", cpu="5")))
    assert share.unweighted_ratio == 500.0
    assert share.precise_weighted_share() == 250.0


def test_without_weight_whatever_is_borrowed_is_infinitely_much() -> None:
    objects = [queue("one", cpu="0", weight="0"), queue("two", cpu="10")]
    idle = dominant_resource_share(node(objects, "one"))
    assert idle.precise_weighted_share() == 0
    share = dominant_resource_share(node(objects, "one", running("w", "one", cpu="5")))
    assert share.precise_weighted_share() == math.inf
    assert share.zero_weight_borrows()


def test_what_is_not_lent_does_not_count_as_there() -> None:
    objects = [queue("one", cpu="0"), queue("two", cpu="10 lend 5")]
    share = dominant_resource_share(node(objects, "one", running("w", "one", cpu="4")))
    assert share.unweighted_ratio == 800.0


def test_a_cohort_has_the_share_of_all_below_it() -> None:
    objects: list[Object] = [
        {"kind": "Cohort", "metadata": {"name": name}, "spec": {"parentName": "root"}}
        for name in ("left", "right")
    ]
    objects += [
        queue("one", "left", cpu="2"),
        queue("two", "left", cpu="2"),
        queue("far", "right", cpu="6"),
    ]
    workloads = [running("w", "one", cpu="3"), running("v", "two", cpu="3")]
    assert dominant_resource_share(node(objects, "left", *workloads)).unweighted_ratio == 200.0
    assert dominant_resource_share(node(objects, "one", *workloads)).unweighted_ratio == 100.0
    assert dominant_resource_share(node(objects, "root", *workloads)).unweighted_ratio == 0.0


def test_a_queue_without_cohort_has_no_share() -> None:
    alone = cluster_queue("one", [quotas("default", cpu="1")])
    assert not dominant_resource_share(node([alone], "one", running("w", "one", cpu="5"))).borrowing


def test_shares_rank_by_weight_and_those_without_weight_come_last() -> None:
    def share(weight: float, ratio: float) -> DominantResourceShare:
        return DominantResourceShare(weight, ratio)

    ranked = [
        NEGATIVE,
        share(0, 0),
        share(4, 400),
        share(1, 200),
        share(1, 900),
        share(0, 100),
        share(0, 300),
    ]
    for one, other in pairwise(ranked):
        assert compare(one, other) < 0
        assert compare(other, one) > 0
    assert compare(share(1, 100), share(2, 200)) == 0
