"""Findings about the node inventory."""

from kuota.diag.kind import Kind
from kuota.diag.model import Code, Diagnostic, Label, Severity
from kuota.policy.errors.reference import finding
from kuota.source.span import Span

INVENTORY_OUTSIDE_TREE = Kind(
    Code("Q225", "inventory-outside-tree"),
    Severity.ERROR,
    """An inventory file is not beside the Platform.

What it finds
    `nodesFrom` with an absolute path, or one that leaves the Platform's folder.
Why it matters
    Team files come from pull requests: no file outside of the tree is read because one says so.
How to fix
    Put the file into the Platform's folder or below, and name it relative to that folder.
""",
)
INVENTORY_NOT_FOUND = Kind(
    Code("Q226", "inventory-not-found"),
    Severity.ERROR,
    """An inventory file cannot be read.

What it finds
    `nodesFrom` with a file that is not there, or cannot be read.
Why it matters
    Without nodes, no quota can be compared with capacity.
How to fix
    Correct the name, or save the output of `kubectl get nodes -o yaml` there.
""",
)
INVALID_INVENTORY = Kind(
    Code("Q227", "invalid-inventory"),
    Severity.ERROR,
    """An inventory file does not hold nodes.

What it finds
    A document in the file of `nodesFrom` that is no Node and no list of them, a node without a
    name, or an amount that is no quantity.
Why it matters
    What was left out would be missing from capacity.
How to fix
    Save the output of `kubectl get nodes -o yaml` as it is.
""",
)
DUPLICATE_NODE = Kind(
    Code("Q228", "duplicate-node"),
    Severity.ERROR,
    """Two nodes have one name.

What it finds
    Two entries of the inventory that give a node of the same name.
Why it matters
    It is one machine in the cluster; its capacity would count twice.
How to fix
    Give each entry under `nodes` its own name, or remove one.
""",
)

KINDS = (
    INVENTORY_OUTSIDE_TREE,
    INVENTORY_NOT_FOUND,
    INVALID_INVENTORY,
    DUPLICATE_NODE,
)


def inventory_outside_tree(path: str, span: Span) -> Diagnostic:
    """A path that leaves the Platform's folder."""
    return finding(
        INVENTORY_OUTSIDE_TREE,
        span,
        f"inventory {path[:60]} is not in the Platform's folder",
        help="name a file in this folder or below it, relative to it",
    )


def inventory_not_found(path: str, span: Span) -> Diagnostic:
    """A file that was not read."""
    return finding(
        INVENTORY_NOT_FOUND,
        span,
        f"inventory {path[:60]} cannot be read",
        label="no such file, or not readable",
        help="save the output of `kubectl get nodes -o yaml` there",
    )


def invalid_inventory(what: str, span: Span, note: str = "") -> Diagnostic:
    """Something in the file that is not as kubectl writes it."""
    return finding(
        INVALID_INVENTORY,
        span,
        what,
        note=note,
        help="save the output of `kubectl get nodes -o yaml` as it is",
    )


def duplicate_node(name: str, span: Span, first: Span) -> Diagnostic:
    """A node that is there already."""
    return finding(
        DUPLICATE_NODE,
        span,
        f"node {name} is in the inventory twice",
        label="again here",
        others=(Label(first, "first here"),),
        help="give each entry its own name",
    )
