"""Suppressions hide the findings that they name, where they stand, as long as they hold."""

from datetime import date

import pytest

from kuota.diag.model import Code, Diagnostic, Severity
from kuota.diag.suppress import Suppressed, apply
from kuota.source.files import SourceFile
from kuota.source.span import Position, Span
from kuota.source.yaml import parse

TODAY = date(2026, 6, 1)
KNOWN = {
    "Q301": False,
    "quota-exceeds-capacity": False,
    "Q401": False,
    "idle-quota": False,
    "Q309": True,
    "nominal-share-exceeded": True,
    "Q012": True,
    "duplicate-key": True,
}


def finding(
    line: int,
    number: str = "Q301",
    name: str = "quota-exceeds-capacity",
    severity: Severity = Severity.ERROR,
    end_line: int = 0,
    path: str = "x.yaml",
) -> Diagnostic:
    span = Span(path, Position(line, 1), Position(end_line or line, 2))
    return Diagnostic(Code(number, name), severity, span, f"{name} on line {line}")


def run(text: str, *findings: Diagnostic, report_unused: bool = True) -> Suppressed:
    comments = {"x.yaml": parse(SourceFile("x.yaml", text)).comments}
    return apply(findings, comments, KNOWN, TODAY, report_unused=report_unused)


def told(suppressed: Suppressed) -> list[str]:
    return [
        f"{f.span.start.line} {f.severity} {f.code.name}: {f.headline}"
        for f in suppressed.diagnostics
    ]


@pytest.mark.parametrize("name", ["Q301", "quota-exceeds-capacity"])
def test_a_finding_is_hidden_by_its_code_or_its_name(name: str) -> None:
    assert Suppressed((), 1) == run(f"a: 1  # kuota: allow {name} -- why\n", finding(1))


def test_a_finding_on_another_line_stays() -> None:
    other = finding(2)
    suppressed = run("a: 1  # kuota: allow Q301 -- why\nb: 2\n", finding(1), other)
    assert Suppressed((other,), 1) == suppressed


def test_a_finding_in_another_file_stays() -> None:
    other = finding(1, path="y.yaml")
    suppressed = run("a: 1  # kuota: allow Q301 -- why\n", finding(1), other)
    assert Suppressed((other,), 1) == suppressed


def test_a_comment_above_a_key_hides_all_findings_under_it() -> None:
    text = "# kuota: allow Q301 -- why\na:\n  b: 1\n  c: 2\nd: 3\n"
    stays = finding(5)
    assert Suppressed((stays,), 2) == run(text, finding(3), finding(4), stays)


def test_a_finding_over_several_lines_is_hidden_from_any_of_them() -> None:
    text = "a:\n  b: 1\n  c: 2  # kuota: allow Q301 -- why\n"
    assert Suppressed((), 1) == run(text, finding(1, end_line=3))


def test_each_name_of_a_comment_counts() -> None:
    text = "a: 1  # kuota: allow Q301, idle-quota -- why\n"
    assert Suppressed((), 2) == run(text, finding(1), finding(1, "Q401", "idle-quota"))


def test_a_suppression_holds_through_its_last_day() -> None:
    text = "a: 1  # kuota: allow Q301 until 2026-06-01 -- why\n"
    assert Suppressed((), 1) == run(text, finding(1))


def test_a_suppression_that_has_ended_hides_nothing_and_is_a_finding() -> None:
    text = "a: 1  # kuota: allow Q301 until 2026-05-31 -- why\n"
    assert [
        "1 error quota-exceeds-capacity: quota-exceeds-capacity on line 1",
        "1 warning suppression-expired: the suppression ended on 2026-05-31",
    ] == told(run(text, finding(1)))


def test_a_suppression_without_reason_is_a_finding() -> None:
    assert [
        "1 error suppression-without-reason: Q301 is allowed without a reason",
    ] == told(run("a: 1  # kuota: allow Q301\n", finding(1)))


def test_an_unknown_rule_is_a_finding_that_names_the_near_one() -> None:
    suppressed = run("a: 1  # kuota: allow idle-qouta -- why\n")
    assert ["1 error suppression-unknown-rule: idle-qouta is not a rule of kuota"] == told(
        suppressed
    )
    (found,) = suppressed.diagnostics
    assert "did you mean idle-quota?" == found.help
    assert ["idle-quota"] == [edit.replacement for edit in found.fixes[0].edits]


def test_a_suppression_that_hides_nothing_is_a_finding_with_a_fix() -> None:
    suppressed = run("a: 1  # kuota: allow idle-quota -- why\n")
    assert ["1 warning suppression-unused: nothing here is called idle-quota"] == told(suppressed)
    assert suppressed.diagnostics[0].fixes[0].safe


def test_only_the_name_that_hides_nothing_is_called_unused() -> None:
    suppressed = run("a: 1  # kuota: allow Q301, idle-quota -- why\n", finding(1))
    (found,) = suppressed.diagnostics
    assert "nothing here is called idle-quota" == found.headline
    assert Span("x.yaml", Position(1, 28), Position(1, 38)) == found.span


def test_nothing_is_called_unused_while_an_error_keeps_rules_from_being_asked() -> None:
    broken = finding(2, "Q103", "wrong-type")
    suppressed = run("a: 1  # kuota: allow idle-quota -- why\n", broken)
    assert Suppressed((broken,), 0) == suppressed


def test_unused_suppressions_are_left_alone_when_asked() -> None:
    text = "a: 1  # kuota: allow idle-quota -- why\n"
    assert Suppressed((), 0) == run(text, report_unused=False)


@pytest.mark.parametrize(
    ("number", "name"), [("Q309", "nominal-share-exceeded"), ("Q012", "duplicate-key")]
)
def test_a_mandatory_finding_cannot_be_hidden(number: str, name: str) -> None:
    suppressed = run(f"a: 1  # kuota: allow {name} -- why\n", finding(1, number, name))
    assert [
        f"1 error {name}: {name} on line 1",
        f"1 error suppression-forbidden: {name} cannot be allowed",
    ] == told(suppressed)


def test_a_comment_that_cannot_be_read_is_a_finding() -> None:
    assert [
        "1 error unreadable-suppression: a kuota comment does not say what it allows",
    ] == told(run("a: 1  # kuota: allow -- why\n"))


def test_without_comments_the_findings_are_the_same_objects() -> None:
    findings = (finding(1), finding(2))
    assert findings == apply(findings, {}, KNOWN, TODAY).diagnostics
