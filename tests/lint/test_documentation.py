"""Every kind of finding, of rules and of stages, documents itself in one form."""

import pytest
from tests.documentation import REQUIRED, TITLES, sections

from kuota.report.catalog import Catalog
from kuota.report.model import RuleInfo

KINDS = [pytest.param(info, id=f"{info.number}-{info.name}") for info in Catalog().values()]


@pytest.mark.parametrize("info", KINDS)
def test_the_sections_are_there_and_in_order(info: RuleInfo) -> None:
    found = sections(info.documentation)
    assert [title for title in TITLES if title in found] == list(found)
    assert REQUIRED == tuple(title for title in REQUIRED if found.get(title))


@pytest.mark.parametrize("info", KINDS)
def test_the_summary_is_one_sentence_on_one_line(info: RuleInfo) -> None:
    assert info.summary.endswith(".")
    assert len(info.summary) <= 100
