"""Checks hand-written manifests of Kueue: each object, and what the objects say of each other."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import PurePosixPath
from typing import Final, NamedTuple

from kuota.diag.model import Diagnostic, Label, Severity
from kuota.kueue.activity import Inactivity, inactive
from kuota.kueue.crds import CrdSet, load_crds, validate_with_crds
from kuota.kueue.model import UNCHECKED_KINDS, is_kueue
from kuota.kueue.release import Release
from kuota.kueue.validate import doubts
from kuota.lint.manifests import kubernetes
from kuota.lint.manifests.objects import Manifest, manifests_of, not_objects
from kuota.source.comments import Comment
from kuota.source.files import SourceFile
from kuota.source.span import Position, Span
from kuota.source.yaml import parse
from kuota.validity import doubts as doubt_findings
from kuota.validity import errors, inactivity, refusals

_KUSTOMIZATIONS: Final = frozenset({"kustomization.yaml", "kustomization.yml"})
_KUSTOMIZE_GROUP: Final = "kustomize.config.k8s.io"
_MISSING_KINDS: Final = {
    "FlavorNotFound": "ResourceFlavor",
    "TopologyNotFound": "Topology",
    "AdmissionCheckNotFound": "AdmissionCheck",
    "ClusterQueueDoesNotExist": "ClusterQueue",
    "MultiKueueClusterNotFound": "MultiKueueCluster",
}


class Checked(NamedTuple):
    """What was found, how many objects were judged and how many of each kind were not.

    ``comments`` are the suppressions of the files, by path.
    """

    diagnostics: tuple[Diagnostic, ...]
    comments: Mapping[str, tuple[Comment, ...]]
    checked: int
    not_checked: Mapping[str, int]


def check(
    files: Iterable[SourceFile], release: Release, crd_files: Sequence[SourceFile] = ()
) -> Checked:
    """Judge every object in ``files`` as a cluster with ``release`` of Kueue would.

    ``crd_files`` hold CRDs whose schemas and rules are used in place of those that kuota knows.
    """
    crds = load_crds([(file.path, file.text) for file in crd_files])
    findings = [
        _unusable(problem.file, problem.headline, problem.help) for problem in crds.problems
    ]
    comments: dict[str, tuple[Comment, ...]] = {}
    manifests: list[Manifest] = []
    for file in files:
        if PurePosixPath(file.path).name in _KUSTOMIZATIONS:
            continue
        parsed = parse(file, "kubernetes")
        findings += parsed.diagnostics
        if parsed.comments:
            comments[file.path] = parsed.comments
        for document in parsed.documents:
            manifests += manifests_of(file, document)
            findings += [_no_object(*each) for each in not_objects(document)]
    judge = _Judge(release, crds)
    for manifest in manifests:
        findings += judge.one(manifest)
    findings += _repeated(manifests)
    findings += _inactive(manifests, judge)
    findings += judge.not_checked_findings()
    counts = {kind: len(places) for kind, places in sorted(judge.not_checked.items())}
    return Checked(tuple(findings), comments, judge.checked, counts)


def _no_object(number: int, span: Span) -> Diagnostic:
    kind = errors.UNKNOWN_KIND
    return Diagnostic(
        kind.code,
        kind.severity,
        span,
        f"item {number} of the list is not an object",
        help="write an object with apiVersion, kind and metadata, or remove it",
    )


class _Judge:
    """Asks, for one object after the other, whoever can judge it."""

    def __init__(self, release: Release, crds: CrdSet) -> None:
        self.release = release
        self.crds = crds
        self.checked = 0
        self.not_checked: dict[str, list[Span]] = {}
        self.refused: set[int] = set()
        self._kubernetes = kubernetes.is_available()

    def one(self, manifest: Manifest) -> Iterator[Diagnostic]:
        """What is wrong with one object by itself."""
        data = manifest.data
        version, kind = data.get("apiVersion"), data.get("kind")
        if not isinstance(version, str) or not isinstance(kind, str):
            if version is not None or kind is not None:
                yield from self._neither(manifest, "apiVersion" if kind is not None else "kind")
            return
        group = version.rpartition("/")[0]
        if group == _KUSTOMIZE_GROUP:
            return
        if self.crds.knows(version, kind) or (is_kueue(data) and kind not in UNCHECKED_KINDS):
            yield from self._kueue(manifest)
        elif self._kubernetes and kubernetes.is_kubernetes(group):
            found = kubernetes.check_kubernetes(manifest)
            if found is None:
                self._skip(manifest, version, kind)
            else:
                self.checked += 1
                yield from found
        else:
            self._skip(manifest, version, kind)

    def _kueue(self, manifest: Manifest) -> Iterator[Diagnostic]:
        self.checked += 1
        reference = manifest.reference
        violations = validate_with_crds(manifest.data, self.release, self.crds)
        if violations:
            self.refused.add(id(manifest))
        yield from refusals(violations, manifest.locate, reference, fixable=True)
        if is_kueue(manifest.data):
            doubtful = doubts(manifest.data, self.release)
            yield from doubt_findings(doubtful, manifest.locate, reference)

    def _neither(self, manifest: Manifest, missing: str) -> Iterator[Diagnostic]:
        kind = errors.UNKNOWN_KIND
        span = manifest.locate((), True)
        yield Diagnostic(
            kind.code, kind.severity, span, f"the object lacks {missing}", help=f"add {missing}"
        )

    def _skip(self, manifest: Manifest, version: str, kind: str) -> None:
        span = manifest.locate(("kind",), False)
        self.not_checked.setdefault(f"{version} {kind}"[:80], []).append(span)

    def not_checked_findings(self) -> Iterator[Diagnostic]:
        """One finding for each kind that nobody could judge, at its first object."""
        kind = errors.NOT_CHECKED
        for name, spans in sorted(self.not_checked.items()):
            count = f"{len(spans)} objects" if len(spans) > 1 else "1 object"
            yield Diagnostic(
                kind.code,
                kind.severity,
                min(spans),
                f"{count} of {name} {'are' if len(spans) > 1 else 'is'} not checked",
                help="give its CRD with --crds, or install kuota[kubernetes] for core kinds",
            )


def _repeated(manifests: Sequence[Manifest]) -> Iterator[Diagnostic]:
    """Objects that stand twice."""
    first: dict[tuple[str, str, str, str], Manifest] = {}
    kind = errors.DEFINED_TWICE
    for manifest in manifests:
        identity = manifest.identity
        if not identity[3] or identity[0] == _KUSTOMIZE_GROUP:
            continue
        earlier = first.setdefault(identity, manifest)
        if earlier is not manifest:
            name = ("metadata", "name")
            yield Diagnostic(
                kind.code,
                kind.severity,
                manifest.locate(name, False),
                f"{manifest.reference} is defined twice",
                others=(Label(earlier.locate(name, False), "first here"),),
                help="remove or rename one of them",
            )


def _inactive(manifests: Sequence[Manifest], judge: _Judge) -> Iterator[Diagnostic]:
    """Objects that the cluster would accept and never use, when all that there is stands here.

    Warnings: an error says that the cluster refuses the object.
    """
    kinds = {str(manifest.data.get("kind")) for manifest in manifests}
    for state in inactive([manifest.data for manifest in manifests], judge.release):
        manifest = manifests[state.index]
        if state.because is None and id(manifest) not in judge.refused:
            found = inactivity(state, manifest.locate, manifest.reference)
            note = f"{found.note}{_less_sure(state, kinds)}"
            yield found._replace(severity=_at_most_a_warning(found.severity), note=note)


def _at_most_a_warning(severity: Severity) -> Severity:
    return Severity.WARNING if severity is Severity.ERROR else severity


def _less_sure(state: Inactivity, kinds: set[str]) -> str:
    """What weakens the finding: no object of the missing kind is among the files."""
    kind = _MISSING_KINDS.get(state.reason)
    return "" if kind is None or kind in kinds else f"; no {kind} is among the files"


def _unusable(file: str, headline: str, advice: str) -> Diagnostic:
    kind = errors.UNUSABLE_CRD
    span = Span(file, Position(1, 1), Position(1, 1))
    return Diagnostic(kind.code, kind.severity, span, headline, help=advice)
