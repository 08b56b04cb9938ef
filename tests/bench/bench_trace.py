"""CPU time of a replay of a long stream of training jobs.

    python tests/bench/bench_trace.py [JOBS.csv QUEUES.csv]

JOBS has the columns timestamp, duration (seconds), num_gpus and cluster, the queue that the job
goes to; QUEUES has vc (the same name) and node num, nodes of 8 GPUs. Without files a stream of the
same shape as the published Philly trace is made up: 82,000 jobs over 109 days, 93 % of them with
one GPU, half of them shorter than 20 minutes, a few longer than a week.
"""

import csv
import random
import sys
from datetime import datetime
from pathlib import Path
from time import process_time
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
for source_root in (ROOT, ROOT / "compiler"):
    if str(source_root) not in sys.path:
        sys.path.insert(0, str(source_root))

from kuota.sim.model import PodSet, Workload  # noqa: E402
from kuota.sim.replay import Job, Replay  # noqa: E402
from kuota.sim.simulator import Simulator  # noqa: E402
from kuota.sim.workload_info import workload_from  # noqa: E402

GPU = "nvidia.com/gpu"
START = 1_767_268_800
RUNS = 3

Row = tuple[int, int, int, str]
"""Seconds of arrival and of runtime, number of GPUs, queue."""


def read(jobs: Path, queues: Path) -> tuple[list[Row], dict[str, int]]:
    """The rows of a trace, and the GPUs of each queue."""
    with queues.open() as file:
        gpus = {row["vc"]: 8 * int(row["node num"]) for row in csv.DictReader(file)}
    rows: list[Row] = []
    with jobs.open() as file:
        for row in csv.DictReader(file):
            moment = datetime.fromisoformat(row["timestamp"] + "+00:00")
            if row["cluster"] in gpus:
                rows.append(
                    (
                        int(moment.timestamp()),
                        max(1, int(float(row["duration"]))),
                        int(row["num_gpus"]),
                        row["cluster"],
                    )
                )
    return rows, gpus


def made_up(count: int = 82_000) -> tuple[list[Row], dict[str, int]]:
    """A stream of the same shape, always the same."""
    draw = random.Random(1)  # not a secret
    gpus = {f"vc{number}": 8 * (4 + 6 * number) for number in range(11)}
    rows: list[Row] = []
    for _ in range(count):
        size = draw.choices((1, 2, 4, 8, 16, 32), (932, 22, 23, 20, 2, 1))[0]
        runtime = int(draw.lognormvariate(7.0, 1.9))
        queue = draw.choices(list(gpus), list(gpus.values()))[0]
        rows.append((draw.randrange(109 * 86_400), max(1, min(runtime, 2_000_000)), size, queue))
    return rows, gpus


def objects(gpus: dict[str, int]) -> list[dict[str, Any]]:
    """A ClusterQueue for each queue, all in one cohort; who is owed quota takes it back."""
    found: list[dict[str, Any]] = [{"kind": "ResourceFlavor", "metadata": {"name": "rf"}}]
    for name, quota in gpus.items():
        resources = [{"name": GPU, "nominalQuota": str(quota)}]
        found.append(
            {
                "kind": "ClusterQueue",
                "metadata": {"name": name},
                "spec": {
                    "cohortName": "all",
                    "namespaceSelector": {},
                    "preemption": {
                        "reclaimWithinCohort": "Any",
                        "withinClusterQueue": "LowerPriority",
                    },
                    "resourceGroups": [
                        {
                            "coveredResources": [GPU],
                            "flavors": [{"name": "rf", "resources": resources}],
                        }
                    ],
                },
            }
        )
        found.append(
            {
                "kind": "LocalQueue",
                "metadata": {"name": name, "namespace": "default"},
                "spec": {"clusterQueue": name},
            }
        )
    return found


def stream(rows: list[Row]) -> list[Job]:
    """The rows as jobs."""
    shapes: dict[int, list[PodSet]] = {}
    found = []
    for number, (arrival, runtime, size, queue) in enumerate(rows):
        if size not in shapes:
            shapes[size] = _pod_sets(size)
        workload = Workload("default", f"job-{number}", queue, shapes[size])
        workload.uid = workload.name
        workload.created_at = 1000 * arrival
        found.append(Job(1000 * arrival, workload, 1000 * runtime))
    return found


def _pod_sets(gpus: int) -> list[PodSet]:
    container = {"resources": {"requests": {GPU: str(gpus)}}}
    pod_set = {"name": "main", "count": 1, "template": {"spec": {"containers": [container]}}}
    return workload_from({"metadata": {"name": "shape"}, "spec": {"podSets": [pod_set]}}).pod_sets


def main(paths: list[str]) -> None:
    """Print the figures."""
    rows, gpus = read(Path(paths[0]), Path(paths[1])) if paths else made_up()
    spent: list[float] = []
    for _ in range(RUNS):
        jobs = stream(rows)
        replay = Replay(Simulator(objects(gpus), now="2017-01-01T00:00:00Z"))
        before = process_time()
        replay.run(jobs)
        spent.append(process_time() - before)
    spent.sort()
    evictions = sum(job.runs - 1 for job in jobs)
    waits = sorted(job.first_admitted_at - job.arrival for job in jobs)
    print(
        f"trace: {len(jobs)} jobs in {spent[RUNS // 2]:.2f} s CPU (best {spent[0]:.2f}), "
        f"{len(jobs) / spent[RUNS // 2]:.0f} a second, {replay.cycles} cycles, "
        f"{evictions} evictions, median wait {waits[len(waits) // 2] / 1000:.0f} s"
    )


if __name__ == "__main__":
    main(sys.argv[1:])
