"""The tree of a document, and what is said of text that is no YAML or more of it than is read."""

import pytest

from kuota.source.builder import MAX_DEPTH, MAX_DOCUMENTS
from kuota.source.files import SourceFile
from kuota.source.node import Document, Mapping, Node, Scalar, Sequence
from kuota.source.parsed import Parsed
from kuota.source.span import Path, Position, Span
from kuota.source.trouble import MAX_FINDINGS
from kuota.source.yaml import Reader, parse


def read(text: str, reader: Reader = "kuota") -> Parsed:
    return parse(SourceFile("x.yaml", text), reader)


def only(text: str) -> Document:
    parsed = read(text)
    assert () == parsed.diagnostics
    (document,) = parsed.documents
    return document


def plain(node: Node | None) -> object:
    if isinstance(node, Scalar):
        return node.text
    if isinstance(node, Sequence):
        return [plain(item) for item in node.items]
    if isinstance(node, Mapping):
        return {key: plain(entry.value) for key, entry in node.entries.items()}
    return None


def told(parsed: Parsed) -> list[str]:
    return [
        f"{f.span.start.line}:{f.span.start.column} {f.code.name}: {f.headline}"
        for f in parsed.diagnostics
    ]


def at(text: str, path: Path) -> str:
    """The text that the value at ``path`` covers, when it stands on one line."""
    span = only(text).span_of(path)
    return text.split("\n")[span.start.line - 1][span.start.column - 1 : span.end.column - 1]


def test_scalars_stay_text() -> None:
    text = "a: no\nb: 1e3\nc: 010\nd: 2024-01-01\ne: '12'\nf: 0.20\n"
    expected = {"a": "no", "b": "1e3", "c": "010", "d": "2024-01-01", "e": "12", "f": "0.20"}
    assert expected == plain(only(text).root)


@pytest.mark.parametrize(
    ("text", "path", "covered"),
    [
        ("a: hello world # c\n", ("a",), "hello world"),
        ("a: 'it''s'\n", ("a",), "'it''s'"),
        ('é😀: "ü"\n', ("é😀",), '"ü"'),
        ("a: {b: [1, 22]}\n", ("a", "b", 1), "22"),
        ("a: {b: [1, 22]}\n", ("a", "b"), "[1, 22]"),
        ("a:\n  - b: 1\n", ("a", 0), "b: 1"),
        ("a:\n- 10\n", ("a",), "- 10"),
        ("a:\n  b: 1\n", ("a", "b", "c"), "1"),
        ("a:\n  b: 1\n", ("a", "z"), "a"),
        ("a:\n  b:\n", ("a", "b"), "b"),
        ("a: 1\n", ("z",), "a"),
    ],
)
def test_the_span_of_a_path(text: str, path: Path, covered: str) -> None:
    assert covered == at(text, path)


def test_columns_count_code_points_and_lines_count_windows_ends_once() -> None:
    document = only("a: 1\r\né😀b: xyz\r\n")
    assert Span("x.yaml", Position(2, 6), Position(2, 9)) == document.span_of(("é😀b",))


def test_a_block_scalar_ends_on_its_last_line_with_text() -> None:
    document = only("a: |\n  one\n  two\n\n\nb: 1\n")
    assert Span("x.yaml", Position(1, 4), Position(3, 6)) == document.span_of(("a",))


def test_a_block_mapping_ends_where_its_last_value_ends() -> None:
    document = only("a:\n  b: 1\n  c: 22\n\n# end\nd: 3\n")
    assert Span("x.yaml", Position(2, 3), Position(3, 8)) == document.span_of(("a",))


def test_the_key_span_of_a_list_item_is_the_item() -> None:
    document = only("a: [x, yy]\n")
    assert Span("x.yaml", Position(1, 8), Position(1, 10)) == document.key_span_of(("a", 1))


@pytest.mark.parametrize("text", ["", "# only a comment\n", "\n\n"])
def test_a_text_without_content_has_no_document(text: str) -> None:
    assert Parsed((), (), ()) == read(text)


