"""Results of earlier runs by the content of everything that they depend on.

An entry is found by a hash over kuota's own files, the request and all texts that were read, so it
cannot be stale. It is JSON, read with care: what is damaged or foreign counts as not there, and
nothing in it is executed. Entries appear by renaming, so runs at the same time do no harm.
"""

import json
import os
import sys
import tempfile
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import fields
from hashlib import blake2b
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import kuota
from kuota.diag.model import Code, Diagnostic, Edit, Fix, Label, Severity
from kuota.pipeline.loading import Files, load_inventories
from kuota.pipeline.model import Outcome, Request
from kuota.source.files import SourceFile
from kuota.source.load import Loaded
from kuota.source.span import Position, Span

_KEPT = 64
"""So many entries are kept, the newest ones."""

_TEXTS = ("replacements",)
"""Parts of a request that are among the texts that were read."""

_EXTRAS = ("cel_expr_python", "kubernetes_validate")
"""Optional packages that change what can be judged."""


class Cache:
    """Outcomes of requests in one folder."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def get(self, request: Request, files: Files) -> Outcome | None:
        """The outcome of the same request on the same texts; None when there is none."""
        try:
            if not _is_ours(self._folder):
                return None
            entry = json.loads(self._path(request, files).read_bytes())
            found, suppressed = _decoded(entry["outcome"]), _number(entry["suppressed"])
            inventories = load_inventories(entry["inventories"], request)
            if entry["digest"] != _inventory_digest(entry["inventories"], inventories):
                return None
        except (OSError, ValueError, KeyError, TypeError, IndexError, AttributeError):
            return None
        return Outcome(
            diagnostics=found,
            sources=_texts(files) | inventories,
            suppressed=suppressed,
        )

    def put(self, request: Request, files: Files, outcome: Outcome) -> None:
        """Keeps an outcome; a folder that cannot be written is passed over in silence."""
        inventories = load_inventories(outcome.inventories, request)
        entry = {
            "outcome": [_encoded(finding) for finding in outcome.diagnostics],
            "suppressed": outcome.suppressed,
            "inventories": outcome.inventories,
            "digest": _inventory_digest(outcome.inventories, inventories),
        }
        path = self._path(request, files)
        with suppress(OSError):
            path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            if not _is_ours(self._folder):
                return
            handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=".new-")
            with os.fdopen(handle, "w", encoding="ascii") as stream:
                json.dump(entry, stream)
            Path(temporary).replace(path)
            self._forget_old()

    def _path(self, request: Request, files: Files) -> Path:
        return self._folder / f"{_key(request, files)}.json"

    def _forget_old(self) -> None:
        entries = sorted(self._folder.iterdir(), key=lambda path: path.stat().st_mtime)
        for path in entries[:-_KEPT]:
            path.unlink(missing_ok=True)


def _is_ours(folder: Path) -> bool:
    """Whether only this user can have written into the folder."""
    status = folder.stat()
    return not hasattr(os, "geteuid") or (
        status.st_uid == os.geteuid() and not status.st_mode & 0o022
    )


def _key(request: Request, files: Files) -> str:
    """A hash over all that an outcome depends on but inventories, whose names it decides."""
    digest = blake2b(digest_size=20)
    judges_objects = bool(request.manifests or request.crds)
    surroundings = (
        kuota.__version__,
        sys.version,
        _code(),
        [name for name in _EXTRAS if find_spec(name) is not None] if judges_objects else [],
        [getattr(request, each.name) for each in fields(request) if each.name not in _TEXTS],
    )
    digest.update(repr(surroundings).encode("utf-8", "surrogatepass"))
    for loaded in (files.teams, files.manifests, files.crds):
        digest.update(_loaded_digest(loaded))
    return digest.hexdigest()


def _code() -> list[tuple[str, int, int]]:
    """kuota's own files by size and time of change: another kuota finds other things."""
    found = []
    root = Path(kuota.__file__).parent
    for folder, _, names in os.walk(root):
        for name in names:
            if name.endswith((".py", ".json")):
                status = os.stat(f"{folder}/{name}")  # noqa: PTH116 - hundreds of files
                found.append((f"{folder}/{name}", status.st_size, status.st_mtime_ns))
    return sorted(found)


def _loaded_digest(loaded: Loaded) -> bytes:
    digest = blake2b(digest_size=20)
    for file in loaded.files:
        text = file.text.encode("utf-8", "surrogatepass")
        digest.update(f"{file.path}\0{len(text)}\0".encode("utf-8", "surrogatepass"))
        digest.update(text)
    digest.update(repr([_encoded(finding) for finding in loaded.diagnostics]).encode())
    return digest.digest()


def _inventory_digest(paths: Iterable[str], files: dict[str, SourceFile]) -> str:
    """A hash over inventory files, those that are not there included."""
    digest = blake2b(digest_size=20)
    for path in paths:
        file = files.get(path)
        text = "" if file is None else f"\1{file.text}"
        digest.update(f"{path}\0{len(text)}\0{text}".encode("utf-8", "surrogatepass"))
    return digest.hexdigest()


def _texts(files: Files) -> dict[str, SourceFile]:
    return {
        file.path: file
        for loaded in (files.teams, files.manifests, files.crds)
        for file in loaded.files
    }


def _encoded(finding: Diagnostic) -> list[object]:
    return [
        finding.code.number,
        finding.code.name,
        finding.severity.value,
        finding.span,
        finding.headline,
        finding.label,
        [(label.span, label.text) for label in finding.others],
        finding.note,
        finding.help,
        [
            (fix.title, fix.safe, [(edit.span, edit.replacement) for edit in fix.edits])
            for fix in finding.fixes
        ],
    ]


def _decoded(entries: list[list[object]]) -> tuple[Diagnostic, ...]:
    return tuple(_finding(*entry) for entry in entries)


def _finding(
    number: object,
    name: object,
    severity: object,
    span: object,
    headline: object,
    label: object,
    others: object,
    note: object,
    help_line: object,
    fixes: object,
) -> Diagnostic:
    return Diagnostic(
        code=Code(_text(number), _text(name)),
        severity=Severity(_text(severity)),
        span=_span(span),
        headline=_text(headline),
        label=_text(label),
        others=tuple(Label(_span(place), _text(text)) for place, text in _list(others)),
        note=_text(note),
        help=_text(help_line),
        fixes=tuple(
            Fix(
                _text(title),
                tuple(Edit(_span(place), _text(text)) for place, text in _list(edits)),
                safe is True,
            )
            for title, safe, edits in _list(fixes)
        ),
    )


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise TypeError(value)
    return value


def _number(value: object) -> int:
    if not isinstance(value, int):
        raise TypeError(value)
    return value


def _list(value: object) -> list[Any]:
    if not isinstance(value, list):
        raise TypeError(value)
    return value


def _span(value: object) -> Span:
    path, start, end = _list(value)
    return Span(_text(path), _position(start), _position(end))


def _position(value: object) -> Position:
    line, column = _list(value)
    return Position(_number(line), _number(column))
