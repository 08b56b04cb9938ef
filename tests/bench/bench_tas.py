"""How long the placement of a gang takes: `python tests/bench/bench_tas.py`.

Nodes and requests are those of Kueue's own benchmarks (BenchmarkTASFlavorAssignment: blocks of 16
racks of 16 nodes, 96 CPUs each) and of the scenario `tas` (one block, 10 racks of 64 nodes). Every
round places one gang and takes it away again, so that each search finds changed nodes; the cluster
is about half full. `cold` has a request shape that was never seen before. Times are CPU time of the
search alone, and of adding its usage; median and best of the rounds. The last line is one whole
scheduling cycle of BenchmarkSchedulerTAS: 1,000 full nodes, 30 resources, a gang of 200 pods that
preempts.
"""

import platform
import statistics
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
for source_root in (ROOT, ROOT / "compiler"):
    if str(source_root) not in sys.path:
        sys.path.insert(0, str(source_root))

from tests.bench.full_cluster import objects, workloads  # noqa: E402

from kuota.sim.features import Features  # noqa: E402
from kuota.sim.simulator import Simulator  # noqa: E402
from kuota.sim.tas.flavor_snapshot import TASFlavorSnapshot  # noqa: E402
from kuota.sim.tas.place import open_flavor, place  # noqa: E402

ROUNDS = 41
CYCLE_ROUNDS = 11
BLOCK = "cloud.provider.com/topology-block"
RACK = "cloud.provider.com/topology-rack"
HOST = "kubernetes.io/hostname"
GPU = "nvidia.com/gpu"
LEVELS = (BLOCK, RACK, HOST)


def nodes(count: int, per_rack: int, racks_per_block: int) -> list[dict[str, Any]]:
    """Node objects in racks and blocks of equal size."""
    found = []
    for index in range(count):
        rack = index // per_rack
        labels = {
            BLOCK: f"block-{rack // racks_per_block}",
            RACK: f"rack-{rack}",
            HOST: f"node-{index}",
        }
        allocatable = {"cpu": "96", "memory": "384Gi", "pods": "110", GPU: "8"}
        found.append(
            {
                "metadata": {"name": f"node-{index}", "labels": labels},
                "status": {
                    "allocatable": allocatable,
                    "conditions": [{"type": "Ready", "status": "True"}],
                },
            }
        )
    return found


def pod_set(count: int, requests: dict[str, str], **topology_request: Any) -> dict[str, Any]:
    """A podSet of a Workload object."""
    container = {"name": "c", "image": "i", "resources": {"requests": requests}}
    return {
        "name": topology_request.pop("name", "main"),
        "count": count,
        "template": {"spec": {"containers": [container]}},
        "topologyRequest": topology_request,
    }


def half_full(flavor: TASFlavorSnapshot, node_count: int) -> None:
    """Puts gangs of eight half-node pods onto the nodes until half of the cluster is taken."""
    for _ in range(node_count // 8):
        gang = pod_set(8, {"cpu": "48", GPU: "4"}, preferred=RACK)
        flavor.update_tas_usage(place(flavor, [gang]).usage, 1)


def measure(flavor: TASFlavorSnapshot, gang: Callable[[int], dict[str, Any]]) -> str:
    """Median and best CPU time of the search and of the usage, as text."""
    searches, updates = [], []
    for number in range(ROUNDS):
        pod_sets = [gang(number)]
        start = time.process_time_ns()
        places = place(flavor, pod_sets)
        middle = time.process_time_ns()
        if places.failure is not None:
            raise SystemExit(str(places.failure))
        flavor.update_tas_usage(places.usage, 1)
        end = time.process_time_ns()
        searches.append((middle - start) / 1e6)
        updates.append((end - middle) / 1e6)
        flavor.update_tas_usage(places.usage, -1)
    return f"search {_summary(searches)}  usage {_summary(updates)}"


def _summary(times: list[float]) -> str:
    return f"{statistics.median(times):8.3f} [{min(times):.3f}]"


def gang(count: int, requests: dict[str, str], **request: Any) -> Callable[[int], dict[str, Any]]:
    """The same podSet in every round."""
    found = pod_set(count, requests, **request)
    return lambda _: found


def unseen(round_number: int) -> dict[str, Any]:
    """A podSet whose requests no earlier round had."""
    return pod_set(200, {"cpu": f"{1000 + round_number}m", GPU: "1"}, required=BLOCK)


def main() -> None:
    """Prints one line per case."""
    topology = {
        "metadata": {"name": "default"},
        "spec": {"levels": [{"nodeLabel": label} for label in LEVELS]},
    }
    one_gpu = {"cpu": "8", GPU: "1"}
    slices = {"podSetSliceRequiredTopology": HOST, "podSetSliceSize": 4}
    cases: list[tuple[str, Callable[[int], dict[str, Any]]]] = [
        ("64 pods, required rack", gang(64, one_gpu, required=RACK)),
        ("200 pods, required block", gang(200, one_gpu, required=BLOCK)),
        ("200 pods, preferred rack", gang(200, one_gpu, preferred=RACK)),
        ("200 pods, unconstrained", gang(200, one_gpu, unconstrained=True)),
        ("200 pods, slices of 4 a node", gang(200, one_gpu, preferred=RACK, **slices)),
        ("200 pods, required block, cold", unseen),
    ]
    print(f"{platform.machine()}, Python {platform.python_version()}, {ROUNDS} rounds")
    print("CPU ms, median [best]")
    for count in (640, 2500, 10_000):
        per_rack, racks = (64, 10) if count == 640 else (16, 16)
        flavor = open_flavor(nodes(count, per_rack, racks), topology)
        half_full(flavor, count)
        for name, request in cases:
            print(f"{count:6} nodes  {name:32} {measure(flavor, request)}")
    balanced = Features({"TASBalancedPlacement": True})
    flavor = open_flavor(nodes(2500, 16, 16), topology, features=balanced)
    request = gang(2304, {"cpu": "8"}, preferred=RACK)
    print(f"{2500:6} nodes  {'2304 pods, balanced':32} {measure(flavor, request)}")
    print(f"{1000:6} nodes  {'cycle with preemption':32} cycle  {preempting_cycle()}")


def preempting_cycle() -> str:
    """Median and best CPU time of the cycle, as text."""
    cluster, waiting = objects(1000, 30), workloads(1000, 30, 200)
    times = []
    for _ in range(CYCLE_ROUNDS):
        simulator = Simulator(cluster, waiting)
        start = time.process_time_ns()
        step = simulator.schedule(max_cycles=1)
        times.append((time.process_time_ns() - start) / 1e6)
        if not step.events:
            raise SystemExit("nothing was preempted")
    return _summary(times)


if __name__ == "__main__":
    main()
