"""Measures check and compile on generated repositories, beside tools that read YAML as well.

    python tests/bench/bench.py [--sizes 1,100,1000,10000] [--rounds 3] [--no-peers]

Each figure is of whole processes: wall time, CPU time (user and system) and peak memory, the median
of the rounds with the best in brackets. What is compared runs in turns within one round, because
the speed of a shared machine drifts. check-jsonschema and yamllint are installed into an
environment of their own when that is possible; they read the same team files, the former against
schemas/team.schema.json.
"""

import argparse
import os
import platform
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
KUOTA = [str(Path(sys.executable).parent / "kuota")]
DAY = ["--today", "2026-11-30"]


@dataclass(frozen=True)
class Sample:
    """One process. Units: seconds, and MiB of peak resident memory."""

    wall: float
    cpu: float
    memory: float


@dataclass(frozen=True)
class Contestant:
    """A command to measure; ``prepare`` runs before each time, unmeasured."""

    name: str
    command: Sequence[str]
    folder: Path
    prepare: Callable[[], object] = lambda: None


def measure(contestant: Contestant) -> Sample:
    """Runs a command once. Its output is thrown away; exit codes 0 and 1 are as good."""
    contestant.prepare()
    env = os.environ | {"XDG_CACHE_HOME": str(contestant.folder / ".cache")}
    with Path(os.devnull).open("wb") as nothing:
        start = time.perf_counter()
        process = subprocess.Popen(
            contestant.command, cwd=contestant.folder, env=env, stdout=nothing, stderr=nothing
        )
        _, status, usage = os.wait4(process.pid, 0)
        wall = time.perf_counter() - start
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode not in (0, 1):
        raise SystemExit(f"{contestant.name} ended with {process.returncode}")
    unit = 2**20 if sys.platform == "darwin" else 2**10
    return Sample(wall, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / unit)


def compare(contestants: Sequence[Contestant], rounds: int) -> dict[str, list[Sample]]:
    """All samples by name; within a round each contestant runs once, in turns."""
    samples: dict[str, list[Sample]] = {each.name: [] for each in contestants}
    for _ in range(rounds):
        for each in contestants:
            samples[each.name].append(measure(each))
    return samples


def gangs_of(number: int) -> str:
    """Three gangs: one that must be guaranteed, one that must be reachable, one that must not."""
    return f"""\
  gangs:
    - name: sure
      podSets: [{{count: {4 + number % 4}, requests: {{nvidia.com/gpu: 1, cpu: 8}}}}]
      topology: {{required: topology.example.com/rack}}
      priorityClass: normal
      expect: guaranteed
    - name: wide
      podSets: [{{count: 2, requests: {{nvidia.com/gpu: 8, cpu: 64}}}}]
      topology: {{preferred: topology.example.com/rack}}
    - {{name: never, podSets: [{{count: 400, requests: {{nvidia.com/gpu: 1}}}}], expect: never}}
"""


