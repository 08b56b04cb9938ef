"""Which flavors a workload may have, and what is said where it gets none."""

import pytest
from tests.sim.flavor_case import FLAVORS, TAINT, Case, assign, check
from tests.sim.kueue_objects import (
    GPU,
    flavor,
    pod_set,
    quotas,
    topology,
)

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
    check(case)


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
