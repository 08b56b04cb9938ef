"""Options of ``kuota rules``."""

from tests.cli.case import Case

CASES = {"form": Case(("--format", "json"))}
