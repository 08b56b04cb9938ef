"""The scenarios by which Kueue's own scheduler is measured, as streams of jobs.

Cohorts, ClusterQueues and classes of workloads; each class arrives at a fixed interval and runs for
a fixed time.

Source: Kueue test/performance/scheduler/configs/*/generator.yaml, v0.19.2.
"""

from dataclasses import dataclass
from typing import Any

from kuota.sim.model import (
    Workload,
)
from kuota.sim.replay import Job
from kuota.sim.workload_info import workload_from

START = 1_767_268_800_000
"""Units: milliseconds since 1970."""


@dataclass(frozen=True, slots=True)
class WorkloadClass:
    """Workloads that are alike. Units: milliseconds; ``request`` in cpus."""

    name: str
    count: int
    interval: int
    runtime: int
    priority: int
    request: int


@dataclass(frozen=True, slots=True)
class Scenario:
    """Cohorts of equal ClusterQueues, each with the same workloads."""

    cohorts: int
    queues: int
    classes: tuple[WorkloadClass, ...]


BASELINE = Scenario(
    5,
    6,
    (
        WorkloadClass("small", 350, 100, 200, 50, 1),
        WorkloadClass("medium", 100, 500, 500, 100, 5),
        WorkloadClass("large", 50, 1200, 1000, 200, 20),
    ),
)
LARGE_SCALE = Scenario(
    10,
    100,
    (
        WorkloadClass("small", 35, 60, 150, 50, 1),
        WorkloadClass("medium", 11, 300, 350, 100, 5),
        WorkloadClass("large", 4, 700, 700, 200, 20),
    ),
)


def objects(scenario: Scenario) -> list[dict[str, Any]]:
    """The cluster: nominal quota 20 a queue, borrowing up to 100, reclaim from anybody."""
    found: list[dict[str, Any]] = [
        {"kind": "Namespace", "metadata": {"name": "default"}},
        {"kind": "ResourceFlavor", "metadata": {"name": "rf"}, "spec": {}},
    ]
    for cohort in range(scenario.cohorts):
        for queue in range(scenario.queues):
            name = f"cohort{cohort}-queue{queue}"
            found.append(_cluster_queue(name, f"cohort{cohort}"))
            found.append(
                {
                    "kind": "LocalQueue",
                    "metadata": {"name": name, "namespace": "default"},
                    "spec": {"clusterQueue": name},
                }
            )
    return found


def jobs(scenario: Scenario) -> list[Job]:
    """The workloads of all queues."""
    found: list[Job] = []
    for cohort in range(scenario.cohorts):
        for queue in range(scenario.queues):
            for kind in scenario.classes:
                found.extend(_jobs_of(f"cohort{cohort}-queue{queue}", kind))
    return found


def _jobs_of(queue: str, kind: WorkloadClass) -> list[Job]:
    template = workload_from(
        {
            "metadata": {"name": "template", "namespace": "default"},
            "spec": {
                "queueName": queue,
                "priority": kind.priority,
                "podSets": [
                    {
                        "name": "main",
                        "count": 1,
                        "template": {
                            "spec": {
                                "containers": [
                                    {"resources": {"requests": {"cpu": str(kind.request)}}}
                                ]
                            }
                        },
                    }
                ],
            },
        }
    )
    found = []
    for number in range(kind.count):
        arrival = START + number * kind.interval
        workload = Workload("default", f"{queue}-{kind.name}-{number}", queue, template.pod_sets)
        workload.uid = workload.name
        workload.priority = kind.priority
        workload.created_at = arrival // 1000 * 1000
        found.append(Job(arrival, workload, kind.runtime))
    return found


def _cluster_queue(name: str, cohort: str) -> dict[str, Any]:
    quota = {"name": "cpu", "nominalQuota": "20", "borrowingLimit": "100"}
    return {
        "kind": "ClusterQueue",
        "metadata": {"name": name},
        "spec": {
            "cohortName": cohort,
            "namespaceSelector": {},
            "preemption": {
                "reclaimWithinCohort": "Any",
                "withinClusterQueue": "LowerPriority",
            },
            "resourceGroups": [
                {
                    "coveredResources": ["cpu"],
                    "flavors": [{"name": "rf", "resources": [quota]}],
                }
            ],
        },
    }
