"""Node selectors and required node affinity."""

from typing import Any

import pytest

from kuota.sim.node_affinity import InvalidNodeAffinityError, required_node_affinity

LABELS = {"pool": "a100", "zone": "z1", "gpus": "8"}


def affinity(*terms: dict[str, Any], **selector: str) -> dict[str, Any]:
    required = {"nodeSelectorTerms": list(terms)}
    return {
        "nodeSelector": selector,
        "affinity": {"nodeAffinity": {"requiredDuringSchedulingIgnoredDuringExecution": required}},
    }


def term(key: str, operator: str, *values: str) -> dict[str, Any]:
    return {"matchExpressions": [{"key": key, "operator": operator, "values": list(values)}]}


EXPRESSIONS = [
    (term("pool", "In", "a100", "h100"), True),
    (term("pool", "In", "h100"), False),
    (term("absent", "In", "x"), False),
    (term("pool", "NotIn", "h100"), True),
    (term("pool", "NotIn", "a100"), False),
    (term("absent", "NotIn", "x"), True),
    (term("pool", "Exists"), True),
    (term("absent", "Exists"), False),
    (term("pool", "DoesNotExist"), False),
    (term("absent", "DoesNotExist"), True),
    (term("gpus", "Gt", "7"), True),
    (term("gpus", "Gt", "8"), False),
    (term("gpus", "Lt", "9"), True),
    (term("gpus", "Lt", "8"), False),
    (term("pool", "Gt", "1"), False),
    (term("absent", "Lt", "1"), False),
]


@pytest.mark.parametrize(("expression", "expected"), EXPRESSIONS, ids=str)
def test_operators(expression: dict[str, Any], expected: bool) -> None:
    assert expected is required_node_affinity(affinity(expression)).matches(LABELS)


SPECS = {
    "no demand": ({}, True),
    "the selector matches": ({"nodeSelector": {"pool": "a100"}}, True),
    "the selector does not match": ({"nodeSelector": {"pool": "a100", "zone": "z2"}}, False),
    "one of the terms is enough": (
        affinity(term("pool", "In", "h100"), term("zone", "In", "z1")),
        True,
    ),
    "all expressions of a term are needed": (
        affinity(
            {
                "matchExpressions": [
                    {"key": "pool", "operator": "Exists"},
                    {"key": "zone", "operator": "In", "values": ["z2"]},
                ]
            }
        ),
        False,
    ),
    "selector and affinity are both needed": (
        affinity(term("pool", "Exists"), zone="z2"),
        False,
    ),
    "no term matches nothing": (affinity(), False),
    "an empty term matches nothing": (affinity({}), False),
    "a bad term beside one that matches": (
        affinity(term("pool", "In"), term("zone", "Exists")),
        True,
    ),
}


@pytest.mark.parametrize(("spec", "expected"), SPECS.values(), ids=SPECS)
def test_required_node_affinity(spec: dict[str, Any], expected: bool) -> None:
    assert expected is required_node_affinity(spec).matches(LABELS)


INVALID = {
    "In without values": term("pool", "In"),
    "Exists with values": term("pool", "Exists", "x"),
    "Gt with two values": term("gpus", "Gt", "1", "2"),
    "Gt with a word": term("gpus", "Gt", "many"),
    "an unknown operator": term("pool", "Near", "x"),
    "a key that is no label": term("a b", "Exists"),
    "a value that is no label value": term("pool", "In", "-x-"),
    "a field with two values": {
        "matchFields": [{"key": "metadata.name", "operator": "In", "values": ["a", "b"]}]
    },
    "a field with Exists": {"matchFields": [{"key": "metadata.name", "operator": "Exists"}]},
}


@pytest.mark.parametrize("bad", INVALID.values(), ids=INVALID)
def test_a_term_that_cannot_be_read_is_an_error_when_none_matches(bad: dict[str, Any]) -> None:
    demand = required_node_affinity(affinity(bad, term("pool", "In", "h100")))
    with pytest.raises(InvalidNodeAffinityError):
        demand.matches(LABELS)


FIELDS = [("In", "node-1", True), ("In", "node-2", False), ("NotIn", "node-1", False)]


@pytest.mark.parametrize(("operator", "name", "expected"), FIELDS)
def test_the_node_name_is_a_field(operator: str, name: str, expected: bool) -> None:
    fields = {"matchFields": [{"key": "metadata.name", "operator": operator, "values": [name]}]}
    assert expected is required_node_affinity(affinity(fields)).matches(LABELS, "node-1")


RESTRICTED = {
    "a selector of another key does not count": ({"nodeSelector": {"zone": "z2"}}, True),
    "a selector of a known key counts": ({"nodeSelector": {"pool": "h100"}}, False),
    "an expression of another key does not count": (
        affinity(
            {
                "matchExpressions": [
                    {"key": "pool", "operator": "Exists"},
                    {"key": "zone", "operator": "In", "values": ["z2"]},
                ]
            }
        ),
        True,
    ),
    "a term of which nothing is left frees the whole affinity": (
        affinity(term("pool", "In", "h100"), term("zone", "In", "z2")),
        True,
    ),
    "a term of fields frees the whole affinity": (
        affinity(
            term("pool", "In", "h100"),
            {"matchFields": [{"key": "metadata.name", "operator": "In", "values": ["x"]}]},
        ),
        True,
    ),
    "the selector counts even then": (affinity(term("zone", "In", "z2"), pool="h100"), False),
}


@pytest.mark.parametrize(("spec", "expected"), RESTRICTED.values(), ids=RESTRICTED)
def test_only_the_keys_of_the_flavor_count(spec: dict[str, Any], expected: bool) -> None:
    flavor = {"pool": "a100"}
    assert expected is required_node_affinity(spec).restricted_to(flavor).matches(flavor)
