"""Objects judged by what a user gives: manifests written by hand, and the cluster's own CRDs."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from kuota.diag.model import Diagnostic
from kuota.emit.artifact import Artifact, EmittedObject
from kuota.kueue.release import NEWEST, Release, parse_release
from kuota.pipeline.model import Request
from kuota.policy.cluster import Policy
from kuota.source.comments import Comment
from kuota.source.files import SourceFile
from kuota.source.load import load
from kuota.source.span import Path, Span


@dataclass(frozen=True, slots=True)
class Judged:
    """What was found, the files that it was found in, and their suppression comments."""

    files: Mapping[str, SourceFile]
    comments: Mapping[str, tuple[Comment, ...]]
    diagnostics: tuple[Diagnostic, ...]


def judge(request: Request, policy: Policy | None, artifacts: Sequence[Artifact]) -> Judged:
    """Checks the manifests that a request names, and compiled objects against its CRDs."""
    from kuota.lint.manifests import check

    crds = load([request.crds], request.root) if request.crds is not None else None
    crd_files = () if crds is None else crds.files
    found = [] if crds is None else list(crds.diagnostics)
    manifests = load(request.manifests, request.root) if request.manifests else None
    comments: dict[str, tuple[Comment, ...]] = {}
    files = () if manifests is None else manifests.files
    if manifests is not None:
        found += manifests.diagnostics
    for release in _releases(request, policy):
        checked = check(files, release, crd_files)
        comments.update(checked.comments)
        found += checked.diagnostics
    if crd_files:
        found += _against_crds(crd_files, artifacts)
    by_path = {file.path: file for file in (*files, *crd_files)}
    return Judged(by_path, comments, tuple(found))


def _releases(request: Request, policy: Policy | None) -> tuple[Release, ...]:
    """The releases that manifests must suit: those of all clusters, each once."""
    asked = None if request.kueue_version is None else parse_release(request.kueue_version)
    if asked is not None:
        return (asked,)
    clusters = () if policy is None else policy.clusters
    return tuple(dict.fromkeys(cluster.release for cluster in clusters)) or (NEWEST,)


def _against_crds(
    crd_files: Sequence[SourceFile], artifacts: Sequence[Artifact]
) -> Iterator[Diagnostic]:
    """What the given CRDs refuse of the compiled objects, at the source of each."""
    from kuota.kueue.crds import load_crds
    from kuota.validity import refusals

    crds = load_crds([(file.path, file.text) for file in crd_files])
    for artifact in artifacts:
        for each in artifact.objects:
            if crds.knows(str(each.data["apiVersion"]), str(each.data["kind"])):
                yield from refusals(crds.validate(each.data), _locate(each), each.reference)


def _locate(each: EmittedObject) -> Callable[[Path, bool], Span]:
    def locate(path: Path, _at_key: bool) -> Span:
        return each.origin_of(path)

    return locate
