"""CPU time of the simulator on the scenarios by which Kueue's own scheduler is measured.

python tests/bench/bench_scheduler.py [baseline] [large-scale]
"""

import gc
import sys
from pathlib import Path
from time import process_time

ROOT = Path(__file__).resolve().parents[2]
for source_root in (ROOT, ROOT / "compiler"):
    if str(source_root) not in sys.path:
        sys.path.insert(0, str(source_root))

from tests.bench.scheduler_scenarios import (  # noqa: E402
    BASELINE,
    LARGE_SCALE,
    START,
    Scenario,
    jobs,
    objects,
)

from kuota.sim.replay import Replay  # noqa: E402
from kuota.sim.simulator import Simulator  # noqa: E402

SCENARIOS = {"baseline": BASELINE, "large-scale": LARGE_SCALE}
RUNS = 5


def measure(scenario: Scenario) -> tuple[float, Replay, int]:
    """CPU seconds of one replay, the replay, and the time at which its last job ended."""
    stream = jobs(scenario)
    replay = Replay(Simulator(objects(scenario), now="2026-01-01T12:00:00Z"))
    gc.collect()
    gc.freeze()
    before = process_time()
    replay.run(stream)
    spent = process_time() - before
    gc.unfreeze()
    assert all(job.finished_at >= 0 for job in stream)
    return spent, replay, max(job.finished_at for job in stream) - START


def main(names: list[str]) -> None:
    """Print the figures of the scenarios named, all by default."""
    for name in names or list(SCENARIOS):
        scenario = SCENARIOS[name]
        spent: list[float] = []
        for _ in range(RUNS):
            seconds, replay, end = measure(scenario)
            spent.append(seconds)
        count = len(jobs(scenario))
        spent.sort()
        print(
            f"{name}: {count} workloads in {spent[RUNS // 2]:.2f} s CPU (best {spent[0]:.2f}), "
            f"{count / spent[RUNS // 2]:.0f} a second, {replay.cycles} cycles, "
            f"{end / 1000:.1f} s simulated"
        )


if __name__ == "__main__":
    main(sys.argv[1:])
