"""The registry: every module is a rule, and no identity is used twice."""

from pathlib import Path

import pytest

from kuota.diag.model import Code, Severity
from kuota.lint import rules
from kuota.lint.registry import Registered, RegistryError, ordered, registered
from kuota.lint.rule import Rule


def entry(number: str, name: str) -> Registered:
    rule = Rule(Code(number, name), Severity.ERROR, "0.1", lambda _: iter(()))
    return Registered(rule, name.replace("-", "_"), "What it is.")


def test_each_module_of_the_folder_is_a_rule() -> None:
    (folder,) = rules.__path__
    modules = {path.stem for path in Path(folder).glob("*.py")} - {"__init__"}
    assert sorted(modules) == sorted(found.module for found in registered())


def test_rules_come_in_order_of_code() -> None:
    numbers = [found.rule.code.number for found in registered()]
    assert sorted(numbers) == numbers


def test_rules_keep_to_the_ranges_of_codes() -> None:
    ranges = ("Q24", "Q25", "Q3", "Q4")
    wrong = [e.module for e in registered() if not e.rule.code.number.startswith(ranges)]
    assert [] == wrong


@pytest.mark.parametrize("second", [("Q301", "other"), ("Q302", "one")])
def test_an_identity_used_twice_is_refused(second: tuple[str, str]) -> None:
    with pytest.raises(RegistryError, match=r"is used by one and by (other|one)"):
        ordered((entry("Q301", "one"), entry(*second)))
