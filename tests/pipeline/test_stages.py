"""What the pipeline adds to the stages: order, faults, levels, suppression, inventories."""

from collections.abc import Iterator
from datetime import date
from pathlib import Path

import pytest
from tests.cli.project import CLEAN, GRANT, PLATFORM, TOO_MUCH, put, team

from kuota.diag.model import Code, Diagnostic, Severity
from kuota.emit import engine as emit_engine
from kuota.lint import engine as lint_engine
from kuota.pipeline import read, stages
from kuota.pipeline.levels import at_levels
from kuota.pipeline.model import Outcome, Request
from kuota.settings.model import LevelSetting
from kuota.source.files import SourceFile
from kuota.source.span import Position, Span

TODAY = date(2026, 6, 1)
NODES = """\
apiVersion: v1
kind: List
items:
- apiVersion: v1
  kind: Node
  metadata: {name: n1, labels: {example.com/gpu: a100}}
  status:
    allocatable: {nvidia.com/gpu: "24", cpu: "288", memory: 2304Gi, pods: "110"}
"""
NODES_FROM = CLEAN | {
    "teams/platform.yaml": PLATFORM[: PLATFORM.index("  nodes:")]
    + "  nodesFrom: nodes.yaml\n"
    + PLATFORM[PLATFORM.index("  cohorts:") :]
}


def outcome(folder: Path, **changes: object) -> Outcome:
    request = Request(paths=("teams",), root=folder, today=TODAY)
    for name, value in changes.items():
        object.__setattr__(request, name, value)
    return stages.run(request)


def codes(found: Outcome) -> list[str]:
    return [finding.code.number for finding in found.diagnostics]


def crash(*_: object, **__: object) -> object:
    raise RuntimeError("something\nbroke")


@pytest.mark.parametrize(
    ("module", "name", "step"),
    [
        (read, "parse", "reading YAML"),
        (read, "validate", "reading a document"),
        (stages, "resolve", "resolving names"),
        (lint_engine, "run", "checking rules"),
        (emit_engine, "run", "compiling"),
    ],
)
def test_a_stage_that_crashes_is_a_finding_in_a_real_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, module: object, name: str, step: str
) -> None:
    monkeypatch.setattr(module, name, crash)
    found = outcome(put(tmp_path, CLEAN))
    fault = next(each for each in found.diagnostics if each.code.number == "Q901")
    assert f"kuota failed in {step}" == fault.headline
    assert fault.note.startswith("RuntimeError: something broke")
    assert (tmp_path / fault.span.path).is_file()


def test_a_rule_that_crashes_is_a_finding_and_raises_under_debug(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lint_engine, "_kept_short", crash)
    found = outcome(put(tmp_path, TOO_MUCH))
    headline = "kuota failed in the rule quota-exceeds-capacity"
    assert headline in [finding.headline for finding in found.diagnostics]
    with pytest.raises(RuntimeError):
        outcome(tmp_path, debug=True)


def test_what_the_other_stages_find_is_still_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(emit_engine, "run", crash)
    assert {"Q301", "Q901"} == {*codes(outcome(put(tmp_path, TOO_MUCH)))}