def generate(folder: Path, teams: int, gangs: bool = False) -> Path:
    """A repository with one platform and so many team files, without a finding but for a sum."""
    source = folder / "teams"
    source.mkdir(parents=True)
    (source / "platform.yaml").write_text(
        f"""\
apiVersion: kuota/v1
kind: Platform
metadata: {{name: gpu-cluster}}
spec:
  targets: {{kueue: {{version: "0.19"}}}}
  topology: {{levels: [topology.example.com/rack, kubernetes.io/hostname]}}
  flavors:
    a100: {{nodeLabels: {{gpu.example.com/model: a100}}, topology: true}}
  nodes:
    - name: gpu
      count: {max(teams * 3 // 2, 2)}
      labels: {{gpu.example.com/model: a100, topology.example.com/rack: "r{{index/8}}"}}
      allocatable: {{nvidia.com/gpu: 8, cpu: 120, memory: 960Gi, pods: 110}}
  cohorts:
    all: {{}}
{"".join(f"    cohort-{number}: {{parent: all}}{chr(10)}" for number in range(teams // 20 + 1))}\
  priorityClasses: {{low: 100, normal: 500, high: 1000}}
  defaults:
    preemption: {{withinClusterQueue: LowerPriority, reclaimWithinCohort: Any}}
"""
    )
    for number in range(teams):
        (source / f"team-{number:05}.yaml").write_text(
            f"""\
# One file per team, owned by the team.
apiVersion: kuota/v1
kind: Team
metadata:
  name: team-{number:05}
spec:
  owners: ["@example/team-{number:05}"]
  cohort: cohort-{number // 20}
  namespaces: [team-{number:05}, team-{number:05}-dev]
  quota:
    a100:
      nvidia.com/gpu: {{nominalQuota: 12, borrowingLimit: 24, lendingLimit: 8}}
      cpu: 144
      memory: 1152Gi
  queues:
    - team-{number:05}-lq
    - default
{gangs_of(number) if gangs else ""}"""
        )
    return folder


def remove(folder: Path) -> Callable[[], None]:
    """A preparation that removes a folder, such as the cache or the compiled files."""
    return lambda: shutil.rmtree(folder, ignore_errors=True)


def contestants(folder: Path, peers: Path | None) -> Iterator[Contestant]:
    """What is measured on one repository."""
    yield Contestant(
        "check, cold", [*KUOTA, "check", *DAY], folder, remove(folder / ".cache/kuota")
    )
    yield Contestant("check, warm", [*KUOTA, "check", *DAY], folder)
    yield Contestant("compile, new", [*KUOTA, "compile", *DAY], folder, remove(folder / "out"))
    yield Contestant("compile, same", [*KUOTA, "compile", *DAY], folder)
    if peers is not None:
        files = [str(path) for path in sorted((folder / "teams").glob("team-*.yaml"))]
        schema = str(ROOT / "schemas/team.schema.json")
        validator = [str(peers / "check-jsonschema"), "--schemafile", schema]
        yield Contestant("check-jsonschema", [*validator, *files], folder)
        yield Contestant(
            "yamllint", [str(peers / "yamllint"), "-d", "relaxed", str(folder / "teams")], folder
        )


def peers_in(folder: Path) -> Path | None:
    """The programs of an environment with the peers; None when they cannot be installed."""
    programs = folder / "bin"
    commands = [
        [sys.executable, "-m", "venv", str(folder)],
        [str(programs / "python"), "-m", "pip", "install", "-q", "check-jsonschema", "yamllint"],
    ]
    for command in commands:
        if subprocess.run(command, capture_output=True).returncode != 0:
            return None
    return programs


def figures(samples: Sequence[Sample]) -> str:
    """Median and best of wall and CPU, and the largest peak of memory."""
    walls, cpus = [each.wall for each in samples], [each.cpu for each in samples]
    memory = max(each.memory for each in samples)
    return (
        f"{statistics.median(walls):8.2f} [{min(walls):6.2f}]"
        f"{statistics.median(cpus):9.2f} [{min(cpus):6.2f}]{memory:8.0f}"
    )


