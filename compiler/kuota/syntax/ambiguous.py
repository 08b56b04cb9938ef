"""Warnings about text without quotes that is no text to other readers."""

from collections.abc import Iterator, Sequence

from kuota.diag.model import Diagnostic, Edit, Fix
from kuota.diag.shown import shown
from kuota.source.node import Mapping, Node, Scalar
from kuota.source.node import Sequence as Items
from kuota.source.scalars import other_reading
from kuota.syntax import errors
from kuota.syntax.plain import Plain
from kuota.syntax.wording import finding


def ambiguous_scalars(root: Node, value: object, noticed: Sequence[Plain]) -> Iterator[Diagnostic]:
    """A warning on each scalar that a text field took and that other readers take for more.

    ``value`` is the plain value of ``root``; it holds the very objects that were noticed, which
    tells a name of ``12`` from a count of 12.
    """
    wanted = {id(scalar) for scalar in noticed}
    seen: set[int] = set()
    for node, plain in _scalars(root, value):
        if id(plain) in wanted and id(node) not in seen:
            seen.add(id(node))
            yield _ambiguous(node)


def _scalars(node: Node, value: object) -> Iterator[tuple[Scalar, object]]:
    """The scalars below ``node``, keys too, each with its plain value."""
    if isinstance(node, Scalar):
        yield node, value
    elif isinstance(node, Mapping):
        assert isinstance(value, dict)
        for entry, (key, below) in zip(node.entries.values(), value.items(), strict=True):
            yield entry.key, key
            yield from _scalars(entry.value, below)
    elif isinstance(node, Items):
        assert isinstance(value, list)
        for item, below in zip(node.items, value, strict=True):
            yield from _scalars(item, below)


def _ambiguous(node: Scalar) -> Diagnostic:
    quoted = f'"{node.text}"'
    return finding(
        errors.AMBIGUOUS_SCALAR,
        node.span,
        f"{shown(node.text)} is {other_reading(node.text)} to other YAML readers",
        note="kuota reads it as text",
        help=f"write {shown(quoted)}",
        fixes=(Fix("write quotes", (Edit(node.span, quoted),), safe=True),),
    )
