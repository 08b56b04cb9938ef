"""The walk along a schema agrees with jsonschema on the same reduced schema."""

from datetime import datetime
from typing import Any

import pytest
from hypothesis import given, settings
from jsonschema import Draft4Validator, FormatChecker
from jsonschema.validators import extend
from tests.kueue.strategies import Made, broken_objects, node_of, sound_objects

from kuota.kueue.model import KINDS
from kuota.kueue.release import API_VERSIONS, KNOWN, NEWEST
from kuota.kueue.schema.node import table
from kuota.kueue.validate import validate
from kuota.kueue.validate.walk import Walk

FORMATS = FormatChecker(formats=())

INTEGERS = {"int32": 2**31, "int64": 2**63}


@FORMATS.checks("date-time", raises=ValueError)
def is_date_time(text: object) -> bool:
    return not isinstance(text, str) or (datetime.fromisoformat(text) is not None and "T" in text)


def is_whole(checker: Any, value: object) -> bool:
    if isinstance(value, float):
        return value.is_integer() and -(2**53) < value < 2**53
    return isinstance(value, int) and not isinstance(value, bool)


CHECKER = Draft4Validator.TYPE_CHECKER.redefine("integer", is_whole)
VALIDATOR: Any = extend(Draft4Validator, type_checker=CHECKER)  # type: ignore[no-untyped-call]


def expanded(schema: dict[str, Any]) -> dict[str, Any]:
    """A reduced schema in the words of JSON Schema."""
    result = {
        key: value for key, value in schema.items() if key not in ("rules", "default", "status")
    }
    if result.pop("x-kubernetes-int-or-string", False):
        result["anyOf"] = [{"type": "integer"}, {"type": "string"}]
        bound = INTEGERS["int64"]
        result |= {"minimum": -bound, "maximum": bound - 1}
    if result.get("type") == "integer":
        bound = INTEGERS[result.pop("format", "int64")]
        result |= {"minimum": -bound, "maximum": bound - 1}
    if "pattern" in result:
        pattern = result["pattern"].replace("^(?i)", "(?i)^").replace("$", "\\Z")
        result["pattern"] = pattern
    if "properties" in result:
        result["properties"] = {k: expanded(v) for k, v in result["properties"].items()}
    for key in ("items", "additionalProperties"):
        if key in result:
            result[key] = expanded(result[key])
    if result.get("x-kubernetes-list-type") == "set":
        result["uniqueItems"] = True
    return result


def walked(made: Made) -> tuple[Walk, dict[str, Any]]:
    """The walk over an object, and what it kept."""
    obj, entry = made
    walk = Walk(obj)
    return walk, walk.whole(node_of(obj["kind"], obj["apiVersion"], entry))


@pytest.mark.property
@settings(max_examples=400, deadline=None)
@given(broken_objects())
def test_the_walk_refuses_what_jsonschema_refuses(made: Made) -> None:
    walk, kept = walked(made)
    validator = VALIDATOR(expanded(made[1]["schema"]), format_checker=FORMATS)
    errors = [error for error in validator.iter_errors(kept) if error.validator != "uniqueItems"]

    assert bool(errors) == bool(walk.schema), (errors, walk.schema)


@pytest.mark.property
@settings(max_examples=200, deadline=None)
@given(sound_objects())
def test_what_the_schema_accepts_has_no_fault_of_it(made: Made) -> None:
    walk, _ = walked(made)

    assert [] == walk.schema
    assert [] == walk.unknown


@pytest.mark.property
@settings(max_examples=300, deadline=None)
@given(broken_objects())
def test_a_broken_object_is_judged_in_every_release(made: Made) -> None:
    obj, _ = made
    for release in KNOWN:
        for violation in validate(obj, release):
            part: Any = obj
            for step in violation.pointer:
                part = part[step]


@pytest.mark.property
@settings(max_examples=200, deadline=None)
@given(sound_objects())
def test_keeping_an_object_twice_changes_nothing(made: Made) -> None:
    _, kept = walked(made)

    assert kept == walked((kept, made[1]))[1]


def test_every_kind_is_in_the_tables() -> None:
    assert {("v1beta1", "v1beta2")} == {tuple(table(kind)) for kind in KINDS}
    assert ("v1beta1", "v1beta2") == tuple(v.partition("/")[2] for v in API_VERSIONS)
    assert "0.19.2" == NEWEST.version
