"""What plain scalars are to other readers."""

import math

import pytest
import yaml as pyyaml
from hypothesis import given, settings
from hypothesis import strategies as st

from kuota.source.scalars import NULL_WORDS, kubernetes_value, other_reading


@pytest.mark.parametrize(
    ("text", "value"),
    [
        # Answers of sigs.k8s.io/yaml v1.6 (YAMLToJSON), written down from its source and behaviour.
        *((word, True) for word in ("y", "Y", "yes", "Yes", "YES", "on", "On", "ON", "true")),
        *((word, False) for word in ("n", "N", "no", "No", "NO", "off", "OFF", "false", "FALSE")),
        *((word, word) for word in ("yEs", "nO", "oN", "tRUE", "yess", "none", "nil", "Nulls")),
        *((word, None) for word in ("", "~", "null", "Null", "NULL")),
        ("12", 12),
        ("-12", -12),
        ("+12", 12),
        ("010", 8),
        ("0o10", 8),
        ("08", 8),
        ("0x1F", 31),
        ("-0x1F", -31),
        ("0b101", 5),
        ("1_000", 1000),
        ("_1", "_1"),
        ("1e3", 1000),
        ("1E3", 1000),
        ("1.5", 1.5),
        ("1.", 1),
        (".5", 0.5),
        ("-.5", -0.5),
        ("0.20", 0.2),
        ("1:20", "1:20"),
        ("2026-12-31", "2026-12-31"),
        ("2026-1-2", "2026-1-2"),
        ("12Gi", "12Gi"),
        ("1e", "1e"),
        ("--1", "--1"),
        ("1-2", "1-2"),
        ("v1", "v1"),
        ("=", "="),
        ("18446744073709551615", 2**64 - 1),
        ("18446744073709551616", 18446744073709551616),
        ("1e400", "1e400"),
        (".inf", math.inf),
        ("-.INF", -math.inf),
    ],
)
def test_the_value_that_kubernetes_reads(text: str, value: object) -> None:
    actual = kubernetes_value(text)
    assert (type(value), value) == (type(actual), actual)


def test_not_a_number_is_a_float_to_kubernetes() -> None:
    value = kubernetes_value(".nan")
    assert isinstance(value, float)
    assert math.isnan(value)


@pytest.mark.parametrize(
    ("text", "reading"),
    [
        ("no", "false"),
        ("On", "true"),
        ("y", "true"),
        ("true", "true"),
        ("12", "a number"),
        ("0.20", "a number"),
        ("1e3", "a number"),
        ("1_000", "a number"),
        ("1:20", "a number"),
        ("0o7", "a number"),
        ("0x1f", "a number"),
        (".inf", "a number"),
        ("2026-12-31", "a date"),
        ("2026-12-31T10:00:00Z", "a date"),
        ("~", "null"),
        ("null", "null"),
        ("=", "a special key"),
        ("<<", "a special key"),
        ("a100", ""),
        ("none", ""),
        ("12Gi", ""),
        ("50%", ""),
        ("1.2.3", ""),
        ("v1", ""),
        ("-", ""),
        (".", ""),
        ("nvidia.com/gpu", ""),
    ],
)
def test_what_other_readers_take_a_text_for(text: str, reading: str) -> None:
    assert reading == other_reading(text)


PLAIN = st.one_of(
    st.text("0123456789._-+:eExobinfaynTZ ~=<", min_size=1, max_size=12),
    st.sampled_from(
        ["yes", "No", "on", "OFF", "null", "2001-12-14t21:59:43.10-05:00", "190:20:30"]
    ),
)


@pytest.mark.property
@given(PLAIN)
@settings(max_examples=500, deadline=None)
def test_a_text_that_is_said_to_be_text_is_text_to_pyyaml_and_to_kubernetes(text: str) -> None:
    if not other_reading(text):
        resolved = pyyaml.SafeLoader("").resolve(pyyaml.ScalarNode, text, (True, False))  # type: ignore[no-untyped-call]
        assert "tag:yaml.org,2002:str" == resolved
        assert text == kubernetes_value(text)


@pytest.mark.property
@given(st.text(max_size=30))
@settings(max_examples=300, deadline=None)
def test_every_text_has_a_value(text: str) -> None:
    value = kubernetes_value(text)
    assert value is None or isinstance(value, (bool, int, float, str))
    assert (value is None) == (text in NULL_WORDS)
