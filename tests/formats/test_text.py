"""What the code frames show."""

import re

import pytest
from tests.formats.samples import findings, report, span

from kuota.diag.model import Code, Diagnostic, Label, Severity
from kuota.report.formats.text import render
from kuota.report.model import Presentation
from kuota.source.files import SourceFile

CODE = Code("Q101", "unknown-key")
PLAIN = Presentation(width=80, quiet=True)
ANSI = re.compile("\x1b\\[[0-9;]*m")


def frame(text: str, start: int, end: int, width: int = 80) -> list[str]:
    source = SourceFile("a.yaml", text)
    finding = Diagnostic(CODE, Severity.ERROR, span("a.yaml", 1, start, end), "bad", label="here")
    lines = render(report([finding], [source]), Presentation(width=width, quiet=True)).splitlines()
    return lines[3:5]


def test_the_caret_stands_below_the_value() -> None:
    assert ["1 | key: value", "  |      ^^^^^ here"] == frame("key: value", 6, 11)


def test_a_tab_takes_four_columns() -> None:
    assert ["1 |     key: v", "  |          ^ here"] == frame("\tkey: v", 7, 8)


def test_wide_characters_take_two_columns() -> None:
    assert ["1 | 名前: v", "  |       ^ here"] == frame("名前: v", 5, 6)


def test_combining_characters_take_none() -> None:
    assert ["1 | e\u0301: v", "  |    ^ here"] == frame("e\u0301: v", 5, 6)


def test_a_missing_value_has_one_caret() -> None:
    assert ["1 | key:", "  |     ^ here"] == frame("key:", 5, 5)


@pytest.mark.parametrize("width", [40, 60, 100])
def test_lines_fit_the_terminal(width: int) -> None:
    shown = frame("a: " + "x" * 500 + " y", 505, 506, width)[0]
    assert len(shown) <= width + 1


def test_a_second_label_far_away_on_the_line_stays_inside_the_terminal() -> None:
    source = SourceFile("a.yaml", "a: " + "x" * 500 + " y")
    other = Label(span("a.yaml", 1, 505, 506), "there")
    finding = Diagnostic(CODE, Severity.ERROR, span("a.yaml", 1, 1, 2), "bad", others=(other,))
    text = render(report([finding], [source]), PLAIN)
    assert max(len(line) for line in text.splitlines()) < 100


def test_a_finding_in_a_file_that_is_not_at_hand_still_names_its_place() -> None:
    finding = Diagnostic(CODE, Severity.ERROR, span("gone.yaml", 3, 4, 5), "bad")
    expected = "error[Q101]: bad  (unknown-key)\n  --> gone.yaml:3:4\n"
    assert expected == render(report([finding], []), PLAIN)


def test_colour_adds_nothing_but_colour() -> None:
    plain = render(findings(), Presentation(width=80))
    colored = render(findings(), Presentation(width=80, color=True))
    assert "\x1b[1;31merror[Q301]" in colored
    assert plain == ANSI.sub("", colored)
