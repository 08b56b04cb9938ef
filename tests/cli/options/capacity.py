"""Options of ``kuota capacity``."""

from tests.cli.case import Case
from tests.cli.project import CLEAN, GRANT, GUARANTEED, TOO_MUCH, put_elsewhere, team

GANG = CLEAN | {
    "teams/red.yaml": team("red")
    + "  gangs:\n    - name: ddp\n      podSets: [{count: 2, requests: {nvidia.com/gpu: 8}}]\n"
}
CASES = {
    "config": Case(("--config", "other.toml"), files=put_elsewhere("red")),
    "stdin_filename": Case(
        ("--stdin-filename", "teams/red.yaml"), ("teams", "-"), CLEAN, team("red", 3)
    ),
    "budget": Case(("--budget", "0"), files=GUARANTEED),
    "today": Case(
        ("--today", "2026-07-01"), ("--today", "2026-03-01"), CLEAN | {"teams/red.yaml": GRANT}
    ),
    "name": Case(("--format", "json"), files=TOO_MUCH),
    "down": Case(("--down", "2"), files=CLEAN),
    "counterexample": Case(("--counterexample", "red/ddp"), files=GANG),
    "all_gangs": Case(("--all-gangs",), files=GANG),
}
