import json
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest

from kuota.kueue.model import KINDS
from kuota.kueue.schema.generate import KINDS as GENERATED
from kuota.kueue.schema.generate import UnknownKeywordError, reduced, tables
from kuota.kueue.schema.node import compiled, schema_of, table
from kuota.kueue.validate.forms import FORMS

RULES = {"self == oldSelf": "immutable"}


def every(schema: Any, keyword: str) -> Iterator[str]:
    """The texts of a keyword anywhere in a schema."""
    if isinstance(schema, dict):
        if isinstance(schema.get(keyword), str):
            yield schema[keyword]
        for value in schema.values():
            yield from every(value, keyword)
    elif isinstance(schema, list):
        for value in schema:
            yield from every(value, keyword)


def test_the_generator_knows_the_kinds_of_the_model() -> None:
    assert set(KINDS) == set(GENERATED)


def test_every_kind_has_its_file_and_no_other_file_lies_there() -> None:
    folder = files("kuota.kueue.schema") / "tables"

    assert sorted(f"{kind}.json" for kind in KINDS) == sorted(f.name for f in folder.iterdir())


@pytest.mark.parametrize("kind", KINDS)
def test_every_pattern_has_words(kind: str) -> None:
    assert set() == set(every(table(kind), "pattern")) - FORMS.keys()


def test_releases_with_one_schema_share_it() -> None:
    assert schema_of("LocalQueue", "v1beta2", 15) is schema_of("LocalQueue", "v1beta2", 19)
    assert schema_of("ClusterQueue", "v1beta2", 17) is not schema_of("ClusterQueue", "v1beta2", 18)


def test_an_unknown_version_has_no_schema() -> None:
    assert schema_of("ClusterQueue", "v1alpha1", 19) is None


@pytest.mark.parametrize(
    ("pattern", "text", "matches"),
    [
        ("^a$", "a", True),
        ("^a$", "a\n", False),
        (r"^\d$", "\u0663", False),
        ("^(?i)[a-z]$", "B", True),
        (r"^a\$$", "a$", True),
        ("b", "abc", True),
    ],
)
def test_patterns_are_read_as_go_reads_them(pattern: str, text: str, matches: bool) -> None:
    assert matches == bool(compiled(pattern).search(text))


def test_a_schema_is_reduced_to_what_decides() -> None:
    schema = {
        "description": "words",
        "type": "object",
        "properties": {
            "b": {
                "anyOf": [{"type": "integer"}, {"type": "string"}],
                "x-kubernetes-int-or-string": True,
            },
            "a": {
                "type": "string",
                "description": "words",
                "x-kubernetes-validations": [{"rule": "self == oldSelf", "message": "fixed"}],
            },
            "status": {"type": "object", "properties": {"c": {"type": "string", "maxLength": 1}}},
        },
    }

    assert {
        "type": "object",
        "properties": {
            "a": {"type": "string", "rules": ["immutable"]},
            "b": {"x-kubernetes-int-or-string": True},
            "status": {"properties": {"c": {}}},
        },
    } == reduced(schema, RULES, "")


@pytest.mark.parametrize(
    "schema",
    [
        {"oneOf": []},
        {"x-kubernetes-preserve-unknown-fields": True},
        {"anyOf": [{"type": "integer"}]},
        {"x-kubernetes-validations": [{"rule": "true"}]},
        {"x-kubernetes-validations": [{"rule": "self == oldSelf", "optionalOldSelf": True}]},
    ],
    ids=str,
)
def test_what_the_tables_cannot_carry_stops_the_generator(schema: dict[str, Any]) -> None:
    with pytest.raises(UnknownKeywordError):
        reduced(schema, RULES, "")


def crd(kind: str, schema: dict[str, Any]) -> str:
    version = {"name": "v1beta2", "schema": {"openAPIV3Schema": schema}}
    return json.dumps({"spec": {"names": {"kind": kind}, "versions": [version]}})


def test_a_schema_is_kept_once_for_the_releases_that_have_it(tmp_path: Path) -> None:
    for minor, most in ((15, 10), (16, 10), (17, 20)):
        folder = tmp_path / str(minor)
        folder.mkdir()
        schema = {"type": "array", "maxItems": most}
        (folder / "a.yaml").write_text(crd("Topology", schema), encoding="utf-8")
        (folder / "b.yaml").write_text(crd("Workload", schema), encoding="utf-8")

    made = tables({minor: tmp_path / str(minor) for minor in (15, 16, 17)}, RULES)

    assert [
        {"since": 15, "schema": {"type": "array", "maxItems": 10}},
        {"since": 17, "schema": {"type": "array", "maxItems": 20}},
    ] == made["Topology"]["v1beta2"]
    assert "Workload" not in made


def test_the_tables_are_written_as_the_generator_writes_them() -> None:
    for kind in KINDS:
        text = (files("kuota.kueue.schema") / "tables" / f"{kind}.json").read_text(encoding="utf-8")
        assert text == json.dumps(json.loads(text), sort_keys=True, separators=(",", ":")) + "\n"
