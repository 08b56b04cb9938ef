"""Findings from the models' errors: located on the smallest span, in kuota's own words."""

from collections.abc import Iterable, Mapping
from typing import Any, Final

from kuota.diag.kind import Kind
from kuota.diag.model import Diagnostic, Edit, Fix, Label
from kuota.diag.near import near_names, suggestion
from kuota.diag.shown import shown
from kuota.source.node import Document, Node, Scalar, Sequence
from kuota.source.node import Mapping as MappingNode
from kuota.source.span import Path, Span
from kuota.syntax import errors
from kuota.syntax.known_keys import keys_of, place_of, shape_at
from kuota.syntax.plain import NULL
from kuota.syntax.shape import Shape
from kuota.syntax.text import what

_KEY_MARK: Final = "[key]"
_EXPECTED: Final = {
    "model_type": "a mapping",
    "model_attributes_type": "a mapping",
    "dict_type": "a mapping",
    "tuple_type": "a list",
    "list_type": "a list",
}


def model_errors(
    document: Document, model: type[Shape], found: Iterable[Mapping[str, Any]]
) -> list[Diagnostic]:
    """One finding for each error of a model, in the order of the model."""
    kept = _without_consequences(document, model, list(found))
    return [_model_error(document, model, error) for error in kept]


def _without_consequences(
    document: Document, model: type[Shape], found: list[Mapping[str, Any]]
) -> list[Mapping[str, Any]]:
    """``found`` without what only follows from another error.

    A key that is missing because it is misspelt, and a list that is short because its items are
    refused.
    """
    misspelt: set[Path] = set()
    for error in found:
        if error["type"] == "extra_forbidden":
            path: Path = error["loc"]
            shape = shape_at(model, path[:-1])
            known = keys_of(shape) if shape is not None else ()
            misspelt.update((*path[:-1], name) for name in near_names(str(path[-1]), known, 1))
    return [
        error
        for error in found
        if not (error["type"] == "missing" and error["loc"] in misspelt)
        and not (error["type"] == "too_short" and _has_items(document, error))
    ]


def _has_items(document: Document, error: Mapping[str, Any]) -> bool:
    """Whether there are enough entries, some of which were refused for what they are."""
    return _length(document.node_at(error["loc"])) >= int(error["ctx"]["min_length"])


def _length(node: Node | None) -> int:
    if isinstance(node, Sequence):
        return len(node.items)
    return len(node.entries) if isinstance(node, MappingNode) else 0


def _model_error(document: Document, model: type[Shape], error: Mapping[str, Any]) -> Diagnostic:
    path: Path = error["loc"]
    at_key = bool(path) and path[-1] == _KEY_MARK
    if at_key:
        path = path[:-1]
    kind = str(error["type"])
    if kind in errors.BY_NAME:
        return _refused(document, path, at_key, errors.BY_NAME[kind], error["ctx"])
    if kind == "extra_forbidden":
        return unknown_key(document, model, path)
    if kind == "missing":
        return missing_key(document, path)
    if kind == "literal_error":
        return _unknown_value(document, path, error)
    if kind in ("too_short", "too_long"):
        return _wrong_length(document, path, kind, error["ctx"])
    return _wrong_shape(document, path, _EXPECTED.get(kind, "another value"), error["input"])


def _refused(
    document: Document, path: Path, at_key: bool, kind: Kind, context: Mapping[str, str]
) -> Diagnostic:
    """What a reader of scalars refused; ``refusal.refuse`` gave the words."""
    span = document.key_span_of(path) if at_key else document.span_of(path)
    headline = context["headline"] if at_key else f"{_named(document, path)}: {context['headline']}"
    fixes = _replacement(document, path, at_key, span, context["replacement"])
    return finding(kind, span, headline, note=context["note"], help=context["help"], fixes=fixes)


def unknown_key(document: Document, model: type[Shape], path: Path) -> Diagnostic:
    """A key that its mapping does not know."""
    key = str(path[-1])
    shape = shape_at(model, path[:-1])
    known = keys_of(shape) if shape is not None else ()
    span = document.key_span_of(path)
    near = near_names(key, known, 1)
    advice = suggestion(key, known)
    if not near:
        below = "" if shape is None else place_of(shape, key)
        place = f"{below} of {subject(path[:-1])}" if below else place_of(model, key)
        advice = f"{key} belongs under {place}" if place else advice.replace(" names ", " keys ")
    fixes = (Fix(f"rename it to {near[0]}", (Edit(span, near[0]),)),) if near else ()
    parent = subject(path[:-1]) if path[:-1] else "the document"
    return finding(
        errors.UNKNOWN_KEY, span, f"{parent} has no key {shown(key)}", help=advice, fixes=fixes
    )


