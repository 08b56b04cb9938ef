"""YAML text as documents with a span on every key and value.

libyaml's events are read straight into our own tree: this is the fastest way that keeps exact
positions, and it leaves to us what a scalar means, which keys may repeat and how far aliases
reach. Where libyaml is missing, PyYAML's own parser gives the same events, only slower.
"""

from typing import Final, Literal

import yaml

from kuota.diag.model import Diagnostic
from kuota.source.builder import Builder, EnoughFindingsError, StopReadingError
from kuota.source.comments import find_comments
from kuota.source.files import SourceFile
from kuota.source.node import Document
from kuota.source.parsed import Parsed
from kuota.source.trouble import forbidden_character, yaml_error

Reader = Literal["kuota", "kubernetes"]
"""Who reads: kuota refuses merge keys and tags, Kubernetes' own reader follows them."""

_RESTARTS: Final = 20
"""So many documents with an error of grammar are reported in one file."""

_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


def parse(file: SourceFile, reader: Reader = "kuota") -> Parsed:
    """The documents of ``file``; every trouble with its text is a finding."""
    diagnostics: list[Diagnostic] = []
    documents: list[Document] = []
    trouble = forbidden_character(file)
    if trouble is not None:
        return Parsed((), (), (trouble,))
    text, first_line = file.text, 0
    for _ in range(_RESTARTS):
        error_line = _read(file, text, reader, documents, diagnostics)
        if error_line is None:
            break
        text, first_line = _rest(text, max(error_line, first_line + 1))
        if not text:
            break
    return Parsed(tuple(documents), find_comments(file, documents), tuple(diagnostics))


def _read(
    file: SourceFile,
    text: str,
    reader: Reader,
    documents: list[Document],
    diagnostics: list[Diagnostic],
) -> int | None:
    """Add the documents of ``text``; the line of the error that ended it, if one did."""
    loader = _LOADER(text)
    builder = Builder(file, reader == "kubernetes", diagnostics)
    try:
        builder.read(loader.get_event, documents)
    except StopReadingError as stop:
        return stop.line
    except EnoughFindingsError:
        return None
    except yaml.YAMLError as error:
        finding = yaml_error(file, error)
        if finding not in diagnostics:
            diagnostics.append(finding)
        return finding.span.start.line - 1
    finally:
        loader.dispose()
    return None


def _rest(text: str, line: int) -> tuple[str, int]:
    """``text`` from the next document on, at ``line`` or below, with empty lines before it.

    So the lines of what follows keep their numbers. Also the line where it begins.
    """
    lines = text.splitlines(keepends=True)
    for number in range(line, len(lines)):
        if lines[number].startswith("---"):
            return "\n" * number + "".join(lines[number:]), number
    return "", len(lines)
