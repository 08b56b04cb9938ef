"""Objects judged by what a user gives: manifests written by hand, and the cluster's own CRDs."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple

from kuota.diag.model import Diagnostic
from kuota.emit.artifact import Artifact, EmittedObject
from kuota.kueue.crds import load_crds
from kuota.kueue.release import NEWEST, Release, parse_release
from kuota.lint.manifests import check
from kuota.pipeline.loading import Files
from kuota.pipeline.model import Request
from kuota.policy.cluster import Policy
from kuota.source.comments import Comment
from kuota.source.files import SourceFile
from kuota.source.span import Path, Span
from kuota.validity import refusals


class Judged(NamedTuple):
    """What was found in manifests and against CRDs, and the manifests' suppression comments."""

    comments: Mapping[str, tuple[Comment, ...]]
    diagnostics: tuple[Diagnostic, ...]


def judge(
    request: Request, files: Files, policy: Policy | None, artifacts: Sequence[Artifact]
) -> Judged:
    """Checks manifests written by hand, and compiled objects against the CRDs that are given."""
    comments: dict[str, tuple[Comment, ...]] = {}
    found: list[Diagnostic] = []
    for release in _releases(request, policy):
        checked = check(files.manifests.files, release, files.crds.files)
        comments.update(checked.comments)
        found += checked.diagnostics
    if files.crds.files:
        found += _against_crds(files.crds.files, artifacts)
    return Judged(comments, tuple(found))


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
    crds = load_crds([(file.path, file.text) for file in crd_files])
    for artifact in artifacts:
        for each in artifact.objects:
            if crds.knows(str(each.data["apiVersion"]), str(each.data["kind"])):
                yield from refusals(crds.validate(each.data), _locate(each), each.reference)


def _locate(each: EmittedObject) -> Callable[[Path, bool], Span]:
    def locate(path: Path, _at_key: bool) -> Span:
        return each.origin_of(path)

    return locate
