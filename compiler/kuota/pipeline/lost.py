"""Documents that cannot be counted: not even their names are known."""

from collections.abc import Iterable
from typing import Final

from kuota.diag.model import Diagnostic, Severity
from kuota.policy.cluster import Policy
from kuota.policy.errors import reference
from kuota.policy.resolve import Item
from kuota.source.node import Mapping, Scalar
from kuota.syntax.documents import API_VERSION
from kuota.syntax.errors import UNKNOWN_KIND

_UNREAD = "Q030"
"""Codes below this one are about files and YAML: what they refuse was not read."""

_NAMELESS = "a document without a name"

_OF_SOMETHING_MISSING: Final = (
    reference.UNKNOWN_TEAM.code,
    reference.UNKNOWN_CLUSTER.code,
    reference.NO_PLATFORM.code,
)


def anything_lost(items: Iterable[Item], found: Iterable[Diagnostic]) -> bool:
    """Whether a team or Platform may have been lost among what was ``found`` on the way to them."""
    unread = any(
        finding.severity is Severity.ERROR
        and (finding.code.number < _UNREAD or finding.code == UNKNOWN_KIND.code)
        for finding in found
    )
    return unread or any(_is_nameless(item) for item in items)


def counting_lost(policy: Policy) -> Policy:
    """The policy with a team more that has errors, because something was lost.

    Rules that depend on all teams then keep quiet, as they do about a team that was refused.
    """
    clusters = (
        cluster._replace(unresolved=(*cluster.unresolved, _NAMELESS)) for cluster in policy.clusters
    )
    return policy._replace(clusters=tuple(clusters))


def missing_nothing(findings: Iterable[Diagnostic]) -> tuple[Diagnostic, ...]:
    """The findings without those that what was lost would answer."""
    return tuple(each for each in findings if each.code not in _OF_SOMETHING_MISSING)


def _is_nameless(item: Item) -> bool:
    """Whether a document of ours was refused and does not say its kind and name."""
    root = item.document.root
    if item.model is not None or not isinstance(root, Mapping):
        return False
    version, kind, metadata = (root.get(key) for key in ("apiVersion", "kind", "metadata"))
    if isinstance(version, Scalar) and version.text != API_VERSION:
        return False
    if isinstance(kind, Scalar) and kind.text == "Scenario":
        return False
    name = metadata.get("name") if isinstance(metadata, Mapping) else None
    return not (isinstance(kind, Scalar) and isinstance(name, Scalar) and name.text)
