"""The published JSON Schemas: current, valid, and of one mind with the models."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import jsonschema
import pytest
import yaml as pyyaml
from tests.syntax.corpus import BAD, GOOD
from tests.syntax.reading import read

from kuota.syntax.export import schemas

FOLDER = Path(__file__).parents[2] / "schemas"
NAMES = (
    "kuota.schema.json",
    "platform.schema.json",
    "scenario.schema.json",
    "team.schema.json",
)


def validator(name: str) -> jsonschema.Draft7Validator:
    return jsonschema.Draft7Validator(json.loads(schemas()[name]))


def loaded(text: str) -> Any:
    return pyyaml.safe_load(text)


def by_kind(document: dict[str, Any]) -> str:
    return f"{document['kind'].lower()}.schema.json"


@pytest.mark.parametrize("name", NAMES)
def test_the_published_schema_is_that_of_the_models(
    name: str, golden: Callable[[Path, str], None]
) -> None:
    golden(FOLDER / name, schemas()[name])


def test_there_is_one_schema_for_each_kind_and_one_for_all() -> None:
    assert set(NAMES) == set(schemas())


@pytest.mark.parametrize("name", NAMES)
def test_the_schema_is_a_schema(name: str) -> None:
    jsonschema.Draft7Validator.check_schema(json.loads(schemas()[name]))


@pytest.mark.parametrize("name", NAMES)
def test_every_example_in_a_schema_is_accepted_by_it(name: str) -> None:
    schema = json.loads(schemas()[name])
    for example in schema.get("examples", []):
        assert [] == [error.message for error in validator(name).iter_errors(example)]


@pytest.mark.parametrize("case", GOOD)
def test_what_the_models_accept_the_schemas_accept(case: str) -> None:
    assert () == read(GOOD[case]).diagnostics
    document = loaded(GOOD[case])
    for name in ("kuota.schema.json", by_kind(document)):
        assert [] == [error.message for error in validator(name).iter_errors(document)]


@pytest.mark.parametrize("case", BAD)
def test_what_the_models_refuse_the_schemas_refuse(case: str) -> None:
    assert read(BAD[case]).model is None
    document = loaded(BAD[case])
    for name in ("kuota.schema.json", by_kind(document)):
        assert not validator(name).is_valid(document)


def test_the_combined_schema_refuses_an_unknown_kind() -> None:
    document = {**loaded(GOOD["smallest-team"]), "kind": "Squad"}
    assert not validator("kuota.schema.json").is_valid(document)


def test_every_key_is_described() -> None:
    definitions = json.loads(schemas()["kuota.schema.json"])["definitions"]
    assert [] == [
        f"{name}.{key}"
        for name, shape in sorted(definitions.items())
        for key, field in shape.get("properties", {}).items()
        if key not in ("apiVersion", "kind", "metadata", "spec")
        and "description" not in described(field, definitions)
    ]


def described(field: dict[str, Any], definitions: dict[str, Any]) -> dict[str, Any]:
    """The field, or what it refers to."""
    reference = field.get("$ref")
    return field if reference is None else definitions[reference.rpartition("/")[2]]
