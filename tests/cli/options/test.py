"""Options of ``kuota test``."""

from tests.cli.case import Case
from tests.cli.project import CLEAN, GRANT, put_elsewhere


def scenario(name: str, gpus: int = 12) -> str:
    return f"""\
apiVersion: kuota/v1
kind: Scenario
metadata: {{name: {name}}}
spec:
  arrivals:
    - {{name: job, team: red, podSets: [{{count: {gpus}, requests: {{nvidia.com/gpu: 1}}}}]}}
  expect:
    - {{admitted: job}}
"""


FILES = CLEAN | {"teams/start.yaml": scenario("start")}
"""A repository with one scenario, which passes."""

GRANTED = FILES | {"teams/red.yaml": GRANT, "teams/start.yaml": scenario("start", 24)}
"""A scenario that passes only while a grant lasts."""

CROWD = FILES | {
    "teams/start.yaml": scenario("start", 24)
    .replace("team: red,", "team: red, count: 3,")
    .replace("{admitted: job}", "{admitted: job, count: 1}")
}
"""Two jobs that wait alike: from 0.18 on Kueue tries only one of them."""

CASES = {
    "config": Case(
        ("--config", "other.toml"),
        files=put_elsewhere("red") | {"more/teams/s.yaml": scenario("other")} | FILES,
    ),
    "stdin_filename": Case(
        ("--stdin-filename", "teams/more.yaml"), ("teams", "-"), FILES, scenario("more")
    ),
    "today": Case(("--today", "2026-07-01"), ("--today", "2026-03-01"), GRANTED),
    "kueue_version": Case(("--kueue-version", "0.17"), ("--verbose",), CROWD),
    "output": Case(("--output", "json"), files=FILES),
    "verbose": Case(("--verbose",), files=FILES),
    "color": Case(("--color", "always"), files=FILES),
    "quiet": Case(("--quiet",), files=FILES),
}
