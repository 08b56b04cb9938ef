"""Options of ``kuota where``."""

from tests.cli.case import Case
from tests.cli.project import CLEAN, TWO_PLATFORMS, put_elsewhere, team

CASES = {
    "config": Case(("--config", "other.toml"), ("clusterqueue/red",), put_elsewhere("red")),
    "stdin_filename": Case(
        ("--stdin-filename", "teams/red.yaml"),
        ("clusterqueue/red", "teams/platform.yaml", "-"),
        CLEAN,
        team("red"),
    ),
    # v1beta1, which 0.15 stores, calls the field cohort; v1beta2 calls it cohortName.
    "kueue_version": Case(
        ("--kueue-version", "0.15"), ("clusterqueue/red", "--field", "/spec/cohort")
    ),
    "field": Case(("--field", "/spec/cohortName"), ("clusterqueue/red",)),
    "cluster": Case(("--cluster", "other"), ("cohort/shared",), TWO_PLATFORMS),
}
