"""A queue, a workload, and what its assignment of flavors is to be."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from tests.sim.kueue_objects import (
    Object,
    admitted,
    assigned,
    cluster_queue,
    flavor,
    pod_set,
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


def check(case: Case) -> None:
    """Assign flavors and compare with what is to become of the workload."""
    found = assign(case)
    flavors = {
        psa.name: {name: f"{f.name} {f.mode.name}" for name, f in psa.flavors.items()}
        for psa in found.pod_sets
    }
    expected = (case.mode, case.flavors, case.borrowing, case.message)
    actual = (found.representative_mode().name, flavors, found.borrowing, found.message())
    assert expected == actual
