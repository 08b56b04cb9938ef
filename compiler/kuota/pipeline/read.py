"""From texts to typed documents."""

from collections.abc import Mapping
from typing import NamedTuple

from kuota.diag.fault import start_of
from kuota.diag.model import Diagnostic
from kuota.pipeline.guard import Guard
from kuota.pipeline.loading import load_inventories
from kuota.pipeline.model import Request
from kuota.policy.resolve import Item, inventory_paths
from kuota.source.comments import Comment
from kuota.source.files import SourceFile
from kuota.source.load import Loaded
from kuota.source.trouble import MAX_FINDINGS, too_many_findings
from kuota.source.yaml import parse
from kuota.syntax.validate import validate


class Read(NamedTuple):
    """Typed documents, and all that was found on the way to them.

    ``inventories`` are the files that Platforms name under ``nodesFrom``, by all the ``paths``
    they name; they are read by the resolver, so what a search of folders found in them does not
    count.
    """

    files: Mapping[str, SourceFile]
    items: tuple[Item, ...]
    comments: Mapping[str, tuple[Comment, ...]]
    inventories: Mapping[str, SourceFile]
    inventory_paths: tuple[str, ...]
    diagnostics: tuple[Diagnostic, ...]


class _FileRead(NamedTuple):
    items: tuple[Item, ...]
    comments: tuple[Comment, ...]
    diagnostics: tuple[Diagnostic, ...]


def read(request: Request, loaded: Loaded, guard: Guard) -> Read:
    """Parses and types every document of the files that were loaded."""
    by_file = {file.path: _read_file(file, guard) for file in loaded.files}
    paths = inventory_paths(item for found in by_file.values() for item in found.items)
    inventories = load_inventories(paths, request)
    counted = {path: found for path, found in by_file.items() if path not in inventories}
    return Read(
        files={file.path: file for file in loaded.files} | inventories,
        items=tuple(item for found in counted.values() for item in found.items),
        comments={path: found.comments for path, found in counted.items() if found.comments},
        inventories=inventories,
        inventory_paths=paths,
        diagnostics=loaded.diagnostics
        + tuple(finding for found in counted.values() for finding in found.diagnostics),
    )


def _read_file(file: SourceFile, guard: Guard) -> _FileRead:
    start = start_of(file.path)
    parsed = guard.run("reading YAML", start, parse, file)
    if parsed is None:
        return _FileRead((), (), ())
    items, diagnostics = [], list(parsed.diagnostics)
    told = {finding.span for finding in parsed.diagnostics}
    for document in parsed.documents:
        if len(diagnostics) > MAX_FINDINGS:
            items.append(Item(file, document, None))
            continue
        validated = guard.run("reading a document", document.span, validate, document)
        if validated is not None:
            items.append(Item(file, document, validated.model))
            # What stands where YAML itself is at fault is wrong for that reason alone.
            diagnostics += (each for each in validated.diagnostics if each.span not in told)
            if len(diagnostics) > MAX_FINDINGS:
                diagnostics.append(too_many_findings(document.span))
    return _FileRead(tuple(items), parsed.comments, tuple(diagnostics))
