"""How long the placement of a gang takes: `python tests/bench/bench_tas.py`.

Nodes and requests are those of Kueue's own benchmarks (BenchmarkTASFlavorAssignment: blocks of 16
racks of 16 nodes, 96 CPUs each) and of the scenario `tas` (one block, 10 racks of 64 nodes). Every
round places one gang and takes it away again, so that each search finds changed nodes; the cluster
is about half full. `cold` has a request shape that was never seen before. Times are CPU time of the
search alone, and of adding and removing its usage; median and best of the rounds.
"""

import platform
import statistics
import time
from collections.abc import Callable
from typing import Any

from kuota.sim.features import Features
from kuota.sim.tas.flavor_snapshot import TASFlavorSnapshot
from kuota.sim.tas.place import Places, open_flavor, place

ROUNDS = 41
BLOCK = "cloud.provider.com/topology-block"
RACK = "cloud.provider.com/topology-rack"
HOST = "kubernetes.io/hostname"
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
        allocatable = {"cpu": "96", "memory": "384Gi", "pods": "110", "nvidia.com/gpu": "8"}
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
        gang = pod_set(8, {"cpu": "48", "nvidia.com/gpu": "4"}, preferred=RACK)
        flavor.update_tas_usage(place(flavor, [gang]).usage, 1)


def measure(search: Callable[[int], Places], flavor: TASFlavorSnapshot) -> tuple[str, str]:
    """Median and best CPU time of the search and of the usage, as text."""
    searches, updates = [], []
    for number in range(ROUNDS):
        start = time.process_time_ns()
        places = search(number)
        middle = time.process_time_ns()
        if places.failure is not None:
            raise SystemExit(str(places.failure))
        flavor.update_tas_usage(places.usage, 1)
        end = time.process_time_ns()
        searches.append((middle - start) / 1e6)
        updates.append((end - middle) / 1e6)
        flavor.update_tas_usage(places.usage, -1)
    return _summary(searches), _summary(updates)


def _summary(times: list[float]) -> str:
    return f"{statistics.median(times):8.3f} [{min(times):.3f}]"


def main() -> None:
    """Prints one line per case."""
    topology = {
        "metadata": {"name": "default"},
        "spec": {"levels": [{"nodeLabel": label} for label in LEVELS]},
    }
    print(f"{platform.machine()}, Python {platform.python_version()}, {ROUNDS} rounds")
    print("search and usage: CPU ms, median [best]")
    gpu = {"cpu": "8", "nvidia.com/gpu": "1"}
    cases: list[tuple[str, int, Features, Callable[[int], list[dict[str, Any]]]]] = []
    for count in (640, 2500, 10_000):
        cases += [
            (
                "64 pods, required rack",
                count,
                Features(),
                lambda _: [_gang(64, gpu, required=RACK)],
            ),
            (
                "200 pods, required block",
                count,
                Features(),
                lambda _: [_gang(200, gpu, required=BLOCK)],
            ),
            (
                "200 pods, preferred rack",
                count,
                Features(),
                lambda _: [_gang(200, gpu, preferred=RACK)],
            ),
            (
                "200 pods, unconstrained",
                count,
                Features(),
                lambda _: [_gang(200, gpu, unconstrained=True)],
            ),
            (
                "200 pods, slices of 8 per node",
                count,
                Features(),
                lambda _: [
                    _gang(
                        200,
                        gpu,
                        preferred=RACK,
                        podSetSliceRequiredTopology=HOST,
                        podSetSliceSize=4,
                    )
                ],
            ),
            (
                "200 pods, required block, cold",
                count,
                Features(),
                lambda n: [
                    _gang(200, {"cpu": f"{1000 + n}m", "nvidia.com/gpu": "1"}, required=BLOCK)
                ],
            ),
        ]
    balanced = Features({"TASBalancedPlacement": True})
    cases += [
        (
            "2304 pods, balanced",
            2500,
            balanced,
            lambda _: [_gang(2304, {"cpu": "8"}, preferred=RACK)],
        ),
    ]
    for name, count, features, gang in cases:
        per_rack, racks = (64, 10) if count == 640 else (16, 16)
        flavor = open_flavor(nodes(count, per_rack, racks), topology, features=features)
        half_full(flavor, count)
        search, usage = measure(lambda n: place(flavor, gang(n)), flavor)
        print(f"{count:6} nodes  {name:32} search {search}  usage {usage}")


def _gang(count: int, requests: dict[str, str], **topology_request: Any) -> dict[str, Any]:
    return pod_set(count, requests, **topology_request)


if __name__ == "__main__":
    main()
