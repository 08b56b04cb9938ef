"""Options of ``kuota init``."""

from tests.cli.case import Case

CASES = {"requirement": Case(("--requirement", "kuota==9"), ("new",))}
