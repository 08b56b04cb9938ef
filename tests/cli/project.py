"""A small repository for tests of the command line, and a way to run kuota in it."""

import os
from dataclasses import dataclass
from pathlib import Path

from click.testing import CliRunner

from kuota.cli.group import kuota

PLATFORM = """\
apiVersion: kuota/v1
kind: Platform
metadata: {name: gpu}
spec:
  targets: {kueue: {version: "0.19"}}
  flavors:
    a100: {nodeLabels: {example.com/gpu: a100}}
  nodes:
    - name: a100
      count: 3
      labels: {example.com/gpu: a100}
      allocatable: {nvidia.com/gpu: 8, cpu: 96, memory: 768Gi, pods: 110}
  cohorts: {shared: {}}
  defaults:
    cohort: shared
    preemption: {withinClusterQueue: LowerPriority, reclaimWithinCohort: Any}
"""


def team(name: str, gpus: int = 12) -> str:
    return f"""\
apiVersion: kuota/v1
kind: Team
metadata:
  name: {name}
spec:
  quota:
    a100:
      nvidia.com/gpu: {{nominalQuota: {gpus}, borrowingLimit: 12}}
      cpu: 144
      memory: 1152Gi
"""


CLEAN = {
    "teams/platform.yaml": PLATFORM,
    "teams/red.yaml": team("red"),
    "teams/blue.yaml": team("blue"),
}
"""A repository without a finding."""

TOO_MUCH = CLEAN | {"teams/red.yaml": team("red", 13)}
"""One with an error: 25 of 24 GPUs."""


GRANT = team("red", 8) + (
    "  grants:\n    - {until: 2026-06-30, quota: {a100: {nvidia.com/gpu: 4}}, reason: launch}\n"
)
"""A team whose temporary quota ends with June."""

TWO_PLATFORMS = CLEAN | {"teams/other.yaml": PLATFORM.replace("{name: gpu}", "{name: other}")}


GUARANTEED = CLEAN | {
    "teams/red.yaml": team("red")
    + "  gangs:\n    - name: ddp\n      podSets: [{count: 1, requests: {nvidia.com/gpu: 8}}]\n"
    + "      expect: guaranteed\n"
}
"""A team with a gang that is tried against full loads, within a budget."""


def put_elsewhere(name: str) -> dict[str, str]:
    """``CLEAN``, with settings in other.toml that lead to another team of this name."""
    moved = {f"more/{path}": text for path, text in CLEAN.items()}
    moved[f"more/teams/{name}.yaml"] = team(name, 7)
    return CLEAN | moved | {"other.toml": 'paths = ["more/teams"]\n'}


@dataclass(frozen=True)
class Run:
    """What a run of the command printed and returned."""

    code: int
    out: str
    err: str


def put(folder: Path, files: dict[str, str]) -> Path:
    for path, text in files.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(text)
    return folder


def tree(folder: Path) -> dict[str, str]:
    """All files below a folder, but those of the cache."""
    files = [path for path in sorted(folder.rglob("*")) if path.is_file()]
    return {
        path.relative_to(folder).as_posix(): path.read_text()
        for path in files
        if ".cache" not in path.parts
    }


def run(
    folder: Path, *arguments: str, stdin: str | bytes = "", env: dict[str, str | None] | None = None
) -> Run:
    """Runs kuota in ``folder``, with a cache of its own; a crash of kuota fails the test."""
    surroundings = {
        "XDG_CACHE_HOME": str(folder / ".cache"),
        "NO_COLOR": None,
        "FORCE_COLOR": None,
        "GITHUB_STEP_SUMMARY": None,
        "GITHUB_WORKSPACE": None,
        "CI_PROJECT_DIR": None,
        "KUOTA_DEBUG": None,
    } | (env or {})
    before = Path.cwd()
    os.chdir(folder)
    try:
        result = CliRunner().invoke(
            kuota, arguments, input=stdin, env=surroundings, prog_name="kuota"
        )
    finally:
        os.chdir(before)
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    return Run(result.exit_code, result.stdout, result.stderr)
