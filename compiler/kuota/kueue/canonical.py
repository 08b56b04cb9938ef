"""The form of an object that a cluster gives back unchanged, so that nothing drifts.

ClusterQueue and ResourceFlavor pass through mutating webhooks on create, which read and write them
again: quantities come back in canonical form (``1000m`` as ``"1"``). The other kinds keep what was
written; canonical text is right for them as well.
Source: Kueue pkg/webhooks, v0.19.2; k8s.io/apimachinery pkg/api/resource, Quantity.String.
"""

from collections.abc import Mapping
from typing import Any

from kuota.kueue.defaults import with_defaults
from kuota.kueue.model import node_of
from kuota.kueue.order import ordered
from kuota.kueue.release import Release
from kuota.kueue.schema.node import Node
from kuota.quantity import parse_quantity


def canonical(obj: Mapping[str, Any], release: Release) -> dict[str, Any]:
    """``obj`` with all defaults, canonical quantities and keys in Kueue's order."""
    return ordered(canonical_quantities(with_defaults(obj, release), release))


def canonical_quantities(obj: Mapping[str, Any], release: Release) -> dict[str, Any]:
    """``obj`` with every quantity as text, the way Kubernetes writes it; what is none stays."""
    node = node_of(obj, release)
    if node is None:
        return dict(obj)
    return {
        key: _rewritten(node.fields[key], value) if key == "spec" else value
        for key, value in obj.items()
    }


def canonical_quantity(value: str | int) -> str | int:
    """One quantity in canonical form: ``1000m`` as ``1``, ``0.5`` as ``500m``, 12 as ``12``."""
    quantity = parse_quantity(value if isinstance(value, str) else str(value))
    return value if quantity is None else str(quantity)


def _rewritten(node: Node, value: Any) -> Any:
    if node.quantity:
        if isinstance(value, bool) or not isinstance(value, (str, int)):
            return value
        return canonical_quantity(value)
    if isinstance(value, dict):
        return {
            key: _rewritten(node.fields[key], item) if key in node.fields else item
            for key, item in value.items()
        }
    if isinstance(value, list) and node.item is not None:
        return [_rewritten(node.item, item) for item in value]
    return value
