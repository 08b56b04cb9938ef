"""CRDs of a user: read without trust, evaluated like the tables."""

import gzip
import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.kueue.objects import CLUSTER_QUEUE, changed

from kuota.kueue import crds as crds_module
from kuota.kueue.crds import CrdProblem, CrdSet, cel_available, load_crds, validate_with_crds
from kuota.kueue.model import KINDS
from kuota.kueue.release import API_VERSIONS, NEWEST
from kuota.kueue.schema.node import table
from kuota.kueue.validate import Violation, validate

VECTORS = Path(__file__).with_name("vectors")
TEXTS: dict[str, str] = json.loads((VECTORS / "cel_rules.json").read_text(encoding="utf-8"))

WIDGET = """
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: widgets.example.com}
spec:
  group: example.com
  scope: Namespaced
  names: {kind: Widget, plural: widgets}
  versions:
  - name: v1
    served: true
    storage: true
    subresources: {status: {}}
    schema:
      openAPIV3Schema:
        type: object
        properties:
          apiVersion: {type: string}
          kind: {type: string}
          metadata: {type: object}
          spec:
            type: object
            required: [size]
            properties:
              size: {type: integer, format: int32, minimum: 1, maximum: 9}
              share: {type: number, multipleOf: 0.5}
              color: {type: string, enum: [red, green]}
              since: {type: string, format: date-time}
              address: {type: string, format: ipv4}
              memory: {x-kubernetes-int-or-string: true}
              limit: {x-kubernetes-int-or-string: true}
              note: {type: string, nullable: true}
              mode: {type: string, default: fast}
              free: {type: object, x-kubernetes-preserve-unknown-fields: true}
              tags: {type: array, x-kubernetes-list-type: set, items: {type: string}}
              one:
                type: object
                properties: {a: {type: string}, b: {type: string}}
                oneOf: [{required: [a]}, {required: [b]}]
            x-kubernetes-validations:
            - rule: self.mode != 'slow' || self.size < 5
              message: slow widgets are small
              fieldPath: .size
            - rule: "!has(self.memory) || quantity(self.memory).isLessThan(quantity('2Gi'))"
              messageExpression: "'too much memory: ' + self.memory"
            - rule: "!has(self.limit) || isQuantity(self.limit)"
            - rule: self.size == oldSelf.size
              message: size cannot change
          status:
            type: object
            properties: {phase: {type: string}}
"""


def widget(**spec: Any) -> dict[str, Any]:
    return {
        "apiVersion": "example.com/v1",
        "kind": "Widget",
        "metadata": {"name": "a", "namespace": "b"},
        "spec": {"size": 3, **spec},
    }


@pytest.fixture(scope="module")
def widgets() -> CrdSet:
    return load_crds([("widget.yaml", WIDGET)])


def test_a_sound_crd_has_no_problem(widgets: CrdSet) -> None:
    assert () == widgets.problems
    assert widgets.knows("example.com/v1", "Widget")
    assert not widgets.knows("example.com/v2", "Widget")


@pytest.mark.parametrize(
    "spec",
    [
        {},
        {"share": 1.5},
        {"share": 2},
        {"note": None},
        {"color": None},
        {"free": {"anything": [1]}},
        {"one": {"a": ""}},
        {"memory": "1Gi", "limit": "12"},
        {"since": "2026-01-31T12:00:00Z"},
        {"size": 3.0},
    ],
    ids=str,
)
def test_a_sound_object_is_accepted(widgets: CrdSet, spec: dict[str, Any]) -> None:
    assert () == widgets.validate(widget(**spec))


@pytest.mark.parametrize(
    ("spec", "kind", "pointer", "headline"),
    [
        ({"sise": 1}, "unknown", ("spec", "sise"), 'unknown field "sise" in spec'),
        ({"size": 0}, "schema", ("spec", "size"), "size is 0, the least is 1"),
        ({"size": 10}, "schema", ("spec", "size"), "size is 10, the most is 9"),
        ({"size": True}, "schema", ("spec", "size"), "size is true, not a whole number"),
        ({"share": "x"}, "schema", ("spec", "share"), 'share is "x", not a number'),
        (
            {"share": 0.3},
            "schema",
            ("spec", "share"),
            "share is 0.3, which the CRD does not allow",
        ),
        ({"color": "redd"}, "schema", ("spec", "color"), 'color cannot be "redd"'),
        ({"since": "today"}, "schema", ("spec", "since"), 'since "today" is not a time'),
        (
            {"address": "10.0.0"},
            "schema",
            ("spec", "address"),
            'address "10.0.0" is not an IPv4 address',
        ),
        (
            {"memory": []},
            "schema",
            ("spec", "memory"),
            "memory is an empty list, not text or a whole number",
        ),
        ({"tags": ["a", "a"]}, "list", ("spec", "tags", 1), 'tags lists "a" twice'),
        (
            {"one": {}},
            "schema",
            ("spec", "one"),
            "one is an empty mapping, which the CRD does not allow",
        ),
    ],
    ids=str,
)
def test_a_broken_object_is_refused_in_words(
    widgets: CrdSet, spec: dict[str, Any], kind: str, pointer: tuple[Any, ...], headline: str
) -> None:
    (violation,) = widgets.validate(widget(**spec))

    assert (kind, pointer, headline) == (violation.kind, violation.pointer, violation.headline)


