"""Runs the stages in their order and puts what they found together."""

from collections.abc import Iterable, Mapping, Sequence

from kuota.diag.fault import start_of
from kuota.diag.model import Diagnostic, Severity
from kuota.diag.suppress import apply
from kuota.emit import engine as emit_engine
from kuota.emit.target import Emitted
from kuota.lint import engine as lint_engine
from kuota.pipeline.guard import Guard
from kuota.pipeline.levels import at_levels
from kuota.pipeline.loading import Files, load_files
from kuota.pipeline.lost import anything_lost, counting_lost, missing_nothing
from kuota.pipeline.model import Outcome, Request
from kuota.pipeline.read import Read, read
from kuota.pipeline.release import with_kueue_version
from kuota.policy.cluster import Policy
from kuota.policy.resolve import resolve
from kuota.report.catalog import Catalog
from kuota.source.comments import Comment

_NOTHING = Emitted((), ())


def run(request: Request, given: Files | None = None) -> Outcome:
    """All findings of a request, its policy, and the files that it compiles to.

    ``given`` are its files when they were read before.
    """
    loaded = load_files(request) if given is None else given
    guard = Guard(request.debug)
    documents = read(request, loaded.teams, guard)
    found = list(documents.diagnostics)
    policy = resolved_policy(request, documents, guard, found) if documents.items else None
    emitted = (
        _NOTHING if policy is None else _apply_policy(request, documents, policy, guard, found)
    )
    if policy is not None and any(team.gangs for each in policy.clusters for team in each.teams):
        found = _judge_gangs(request, documents, policy, guard, found)
    files, comments = dict(documents.files), dict(documents.comments)
    if request.manifests or request.crds is not None:
        given_files = {file.path: file for file in (*loaded.manifests.files, *loaded.crds.files)}
        files.update(given_files)
        found += loaded.manifests.diagnostics + loaded.crds.diagnostics
        from kuota.pipeline.objects import judge  # most runs have no manifests

        place = start_of(min(given_files, default="<manifests>"))
        judged = guard.run(
            "checking manifests", place, judge, request, loaded, policy, emitted.artifacts
        )
        if judged is not None:
            comments.update(judged.comments)
            found += judged.diagnostics
    kept, suppressed = _without_allowed(found, comments, request)
    leveled = at_levels([*kept, *guard.faults], request.levels)
    return Outcome(
        diagnostics=in_order(leveled),
        sources=files,
        suppressed=suppressed,
        policy=policy,
        artifacts=emitted.artifacts,
        inventories=documents.inventory_paths,
    )


def _apply_policy(
    request: Request, documents: Read, policy: Policy, guard: Guard, found: list[Diagnostic]
) -> Emitted:
    """The compiled files; what rules and targets find goes to ``found``."""
    first = documents.items[0].file.path
    place = policy.clusters[0].origin.span if policy.clusters else start_of(first)
    debug = request.debug
    found += guard.run("checking rules", place, lint_engine.run, policy, debug=debug) or ()
    emitted = guard.run("compiling", place, emit_engine.run, policy, debug=debug) or _NOTHING
    found += emitted.diagnostics
    return emitted


def _judge_gangs(
    request: Request, documents: Read, policy: Policy, guard: Guard, found: list[Diagnostic]
) -> list[Diagnostic]:
    """All findings, with those about gangs, and with the repairs for what earlier stages found."""
    from kuota.capacity.engine import run as judge  # simulates: only where gangs ask it
    from kuota.pipeline.workshop import Workshop

    errors = [each for each in found if each.severity is Severity.ERROR]
    workshop = Workshop(request, documents, errors)
    place = policy.clusters[0].origin.span
    judged = guard.run(
        "judging gangs",
        place,
        judge,
        policy,
        request.budget,
        tuple(found),
        workshop,
        progress=request.progress,
    )
    if judged is None:
        return found
    return [judged.amended.get(each, each) for each in found] + list(judged.diagnostics)


def _without_allowed(
    found: Sequence[Diagnostic], comments: Mapping[str, tuple[Comment, ...]], request: Request
) -> tuple[Sequence[Diagnostic], int]:
    """The findings that no comment allows, those about the comments, and how many are hidden."""
    if not comments:
        return found, 0
    known = {
        identity: rule.mandatory
        for rule in Catalog().values()
        for identity in (rule.number, rule.name)
    }
    left = apply(found, comments, known, request.today)
    return left.diagnostics, left.suppressed


def in_order(findings: Iterable[Diagnostic]) -> tuple[Diagnostic, ...]:
    """Each finding once, in the order that all output has."""
    return tuple(sorted(dict.fromkeys(findings), key=lambda finding: finding.order))


def resolved_policy(
    request: Request, documents: Read, guard: Guard, found: list[Diagnostic]
) -> Policy | None:
    items = documents.items
    if request.kueue_version is not None:
        items = tuple(with_kueue_version(item, request.kueue_version) for item in items)
    place = start_of(items[0].file.path)
    resolved = guard.run(
        "resolving names", place, resolve, items, request.today, documents.inventories
    )
    if resolved is None:
        return None
    if anything_lost(items, found):
        found += missing_nothing(resolved.diagnostics)
        return counting_lost(resolved.policy)
    found += resolved.diagnostics
    return resolved.policy
