"""The files of a request, as text."""

from collections.abc import Iterable
from typing import NamedTuple

from kuota.pipeline.model import Request
from kuota.source.files import SourceFile
from kuota.source.load import Loaded, load, load_beside

_NOTHING = Loaded((), ())


class Files(NamedTuple):
    """All files that a request names: those of teams and platforms, manifests, and CRDs."""

    teams: Loaded
    manifests: Loaded
    crds: Loaded


def load_files(request: Request) -> Files:
    """Reads the files of a request, without compiled ones, with its replacements."""
    crds = () if request.crds is None else (request.crds,)
    return Files(
        teams=_teams(request),
        manifests=load(request.manifests, request.root) if request.manifests else _NOTHING,
        crds=load(crds, request.root) if crds else _NOTHING,
    )


def load_inventories(paths: Iterable[str], request: Request) -> dict[str, SourceFile]:
    """The inventory files that can be read; the resolver reports the others at their name."""
    found: dict[str, SourceFile] = {}
    for path in paths:
        if path in request.replacements:
            found[path] = request.replacements[path]
            continue
        for file in load_beside(SourceFile("", ""), path, request.root).files:
            found[path] = file
    return found


def _teams(request: Request) -> Loaded:
    loaded = load(request.paths, request.root) if request.paths else _NOTHING
    files = {file.path: file for file in loaded.files if not _is_ignored(file.path, request)}
    files.update(request.replacements)
    found = [
        finding
        for finding in loaded.diagnostics
        if finding.span.path not in request.replacements
        and not _is_ignored(finding.span.path, request)
    ]
    return Loaded(tuple(files[path] for path in sorted(files)), tuple(found))


def _is_ignored(path: str, request: Request) -> bool:
    return bool(request.ignored) and f"{path}/".startswith(f"{request.ignored}/")