def missing_key(document: Document, path: Path) -> Diagnostic:
    """A key that its mapping must have; pointed at on the mapping's own key."""
    parent, key = path[:-1], str(path[-1])
    owner = subject(parent) if parent else "the document"
    return finding(
        errors.MISSING_KEY,
        document.key_span_of(parent),
        f"{owner} lacks the key {key}",
        help=f"add {key}",
    )


def _unknown_value(document: Document, path: Path, error: Mapping[str, Any]) -> Diagnostic:
    value = error["input"]
    if not isinstance(value, str):
        return _wrong_shape(document, path, "text", value)
    known = [
        word.strip("'") for word in str(error["ctx"]["expected"]).replace(" or ", ", ").split(", ")
    ]
    span = document.span_of(path)
    near = near_names(value, known, 1)
    listed = " or ".join([", ".join(known[:-1]), known[-1]] if known[1:] else known)
    return finding(
        errors.UNKNOWN_VALUE,
        span,
        f"{subject(path)}: {shown(value)} is not one of its values",
        help=f"write {listed}" if not near else f"did you mean {near[0]}? It takes {listed}",
        fixes=_replacement(document, path, False, span, near[0] if near else ""),
    )


def _wrong_length(
    document: Document, path: Path, kind: str, context: Mapping[str, Any]
) -> Diagnostic:
    actual = int(context.get("actual_length") or 0)
    if kind == "too_short":
        bound = f"at least {context['min_length']}"
    else:
        bound = f"at most {context['max_length']}"
    is_list = isinstance(document.node_at(path), Sequence)
    noun = "item" if is_list else "key"
    entries = f"no {noun}s" if actual == 0 else f"{actual} {noun}{'s' if actual > 1 else ''}"
    return finding(
        errors.TOO_LONG,
        document.span_of(path),
        f"{subject(path)}: the {'list' if is_list else 'mapping'} has {entries}, it takes {bound}",
    )


def _wrong_shape(document: Document, path: Path, expected: str, value: object) -> Diagnostic:
    span = document.span_of(path)
    if value is NULL:
        return finding(
            errors.NO_VALUE,
            span,
            f"{_named(document, path)}: no value where {expected} is expected",
            help="write the value, indented below the key, or remove the key",
        )
    return finding(
        errors.WRONG_TYPE,
        span,
        f"{_named(document, path)}: expected {expected}, found {what(value)}",
    )


def subject(path: Path) -> str:
    """What ``path`` leads to, for a headline: the last key, and the number of a list item."""
    if not path:
        return "the document"
    last = path[-1]
    if isinstance(last, int):
        return f"item {last + 1} of {subject(path[:-1])}"
    return shown(last)


def _named(document: Document, path: Path) -> str:
    """The subject as the file has it: a short form lacks the key that it is short for."""
    is_short = len(path) > 1 and document.node_at(path) is None
    parent = document.node_at(path[:-1]) if is_short else None
    return subject(path if parent is None or isinstance(parent, MappingNode) else path[:-1])


def duplicate_item(span: Span, first: Span, headline: str) -> Diagnostic:
    """The second of two equal items."""
    return finding(
        errors.DUPLICATE_ITEM,
        span,
        headline,
        others=(Label(first, "first here"),),
        help="remove one of them",
    )


def _replacement(
    document: Document, path: Path, at_key: bool, span: Span, text: str
) -> tuple[Fix, ...]:
    """The fix that writes ``text`` in place of the scalar that ``span`` covers."""
    if not text:
        return ()
    if not at_key and not isinstance(_scalar_at(document, path), Scalar):
        return ()
    return (Fix(f"write {text}", (Edit(span, text),)),)


def _scalar_at(document: Document, path: Path) -> object:
    """The scalar at ``path``, or the one that is short for the mapping with it."""
    node = document.node_at(path)
    return node if node is not None else document.node_at(path[:-1])


def finding(
    kind: Kind,
    span: Span,
    headline: str,
    *,
    others: tuple[Label, ...] = (),
    note: str = "",
    help: str = "",  # noqa: A002 - the field of a finding is called so
    fixes: tuple[Fix, ...] = (),
) -> Diagnostic:
    return Diagnostic(
        kind.code, kind.severity, span, headline, others=others, note=note, help=help, fixes=fixes
    )