def start_up(rounds: int, scratch: Path) -> None:
    """Start-up beside the imports that it is measured against, as ratios of CPU time."""
    python = [sys.executable, "-c"]
    both = "import click, pydantic; pydantic.BaseModel"
    example = scratch / "example"
    shutil.copytree(ROOT / "teams", example / "teams")
    cold = remove(example / ".cache/kuota")
    runs = [
        Contestant("python -c pass", [*python, "pass"], scratch),
        Contestant("import click", [*python, "import click"], scratch),
        Contestant("import click, pydantic", [*python, both], scratch),
        Contestant("kuota --version", [*KUOTA, "--version"], scratch),
        Contestant("kuota check, example, cold", [*KUOTA, "check", *DAY], example, cold),
        Contestant("kuota check, example, warm", [*KUOTA, "check", *DAY], example),
    ]
    samples = compare(runs, max(rounds, 7))
    cpu = {name: min(each.cpu for each in found) for name, found in samples.items()}
    print(f"\n{'start-up':28}{'wall s, median [best]':>22}{'CPU s, median [best]':>22}   MiB")
    for name, found in samples.items():
        print(f"{name:28}{figures(found)}")
    print(
        f"\n--version / import click: {cpu['kuota --version'] / cpu['import click']:.2f} (aim 1.3)"
    )
    for state in ("cold", "warm"):
        ratio = cpu[f"kuota check, example, {state}"] / cpu["import click, pydantic"]
        print(f"check of the example, {state} / import click, pydantic: {ratio:.2f} (aim 2)")


def growth(sizes: Sequence[int], rounds: int, scratch: Path, peers: Path | None) -> None:
    """Time and memory by the number of team files."""
    best: dict[str, dict[int, float]] = {}
    for size in sizes:
        folder = generate(scratch / str(size), size)
        turns = rounds if size < 10_000 else 1
        samples = compare(list(contestants(folder, peers if size <= 1_000 else None)), turns)
        title = f"{size} team files, {turns} rounds"
        print(f"\n{title:28}{'wall s, median [best]':>22}{'CPU s, median [best]':>22}   MiB")
        for name, found in samples.items():
            print(f"{name:28}{figures(found)}")
            best.setdefault(name, {})[size] = min(each.cpu for each in found)
        if peers is not None and size == 1_000:
            for state in ("cold", "warm"):
                ratio = best["check-jsonschema"][size] / best[f"check, {state}"][size]
                print(f"check-jsonschema / check, {state}: {ratio:.1f} (aim 10)")
        shutil.rmtree(folder)
    print("\nCPU ms for each further file:")
    for name, by_size in best.items():
        known = sorted(by_size)
        steps = [
            f"{(by_size[larger] - by_size[smaller]) / (larger - smaller) * 1000:.2f}"
            f" ({smaller}-{larger})"
            for smaller, larger in pairwise(known)
        ]
        print(f"  {name:26}{', '.join(steps)}")


def judging(rounds: int, scratch: Path) -> None:
    """A check of a thousand teams with three gangs each, beside the same without trying loads."""
    folder = generate(scratch / "gangs", 1_000, gangs=True)
    check = [*KUOTA, "check", "--no-cache", *DAY]
    runs = [
        Contestant("check, no full loads", [*check, "--budget", "0"], folder),
        Contestant("check, default budget", check, folder),
    ]
    samples = compare(runs, rounds)
    title = "1000 teams with 3 gangs each"
    print(f"\n{title:28}{'wall s, median [best]':>22}{'CPU s, median [best]':>22}   MiB")
    for name, found in samples.items():
        print(f"{name:28}{figures(found)}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--sizes", default="1,100,1000,10000")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--no-peers", action="store_true")
    options = parser.parse_args()
    # Without byte code every start would compile kuota's modules anew.
    subprocess.run([sys.executable, "-m", "compileall", "-q", ROOT / "compiler/kuota"], check=True)
    print(f"Python {platform.python_version()}, {os.cpu_count()} CPUs, {platform.platform()}")
    print(f"load {os.getloadavg()[0]:.1f}; whole processes in turns, output thrown away")
    with tempfile.TemporaryDirectory(prefix="kuota-bench-") as folder:
        scratch = Path(folder)
        start_up(options.rounds, scratch)
        peers = None if options.no_peers else peers_in(scratch / "peers")
        if peers is None and not options.no_peers:
            print("\ncheck-jsonschema and yamllint cannot be installed here")
        growth([int(size) for size in options.sizes.split(",")], options.rounds, scratch, peers)
        judging(options.rounds, scratch)


if __name__ == "__main__":
    main()
