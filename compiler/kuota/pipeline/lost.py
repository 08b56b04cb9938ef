"""Documents that cannot be counted: not even their names are known."""

from collections.abc import Iterable

from kuota.diag.model import Diagnostic, Severity
from kuota.policy.cluster import Policy
from kuota.policy.resolve import Item
from kuota.source.node import Mapping, Scalar
from kuota.syntax.documents import API_VERSION

_UNREAD = "Q030"
"""Codes below this one are about files and YAML: what they refuse was not read."""

_NAMELESS = "a document without a name"


def counting_lost(policy: Policy, items: Iterable[Item], found: Iterable[Diagnostic]) -> Policy:
    """The policy with a team more that has errors, when something was lost on the way to it.

    Rules that depend on all teams then keep quiet, as they do about a team that was refused.
    """
    unread = any(
        finding.severity is Severity.ERROR and finding.code.number < _UNREAD for finding in found
    )
    if not unread and not any(_is_nameless(item) for item in items):
        return policy
    clusters = (
        cluster._replace(unresolved=(*cluster.unresolved, _NAMELESS)) for cluster in policy.clusters
    )
    return policy._replace(clusters=tuple(clusters))


def _is_nameless(item: Item) -> bool:
    """Whether a document of ours was refused and has no name."""
    root = item.document.root
    if item.model is not None or not isinstance(root, Mapping):
        return False
    version, metadata = root.get("apiVersion"), root.get("metadata")
    if not isinstance(version, Scalar) or version.text != API_VERSION:
        return False
    kind = root.get("kind")
    if isinstance(kind, Scalar) and kind.text == "Scenario":
        return False
    name = metadata.get("name") if isinstance(metadata, Mapping) else None
    return not (isinstance(name, Scalar) and name.text)
