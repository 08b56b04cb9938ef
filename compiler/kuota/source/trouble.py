"""The wording of what is wrong with the text of a file."""

import re
from collections.abc import Sequence
from typing import Final

import yaml

from kuota.diag.kind import Kind
from kuota.diag.model import Diagnostic, Edit, Fix, Label
from kuota.diag.near import suggestion
from kuota.diag.shown import shown
from kuota.source import errors
from kuota.source.files import SourceFile
from kuota.source.span import Position, Span

_FORBIDDEN = re.compile("[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff\ufffe\uffff]")
"""What is left when all that YAML allows is taken away: a tenth of the time to compile."""

MAX_FINDINGS: Final = 500
"""Units: findings of one file; so many tell that it is something else than was meant."""

_TAB_HELP: Final = "indent with spaces"

_PROBLEMS: Final = (
    (
        "mapping values are not allowed",
        "a ':' stands where no key can be",
        "if the text before it is a value with a ':' in it, put quotes around the value;"
        " else compare the indentation with the line above",
    ),
    (
        "could not find expected ':'",
        "a line has no ':' after its key",
        "write 'key: value', or indent the line if it belongs to the value above",
    ),
    (
        "did not find expected key",
        "the indentation fits no key above",
        "indent the line as much as the other keys of its mapping",
    ),
    (
        "expected <block end>",
        "the indentation fits no key above",
        "indent the line as much as the other keys of its mapping",
    ),
    (
        "did not find expected '-' indicator",
        "the indentation fits no list item above",
        "begin the line with '-', indented as the other items of its list",
    ),
    (
        "',' or ']'",
        "a list in brackets is not closed",
        "write ',' between the items and ']' at the end",
    ),
    (
        "',' or '}'",
        "a mapping in braces is not closed",
        "write ',' between the entries and '}' at the end",
    ),
    ("unexpected end of stream", "a quote is not closed", "write the closing quote"),
    (
        "block sequence entries are not allowed",
        "a list item stands where none can be",
        "put the list on the line after its key, indented",
    ),
    ("<document start>", "text stands where a new document would begin", "write --- before it"),
    ("document separator", "a quote is not closed before ---", "write the closing quote"),
    ("document indicator", "a quote is not closed before ---", "write the closing quote"),
    (
        "expected node content",
        "a bracket, brace or comma stands where a value is expected",
        "write the value, or put quotes around the text",
    ),
    ("unknown escape character", "an escape in double quotes is unknown", "write \\\\ for a \\"),
    (
        "expected escape sequence",
        "an escape in double quotes is incomplete",
        "write \\\\ for a backslash",
    ),
    (
        "hexdecimal",
        "an escape in double quotes is incomplete",
        "write as many hexadecimal digits as the escape needs",
    ),
    (
        "Unicode",
        "an escape in double quotes names no character",
        "write the number of an existing character",
    ),
    ("while scanning an anchor", "an anchor has no name", "write quotes around a text with '&'"),
    ("while scanning an alias", "an alias has no name", "write quotes around a text with '*'"),
    (
        "alphabetic or numeric",
        "a character that begins no value stands here",
        "put quotes around the text",
    ),
    ("tag handle", "a tag is not defined", "put quotes around a text that begins with '!'"),
    (
        "comment or line break",
        "more text follows '|' or '>'",
        "begin the block of text on the next line",
    ),
    (
        "cannot start any token",
        "a character that begins no value stands here",
        "put quotes around the text",
    ),
    ("%YAML", "the %YAML line cannot be read", "remove it"),
    ("YAML document", "the %YAML line asks for another version", "remove the line"),
    ("directive", "a line that begins with '%' is no known directive", "put quotes around it"),
)


def yaml_error(file: SourceFile, error: yaml.YAMLError) -> Diagnostic:
    """The finding for an error of grammar, in our words, with where the trouble began."""
    problem = str(getattr(error, "problem", None) or "")
    context = str(getattr(error, "context", None) or "")
    mark = getattr(error, "problem_mark", None) or getattr(error, "context_mark", None)
    start = Position(mark.line + 1, mark.column + 1) if mark is not None else Position(1, 1)
    start = _inside(file, start)
    span = Span(file.path, start, Position(start.line, start.column + 1))
    if _has_tab(file, start) or "tab character" in problem:
        return tab(file, start)
    if "depth" in problem or "nesting" in problem:
        return too_deep(span, 100)
    headline, help_ = "the text cannot be read as YAML from here on", ""
    for pattern, wording, advice in _PROBLEMS:
        if pattern in problem or pattern in context:
            headline, help_ = wording, advice
            break
    others: tuple[Label, ...] = ()
    begun = getattr(error, "context_mark", None)
    if begun is not None and (begun.line, begun.column) < (start.line - 1, start.column - 1):
        at = Position(begun.line + 1, begun.column + 1)
        others = (Label(Span(file.path, at, Position(at.line, at.column + 1)), "began here"),)
    return finding(errors.INVALID_YAML, span, headline, help=help_, others=others)


def _inside(file: SourceFile, position: Position) -> Position:
    """``position``, or the end of the last line with text when it is past the end of the file."""
    lines = file.lines
    line = min(position.line, len(lines))
    if line == position.line and (position.column > 1 or lines[line - 1]):
        return position
    while line > 1 and not lines[line - 1].strip():
        line -= 1
    return Position(line, max(len(lines[line - 1]), 1))


