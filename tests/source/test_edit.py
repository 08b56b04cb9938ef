"""Edits change what they name and nothing else."""

from difflib import unified_diff

import pytest
import yaml as pyyaml
from hypothesis import given, settings
from hypothesis import strategies as st

from kuota.diag.model import Edit
from kuota.source.edit import EditConflictError, apply_edits, delete_value, set_value
from kuota.source.files import SourceFile
from kuota.source.node import Scalar, walk
from kuota.source.span import Position, Span
from kuota.source.yaml import parse

TEAM = """\
# The team of the vision models.
apiVersion: kuota/v1
kind: Team
metadata: {name: ml-alpha}   # never rename


spec:
  cohort:   ml-shared
  quota:
    a100:
      nvidia.com/gpu: {nominalQuota: 12, borrowingLimit: 24}
      cpu: 96      # shorthand
      "memory": '768Gi'

  queues:
    - ml-alpha-lq
    # the default one
    - {name: default}
---
kind: Other
list:
- a
- b
"""


def edit(start: tuple[int, int], end: tuple[int, int], text: str) -> Edit:
    return Edit(Span("x.yaml", Position(*start), Position(*end)), text)


def changed(before: str, after: str) -> list[str]:
    lines = unified_diff(before.splitlines(), after.splitlines(), n=0, lineterm="")
    return [line for line in lines if not line.startswith(("---", "+++", "@@"))]


def test_edits_replace_their_spans() -> None:
    edits = [edit((2, 4), (2, 6), "x"), edit((1, 1), (1, 2), "key")]
    assert "key: 1\nb: x\n" == apply_edits("a: 1\nb: 22\n", edits)


def test_columns_count_code_points_and_windows_line_ends_stay() -> None:
    assert "é😀: 2\r\nb: 1\r\n" == apply_edits("é😀: 1\r\nb: 1\r\n", [edit((1, 5), (1, 6), "2")])


def test_a_whole_line_can_be_taken_out() -> None:
    assert "a: 1\nc: 3\n" == apply_edits("a: 1\nb: 2\nc: 3\n", [edit((2, 1), (3, 1), "")])
    assert "a: 1\n" == apply_edits("a: 1\nb: 2", [edit((2, 1), (3, 1), "")])


def test_an_edit_that_two_findings_share_is_made_once() -> None:
    assert "b" == apply_edits("a", [edit((1, 1), (1, 2), "b"), edit((1, 1), (1, 2), "b")])


def test_edits_that_overlap_are_refused() -> None:
    with pytest.raises(EditConflictError):
        apply_edits("abc", [edit((1, 1), (1, 3), "x"), edit((1, 2), (1, 4), "y")])


@pytest.mark.parametrize(("start", "end"), [((9, 1), (9, 2)), ((1, 1), (1, 99))])
def test_an_edit_outside_of_the_text_is_refused(
    start: tuple[int, int], end: tuple[int, int]
) -> None:
    with pytest.raises(EditConflictError):
        apply_edits("abc", [edit(start, end, "x")])


def test_no_edit_leaves_the_text() -> None:
    assert TEAM == apply_edits(TEAM, [])


@pytest.mark.parametrize(
    ("path", "value", "expected"),
    [
        (
            ("spec", "quota", "a100", "cpu"),
            128,
            ["-      cpu: 96      # shorthand", "+      cpu: 128     # shorthand"],
        ),
        (("spec", "quota", "h100"), {"cpu": 3}, ["+    h100:", "+      cpu: 3"]),
        (("spec", "queues", 2), "third", ["+    - third"]),
        (("spec", "preemption", "withinClusterQueue"), "Never", None),
    ],
)
def test_a_value_is_set_and_other_lines_stay(
    path: tuple[str | int, ...], value: object, expected: list[str] | None
) -> None:
    after = set_value(TEAM, 0, path, value)
    lines = changed(TEAM, after)
    if expected is not None:
        assert expected == lines
    assert [] == [line for line in lines if line.startswith("-") and "cpu" not in line]
    node = pyyaml.safe_load_all(after)
    found = next(iter(node))
    for part in path:
        found = found[part]
    assert value == found


@pytest.mark.parametrize(
    ("document", "path", "expected"),
    [
        (0, ("spec", "cohort"), ["-  cohort:   ml-shared"]),
        (0, ("spec", "quota", "a100", "cpu"), ["-      cpu: 96      # shorthand"]),
        (1, ("list", 0), ["-- a"]),
    ],
)
def test_a_key_or_item_is_taken_out_and_other_lines_stay(
    document: int, path: tuple[str | int, ...], expected: list[str]
) -> None:
    assert expected == changed(TEAM, delete_value(TEAM, document, path))


def test_windows_line_ends_stay_when_the_structure_changes() -> None:
    after = set_value("a: 1\r\nb: 2\r\n", 0, ("c",), "x")
    assert "a: 1\r\nb: 2\r\nc: x\r\n" == after


@pytest.mark.parametrize("path", [("spec", "cohort", "x", "y"), ("spec", "queues", 7, "x")])
def test_a_way_that_does_not_exist_is_refused(path: tuple[str | int, ...]) -> None:
    with pytest.raises(LookupError):
        set_value(TEAM, 0, path, "z")


VALUES = st.recursive(
    st.one_of(st.text("abcé -:#", min_size=1, max_size=8), st.integers(0, 99)),
    lambda below: st.one_of(
        st.lists(below, min_size=1, max_size=3),
        st.dictionaries(st.text("abc", min_size=1, max_size=4), below, min_size=1, max_size=3),
    ),
    max_leaves=10,
)


@pytest.mark.property
@given(VALUES, st.data())
@settings(max_examples=150, deadline=None)
def test_replacing_one_scalar_changes_that_scalar_alone(value: object, data: st.DataObject) -> None:
    text = pyyaml.safe_dump(value, allow_unicode=True, width=1000)
    (document,) = parse(SourceFile("x.yaml", text)).documents
    assert document.root is not None
    scalars = [node for node in walk(document.root) if isinstance(node, Scalar)]
    index = data.draw(st.integers(0, len(scalars) - 1))
    after = apply_edits(text, [Edit(scalars[index].span, "replaced")])
    parsed = parse(SourceFile("x.yaml", after))
    root = parsed.documents[0].root if parsed.documents else None
    texts = [n.text for n in walk(root) if isinstance(n, Scalar)] if root else []
    if not parsed.diagnostics:
        expected = [node.text for node in scalars]
        expected[index] = "replaced"
        assert expected == texts
