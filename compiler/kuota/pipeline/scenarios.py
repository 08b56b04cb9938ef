"""Scenarios: read with the policy that they are about, and played."""

from dataclasses import replace

from kuota.capacity.scenario import Stage
from kuota.diag.model import Diagnostic, Severity
from kuota.pipeline.guard import Guard
from kuota.pipeline.loading import load_files
from kuota.pipeline.model import Request
from kuota.pipeline.read import Read, read
from kuota.pipeline.stages import in_order, resolved_policy
from kuota.policy.place import top
from kuota.policy.resolve import Item
from kuota.report.scenarios.model import Entry, Tests
from kuota.source.node import Scalar


def test(request: Request, usual: tuple[str, ...], version: str, *, verbose: bool) -> Tests:
    """Plays the scenarios that the request names.

    When no Platform is among the files of the request, what the paths ``usual`` lead to is read as
    well, without the scenarios there.
    """
    guard = Guard(request.debug)
    asked = replace(request, manifests=(), crds=None)
    documents = _read(asked, guard)
    chosen = frozenset(documents.files)
    if not any(_kind(item) == "Platform" for item in documents.items):
        paths = tuple(dict.fromkeys((*asked.paths, *usual)))
        documents = _read(replace(asked, paths=paths), guard)
    found = list(documents.diagnostics)
    policy = resolved_policy(asked, documents, guard, found) if documents.items else None
    scenarios = [
        item for item in documents.items if _kind(item) == "Scenario" and item.file.path in chosen
    ]
    runnable = {} if policy is None else {each.span: each for each in policy.scenarios}
    clusters = () if policy is None else policy.clusters
    broken = {cluster.name for cluster in clusters if cluster.unresolved}
    stage = None if policy is None else Stage(policy)
    entries = []
    for item in scenarios:
        span = top(item.document).down("metadata", "name").span
        scenario = runnable.get(span)
        result = None
        if scenario is not None and stage is not None and scenario.cluster not in broken:
            result = guard.run(f"playing {scenario.name}", span, stage.run, scenario)
        about = _about(item, [*found, *guard.faults]) if result is None else result.diagnostics
        entries.append(Entry(_name(item), span, result, about))
    told = {finding for entry in entries for finding in entry.diagnostics}
    errors = (each for each in found if each.severity is Severity.ERROR and each not in told)
    return Tests(
        tuple(entries),
        in_order((*errors, *(each for each in guard.faults if each not in told))),
        documents.files,
        version,
        verbose,
    )


def _read(request: Request, guard: Guard) -> Read:
    return read(request, load_files(request).teams, guard)


def _about(item: Item, found: list[Diagnostic]) -> tuple[Diagnostic, ...]:
    """The errors that stand in a document."""
    root = item.document.root
    extent = item.document.span if root is None else root.span
    return in_order(
        each
        for each in found
        if each.severity is Severity.ERROR
        and each.span.path == extent.path
        and extent.start <= each.span.start < extent.end
    )


def _kind(item: Item) -> str:
    return _text(item, "kind")


def _name(item: Item) -> str:
    return _text(item, "metadata", "name") or "(no name)"


def _text(item: Item, *path: str) -> str:
    node = top(item.document).down(*path).node
    return node.text if isinstance(node, Scalar) else ""
