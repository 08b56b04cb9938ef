"""A check that looks into the cache first, and imports the stages only when they have to run."""

from pathlib import Path

from kuota.pipeline.loading import Files, load_files
from kuota.pipeline.model import Outcome, Request


def check(request: Request, cache_folder: Path | None) -> Outcome:
    """What ``request`` finds. Without a folder, and under ``debug``, nothing is remembered.

    A remembered outcome has neither policy nor artifacts.
    """
    files = load_files(request)
    if cache_folder is None or request.debug:
        return _run(request, files)
    from kuota.pipeline.cache import Cache

    cache = Cache(cache_folder)
    known = cache.get(request, files)
    if known is not None:
        return known
    outcome = _run(request, files)
    if not any(finding.code.number.startswith("Q9") for finding in outcome.diagnostics):
        cache.put(request, files, outcome)
    return outcome


def _run(request: Request, files: Files) -> Outcome:
    from kuota.pipeline.stages import run

    return run(request, files)