def _has_tab(file: SourceFile, at: Position) -> bool:
    """Whether the line has a tab where it is indented, or at ``at``."""
    line = file.lines[at.line - 1]
    indentation = line[: len(line) - len(line.lstrip())]
    return "\t" in indentation or line[at.column - 1 : at.column] == "\t"


def tab(file: SourceFile, at: Position) -> Diagnostic:
    """A tab where spaces must be."""
    line = file.lines[at.line - 1]
    column = line.find("\t") + 1 or at.column
    length = max(len(line[column - 1 :]) - len(line[column - 1 :].lstrip("\t")), 1)
    span = Span(file.path, Position(at.line, column), Position(at.line, column + length))
    fix = Fix("replace the tab by spaces", (Edit(span, "  " * length),))
    return finding(
        errors.TAB, span, "a tab stands where only spaces can", help=_TAB_HELP, fixes=(fix,)
    )


def forbidden_character(file: SourceFile) -> Diagnostic | None:
    """The first character that makes YAML readers refuse the text or count its lines apart."""
    match = _FORBIDDEN.search(file.text)
    if match is None:
        return None
    before = file.text[: match.start()].replace("\r\n", "\n").replace("\r", "\n")
    line = before.count("\n") + 1
    column = len(before) - (before.rfind("\n") + 1) + 1
    span = Span(file.path, Position(line, column), Position(line, column + 1))
    return finding(
        errors.FORBIDDEN_CHARACTER,
        span,
        f"the character U+{ord(match[0]):04X} cannot stand in a YAML file",
        help="delete it",
        fixes=(Fix("delete the character", (Edit(span, ""),)),),
    )


def duplicate_key(key: str, span: Span, first: Span) -> Diagnostic:
    """A key that its mapping already has."""
    return finding(
        errors.DUPLICATE_KEY,
        span,
        f"the key {shown(key)} stands twice in one mapping",
        label="this one is not read",
        others=(Label(first, "first here"),),
        note="Kubernetes' own reader would take the last one and say nothing",
        help="remove one of them, or merge their values",
    )


def complex_key(span: Span) -> Diagnostic:
    """A key that is not text."""
    return finding(
        errors.COMPLEX_KEY,
        span,
        "a list or mapping is used as a key",
        help='put quotes around it if it is a text, as in "{{ name }}"',
    )


def merge_key(span: Span) -> Diagnostic:
    """``<<`` in a file of ours."""
    return finding(
        errors.MERGE_KEY,
        span,
        "the merge key << is not read",
        help="write the keys out, or use the platform's defaults",
    )


def tag(name: str, span: Span) -> Diagnostic:
    """A tag in a file of ours."""
    short = name.replace("tag:yaml.org,2002:", "!!")
    return finding(
        errors.TAG,
        span,
        f"the tag {shown(short)} is not read",
        help="remove it; write quotes where text is meant",
    )


def undefined_alias(name: str, span: Span, known: Sequence[str], inside: bool) -> Diagnostic:
    """An alias without an anchor, or inside its own anchor."""
    if inside:
        headline, advice = f"the alias *{shown(name)} stands inside the value it names", ""
    else:
        headline, advice = f"no anchor &{shown(name)} stands above", suggestion(name, known)
    return finding(errors.UNDEFINED_ALIAS, span, headline, help=advice or "write the value out")


def excessive_aliases(span: Span) -> Diagnostic:
    """The alias with which a file grows past the limit."""
    return finding(
        errors.EXCESSIVE_ALIASES,
        span,
        "aliases make this file grow by more than 100000 values",
        label="the limit is passed here",
        help="write the values out",
    )


def too_deep(span: Span, limit: int) -> Diagnostic:
    """The bracket or key with which nesting passes the limit."""
    return finding(
        errors.TOO_DEEP,
        span,
        f"values are nested more than {limit} levels deep",
        help="remove brackets that should not be there",
    )


def too_many_documents(span: Span) -> Diagnostic:
    """The document after the limit."""
    return finding(
        errors.TOO_MANY_DOCUMENTS,
        span,
        "the file has more than 10000 documents, the rest is not read",
        help="split the file",
    )


def too_many_findings(span: Span) -> Diagnostic:
    """The last finding of a file or document with which too much is wrong."""
    return finding(
        errors.TOO_MANY_FINDINGS,
        span,
        f"more than {MAX_FINDINGS} things are wrong here, the rest is not told",
        help="mend these first, or take the file out if it is not for kuota",
    )


def beginning(path: str) -> Span:
    """Where a finding about a whole file points."""
    return Span(path, Position(1, 1), Position(1, 1))


def finding(
    kind: Kind,
    span: Span,
    headline: str,
    *,
    label: str = "",
    others: tuple[Label, ...] = (),
    note: str = "",
    help: str = "",  # noqa: A002 - the field of a finding is called so
    fixes: tuple[Fix, ...] = (),
) -> Diagnostic:
    """A finding of ``kind`` with its usual severity."""
    return Diagnostic(kind.code, kind.severity, span, headline, label, others, note, help, fixes)
