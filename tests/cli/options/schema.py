"""Options of ``kuota schema``."""

from tests.cli.case import Case

CASES = {"folder": Case(("--write", "schemas"))}
