"""A document as a model of its kind, with a finding for everything that is wrong with its shape."""

from typing import TYPE_CHECKING, Final, NamedTuple

from kuota.diag.model import Diagnostic, Edit, Fix
from kuota.diag.near import near_names
from kuota.diag.shown import shown
from kuota.source.node import Document, Mapping, Scalar
from kuota.syntax import errors
from kuota.syntax.documents import API_VERSION, KINDS_OF_DOCUMENT

if TYPE_CHECKING:
    from kuota.syntax.platform import Platform
    from kuota.syntax.scenario import Scenario
    from kuota.syntax.team import Team

_NODE_LISTS: Final = frozenset({"List", "NodeList", "Node"})


class Validated(NamedTuple):
    """The model of a document, and what is wrong with it.

    ``model`` is None when there are errors, and for what is not a document of kuota.
    """

    model: "Platform | Team | Scenario | None"
    diagnostics: tuple[Diagnostic, ...]


def validate(document: Document) -> Validated:
    """Read ``document`` strictly; all that is wrong is found in one go."""
    root = document.root
    if root is None:
        return Validated(None, ())
    if not isinstance(root, Mapping):
        return Validated(None, (_not_a_mapping(document),))
    trouble = _identity(document, root)
    if trouble is not None:
        return Validated(None, trouble)
    kind = root.get("kind")
    assert isinstance(kind, Scalar)
    from kuota.syntax.reading import read_document  # pydantic is imported only when it is needed

    return Validated(*read_document(document, root, kind.text))


def _identity(document: Document, root: Mapping) -> tuple[Diagnostic, ...] | None:
    """Why this is no document that kuota knows; None when it is one."""
    version, kind = root.get("apiVersion"), root.get("kind")
    if version is None and kind is None and not _looks_like_ours(root):
        return (_unknown(document, "a document has neither apiVersion nor kind", ("apiVersion",)),)
    if not isinstance(version, Scalar):
        text = "the document lacks the key apiVersion"
        return (_missing(document, text, f"add apiVersion: {API_VERSION}"),)
    if version.text != API_VERSION:
        return _other_version(root, version)
    if not isinstance(kind, Scalar):
        text = "the document lacks the key kind"
        return (_missing(document, text, f"add kind: {' or kind: '.join(KINDS_OF_DOCUMENT)}"),)
    if kind.text in KINDS_OF_DOCUMENT:
        return None
    return (_unknown_kind(document, kind),)


def _looks_like_ours(root: Mapping) -> bool:
    return "metadata" in root.entries or "spec" in root.entries


def _other_version(root: Mapping, version: Scalar) -> tuple[Diagnostic, ...]:
    kind = root.get("kind")
    kind_text = kind.text if isinstance(kind, Scalar) else ""
    group = version.text.partition("/")[0]
    if group == "kuota" or near_names(version.text, [API_VERSION]):
        return (
            Diagnostic(
                errors.UNKNOWN_KIND.code,
                errors.UNKNOWN_KIND.severity,
                version.span,
                f"apiVersion {shown(version.text)} is not known",
                help=f"write {API_VERSION}",
                fixes=(Fix(f"write {API_VERSION}", (Edit(version.span, API_VERSION),)),),
            ),
        )
    kind_name = f" {shown(kind_text)}" if kind_text else ""
    if version.text == "v1" and kind_text in _NODE_LISTS:
        return ()  # the inventory that a platform's nodesFrom names
    return (
        Diagnostic(
            errors.FOREIGN_DOCUMENT.code,
            errors.FOREIGN_DOCUMENT.severity,
            version.span,
            f"{shown(version.text)}{kind_name} is not a document of kuota",
            note="it is not checked; Kueue objects are, by kuota check --manifests",
        ),
    )


def _unknown_kind(document: Document, kind: Scalar) -> Diagnostic:
    near = near_names(kind.text, KINDS_OF_DOCUMENT, 1)
    fixes = (Fix(f"write {near[0]}", (Edit(kind.span, near[0]),)),) if near else ()
    return Diagnostic(
        errors.UNKNOWN_KIND.code,
        errors.UNKNOWN_KIND.severity,
        document.span_of(("kind",)),
        f"kind {shown(kind.text)} is not known",
        help=f"did you mean {near[0]}?" if near else f"write {' or '.join(KINDS_OF_DOCUMENT)}",
        fixes=fixes,
    )


def _not_a_mapping(document: Document) -> Diagnostic:
    return Diagnostic(
        errors.UNKNOWN_KIND.code,
        errors.UNKNOWN_KIND.severity,
        document.span,
        "the document is not a mapping",
        help=f"begin with apiVersion: {API_VERSION}",
    )


def _unknown(document: Document, headline: str, path: tuple[str, ...]) -> Diagnostic:
    return Diagnostic(
        errors.UNKNOWN_KIND.code,
        errors.UNKNOWN_KIND.severity,
        document.key_span_of(path),
        headline,
        help=f"begin with apiVersion: {API_VERSION} and kind: {' or '.join(KINDS_OF_DOCUMENT)}",
    )


def _missing(document: Document, headline: str, advice: str) -> Diagnostic:
    kind = errors.MISSING_KEY
    return Diagnostic(kind.code, kind.severity, document.span, headline, help=advice)