@pytest.mark.skipif(not cel_available(), reason="needs the extra cel")
@pytest.mark.parametrize(
    ("spec", "violation"),
    [
        (
            {"mode": "slow", "size": 7},
            Violation(
                ("spec", "size"),
                False,
                "cel",
                "size breaks a rule of its CRD",
                "slow widgets are small",
            ),
        ),
        (
            {"memory": "3Gi"},
            Violation(
                ("spec",),
                False,
                "cel",
                "spec breaks a rule of its CRD",
                "too much memory: 3Gi",
            ),
        ),
        (
            {"limit": "12Gb"},
            Violation(
                ("spec",),
                False,
                "cel",
                "spec breaks a rule of its CRD",
                "!has(self.limit) || isQuantity(self.limit)",
            ),
        ),
    ],
)
def test_a_broken_rule_is_told_with_its_message(
    widgets: CrdSet, spec: dict[str, Any], violation: Violation
) -> None:
    assert (violation,) == widgets.validate(widget(**spec))


def test_a_missing_field_is_told_at_its_mapping(widgets: CrdSet) -> None:
    obj = {**widget(), "spec": {}}

    assert (
        Violation(("spec",), True, "schema", "spec has no size", help="add size"),
    ) == widgets.validate(obj)


def test_a_status_is_judged_by_its_field_names_only(widgets: CrdSet) -> None:
    assert () == widgets.validate({**widget(), "status": {"phase": 5}})
    assert ['unknown field "fase" in status'] == [
        violation.headline for violation in widgets.validate({**widget(), "status": {"fase": 5}})
    ]


def test_an_object_of_an_unknown_kind_is_not_judged(widgets: CrdSet) -> None:
    assert () == widgets.validate(CLUSTER_QUEUE)


def crd_of(kind: str) -> str:
    """A CRD made from the tables, as a user would give it."""
    versions = [
        {
            "name": version.partition("/")[2],
            "served": True,
            "subresources": {"status": {}} if KINDS[kind].has_status else {},
            "schema": {"openAPIV3Schema": spelled(entries[-1]["schema"])},
        }
        for version in API_VERSIONS
        for entries in [table(kind)[version.partition("/")[2]]]
    ]
    names = {"kind": kind, "plural": KINDS[kind].plural}
    scope = "Namespaced" if KINDS[kind].namespaced else "Cluster"
    spec = {"group": "kueue.x-k8s.io", "names": names, "scope": scope, "versions": versions}
    return json.dumps({"kind": "CustomResourceDefinition", "spec": spec})


def spelled(schema: dict[str, Any]) -> dict[str, Any]:
    """A schema of the tables with the text of its rules, as a CRD has it."""
    result = {key: value for key, value in schema.items() if key != "rules"}
    if "rules" in schema:
        rules = [{"rule": TEXTS[rule], "message": rule} for rule in schema["rules"]]
        result["x-kubernetes-validations"] = rules
    if "x-kubernetes-list-map-keys" in schema:
        result["x-kubernetes-list-type"] = "map"
    if "properties" in schema:
        result["properties"] = {k: spelled(v) for k, v in schema["properties"].items()}
    for key in ("items", "additionalProperties"):
        if key in schema:
            result[key] = spelled(schema[key])
    return result


@pytest.mark.skipif(not cel_available(), reason="needs the extra cel")
def test_kueues_own_crds_refuse_what_a_cluster_refuses() -> None:
    kueue = load_crds([(kind, crd_of(kind)) for kind in KINDS])
    with gzip.open(VECTORS / "validity.jsonl.gz", "rt", encoding="utf-8") as lines:
        vectors = [json.loads(line) for line in lines][::3]

    assert () == kueue.problems
    assert [] == [
        vector
        for vector in vectors
        if bool(validate_with_crds(vector["object"], NEWEST, kueue))
        != vector["expected"]["refused"]
    ]


def test_the_tables_judge_what_no_crd_of_the_user_defines(widgets: CrdSet) -> None:
    obj = changed(CLUSTER_QUEUE, "spec", "stopPolicy", to="Halt")

    assert validate(obj, NEWEST) == validate_with_crds(obj, NEWEST, widgets)
    assert () == validate_with_crds({"apiVersion": "v1", "kind": "Pod"}, NEWEST, widgets)


