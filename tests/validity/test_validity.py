"""Refusals and inactivity as findings, at the place that locate gives."""

from typing import get_args

import pytest

from kuota.diag.model import Severity
from kuota.kueue.activity import Inactivity, ObjectRef
from kuota.kueue.violation import Violation, ViolationKind
from kuota.source.span import Path, Position, Span
from kuota.validity import doubts, errors, inactivity, refusals

VALUE = Span("x.yaml", Position(3, 5), Position(3, 9))
KEY = Span("x.yaml", Position(3, 1), Position(3, 4))


def locate(path: Path, at_key: bool) -> Span:
    assert ("spec", "cohort") == path
    return KEY if at_key else VALUE


def violation(kind: ViolationKind, at_key: bool = False, *near: str) -> Violation:
    return Violation(("spec", "cohort"), at_key, kind, "it is wrong", "why", "do this", near)


@pytest.mark.parametrize("kind", get_args(ViolationKind))
def test_every_kind_of_refusal_has_a_code_of_its_own(kind: ViolationKind) -> None:
    (finding,) = refusals([violation(kind)], locate, "ClusterQueue/a")
    assert errors.BY_REFUSAL[kind].code == finding.code
    assert Severity.ERROR is finding.severity
    assert "ClusterQueue/a: it is wrong" == finding.headline
    assert ("why", "do this") == (finding.note, finding.help)


def test_no_two_refusals_share_a_code() -> None:
    codes = [kind.code.number for kind in errors.BY_REFUSAL.values()]
    assert sorted(set(codes)) == sorted(codes)


@pytest.mark.parametrize(("at_key", "span"), [(True, KEY), (False, VALUE)])
def test_a_refusal_stands_at_the_key_or_the_value(at_key: bool, span: Span) -> None:
    (finding,) = refusals([violation("schema", at_key)], locate, "ClusterQueue/a")
    assert span == finding.span


def test_a_misspelt_field_can_be_mended_where_the_text_is_the_objects_own() -> None:
    refused = violation("unknown", True, "cohortName")
    (finding,) = refusals([refused], locate, "ClusterQueue/a", fixable=True)
    assert [(KEY, "cohortName")] == [(e.span, e.replacement) for e in finding.fixes[0].edits]
    (compiled,) = refusals([refused], locate, "ClusterQueue/a")
    assert () == compiled.fixes


def test_a_fix_is_offered_only_when_one_name_is_near() -> None:
    refused = violation("unknown", True, "cohort", "cohortName")
    (finding,) = refusals([refused], locate, "ClusterQueue/a", fixable=True)
    assert () == finding.fixes


def test_a_doubt_is_a_warning() -> None:
    (finding,) = doubts([violation("metadata")], locate, "ClusterQueue/a")
    assert (Severity.WARNING, "object-doubtful") == (finding.severity, finding.code.name)


@pytest.mark.parametrize(
    ("reason", "note", "name", "severity", "expected"),
    [
        ("FlavorNotFound", "", "object-never-active", Severity.ERROR, "FlavorNotFound"),
        ("HasCycle", "a, b", "object-never-active", Severity.ERROR, "a, b (HasCycle)"),
        ("Stopped", "", "queue-stopped", Severity.INFO, "Stopped"),
    ],
)
def test_inactivity_names_kueues_own_reason(
    reason: str, note: str, name: str, severity: Severity, expected: str
) -> None:
    state = Inactivity(
        0,
        ObjectRef("ClusterQueue", "a"),
        reason,
        ("spec", "cohort"),
        False,
        "it does not work",
        note,
    )
    finding = inactivity(state, locate, "ClusterQueue/a")
    assert (name, severity, expected) == (finding.code.name, finding.severity, finding.note)


def test_every_kind_is_documented_in_the_same_sections() -> None:
    for kind in errors.KINDS:
        lines = kind.documentation.splitlines()
        sections = [line for line in lines if line and not line.startswith(" ")][1:]
        assert ["What it finds", "Why it matters", "How to fix"] == sections[:3], kind.code
