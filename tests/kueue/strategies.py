"""Objects made from the schemas of the tables: sound ones, and ones with parts of junk."""

from copy import deepcopy
from functools import cache
from typing import Any

from hypothesis import strategies as st

from kuota.kueue.model import KINDS
from kuota.kueue.release import API_VERSIONS
from kuota.kueue.schema.node import Node, schema_of, table

NAMES = ("a", "b", "a100", "kubernetes.io/hostname")
TEXTS = ("", "a", "b", "Equal", "Exists", "NoSchedule", "NoExecute", "kubernetes.io/hostname")
QUANTITIES = (0, 1, 12, "12", "500m", "1Gi", "-1", "1n")
JUNK: tuple[Any, ...] = (
    None, True, 0, -1, 1.0, 2.5, 2**31, 2**63, "", "x", "Bad_Name", "x" * 400, [], [1], {},
    {"a": 1}, ["a", "a"], [{}] * 70,
)  # fmt: skip


@cache
def values(node: Node) -> st.SearchStrategy[Any]:
    """Values that the schema accepts, with names and texts from small pools so that they meet."""
    if node.enum:
        return st.sampled_from(node.enum)
    if node.type == "object":
        return _mappings(node)
    if node.type == "array":
        least, most = node.min_items, min(node.max_items or 3, 3)
        assert node.item is not None
        return st.lists(values(node.item), min_size=least, max_size=max(least, most))
    if node.type == "quantity":
        return st.sampled_from(QUANTITIES)
    if node.type == "integer":
        return st.integers(-3, 3)
    if node.form == "date-time":
        return st.just("2026-01-31T12:00:00Z")
    pool = TEXTS if node.matches is None else NAMES
    return st.sampled_from([text for text in pool if _fits(node, text)])


def _fits(node: Node, text: str) -> bool:
    return len(text) >= node.min_length and (node.matches is None or bool(node.matches(text)))


@cache
def _mappings(node: Node, root: bool = False) -> st.SearchStrategy[dict[str, Any]]:
    if node.extra is not None:
        return st.dictionaries(st.sampled_from(NAMES), values(node.extra), max_size=2)
    fields = {
        name: values(child)
        for name, child in node.fields.items()
        if not (root and name in ("apiVersion", "kind", "metadata", "status"))
    }
    required = {name: fields[name] for name in node.required}
    optional = {name: strategy for name, strategy in fields.items() if name not in required}
    return st.fixed_dictionaries(required, optional=optional)


Made = tuple[dict[str, Any], dict[str, Any]]
"""An object and the entry of the tables that it was made from."""


def node_of(kind: str, version: str, entry: dict[str, Any]) -> Node:
    """The schema of an entry of the tables, made ready."""
    node = schema_of(kind, version.partition("/")[2], entry["since"])
    assert node is not None
    return node


@st.composite
def sound_objects(draw: st.DrawFn) -> Made:
    """An object that a schema accepts, and the entry of the tables with that schema."""
    kind = draw(st.sampled_from(sorted(KINDS)))
    version = draw(st.sampled_from(API_VERSIONS))
    entry = draw(st.sampled_from(table(kind)[version.partition("/")[2]]))
    node = node_of(kind, version, entry)
    head = {"apiVersion": version, "kind": kind, "metadata": {"name": "a"}}
    return head | draw(_mappings(node, root=True)), entry


def places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """The ways to every part of a value."""
    found = [path]
    if isinstance(value, dict):
        for key, item in value.items():
            found += places(item, (*path, key))
    elif isinstance(value, list):
        for at, item in enumerate(value):
            found += places(item, (*path, at))
    return found


@st.composite
def broken_objects(draw: st.DrawFn) -> Made:
    """An object of which up to three parts are replaced by junk, dropped or doubled."""
    obj, entry = draw(sound_objects())
    for _ in range(draw(st.integers(0, 3))):
        inner = [path for path in places(obj) if path and path[0] not in ("apiVersion", "kind")]
        path = draw(st.sampled_from(inner))
        if path[0] == "metadata":
            continue
        place: Any = obj
        for step in path[:-1]:
            place = place[step]
        what = draw(st.sampled_from(["replace", "drop", "double"]))
        if what == "drop":
            del place[path[-1]]
        elif what == "double" and isinstance(place[path[-1]], list):
            place[path[-1]] = deepcopy(place[path[-1]]) * 2
        else:
            place[path[-1]] = deepcopy(draw(st.sampled_from(JUNK)))
    return obj, entry
