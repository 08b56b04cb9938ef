"""Files of the paths that were asked for, as text, in the order of their paths.

This is the only place beside the command line that touches the file system.
"""

import os
import stat
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final, NamedTuple

from kuota.diag.kind import Kind
from kuota.diag.model import Diagnostic, Edit, Fix
from kuota.source import errors
from kuota.source.files import SourceFile
from kuota.source.search import Search, printable
from kuota.source.span import Position, Span
from kuota.source.trouble import beginning, finding

SIZE_LIMIT: Final = 4 * 2**20
INVENTORY_LIMIT: Final = 32 * 2**20
_BOM: Final = b"\xef\xbb\xbf"


class Loaded(NamedTuple):
    """The files that could be read, in order of path, and a finding for each that could not."""

    files: tuple[SourceFile, ...]
    diagnostics: tuple[Diagnostic, ...]


def load(paths: Sequence[str], root: Path | None = None) -> Loaded:
    """The YAML files that ``paths`` name: files, folders and glob patterns.

    Files are named relative to ``root``, the working directory unless given. Folders are searched
    for ``*.yaml`` and ``*.yml``; names that begin with a dot are passed over, and links that lead
    out of both the folder and ``root`` are refused.
    """
    search = Search(root or Path.cwd())
    for path in paths:
        search.add(path)
    files: list[SourceFile] = []
    for name in sorted(search.found):
        loaded = read_file(search.found[name], name)
        search.diagnostics.extend(loaded.diagnostics)
        files.extend(loaded.files)
    return Loaded(tuple(files), tuple(search.diagnostics))


def load_beside(file: SourceFile, reference: str, root: Path | None = None) -> Loaded:
    """The file that ``reference``, written in ``file``, names: an inventory of nodes.

    It is found relative to the folder of ``file`` and must stay below ``root``.
    """
    base = (root or Path.cwd()).resolve()
    target = base / os.path.normpath(Path(file.path).parent / reference)
    name = printable(os.path.relpath(target, base).replace(os.sep, "/"))
    try:
        actual = target.resolve()
        exists = actual.exists()
    except (OSError, ValueError, RuntimeError):
        return _failed(errors.FILE_NOT_FOUND, name, f"{name} does not exist")
    if not actual.is_relative_to(base):
        return _failed(
            errors.SYMLINK_OUTSIDE,
            name,
            "the inventory is outside of the folder that is checked",
            help="put the file beside the platform's file",
        )
    if not exists:
        return _failed(errors.FILE_NOT_FOUND, name, f"{name} does not exist")
    return read_file(target, name, INVENTORY_LIMIT)


def read_file(path: Path, name: str, limit: int = SIZE_LIMIT) -> Loaded:
    """The file at ``path``, called ``name`` in findings; only a regular file is opened."""
    try:
        if not stat.S_ISREG(path.stat().st_mode):
            return _failed(errors.UNREADABLE_FILE, name, "it is neither a file nor a folder")
        with path.open("rb") as stream:
            data = stream.read(limit + 1)
    except (OSError, ValueError) as error:
        reason = (getattr(error, "strerror", None) or "its name cannot be used").lower()
        return _failed(errors.UNREADABLE_FILE, name, f"the file cannot be read: {reason}")
    if len(data) > limit:
        return _failed(
            errors.FILE_TOO_LARGE,
            name,
            f"the file is larger than {limit // 2**20} MiB",
            help="split the file, or take it out of the folder",
        )
    return decode(data, name)


def decode(data: bytes, name: str) -> Loaded:
    """``data`` as the text of a file called ``name``."""
    if b"\0" in data:
        return _failed(
            errors.BINARY_FILE,
            name,
            "the file holds binary data",
            note=f"byte {data.index(0)} is zero",
            help="rename the file, or save it as UTF-8 if it is a text",
        )
    diagnostics: list[Diagnostic] = []
    if data.startswith(_BOM):
        data = data[len(_BOM) :]
        diagnostics.append(
            finding(
                errors.BYTE_ORDER_MARK,
                beginning(name),
                "the file begins with a byte-order mark",
                help="save it as UTF-8 without byte-order mark",
            )
        )
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        return Loaded((), (*diagnostics, _not_utf8(data, name, error)))
    file = SourceFile(name, text)
    if "\r\n" in text:
        diagnostics.append(_crlf(file))
    return Loaded((file,), tuple(diagnostics))


def _not_utf8(data: bytes, name: str, error: UnicodeDecodeError) -> Diagnostic:
    before = data[: error.start].decode("utf-8")
    line, column = before.count("\n") + 1, len(before) - (before.rfind("\n") + 1) + 1
    return finding(
        errors.NOT_UTF8,
        Span(name, Position(line, column), Position(line, column + 1)),
        f"the file is not UTF-8: byte 0x{data[error.start]:02X} on line {line}",
        help="save the file as UTF-8",
    )


def _crlf(file: SourceFile) -> Diagnostic:
    line = file.text.count("\n", 0, file.text.index("\r\n")) + 1
    column = len(file.lines[line - 1]) + 1
    count = file.text.count("\r\n")
    edits = tuple(
        Edit(
            Span(
                file.path,
                Position(number, len(file.lines[number - 1]) + 1),
                Position(number + 1, 1),
            ),
            "\n",
        )
        for number in _crlf_lines(file.text)
    )
    return finding(
        errors.CRLF,
        Span(file.path, Position(line, column), Position(line, column)),
        f"the file has {count} Windows line end{'s' if count > 1 else ''}",
        help="save the file with line feeds only",
        fixes=(Fix("use line feeds", edits, safe=True),) if count <= 10_000 else (),
    )


def _crlf_lines(text: str) -> Iterator[int]:
    """The numbers of the lines that end in a carriage return and a line feed."""
    normal = text.replace("\r\n", "\0\n").replace("\r", "\n").replace("\0\n", "\r\n")
    for number, line in enumerate(normal.split("\n"), start=1):
        if line.endswith("\r"):
            yield number


def _failed(
    kind: Kind,
    name: str,
    headline: str,
    *,
    note: str = "",
    help: str = "",  # noqa: A002
) -> Loaded:
    """No file, and the finding that says why, at the file's beginning."""
    return Loaded((), (finding(kind, beginning(name), headline, note=note, help=help),))
