"""Laws of the YAML reader that hold for every text."""

import pytest
import yaml as pyyaml
from hypothesis import example, given, settings
from hypothesis import strategies as st

from kuota.source import yaml as reader
from kuota.source.files import SourceFile
from kuota.source.node import Mapping, Node, Scalar, Sequence, walk
from kuota.source.parsed import Parsed
from kuota.source.span import Span

pytestmark = pytest.mark.property

YAML_PIECES = st.sampled_from(
    [
        *("a", "b", "key", "no", "1e3", "12", "é", "😀", '"q"', "'s'", "<<", "~"),
        *(":", ": ", "- ", "? ", "#", " # c", ",", "[", "]", "{", "}", "|", ">", "|-\n  x\n"),
        *("&a", "*a", "!t ", "!!str ", "%YAML 1.1\n", "---\n", "...\n"),
        *("\n", "\n  ", "\n    ", "\t", "\r\n", "\r", '"', "'", "\\", "\x00", "\x85", "\u2028"),
        *("\ufeff", "\ud800", "@", "`", "# kuota: allow x -- y\n", "# kuota: allow\n"),
    ]
)
TEXTS = st.one_of(st.text(max_size=60), st.lists(YAML_PIECES, max_size=25).map("".join))
READERS = st.sampled_from(("kuota", "kubernetes"))


def spans_of(parsed: Parsed) -> list[Span]:
    nodes = [node.span for doc in parsed.documents if doc.root for node in walk(doc.root)]
    findings = [finding.span for finding in parsed.diagnostics]
    comments = [comment.span for comment in parsed.comments]
    return nodes + findings + comments + [document.span for document in parsed.documents]


@given(TEXTS, READERS)
@settings(max_examples=400, deadline=None)
@example("&a [*a]", "kuota")
@example("a: !!binary =\n", "kubernetes")
@example("? {a: b}\n: c", "kuota")
def test_any_text_gives_documents_and_findings_with_spans_inside_the_file(
    text: str, who: reader.Reader
) -> None:
    file = SourceFile("any.yaml", text)
    parsed = reader.parse(file, who)
    for span in spans_of(parsed):
        assert "any.yaml" == span.path
        assert span.start <= span.end
        assert 1 <= span.start.line <= len(file.lines)
        assert 1 <= span.start.column <= len(file.lines[span.start.line - 1]) + 1


def shape(node: Node | None) -> object:
    """A tree as plain values with the places of its scalars."""
    if node is None:
        return None
    if isinstance(node, Scalar):
        return (node.text, node.style, node.place)
    if isinstance(node, Sequence):
        return ("sequence", node.place, [shape(item) for item in node.items])
    assert isinstance(node, Mapping)
    return ("mapping", node.place, [(shape(e.key), shape(e.value)) for e in node.entries.values()])


VALUES = st.recursive(
    st.one_of(st.text(max_size=12), st.integers(), st.booleans(), st.none()),
    lambda below: st.one_of(
        st.lists(below, max_size=3), st.dictionaries(st.text(max_size=8), below, max_size=3)
    ),
    max_leaves=12,
)


@given(VALUES, st.booleans(), st.booleans())
@settings(max_examples=200, deadline=None)
def test_the_reader_without_libyaml_gives_the_same_tree(
    value: object, flow: bool, unicode: bool
) -> None:
    text = pyyaml.safe_dump(value, default_flow_style=flow, allow_unicode=unicode)
    file = SourceFile("x.yaml", text)
    fast = reader.parse(file)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(reader, "_LOADER", pyyaml.SafeLoader)
        slow = reader.parse(file)
    assert [shape(d.root) for d in slow.documents] == [shape(d.root) for d in fast.documents]
    assert [f.code for f in slow.diagnostics] == [f.code for f in fast.diagnostics]


@given(VALUES)
@settings(max_examples=200, deadline=None)
def test_every_plain_scalar_stands_in_the_text_at_its_span(value: object) -> None:
    file = SourceFile("x.yaml", pyyaml.safe_dump(value, width=10_000, allow_unicode=True))
    for document in reader.parse(file).documents:
        for node in walk(document.root) if document.root else ():
            if isinstance(node, Scalar) and node.style == "plain":
                line, start, end = node.place[1], node.place[2], node.place[4]
                assert node.text == file.lines[line][start:end]
