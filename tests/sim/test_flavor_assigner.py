"""Which flavors a workload gets, in which mode, and what is said where it gets none."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import pytest
from tests.sim.kueue_objects import (
    GPU,
    Object,
    admitted,
    assigned,
    cluster_queue,
    flavor,
    pod_set,
    quotas,
    topology,
    workload,
)

from kuota.sim.cluster import Cluster
from kuota.sim.features import Features
from kuota.sim.flavor_assigner import FlavorAssigner
from kuota.sim.flavor_assignment import Assignment
from kuota.sim.model import (
    AssignmentClusterQueueState,
    WorkloadInfo,
)
from kuota.sim.settings import (
    Settings,
)
from kuota.sim.workload_info import new_info
from kuota.sim.workload_object import workload_from

FLAVORS = (flavor("one", type="one"), flavor("two", type="two"), flavor("plain"))
TAINT = {"key": "gpu", "value": "yes", "effect": "NoSchedule"}
TRY_NEXT = {"whenCanBorrow": "TryNextFlavor", "whenCanPreempt": "TryNextFlavor"}
MAY_STOP = {"whenCanBorrow": "MayStopSearch", "whenCanPreempt": "MayStopSearch"}
LOWER = {"withinClusterQueue": "LowerPriority"}


@dataclass
class Case:
    """A ClusterQueue ``cq`` and what is used, a workload, and what is to become of it.

    ``flavors`` gives podSet to resource to "flavor mode"; ``other`` is a queue of the same cohort;
    ``used`` and ``other_used`` are amounts in use, by flavor.
    """

    groups: Sequence[Sequence[Object]]
    pod_sets: Sequence[Object]
    mode: str
    flavors: Mapping[str, Mapping[str, str]]
    message: str = ""
    borrowing: int = 0
    spec: Mapping[str, Any] = field(default_factory=dict)
    used: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    other: Sequence[Sequence[Object]] = ()
    other_used: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    objects: Sequence[Object] = FLAVORS
    status: Object | None = None
    gates: Mapping[str, bool] = field(default_factory=dict)
    priority: int = 0
    tried: Sequence[Mapping[str, int]] | None = None


def holders(queue: str, used: Mapping[str, Mapping[str, str]]) -> list[Object]:
    """Admitted workloads that hold these amounts."""
    return [
        workload(
            f"{queue}-{name}",
            pod_set(),
            status=admitted(queue, assigned("main", name, 1, **amounts)),
        )
        for name, amounts in used.items()
    ]


def assign(case: Case, last: AssignmentClusterQueueState | None = None) -> Assignment:
    settings = Settings(features=Features(case.gates))
    spec = dict(case.spec)
    objects = [*case.objects]
    if case.other:
        spec["cohortName"] = "cohort"
        objects.append(cluster_queue("other", *case.other, cohortName="cohort"))
    cluster = Cluster([*objects, cluster_queue("cq", *case.groups, **spec)], settings)
    for holder in holders("cq", case.used) + holders("other", case.other_used):
        cluster.add_workload(new_info(workload_from(holder), settings, cluster.flavor_resources))
    wl = info(case, cluster)
    wl.last_assignment = last
    return FlavorAssigner(
        wl,
        cluster.cluster_queues["cq"],
        cluster.resource_flavors,
        settings,
        cluster.assigner.oracle,
        None,
        1,
    ).assign()


def info(case: Case, cluster: Cluster) -> WorkloadInfo:
    obj = workload("new", *case.pod_sets, status=case.status, priority=case.priority)
    found = new_info(
        workload_from(obj, cluster.settings.features), cluster.settings, cluster.flavor_resources
    )
    found.cluster_queue = "cq"
    return found


CASES = {
    "one flavor, fits": Case(
        [[quotas("plain", cpu="4", memory="2Gi")]],
        [pod_set(count=2, cpu="1", memory="1Gi")],
        "FIT",
        {"main": {"cpu": "plain FIT", "memory": "plain FIT"}},
    ),
    "one flavor, in use": Case(
        [[quotas("plain", cpu="4")]],
        [pod_set(cpu="2")],
        "PREEMPT",
        {"main": {"cpu": "plain PREEMPT"}},
        "couldn't assign flavors to pod set main: "
        "insufficient unused quota for cpu in flavor plain, 1 more needed",
        used={"plain": {"cpu": "3"}},
    ),
    "more than there is": Case(
        [[quotas("plain", cpu="4")]],
        [pod_set(cpu="5")],
        "NO_FIT",
        {"main": {}},
        "couldn't assign flavors to pod set main: insufficient quota for cpu in flavor plain, "
        "previously considered podsets requests (0) + current podset request (5) > maximum "
        "capacity (4)",
    ),
    "groups take their flavors apart": Case(
        [[quotas("one", cpu="2"), quotas("two", cpu="4")], [quotas("plain", gpu="4")]],
        [pod_set(cpu="3", gpu="3")],
        "FIT",
        {"main": {"cpu": "two FIT", GPU: "plain FIT"}},
    ),
    "one group fits and the other does not": Case(
        [[quotas("one", cpu="4")], [quotas("two", gpu="2")]],
        [pod_set(cpu="1", gpu="3")],
        "NO_FIT",
        {"main": {}},
        "couldn't assign flavors to pod set main: insufficient quota for nvidia.com/gpu in flavor "
        "two, previously considered podsets requests (0) + current podset request (3) > maximum "
        "capacity (2)",
    ),
    "all resources of a group come from one flavor": Case(
        [[quotas("one", cpu="2", gpu="9"), quotas("two", cpu="4", gpu="1")]],
        [pod_set(cpu="3", gpu="1")],
        "FIT",
        {"main": {"cpu": "two FIT", GPU: "two FIT"}},
    ),
    "modes of the resources of a group may differ": Case(
        [[quotas("one", cpu="4", gpu="4")]],
        [pod_set(cpu="2", gpu="2")],
        "PREEMPT",
        {"main": {"cpu": "one FIT", GPU: "one PREEMPT"}},
        "couldn't assign flavors to pod set main: "
        "insufficient unused quota for nvidia.com/gpu in flavor one, 1 more needed",
        used={"one": {"gpu": "3"}},
    ),
    "a tainted flavor is passed over": Case(
        [[quotas("tainted", cpu="4"), quotas("two", cpu="4")]],
        [pod_set(cpu="3")],
        "FIT",
        {"main": {"cpu": "two FIT"}},
        objects=[flavor("tainted", taints=[TAINT]), FLAVORS[1]],
    ),
    "a taint that the pod tolerates": Case(
        [[quotas("tainted", cpu="4")]],
        [pod_set(cpu="3", tolerations=[{"key": "gpu", "operator": "Exists"}])],
        "FIT",
        {"main": {"cpu": "tainted FIT"}},
        objects=[flavor("tainted", taints=[TAINT])],
    ),
    "a taint that the flavor's own toleration covers": Case(
        [[quotas("tainted", cpu="4")]],
        [pod_set(cpu="3")],
        "FIT",
        {"main": {"cpu": "tainted FIT"}},
        objects=[flavor("tainted", taints=[TAINT], tolerations=[{"operator": "Exists"}])],
    ),
    "a taint that nobody tolerates": Case(
        [[quotas("tainted", cpu="4")]],
        [pod_set(cpu="3")],
        "NO_FIT",
        {"main": {}},
        "couldn't assign flavors to pod set main: "
        "untolerated taint {gpu yes NoSchedule <nil>} in flavor tainted",
        objects=[flavor("tainted", taints=[TAINT])],
    ),
    "a node selector decides": Case(
        [[quotas("one", cpu="4"), quotas("two", cpu="4")]],
        [pod_set(cpu="1", nodeSelector={"type": "two", "unknown": "x"})],
        "FIT",
        {"main": {"cpu": "two FIT"}},
    ),
    "a node selector of a key that the flavor has not": Case(
        [[quotas("plain", cpu="4")]],
        [pod_set(cpu="1", nodeSelector={"type": "two"})],
        "FIT",
        {"main": {"cpu": "plain FIT"}},
    ),
    "no flavor matches": Case(
        [[quotas("one", cpu="4"), quotas("two", cpu="4")]],
        [pod_set(cpu="1", nodeSelector={"type": "three"})],
        "NO_FIT",
        {"main": {}},
        "couldn't assign flavors to pod set main: flavor one doesn't match node affinity, "
        "flavor two doesn't match node affinity",
    ),
    "a flavor that does not exist": Case(
        [[quotas("gone", cpu="4"), quotas("one", cpu="4")]],
        [pod_set(cpu="1")],
        "FIT",
        {"main": {"cpu": "one FIT"}},
    ),
    "an affinity that cannot be read": Case(
        [[quotas("one", cpu="4"), quotas("two", cpu="4")]],
        [
            pod_set(
                cpu="1",
                affinity={
                    "nodeAffinity": {
                        "requiredDuringSchedulingIgnoredDuringExecution": {
                            "nodeSelectorTerms": [
                                {"matchExpressions": [{"key": "type", "operator": "Near"}]}
                            ]
                        }
                    }
                },
            )
        ],
        "NO_FIT",
        {"main": {}},
        'failed to assign flavors to pod set main: Unsupported value: "Near"',
    ),
    "podSets may get different flavors": Case(
        [[quotas("one", cpu="4"), quotas("two", cpu="10")]],
        [pod_set("driver", cpu="4"), pod_set("workers", count=6, cpu="1")],
        "FIT",
        {"driver": {"cpu": "one FIT"}, "workers": {"cpu": "two FIT"}},
    ),
    "podSets count against each other": Case(
        [[quotas("one", cpu="4")]],
        [pod_set("driver", cpu="3"), pod_set("workers", count=2, cpu="1")],
        "NO_FIT",
        {"driver": {"cpu": "one FIT"}, "workers": {}},
        "couldn't assign flavors to pod set workers: insufficient quota for cpu in flavor one, "
        "previously considered podsets requests (3) + current podset request (2) > maximum "
        "capacity (4)",
    ),
    "podSets of one group get one flavor": Case(
        [[quotas("one", cpu="4", gpu="1"), quotas("two", cpu="9", gpu="4")]],
        [
            pod_set("leader", cpu="1", topologyRequest={"podSetGroupName": "g"}),
            pod_set("workers", count=4, gpu="1", topologyRequest={"podSetGroupName": "g"}),
        ],
        "FIT",
        {"leader": {"cpu": "two FIT"}, "workers": {GPU: "two FIT"}},
    ),
    "quota of others is borrowed": Case(
        [[quotas("one", cpu="2")]],
        [pod_set(cpu="5")],
        "FIT",
        {"main": {"cpu": "one FIT"}},
        borrowing=1,
        other=[[quotas("one", cpu="4")]],
    ),
    "the borrowing limit holds": Case(
        [[quotas("one", cpu="2 borrow 1")]],
        [pod_set(cpu="4")],
        "NO_FIT",
        {"main": {}},
        "couldn't assign flavors to pod set main: insufficient quota for cpu in flavor one, "
        "previously considered podsets requests (0) + current podset request (4) > maximum "
        "capacity (3)",
        other=[[quotas("one", cpu="4")]],
    ),
    "the lending limit of others holds": Case(
        [[quotas("one", cpu="2"), quotas("two", cpu="4")]],
        [pod_set(cpu="4")],
        "FIT",
        {"main": {"cpu": "two FIT"}},
        other=[[quotas("one", cpu="9 lend 1"), quotas("two", cpu="0")]],
    ),
    "a queue that may not preempt waits for what others have borrowed": Case(
        [[quotas("one", cpu="2")]],
        [pod_set(cpu="4")],
        "NO_FIT",
        {"main": {}},
        "couldn't assign flavors to pod set main: "
        "insufficient unused quota for cpu in flavor one, 2 more needed",
        other=[[quotas("one", cpu="4")]],
        other_used={"one": {"cpu": "4"}},
    ),
    "a resource that no group covers": Case(
        [[quotas("one", cpu="4")]],
        [pod_set(cpu="1", gpu="1")],
        "NO_FIT",
        {"main": {}},
        "couldn't assign flavors to pod set main: "
        "resource nvidia.com/gpu unavailable in ClusterQueue",
    ),
    "zero of a resource that no group covers": Case(
        [[quotas("one", cpu="4")]],
        [pod_set(cpu="1", gpu="0")],
        "FIT",
        {"main": {"cpu": "one FIT"}},
    ),
    "zero of a resource that a group covers": Case(
        [[quotas("one", cpu="4")], [quotas("two", gpu="1")]],
        [pod_set(cpu="1", gpu="0")],
        "FIT",
        {"main": {"cpu": "one FIT", GPU: "two FIT"}},
    ),
    "the number of pods is a resource": Case(
        [[quotas("one", cpu="9", pods="3")]],
        [pod_set(count=3, cpu="1")],
        "FIT",
        {"main": {"cpu": "one FIT", "pods": "one FIT"}},
    ),
    "too many pods": Case(
        [[quotas("one", cpu="9", pods="2")]],
        [pod_set(count=3, cpu="1")],
        "NO_FIT",
        {"main": {}},
        "couldn't assign flavors to pod set main: insufficient quota for pods in flavor one, "
        "previously considered podsets requests (0) + current podset request (3) > maximum "
        "capacity (2)",
    ),
    "reclaimable pods are not asked for": Case(
        [[quotas("one", cpu="2")]],
        [pod_set(count=5, cpu="1")],
        "FIT",
        {"main": {"cpu": "one FIT"}},
        status={"reclaimablePods": [{"name": "main", "count": 3}]},
    ),
    "a podSet of no pods": Case(
        [[quotas("one", cpu="2")]],
        [pod_set(count=0, cpu="1")],
        "FIT",
        {"main": {"cpu": "one FIT"}},
    ),
    "a podSet that asks for nothing": Case(
        [[quotas("one", cpu="2")]],
        [pod_set()],
        "FIT",
        {"main": {}},
    ),
    "preemption here before another flavor": Case(
        [[quotas("one", cpu="4"), quotas("two", cpu="4")]],
        [pod_set(cpu="2")],
        "PREEMPT",
        {"main": {"cpu": "one PREEMPT"}},
        "couldn't assign flavors to pod set main: "
        "insufficient unused quota for cpu in flavor one, 1 more needed",
        spec={"preemption": LOWER, "flavorFungibility": MAY_STOP},
        used={"one": {"cpu": "3"}},
        priority=1,
        tried=[{"cpu": 0}],
    ),
    "another flavor before preemption here": Case(
        [[quotas("one", cpu="4"), quotas("two", cpu="4")]],
        [pod_set(cpu="2")],
        "FIT",
        {"main": {"cpu": "two FIT"}},
        spec={"preemption": LOWER, "flavorFungibility": TRY_NEXT},
        used={"one": {"cpu": "3"}},
        priority=1,
    ),
    "without victims another flavor, whatever the policy": Case(
        [[quotas("one", cpu="4"), quotas("two", cpu="4")]],
        [pod_set(cpu="2")],
        "FIT",
        {"main": {"cpu": "two FIT"}},
        spec={"flavorFungibility": MAY_STOP},
        used={"one": {"cpu": "3"}},
        priority=1,
    ),
    "borrowing here before another flavor": Case(
        [[quotas("one", cpu="1"), quotas("two", cpu="4")]],
        [pod_set(cpu="2")],
        "FIT",
        {"main": {"cpu": "one FIT"}},
        borrowing=1,
        spec={"flavorFungibility": MAY_STOP},
        other=[[quotas("one", cpu="4"), quotas("two", cpu="4")]],
        tried=[{"cpu": 0}],
    ),
    "another flavor before borrowing here": Case(
        [[quotas("one", cpu="1"), quotas("two", cpu="4")]],
        [pod_set(cpu="2")],
        "FIT",
        {"main": {"cpu": "two FIT"}},
        spec={"flavorFungibility": TRY_NEXT},
        other=[[quotas("one", cpu="4"), quotas("two", cpu="4")]],
    ),
    "the first of flavors that are equally far": Case(
        [[quotas("one", cpu="1"), quotas("two", cpu="1")]],
        [pod_set(cpu="2")],
        "FIT",
        {"main": {"cpu": "one FIT"}},
        borrowing=1,
        spec={"flavorFungibility": TRY_NEXT},
        other=[[quotas("one", cpu="4"), quotas("two", cpu="4")]],
    ),
    "preemption at home rather than borrowing, where that is preferred": Case(
        [[quotas("one", cpu="1"), quotas("two", cpu="4")]],
        [pod_set(cpu="2")],
        "PREEMPT",
        {"main": {"cpu": "two PREEMPT"}},
        "couldn't assign flavors to pod set main: "
        "insufficient unused quota for cpu in flavor two, 2 more needed",
        spec={
            "preemption": LOWER,
            "flavorFungibility": {**TRY_NEXT, "preference": "PreemptionOverBorrowing"},
        },
        used={"two": {"cpu": "4"}},
        other=[[quotas("one", cpu="4"), quotas("two", cpu="0")]],
        priority=1,
    ),
    "borrowing rather than preemption at home, by default": Case(
        [[quotas("one", cpu="1"), quotas("two", cpu="4")]],
        [pod_set(cpu="2")],
        "FIT",
        {"main": {"cpu": "one FIT"}},
        borrowing=1,
        spec={"preemption": LOWER, "flavorFungibility": TRY_NEXT},
        used={"two": {"cpu": "4"}},
        other=[[quotas("one", cpu="4"), quotas("two", cpu="0")]],
        priority=1,
    ),
    "without fungibility the first flavor that can be had by preemption, unless one fits": Case(
        [[quotas("one", cpu="4"), quotas("two", cpu="4"), quotas("plain", cpu="4")]],
        [pod_set(cpu="2")],
        "FIT",
        {"main": {"cpu": "plain FIT"}},
        spec={"preemption": LOWER, "flavorFungibility": MAY_STOP},
        used={"one": {"cpu": "3"}, "two": {"cpu": "4"}},
        priority=1,
        gates={"FlavorFungibility": False},
    ),
    "topology asked of a queue without it": Case(
        [[quotas("one", cpu="4")]],
        [pod_set(cpu="1", topologyRequest={"required": "rack"})],
        "NO_FIT",
        {"main": {}},
        "couldn't assign flavors to pod set main: "
        'Flavor "one" does not support TopologyAwareScheduling',
    ),
    "a flavor with topology is only for those who ask": Case(
        [[quotas("placed", cpu="4"), quotas("one", cpu="4")]],
        [pod_set(cpu="1")],
        "FIT",
        {"main": {"cpu": "one FIT"}},
        objects=[*FLAVORS, flavor("placed", topology="racks"), topology("racks", "rack")],
    ),
    "a level that the topology has not": Case(
        [[quotas("placed", cpu="4"), quotas("one", cpu="4")]],
        [pod_set(cpu="1", topologyRequest={"required": "block"})],
        "NO_FIT",
        {"main": {}},
        "couldn't assign flavors to pod set main: "
        'Flavor "one" does not support TopologyAwareScheduling, '
        'Flavor "placed" does not contain the requested level',
        objects=[*FLAVORS, flavor("placed", topology="racks"), topology("racks", "rack")],
    ),
    "quota but no place": Case(
        [[quotas("placed", cpu="4")]],
        [pod_set(cpu="1", topologyRequest={"required": "rack"})],
        "NO_FIT",
        {"main": {"cpu": "placed NO_FIT"}},
        "couldn't assign flavors to pod set main: no topology domains at level: rack",
        objects=[flavor("placed", topology="racks"), topology("racks", "rack")],
    ),
    "an uncovered resource may come from a flavor without topology": Case(
        [[quotas("placed", cpu="4")], [quotas("one", gpu="4")]],
        [pod_set(cpu="1", gpu="1", topologyRequest={"required": "rack"})],
        "NO_FIT",
        {"main": {}},
        "couldn't assign flavors to pod set main: "
        'Flavor "one" does not support TopologyAwareScheduling',
        objects=[*FLAVORS, flavor("placed", topology="racks"), topology("racks", "rack")],
    ),
}


@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
def test_flavors(case: Case) -> None:
    found = assign(case)
    flavors = {
        psa.name: {name: f"{f.name} {f.mode.name}" for name, f in psa.flavors.items()}
        for psa in found.pod_sets
    }
    expected = (case.mode, case.flavors, case.borrowing, case.message)
    actual = (found.representative_mode().name, flavors, found.borrowing, found.message())
    assert expected == actual


@pytest.mark.parametrize(
    "case",
    [case for case in CASES.values() if case.tried is not None],
    ids=[name for name, case in CASES.items() if case.tried is not None],
)
def test_where_the_scan_stopped_is_kept(case: Case) -> None:
    assert case.tried == assign(case).last_state.last_tried_flavor_idx


def test_the_scan_resumes_behind_the_last_flavor_tried() -> None:
    last = AssignmentClusterQueueState(1, 0, "")
    last.last_tried_flavor_idx = [{"cpu": 0}]
    case = Case([[quotas("one", cpu="4"), quotas("two", cpu="4")]], [pod_set(cpu="1")], "FIT", {})
    found = assign(case, last)
    assert ("two", -1) == (
        found.pod_sets[0].flavors["cpu"].name,
        found.last_state.last_tried_flavor_idx[0]["cpu"],
    )


def test_the_scan_does_not_resume_without_fungibility() -> None:
    last = AssignmentClusterQueueState(1, 0, "")
    last.last_tried_flavor_idx = [{"cpu": 0}]
    case = Case(
        [[quotas("one", cpu="4"), quotas("two", cpu="4")]],
        [pod_set(cpu="1")],
        "FIT",
        {},
        gates={"FlavorFungibility": False},
    )
    assert "one" == assign(case, last).pod_sets[0].flavors["cpu"].name


def test_usage_adds_up_over_pod_sets() -> None:
    case = Case(
        [[quotas("one", cpu="4", gpu="4")]],
        [pod_set("driver", cpu="1"), pod_set("workers", count=2, cpu="1", gpu="2")],
        "FIT",
        {},
    )
    assert sorted([3000, 4]) == sorted(assign(case).usage.quota.values())


def test_an_admission_has_amounts_for_assigned_resources_only() -> None:
    case = Case([[quotas("one", cpu="4")]], [pod_set(count=2, cpu="1", gpu="0")], "FIT", {})
    admission = assign(case).to_admission("cq")
    expected = ("cq", "main", 2, {"cpu": "one"}, {"cpu": 2000})
    given = admission.pod_sets[0]
    assert expected == (
        admission.cluster_queue,
        given.name,
        given.count,
        given.flavors,
        given.usage,
    )
