"""The writer is right when every reader of YAML gets back what was written."""

import io
import re
import unicodedata
from typing import Any

import pytest
import yaml
from hypothesis import example, given
from hypothesis import strategies as st
from ruamel.yaml import YAML

from kuota.emit.write import write_documents, write_string

SUSPICIOUS = [
    "no", "on", "y", "N", "Yes", "off", "true", "FALSE", "null", "Null", "~", "",
    "1e3", "0x1F", "0o17", "017", "08", "1_000", "1.0", ".5", "-1", "+1", "1:30", ".inf", ".NaN",
    "2024-01-01", "2024-1-2", "2024-01-01T00:00:00Z", "<<", "=", "a: b", "a #b", "- a", "? a",
    "[a]", "{a}", "&a", "*a", "!a", "!!str a", "|", ">", "%a", "@a", "`a", "'a'", '"a"', "a\\b",
    " a", "a ", "a\nb", "a\tb", "\ta", "---", "...", "--- a", "a\r\nb", "\x85", "\u2028", "\ufeff",
    "\u202e", "\U0001f600", "\x00", "\x7f", "\u200b", "é", "日本", "# a", "a,b", ":", "a:", ":a",
    "768Gi", "12", "1500m", "None", "kueue.x-k8s.io/v1beta2", "e3", "x-1", "A.b_c/d",
]  # fmt: skip

VISIBLE_FORMAT_CHARACTERS = set(
    "\u0600\u0601\u0602\u0603\u0604\u0605\u06dd\u070f\u0890\u0891\u08e2"
)
"""Signs of Arabic and Syriac script that Unicode counts as format characters, and that show."""

TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=30) | st.sampled_from(SUSPICIOUS)
VALUES = st.recursive(
    TEXTS | st.integers(-(2**63), 2**63 - 1) | st.booleans() | st.none(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(TEXTS, inner, max_size=4),
    max_leaves=20,
)
DOCUMENTS = st.dictionaries(TEXTS, VALUES, min_size=1, max_size=5)


def read_1_1(text: str) -> list[Any]:
    """PyYAML: the types of YAML 1.1."""
    return list(yaml.safe_load_all(text))


def read_1_2(text: str) -> list[Any]:
    """ruamel.yaml: the types of YAML 1.2, read in pure Python."""
    return list(YAML(typ="safe", pure=True).load_all(io.StringIO(text)))


_WORDS = re.compile(r"y|n|yes|no|on|off|true|false|null|~|", re.IGNORECASE)
_NUMBERS = re.compile(
    r"[-+]?(0b[01_]+|0o?[0-7_]+|0x[0-9a-fA-F_]+|[0-9][0-9_]*)"
    r"|[-+]?(\.[0-9]+|[0-9_]+(\.[0-9_]*)?)([eE][-+]?[0-9]+)?"
    r"|[-+]?\.(inf|Inf|INF)|\.(nan|NaN|NAN)"
    r"|[-+]?[0-9][0-9_]*(:[0-5]?[0-9])+(\.[0-9_]*)?"
)
_DATES = re.compile(r"[0-9]{4}-[0-9]{1,2}-[0-9]{1,2}([Tt ].*)?")


def kubernetes_reads_as_text(scalar: str) -> bool:
    """Whether a bare scalar is a string to Kubernetes' reader.

    Source: sigs.k8s.io/yaml goyaml.v2/resolve.go: its table of words, then integers with
    underscores and prefixes, floats, dates with one-digit months, and merge and value keys.
    """
    return not (
        _WORDS.fullmatch(scalar)
        or _NUMBERS.fullmatch(scalar)
        or _DATES.fullmatch(scalar)
        or scalar in ("<<", "=")
    )


@pytest.mark.property
@given(st.lists(DOCUMENTS, min_size=1, max_size=3))
@example([{text: [text, {text: text}, [[text]]]} for text in SUSPICIOUS])
def test_documents_read_back_under_yaml_1_1(documents: list[dict[str, Any]]) -> None:
    assert documents == read_1_1(write_documents(documents))


@pytest.mark.property
@given(st.lists(DOCUMENTS, min_size=1, max_size=3))
@example([{text: [text, {text: text}, [[text]]]} for text in SUSPICIOUS])
def test_documents_read_back_under_yaml_1_2(documents: list[dict[str, Any]]) -> None:
    assert documents == read_1_2(write_documents(documents))


@pytest.mark.property
@given(TEXTS)
def test_a_bare_scalar_is_text_to_kubernetes(text: str) -> None:
    written = write_string(text)
    assert written.startswith('"') or kubernetes_reads_as_text(written)


@pytest.mark.property
@given(TEXTS)
def test_a_scalar_stays_on_its_line_and_visible(text: str) -> None:
    hidden = [
        character
        for character in write_string(text)
        if unicodedata.category(character) in ("Cc", "Cf", "Zl", "Zp")
    ]
    assert set() == set(hidden) - VISIBLE_FORMAT_CHARACTERS


@pytest.mark.parametrize(
    "text", ["no", "on", "1e3", "2024-01-01", "08", "1_000", "y", "NULL", "12"]
)
def test_what_some_reader_takes_for_another_type_is_quoted(text: str) -> None:
    assert f'"{text}"' == write_string(text)


@pytest.mark.parametrize("text", ["ml-vision", "kueue.x-k8s.io/v1beta2", "None", "e3", "a_b.C"])
def test_a_plain_word_stands_bare(text: str) -> None:
    assert text == write_string(text)


def test_layout_is_that_of_kubectl() -> None:
    document = {
        "metadata": {"name": "a", "labels": {}},
        "levels": ["a", {"name": "b", "of": ["c", []]}, [1, [True]]],
        "none": None,
    }
    assert (
        "# made\n"
        "metadata:\n"
        "  name: a\n"
        "  labels: {}\n"
        "levels:\n"
        "- a\n"
        "- name: b\n"
        "  of:\n"
        "  - c\n"
        "  - []\n"
        "- - 1\n"
        "  - - true\n"
        "none: null\n"
        "---\n"
        "b: 1\n"
    ) == write_documents([document, {"b": 1}], ["made"])


@pytest.mark.parametrize("character", ["\n", "\r", "\x85", "\u2028", "\x00", "\u202e"])
def test_a_comment_never_leaves_its_line(character: str) -> None:
    text = write_documents([{"a": 1}], [f"from x{character}kind: Secret"])
    assert [{"a": 1}] == read_1_1(text)
    assert 3 == len(text.splitlines()) + 1


def test_a_float_has_no_place_in_an_object() -> None:
    with pytest.raises(TypeError, match="float has no place"):
        write_documents([{"weight": 1.5}])
