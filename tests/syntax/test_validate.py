"""What the models hold after a document was read."""

from datetime import date

import pytest
from tests.syntax.corpus import GOOD
from tests.syntax.reading import findings, platform, read, team

from kuota.diag.model import Severity
from kuota.quantity import Quantity
from kuota.source.files import SourceFile
from kuota.source.trouble import MAX_FINDINGS
from kuota.source.yaml import parse
from kuota.syntax.names import expand
from kuota.syntax.platform import Platform
from kuota.syntax.team import Team
from kuota.syntax.validate import Validated, validate


def a_team(spec: str, name: str = "ml") -> Team:
    model = read(team(spec, name)).model
    assert isinstance(model, Team)
    return model


def a_platform(spec: str) -> Platform:
    model = read(platform(spec)).model
    assert isinstance(model, Platform)
    return model


def whole(number: int) -> Quantity:
    return Quantity(number * 10**9, "DecimalSI")


@pytest.mark.parametrize("case", GOOD)
def test_a_sound_document_has_a_model_and_no_finding(case: str) -> None:
    validated = read(GOOD[case])
    assert () == validated.diagnostics
    assert validated.model is not None


@pytest.mark.parametrize("name", ["no", "1e3", "2024-01-01", "null1", "on", "0x1f", "12"])
def test_a_team_keeps_its_name_whatever_it_looks_like(name: str) -> None:
    assert name == a_team("cohort: x", name).metadata.name


@pytest.mark.parametrize("name", ["no", "1e3", "2024-01-01", "12", '"no"'])
def test_names_in_keys_stay_text_too(name: str) -> None:
    quota = a_team(f"quota: {{{name}: {{cpu: 1}}}}").spec.quota
    assert quota is not None
    assert [name.strip('"')] == list(quota)


def test_a_bare_quantity_is_the_nominal_quota() -> None:
    quota = a_team("quota: {a100: {cpu: 96, memory: {nominalQuota: 1Gi}}}").spec.quota
    assert quota is not None
    assert whole(96) == quota["a100"]["cpu"].nominal_quota
    assert quota["a100"]["cpu"].borrowing_limit is None
    assert "1Gi" == str(quota["a100"]["memory"].nominal_quota)


@pytest.mark.parametrize("written", ["12", '"12"', "12000m", "0.012k"])
def test_a_quantity_may_be_quoted_and_have_a_suffix(written: str) -> None:
    quota = a_team(f"quota: {{a100: {{cpu: {written}}}}}").spec.quota
    assert quota is not None
    assert whole(12) == quota["a100"]["cpu"].nominal_quota


def test_flavors_keep_the_order_of_the_file() -> None:
    quota = a_team("quota: {z: {cpu: 1}, a: {cpu: 1}, m: {cpu: 1}}").spec.quota
    assert quota is not None
    assert ["z", "a", "m"] == list(quota)


def test_a_queue_may_be_its_name() -> None:
    queues = a_team("queues: [a, {name: b, stopPolicy: Hold}]").spec.queues
    assert queues is not None
    assert [("a", None), ("b", "Hold")] == [(q.name, q.stop_policy) for q in queues]


def test_a_priority_class_may_be_its_value() -> None:
    classes = a_platform("priorityClasses: {a: 1, b: {value: -2, description: d}}").spec
    assert {"a": (1, None), "b": (-2, "d")} == {
        name: (c.value, c.description) for name, c in classes.priority_classes.items()
    }


def test_a_name_without_value_is_an_empty_mapping_where_one_may_be_empty() -> None:
    spec = a_platform("cohorts:\n  ml:\n  x: {parent: ml}").spec
    assert {"ml": None, "x": "ml"} == {name: c.parent for name, c in spec.cohorts.items()}


def test_measures_are_numbers() -> None:
    spec = a_platform(
        """
        kueueConfiguration: {waitForPodsReady: {timeout: 1h30m}}
        rules: {maxNominalShare: 12.5%, removalGuard: 100%}
        """
    ).spec
    assert spec.kueue_configuration is not None
    assert spec.kueue_configuration.wait_for_pods_ready is not None
    assert 5400 == spec.kueue_configuration.wait_for_pods_ready.timeout
    assert spec.rules is not None
    assert (125, 1000) == (spec.rules.max_nominal_share, spec.rules.removal_guard)


