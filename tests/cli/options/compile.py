"""Options of ``kuota compile``."""

from tests.cli.case import Case
from tests.cli.options.check import REPORTING

CASES = REPORTING | {
    "out": Case(("--out", "elsewhere")),
    "check_only": Case(("--check",)),
    "diff_only": Case(("--diff",)),
}