def test_a_fault_names_the_line_of_kuota(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(read, "validate", lambda document: 1 // len(document.index))
    (first, *_) = outcome(put(tmp_path, CLEAN)).diagnostics
    assert " at kuota/pipeline/guard.py:" in first.note


def test_findings_are_in_order_and_told_once(tmp_path: Path) -> None:
    broken = {f"teams/{name}.yaml": team(name, 30) + "  x: 1\n  y: 2\n" for name in ("b", "a", "c")}
    found = outcome(put(tmp_path, CLEAN | broken)).diagnostics
    keys = [finding.order for finding in found]
    assert sorted(keys) == keys
    assert len({*found}) == len(found) > 3


def test_a_finding_that_two_stages_make_is_told_once() -> None:
    span = Span("a", Position(1, 1), Position(1, 2))
    twin = Diagnostic(Code("Q101", "unknown-key"), Severity.ERROR, span, "x")
    later = Diagnostic(Code("Q102", "other"), Severity.ERROR, span, "a")
    assert (twin, later) == stages.in_order([later, twin, twin])


def test_levels_change_severity_by_code_or_name_and_drop() -> None:
    span = Span("a", Position(1, 1), Position(1, 2))

    def finding(number: str, severity: Severity) -> Diagnostic:
        return Diagnostic(Code(number, f"rule-{number}"), severity, span, "x")

    levels = [
        LevelSetting("Q401", "error", span),
        LevelSetting("rule-Q402", "info", span),
        LevelSetting("Q403", "off", span),
    ]
    before = [finding(f"Q40{digit}", Severity.WARNING) for digit in range(1, 5)]
    expected = [
        finding("Q401", Severity.ERROR),
        finding("Q402", Severity.INFO),
        finding("Q404", Severity.WARNING),
    ]
    assert expected == list(at_levels(before, levels))


def test_a_comment_hides_a_finding_and_is_counted(tmp_path: Path) -> None:
    found = outcome(put(tmp_path, TOO_MUCH))
    (finding,) = found.diagnostics
    path, line = finding.span.path, finding.span.start.line
    lines = TOO_MUCH[path].splitlines()
    lines[line - 1] += " # kuota: allow quota-exceeds-capacity -- the nodes come on Monday"
    hidden = outcome(put(tmp_path, {path: "\n".join(lines) + "\n"}))
    assert ((), 1) == (hidden.diagnostics, hidden.suppressed)


def test_the_inventory_of_nodes_is_read_beside_the_platform(tmp_path: Path) -> None:
    found = outcome(put(tmp_path, NODES_FROM | {"teams/nodes.yaml": NODES}))
    assert ((), ("teams/nodes.yaml",)) == (found.diagnostics, found.inventories)
    assert "teams/nodes.yaml" in found.sources


def test_a_missing_inventory_is_found_at_its_name(tmp_path: Path) -> None:
    (finding,) = outcome(put(tmp_path, NODES_FROM)).diagnostics
    assert ("teams/platform.yaml", 8, "Q226") == (
        finding.span.path,
        finding.span.start.line,
        finding.code.number,
    )


def test_a_replacement_is_read_in_place_of_the_file(tmp_path: Path) -> None:
    text = SourceFile("teams/red.yaml", team("red", 13))
    found = outcome(put(tmp_path, CLEAN), replacements={"teams/red.yaml": text})
    assert ["Q301"] == codes(found)


def test_the_day_decides_whether_a_grant_holds(tmp_path: Path) -> None:
    put(tmp_path, CLEAN | {"teams/red.yaml": GRANT})

    def nominal(today: date) -> str:
        policy = outcome(tmp_path, today=today).policy
        assert policy is not None
        red = next(each for each in policy.clusters[0].teams if each.name == "red")
        return str(red.resource_groups[0].flavors[0].resources[0].nominal.quantity)

    assert ("12", "12", "8") == (
        nominal(date(2026, 1, 1)),
        nominal(date(2026, 6, 30)),
        nominal(date(2026, 7, 1)),
    )


def test_another_release_is_checked_as_if_the_platform_named_it(tmp_path: Path) -> None:
    found = outcome(put(tmp_path, CLEAN), kueue_version="0.15")
    assert found.policy is not None
    assert "0.15" == found.policy.clusters[0].kueue_version.value
    assert "kueue.x-k8s.io/v1beta1" in found.artifacts[0].text


@pytest.mark.parametrize(
    "lost",
    [
        pytest.param(team("blue").replace("12,", "12.5,"), id="a team that was refused"),
        pytest.param(team("blue").replace("name: blue", "name:"), id="a team without a name"),
        pytest.param("spec: [\n", id="a file that is no YAML"),
        pytest.param("a: \0\n", id="a file that cannot be read"),
        pytest.param(team("blue").replace("kind: Team", "kind: Teem"), id="a kind misspelt"),
        pytest.param(team("blue").replace("kind: Team\n", ""), id="a team without a kind"),
        pytest.param("kind: Team\nmetadata: blue\n", id="a team with metadata of another shape"),
    ],
)
def test_a_lost_team_is_one_finding_and_no_advice_on_what_remains(
    tmp_path: Path, lost: str
) -> None:
    found = outcome(put(tmp_path, CLEAN | {"teams/blue.yaml": lost}))
    assert ["teams/blue.yaml"] == [each.span.path for each in found.diagnostics]


@pytest.mark.parametrize(
    ("path", "lost"),
    [
        pytest.param("teams/blue.yaml", "spec: [\n", id="a team"),
        pytest.param("teams/platform.yaml", "spec: [\n", id="the Platform"),
        pytest.param(
            "teams/platform.yaml",
            PLATFORM.replace("kind: Platform", "kind: Platfrm"),
            id="its kind",
        ),
    ],
)
def test_what_was_lost_is_not_missed(tmp_path: Path, path: str, lost: str) -> None:
    rule = "  priorityClasses: {high: 1}\n  rules: {priorityClasses: {high: {teams: [blue]}}}\n"
    put(tmp_path, CLEAN | {"teams/platform.yaml": PLATFORM + rule} | {path: lost})
    assert [path] == [each.span.path for each in outcome(tmp_path).diagnostics]


@pytest.fixture
def manifests(tmp_path: Path) -> Iterator[Path]:
    objects = outcome(put(tmp_path, CLEAN)).artifacts
    files = {f"m/{each.path}": each.text for each in objects}
    yield put(tmp_path, files)


def test_compiled_objects_pass_as_manifests(manifests: Path) -> None:
    assert () == outcome(manifests, manifests=("m",)).diagnostics


def test_manifests_alone_are_checked_without_a_platform(manifests: Path) -> None:
    red = manifests / "m/gpu/kueue/teams/red.yaml"
    red.write_text(red.read_text().replace('"12"', '"-12"'))
    found = outcome(manifests, paths=(), manifests=("m",))
    assert {"m/gpu/kueue/teams/red.yaml"} == {each.span.path for each in found.diagnostics}
    assert {"Q6"} == {number[:2] for number in codes(found)}


def test_a_value_that_yaml_could_not_read_is_told_once(tmp_path: Path) -> None:
    broken = team("blue", 11).replace("nominalQuota: 11", "nominalQuota: *eleven")
    found = outcome(put(tmp_path, CLEAN | {"teams/blue.yaml": broken}))
    assert ["undefined-alias"] == [
        each.code.name for each in found.diagnostics if each.severity is Severity.ERROR
    ]


def test_one_file_yields_a_bounded_number_of_findings(tmp_path: Path) -> None:
    foreign = CLEAN | {"teams/foreign.yaml": "---\na: 1\n" * 2000}
    found = outcome(put(tmp_path, foreign)).diagnostics
    assert "too-many-findings" in {each.code.name for each in found}
    assert 502 == sum(each.span.path == "teams/foreign.yaml" for each in found)