def test_an_empty_document_has_no_root() -> None:
    assert [None, {"a": "1"}] == [plain(d.root) for d in read("---\n---\na: 1\n").documents]


def test_documents_are_numbered() -> None:
    assert [0, 1, 2] == [document.index for document in read("a\n---\nb\n---\nc\n").documents]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a: [1, 2\nb: 3\n", "2:2 invalid-yaml: a list in brackets is not closed"),
        ("a: {b: 1\n", "1:8 invalid-yaml: a mapping in braces is not closed"),
        ("a: b: c\n", "1:5 invalid-yaml: a ':' stands where no key can be"),
        ("a: 1\n b: 2\n", "2:3 invalid-yaml: a ':' stands where no key can be"),
        ("a:\n  b: 1\n c: 2\n", "3:2 invalid-yaml: the indentation fits no key above"),
        ("- a\nb: 1\n", "2:1 invalid-yaml: the indentation fits no list item above"),
        ("a: 1\nb\n", "2:1 invalid-yaml: a line has no ':' after its key"),
        ('a: "x\n', "1:5 invalid-yaml: a quote is not closed"),
        ("a: 'x\n---\nb: 1\n", "2:1 invalid-yaml: a quote is not closed before ---"),
        ('a: "\\q"\n', "1:5 invalid-yaml: an escape in double quotes is unknown"),
        ("a: @b\n", "1:4 invalid-yaml: a character that begins no value stands here"),
        ("a: %b\n", "1:4 invalid-yaml: a character that begins no value stands here"),
        ("a: }\n", "1:4 invalid-yaml: a bracket, brace or comma stands where a value is expected"),
        ("a: - b\n", "1:4 invalid-yaml: a list item stands where none can be"),
        ("a: & b\n", "1:5 invalid-yaml: an anchor has no name"),
        ("a: * b\n", "1:5 invalid-yaml: an alias has no name"),
        ("a: | b\n", "1:6 invalid-yaml: more text follows '|' or '>'"),
        ("%FOO\n", "1:5 invalid-yaml: a line that begins with '%' is no known directive"),
        ("a\n...\nb\n", "3:1 invalid-yaml: text stands where a new document would begin"),
        ("a:\n\t- b\n", "2:1 tab-indentation: a tab stands where only spaces can"),
        ("a:\n  b: 1\n\tc: 2\n", "3:1 tab-indentation: a tab stands where only spaces can"),
    ],
)
def test_an_error_of_grammar(text: str, expected: str) -> None:
    assert [expected] == told(read(text))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a: 1\nb: 2\na: 3\n", "3:1 duplicate-key: the key a stands twice in one mapping"),
        ("a: *x\n", "1:4 undefined-alias: no anchor &x stands above"),
        ("a: &x [*x]\n", "1:8 undefined-alias: the alias *x stands inside the value it names"),
        ("a: &b {c: 1}\nd: {<<: *b}\n", "2:5 merge-key: the merge key << is not read"),
        ("a: !!str 1\n", "1:4 yaml-tag: the tag !!str is not read"),
        ("a: !x [b]\n", "1:4 yaml-tag: the tag !x is not read"),
        ("a: {{ name }}\n", "1:5 complex-key: a list or mapping is used as a key"),
        ("? [a]\n: b\n", "1:3 complex-key: a list or mapping is used as a key"),
        (
            "a: \x07\n",
            "1:4 forbidden-character: the character U+0007 cannot stand in a YAML file",
        ),
        (
            "a: 1\nb: x\u2028y\n",
            "2:5 forbidden-character: the character U+2028 cannot stand in a YAML file",
        ),
        (
            "\ud800",
            "1:1 forbidden-character: the character U+D800 cannot stand in a YAML file",
        ),
    ],
)
def test_what_yaml_allows_and_kuota_does_not(text: str, expected: str) -> None:
    assert [expected] == told(read(text))


