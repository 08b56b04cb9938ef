"""A check that looks into the cache first, and imports the stages only when they have to run."""

from pathlib import Path

from kuota.pipeline.cache import Cache
from kuota.pipeline.loading import load_files
from kuota.pipeline.model import Outcome, Request


def check(request: Request, cache_folder: Path | None) -> Outcome:
    """What ``request`` finds. Without a folder, and under ``debug``, nothing is remembered.

    A remembered outcome has neither policy nor artifacts.
    """
    files = load_files(request)
    cache = None if cache_folder is None or request.debug else Cache(cache_folder)
    known = None if cache is None else cache.get(request, files)
    if known is not None:
        return known
    from kuota.pipeline.stages import run

    outcome = run(request, files)
    if cache is not None and not any(
        finding.code.number.startswith("Q9") for finding in outcome.diagnostics
    ):
        cache.put(request, files, outcome)
    return outcome
