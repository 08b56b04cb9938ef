"""Each CEL rule of the CRDs, as text and as our function: both say the same of any value."""

import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.kueue.strategies import Made, node_of, sound_objects, values

from kuota.kueue.model import KINDS
from kuota.kueue.release import API_VERSIONS, KNOWN
from kuota.kueue.schema.node import Node, schema_of
from kuota.kueue.validate.rules import RULES
from kuota.kueue.validate.transitions import TRANSITIONS
from kuota.kueue.validate.walk import Walk

TEXTS: dict[str, str] = json.loads(
    (Path(__file__).with_name("vectors") / "cel_rules.json").read_text(encoding="utf-8")
)


@cache
def expression(rule: str) -> Any:
    cel = pytest.importorskip("cel_expr_python.cel")
    variables = {"self": cel.Type.DYN, "oldSelf": cel.Type.DYN}
    return cel.NewEnv(variables=variables).compile(TEXTS[rule])


def holds(rule: str, value: Any, old: Any = None) -> bool:
    """Whether the CEL engine finds the rule kept; an error counts as broken, as in a cluster."""
    result = expression(rule).eval(data={"self": value, "oldSelf": old})
    return result.type().name() == "BOOL" and result.value() is True


def nodes_with(node: Node) -> list[tuple[str, Node]]:
    """The rules at and below a node, each with the node that has it."""
    found = [(rule, node) for rule in node.rules]
    for child in (*node.fields.values(), *filter(None, (node.item, node.extra))):
        found += nodes_with(child)
    return found


def all_rules() -> dict[str, list[Node]]:
    """Every rule of the tables with the nodes that have it."""
    found: dict[str, list[Node]] = {}
    for kind in sorted(KINDS):
        for version in API_VERSIONS:
            for release in KNOWN:
                node = schema_of(kind, version.partition("/")[2], release.minor)
                assert node is not None
                for rule, place in nodes_with(node):
                    nodes = found.setdefault(rule, [])
                    if place not in nodes:
                        nodes.append(place)
    return found


PLACES = all_rules()


def kept(node: Node, value: Any) -> Any:
    """A value of the schema as the API server hands it to CEL."""
    return Walk({}).value(node, value, ())


def test_every_rule_of_the_tables_has_a_function_and_a_text() -> None:
    assert set(PLACES) == RULES.keys() | TRANSITIONS.keys()
    assert set(PLACES) == TEXTS.keys()


@pytest.mark.property
@pytest.mark.parametrize("rule", sorted(RULES))
def test_a_function_refuses_what_its_rule_refuses(rule: str) -> None:
    seen: set[bool] = set()

    @settings(max_examples=150, deadline=None, database=None, derandomize=True)
    @given(st.one_of([st.tuples(st.just(node), values(node)) for node in PLACES[rule]]))
    def law(made: tuple[Node, Any]) -> None:
        value = kept(*made)
        told = list(RULES[rule](value, ("spec",)))
        seen.add(bool(told))
        assert holds(rule, value) == (not told), (value, told)

    law()

    assert {True, False} == seen, "the values made never break the rule, or always do"


@pytest.mark.property
@pytest.mark.parametrize("rule", sorted(TRANSITIONS))
def test_a_transition_refuses_what_its_rule_refuses(rule: str) -> None:
    seen: set[bool] = set()

    @settings(max_examples=150, deadline=None, database=None, derandomize=True)
    @given(
        st.one_of(
            [
                st.tuples(values(node), values(node), st.booleans(), st.just(node))
                for node in PLACES[rule]
            ]
        )
    )
    def law(made: tuple[Any, Any, bool, Node]) -> None:
        old, new = kept(made[3], made[0]), kept(made[3], made[0] if made[2] else made[1])
        told = list(TRANSITIONS[rule](old, new, ("spec",)))
        seen.add(bool(told))
        assert holds(rule, new, old) == (not told), (old, new, told)

    law()

    assert {True, False} == seen, "the values made never break the rule, or always do"


@pytest.mark.property
@settings(max_examples=150, deadline=None)
@given(sound_objects())
def test_rules_are_asked_where_the_crd_has_them(made: Made) -> None:
    obj, entry = made
    walk = Walk(obj)
    walk.whole(node_of(obj["kind"], obj["apiVersion"], entry))
    for names, value, path in walk.rules:
        for rule in names:
            if rule in RULES:
                assert holds(rule, value) == (not list(RULES[rule](value, path)))