def test_the_first_of_two_keys_counts_and_is_shown() -> None:
    parsed = read("a: 1\na: 2\n")
    assert {"a": "1"} == plain(parsed.documents[0].root)
    (finding,) = parsed.diagnostics
    assert [Span("x.yaml", Position(1, 1), Position(1, 2))] == [o.span for o in finding.others]


def test_an_undefined_alias_names_the_anchor_that_is_near() -> None:
    (finding,) = read("a: &gpus 1\nb: *gpu\n").diagnostics
    assert "did you mean gpus?" == finding.help


def test_an_alias_stands_for_its_anchor() -> None:
    assert {"a": ["1"], "b": ["1"]} == plain(only("a: &x [1]\nb: *x\n").root)


def test_kubernetes_own_reader_follows_merge_keys_and_tags() -> None:
    parsed = read("a: &b {c: 1}\nd: {<<: *b}\ne: !!str 12\n", "kubernetes")
    assert () == parsed.diagnostics
    tagged = parsed.documents[0].node_at(("e",))
    assert isinstance(tagged, Scalar)
    assert ("12", "single") == (tagged.text, tagged.style)


def test_documents_before_and_after_an_error_are_read() -> None:
    parsed = read("a: 1\n---\nb: }\n---\nc: {\n---\nd: 4\nd: 5\n")
    assert [{"a": "1"}, {"d": "4"}] == [plain(d.root) for d in parsed.documents]
    assert [3, 6, 8] == [f.span.start.line for f in parsed.diagnostics]


def test_an_error_on_the_line_where_a_document_begins_is_told_once() -> None:
    parsed = read("a: 1\n--- }\n---\nb: 2\n")
    assert [{"a": "1"}, {"b": "2"}] == [plain(d.root) for d in parsed.documents]
    assert [2] == [f.span.start.line for f in parsed.diagnostics]


def test_a_billion_laughs_are_refused_at_the_alias_that_passes_the_limit() -> None:
    lines = ["a0: &a0 [x, x, x, x, x, x, x, x, x, x]"]
    lines += [f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 10)}]" for n in range(1, 30)]
    parsed = read("\n".join(lines))
    assert () == parsed.documents
    assert ["excessive-aliases"] == [f.code.name for f in parsed.diagnostics]
    assert parsed.diagnostics[0].span.start.line <= 6


def test_aliases_of_many_documents_count_together() -> None:
    bomb = "a: &a [" + ", ".join(["x"] * 1000) + "]\nb: [" + ", ".join(["*a"] * 30) + "]\n"
    parsed = read("---\n".join([bomb] * 20))
    assert "excessive-aliases" in [f.code.name for f in parsed.diagnostics]
    assert len(parsed.documents) < 20


@pytest.mark.parametrize(
    "text",
    [
        "[" * 20_000,
        "{a: " * 20_000,
        "- " * 20_000,
        "a:\n" + "".join(" " * n + "a:\n" for n in range(1, 400)),
    ],
)
def test_deep_nesting_is_refused(text: str) -> None:
    parsed = read(text)
    assert ["nesting-too-deep"] == [f.code.name for f in parsed.diagnostics]
    assert () == parsed.documents


def test_nesting_up_to_the_limit_is_read() -> None:
    assert () == read("[" * MAX_DEPTH + "]" * MAX_DEPTH).diagnostics


def test_documents_beyond_the_limit_are_refused() -> None:
    parsed = read("---\na\n" * (MAX_DOCUMENTS + 5))
    assert ["too-many-documents"] == [f.code.name for f in parsed.diagnostics]
    assert MAX_DOCUMENTS == len(parsed.documents)


def test_every_error_of_grammar_has_a_span_in_the_file() -> None:
    file = SourceFile("x.yaml", 'a: "x\n\n\n')
    (finding,) = parse(file).diagnostics
    assert 1 == finding.span.start.line


def test_a_file_with_too_many_mistakes_is_not_read_on() -> None:
    parsed = read("a: 1\n" * 2000 + "---\nb: }\n")
    names = [f.code.name for f in parsed.diagnostics]
    assert ["duplicate-key"] * MAX_FINDINGS + ["too-many-findings"] == names