@pytest.mark.parametrize(
    ("text", "headline"),
    [
        ("", "the file defines no kind"),
        ("a: 1", "the file defines no kind"),
        ("a: [", "the file cannot be read: it is not YAML, line 1"),
        ("\x00", "the file cannot be read: it is not YAML"),
        ("[" * 100_000, "the file cannot be read: it is not YAML, line 1"),
        ("&a [*a]", "the file cannot be read: it is too deep or, with its aliases, too large"),
        (
            "a0: &a0 [x]\n" + "\n".join(f"a{i}: &a{i} [{f'*a{i - 1},' * 9}]" for i in range(1, 20)),
            "the file cannot be read: it is too deep or, with its aliases, too large",
        ),
        ("!!python/object:os.system {}", "the file cannot be read: it is not YAML, line 1"),
        ("kind: CustomResourceDefinition", "a CRD has no spec.names.kind"),
        (
            WIDGET.replace("versions:", "versiones:"),
            "the CRD of Widget has no group or no versions",
        ),
        (WIDGET.replace("openAPIV3Schema", "schema"), "Widget example.com/v1 has no schema"),
        (
            WIDGET.replace("type: integer", "type: int"),
            "the schema of Widget example.com/v1 is broken: unknown type int",
        ),
        (
            WIDGET.replace("enum: [red, green]", "pattern: '(['"),
            "the schema of Widget example.com/v1 is broken: pattern ([ cannot be read",
        ),
        (
            WIDGET.replace("enum: [red, green]", "$ref: 'https://example.com/schema'"),
            "the schema of Widget example.com/v1 is broken: a CRD cannot have $ref",
        ),
        (
            WIDGET.replace("minimum: 1", "minimum: one"),
            "the schema of Widget example.com/v1 is broken: minimum is not a number",
        ),
    ],
    ids=lambda value: value[:40],
)
def test_a_broken_file_is_a_problem(text: str, headline: str) -> None:
    found = load_crds([("crd.yaml", text)])

    assert [("crd.yaml", headline)] == [(p.file, p.headline) for p in found.problems]
    assert {} == found.kinds


def test_a_kind_defined_twice_is_a_problem() -> None:
    found = load_crds([("a.yaml", WIDGET), ("b.yaml", WIDGET)])

    assert (
        CrdProblem("b.yaml", "Widget example.com/v1 is defined twice", "the first is in a.yaml"),
    ) == found.problems


@pytest.mark.skipif(not cel_available(), reason="needs the extra cel")
@pytest.mark.parametrize(
    ("rule", "reason"),
    [
        ("self.size <", "it is not CEL, or calls functions that are not known here"),
        (
            "ip(self.address).family() == 4",
            "it is not CEL, or calls functions that are not known here",
        ),
        ("self.since > timestamp('2026-01-01T00:00:00Z')", "it compares times"),
    ],
)
def test_a_rule_that_cannot_be_evaluated_is_a_problem(rule: str, reason: str) -> None:
    text = WIDGET.replace("self.mode != 'slow' || self.size < 5", json.dumps(rule))
    found = load_crds([("crd.yaml", text)])

    assert [(f'a rule of Widget is not evaluated: "{rule}"', reason)] == [
        (problem.headline, problem.help) for problem in found.problems
    ]
    assert () == found.validate(widget())


def test_without_the_engine_the_schemas_are_still_judged(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(crds_module, "cel_available", lambda: False)
    found = load_crds([("crd.yaml", WIDGET)])

    assert [
        (
            "the CEL rules of the CRDs are not evaluated: cel-expr-python is not installed",
            "install it with: pip install 'kuota[cel]'",
        )
    ] == [(problem.headline, problem.help) for problem in found.problems]
    assert () == found.validate(widget(mode="slow", size=7))
    assert ["size is 10, the most is 9"] == [v.headline for v in found.validate(widget(size=10))]


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(
                ["type", "properties", "items", "enum", "rule", "a", "x-kubernetes-validations"]
            ),
            inner,
            max_size=3,
        )
    ),
    max_leaves=8,
)


@pytest.mark.property
@settings(max_examples=150, deadline=None)
@given(JSON, JSON, st.sampled_from(["names", "versions", "schema", "spec", "size", "rules"]))
def test_no_crd_breaks_the_program(junk: Any, value: Any, where: str) -> None:
    import yaml

    crd = yaml.safe_load(WIDGET)
    version = crd["spec"]["versions"][0]
    spec = version["schema"]["openAPIV3Schema"]["properties"]["spec"]
    match where:
        case "names" | "versions":
            crd["spec"][where] = junk
        case "schema":
            version["schema"]["openAPIV3Schema"] = junk
        case "spec":
            version["schema"]["openAPIV3Schema"]["properties"]["spec"] = junk
        case "size":
            spec["properties"]["size"] = junk
        case "rules":
            spec["x-kubernetes-validations"] = junk
    found = load_crds([("crd.yaml", json.dumps(crd))])

    found.validate(widget(size=value))
    found.validate({**widget(), "spec": value})