def test_a_grant_ends_on_a_day() -> None:
    grants = a_team("grants: [{until: 2026-12-31, quota: {a: {cpu: 1}}, reason: x}]").spec.grants
    assert grants is not None
    assert date(2026, 12, 31) == grants[0].until


@pytest.mark.parametrize(
    ("written", "held"), [("true", True), ("false", False), ("racks", "racks")]
)
def test_the_topology_of_a_flavor_is_a_flag_or_a_name(written: str, held: bool | str) -> None:
    text = platform("cohorts: {}").replace("a100: {}", f"a100: {{topology: {written}}}")
    model = read(text).model
    assert isinstance(model, Platform)
    assert held == model.spec.flavors["a100"].topology


def test_the_version_of_a_release_keeps_its_zero() -> None:
    model = read(platform("cohorts: {}").replace('"0.19"', "0.20")).model
    assert isinstance(model, Platform)
    assert "0.20" == model.spec.targets.kueue.version


def test_text_that_looks_like_a_number_is_told_where_text_is_meant_and_only_there() -> None:
    text = team("queues: [12]\ngangs: [{name: a, podSets: [{count: 12, requests: {cpu: 12}}]}]")
    assert [
        '5:12-14 warning ambiguous-scalar: 12 is a number to other YAML readers | write "12"'
    ] == (findings(text))


def test_a_key_that_looks_like_a_flag_is_told() -> None:
    assert ['5:11-13 warning ambiguous-scalar: on is true to other YAML readers | write "on"'] == (
        findings(team("quota: {on: {cpu: 1}}"))
    )


def test_days_and_measures_without_quotes_are_not_told() -> None:
    assert [] == findings(team("grants: [{until: 2026-12-31, quota: {a: {cpu: 1e3}}, reason: x}]"))


def test_a_warning_alone_leaves_the_model() -> None:
    validated = read(team("cohort: no"))
    assert [Severity.WARNING] == [finding.severity for finding in validated.diagnostics]
    assert validated.model is not None


@pytest.mark.parametrize(
    ("template", "expected"),
    [
        ("r{index}", ["r0", "r1", "r2", "r3"]),
        ("r{index/2}", ["r0", "r0", "r1", "r1"]),
        ("{index%3}-{index/3}", ["0-0", "1-0", "2-0", "0-1"]),
        ("plain", ["plain"] * 4),
    ],
)
def test_a_label_template_counts_the_nodes(template: str, expected: list[str]) -> None:
    assert expected == [expand(template, index) for index in range(4)]


@pytest.mark.parametrize("text", ["---\n", "# nothing\n---\n...\n"])
def test_an_empty_document_is_no_mistake(text: str) -> None:
    (document,) = parse(SourceFile("x.yaml", text)).documents
    assert Validated(None, ()) == validate(document)


@pytest.mark.parametrize("kind", ["List", "NodeList", "Node"])
def test_an_inventory_of_nodes_is_passed_over(kind: str) -> None:
    assert Validated(None, ()) == read(f"apiVersion: v1\nkind: {kind}\nitems: []\n")


def test_a_document_with_too_many_mistakes_is_not_told_in_full() -> None:
    keys = "\n".join(f"k{number}: 1" for number in range(MAX_FINDINGS + 1))
    assert ["too-many-findings"] == [f.code.name for f in read(team(keys)).diagnostics]
    amounts = ", ".join(f"r{number}: 0.5" for number in range(MAX_FINDINGS + 9))
    names = [f.code.name for f in read(team(f"quota: {{a: {{{amounts}}}}}")).diagnostics]
    assert ["fractional-quantity"] * MAX_FINDINGS + ["too-many-findings"] == names


def test_aliases_are_read_as_what_they_stand_for() -> None:
    quota = a_team("quota: {a: &q {cpu: 1}, b: *q}").spec.quota
    assert quota is not None
    assert quota["a"] == quota["b"]
