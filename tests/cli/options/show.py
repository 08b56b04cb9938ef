"""Options of ``kuota show``."""

from tests.cli.case import Case
from tests.cli.project import CLEAN, GRANT, TWO_PLATFORMS, put_elsewhere, team

CASES = {
    "config": Case(("--config", "other.toml"), ("red",), put_elsewhere("red")),
    "stdin_filename": Case(
        ("--stdin-filename", "teams/red.yaml"),
        ("red", "teams", "-"),
        CLEAN,
        team("red", 3),
    ),
    "today": Case(
        ("--today", "2026-07-01"),
        ("red", "--today", "2026-03-01"),
        CLEAN | {"teams/red.yaml": GRANT},
    ),
    "origins": Case(("--origins",), ("red",)),
    "cluster": Case(("--cluster", "other"), ("red",), TWO_PLATFORMS),
}
