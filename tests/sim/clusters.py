"""Random clusters and what happens in them, for laws that hold everywhere."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from hypothesis import strategies as st
from tests.sim.kueue_objects import Object, cluster_queue, flavor, local_queue, pod_set, workload

from kuota.sim.simulator import Simulator

QUEUES = ("a", "b", "c", "d")
COHORTS = ("left", "right", "root")
FLAVORS = ("first", "second")


@dataclass(frozen=True)
class Story:
    """A cluster and the actions taken on it, each by name and argument."""

    objects: tuple[Object, ...]
    fair_sharing: bool
    actions: tuple[tuple[str, Any], ...]

    def simulator(self) -> Simulator:
        """The cluster before anything has happened."""
        return Simulator(self.objects, fair_sharing=self.fair_sharing)


def act(simulator: Simulator, actions: Sequence[tuple[str, Any]]) -> list[Any]:
    """Do these things; what the schedules came to."""
    found: list[Any] = []
    for name, argument in actions:
        if name == "submit":
            if f"team/{argument['metadata']['name']}" not in simulator.workloads():
                simulator.submit(argument)
        elif name == "finish":
            keys = sorted(simulator.workloads())
            if keys:
                simulator.finish(keys[argument % len(keys)])
        elif name == "advance":
            simulator.advance(argument)
        else:
            found.append(simulator.schedule(max_cycles=40))
    return found


def _amount(most: int) -> st.SearchStrategy[int]:
    return st.integers(0, most)


@st.composite
def quota_text(draw: st.DrawFn) -> str:
    """A nominal quota with or without limits."""
    text = str(draw(_amount(6)))
    if draw(st.integers(0, 3)) == 3:
        text += f" borrow {draw(_amount(6))}"
    if draw(st.integers(0, 3)) == 3:
        text += f" lend {draw(_amount(6))}"
    return text


def quotas_of(name: str, cpu: str) -> Object:
    """Quota of one flavor."""
    nominal, *limits = cpu.split()
    found = {"name": "cpu", "nominalQuota": nominal}
    for kind, amount in zip(limits[::2], limits[1::2], strict=True):
        found[{"borrow": "borrowingLimit", "lend": "lendingLimit"}[kind]] = amount
    return {"name": name, "resources": [found]}


@st.composite
def cohorts(draw: st.DrawFn) -> list[Object]:
    """A root and two cohorts below it, with or without quota of their own."""
    found = []
    for name in COHORTS:
        spec: Object = {}
        if name != "root":
            spec["parentName"] = "root"
        if draw(st.booleans()):
            spec["resourceGroups"] = [
                {
                    "coveredResources": ["cpu"],
                    "flavors": [quotas_of(FLAVORS[0], draw(quota_text()))],
                }
            ]
            if name == "root":
                spec["resourceGroups"][0]["flavors"][0]["resources"][0].pop("borrowingLimit", None)
        spec["fairSharing"] = {"weight": draw(st.sampled_from(["0", "500m", "1", "2"]))}
        found.append({"kind": "Cohort", "metadata": {"name": name}, "spec": spec})
    return found


@st.composite
def queues(draw: st.DrawFn) -> list[Object]:
    """Four ClusterQueues in the cohorts, each with its LocalQueue."""
    found = []
    for name in QUEUES:
        policy = st.sampled_from(["Any", "LowerPriority", "Never"])
        within = st.sampled_from(["LowerPriority", "LowerOrNewerEqualPriority", "Never"])
        flavors = [quotas_of(flavor_name, draw(quota_text())) for flavor_name in FLAVORS]
        borrow: Object = {"policy": draw(st.sampled_from(["Never", "LowerPriority"]))}
        if borrow["policy"] != "Never" and draw(st.booleans()):
            borrow["maxPriorityThreshold"] = draw(st.integers(0, 2))
        found.append(
            cluster_queue(
                name,
                flavors,
                cohortName=draw(st.sampled_from(COHORTS)),
                queueingStrategy=draw(st.sampled_from(["StrictFIFO", "BestEffortFIFO"])),
                preemption={
                    "reclaimWithinCohort": draw(policy),
                    "withinClusterQueue": draw(within),
                    "borrowWithinCohort": borrow,
                },
                flavorFungibility={
                    "whenCanBorrow": draw(st.sampled_from(["MayStopSearch", "TryNextFlavor"])),
                    "whenCanPreempt": draw(st.sampled_from(["MayStopSearch", "TryNextFlavor"])),
                },
                fairSharing={"weight": draw(st.sampled_from(["0", "1", "3"]))},
            )
        )
        found.append(local_queue(name, name))
    return found


@st.composite
def workloads(draw: st.DrawFn) -> Object:
    """A workload of one or two pods, perhaps content with one."""
    number = draw(st.integers(0, 99))
    count = draw(st.integers(1, 2))
    fields: dict[str, Any] = {"minCount": 1} if count > 1 and draw(st.booleans()) else {}
    return workload(
        f"w{number}",
        pod_set(count=count, cpu=str(draw(st.sampled_from([1, 2, 3, 4, 0]))), **fields),
        queue=draw(st.sampled_from(QUEUES)),
        priority=draw(st.integers(0, 2)),
        created=number,
    )


@st.composite
def actions(draw: st.DrawFn) -> list[tuple[str, Any]]:
    """Two or three rounds in which workloads come and go and cycles run."""
    found: list[tuple[str, Any]] = []
    for _ in range(draw(st.integers(2, 3))):
        found += [("submit", draw(workloads())) for _ in range(draw(st.integers(2, 6)))]
        if draw(st.booleans()):
            found.append(("finish", draw(st.integers(0, 50))))
        if draw(st.booleans()):
            found.append(("advance", draw(st.integers(1, 600))))
        found.append(("schedule", None))
    return found


@st.composite
def stories(draw: st.DrawFn) -> Story:
    """A cluster and a course of events that ends with a schedule."""
    objects = [flavor(name) for name in FLAVORS] + draw(cohorts()) + draw(queues())
    return Story(tuple(objects), draw(st.booleans()), (*draw(actions()), ("schedule", None)))
