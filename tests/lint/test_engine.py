"""The engine: order, one finding for one cause, clusters, and rules that fail."""

from collections.abc import Iterator
from datetime import date

from tests.trees import PLATFORM, resolved, team

from kuota.diag.model import Code, Diagnostic, Label, Severity
from kuota.lint.engine import run
from kuota.lint.facts import Facts
from kuota.lint.rule import Rule
from kuota.policy.cluster import Policy

TODAY = date(2026, 7, 1)


def policy(*clusters: str) -> Policy:
    files = {f"{name}.yaml": PLATFORM.replace("name: gpu", f"name: {name}") for name in clusters}
    return resolved({**files, "alpha.yaml": team("alpha")}, today=TODAY).policy


def told(headline: str, facts: Facts) -> Diagnostic:
    span = facts.cluster.teams[0].origin.span
    return Diagnostic(Code("Q499", "told"), Severity.INFO, span, headline, note="why")


def rule(check: object, name: str = "told") -> Rule:
    return Rule(Code("Q499", name), Severity.INFO, "0.1", check)  # type: ignore[arg-type]


def everywhere(facts: Facts) -> Iterator[Diagnostic]:
    yield told("the same on each cluster", facts)


def in_the_east(facts: Facts) -> Iterator[Diagnostic]:
    if facts.cluster.name == "east":
        yield told("only in the east", facts)


def failing(facts: Facts) -> Iterator[Diagnostic]:
    yield told("before the fault", facts)
    raise ZeroDivisionError("of what")


def test_a_finding_that_all_clusters_share_is_told_once() -> None:
    findings = run(policy("east", "west"), [rule(everywhere)])
    assert [("the same on each cluster", "why")] == [(f.headline, f.note) for f in findings]


def test_a_finding_of_some_clusters_names_them() -> None:
    findings = run(policy("east", "west"), [rule(in_the_east)])
    assert ["why; on cluster east"] == [finding.note for finding in findings]


def test_a_single_cluster_is_not_named() -> None:
    assert ["why"] == [finding.note for finding in run(policy("east"), [rule(in_the_east)])]


def test_findings_come_in_the_order_of_places_and_not_of_rules() -> None:
    findings = run(policy("east"), [rule(in_the_east), rule(everywhere)])
    assert ["only in the east", "the same on each cluster"] == [f.headline for f in findings]


def test_a_rule_that_fails_becomes_a_finding_and_the_others_still_run() -> None:
    findings = run(policy("east"), [rule(failing, "fails"), rule(everywhere)])
    assert [
        ("Q499", "the same on each cluster"),
        ("Q901", "kuota failed in the rule fails"),
    ] == [(finding.code.number, finding.headline) for finding in findings]


def test_a_fault_points_at_the_platform_and_names_the_exception() -> None:
    (finding,) = run(policy("east"), [rule(failing)])
    assert "east.yaml" == finding.span.path
    assert finding.note.startswith("ZeroDivisionError: of what")


def wordy(facts: Facts) -> Iterator[Diagnostic]:
    span = facts.cluster.teams[0].origin.span
    text = "x" * 120
    yield Diagnostic(
        Code("Q499", "told"), Severity.INFO, span, text, label=text, others=(Label(span, text),)
    )


def test_wording_that_long_names_stretch_is_cut_to_its_limits() -> None:
    (finding,) = run(policy("east"), [rule(wordy)])
    short = "x" * 39 + "…"
    assert ("x" * 99 + "…", short, [short]) == (
        finding.headline,
        finding.label,
        [other.text for other in finding.others],
    )
