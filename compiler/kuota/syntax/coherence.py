"""Whether the parts of a document go together: repeated items, keys that exclude each other.

This looks at the plain values, so that a document with other mistakes is checked as well.
"""

from collections.abc import Iterator

from kuota.diag.model import Diagnostic, Label
from kuota.diag.shown import shown
from kuota.source.node import Document
from kuota.source.span import Path
from kuota.syntax import errors
from kuota.syntax.plain import Plain
from kuota.syntax.wording import duplicate_item, finding, subject

_PLAIN_LISTS = ("namespaces", "formerly", "owners")
_NAMED_LISTS = ("admissionChecks", "gangs", "nodes")
"""Not ``queues``: two of one name may stand in namespaces of their own, which resolution checks."""


def check_coherence(document: Document, root: dict[str, object]) -> Iterator[Diagnostic]:
    """A finding for each second item of a name, and for each key beside one that excludes it."""
    spec = root.get("spec")
    if not isinstance(spec, dict):
        return
    yield from _below(document, spec, ("spec",))
    for name, cluster in _mappings(spec.get("clusters")):
        yield from _below(document, cluster, ("spec", "clusters", name))
    for name, cohort in _mappings(spec.get("cohorts")):
        yield from _below(document, cohort, ("spec", "cohorts", name))
    for name, topology in _mappings(spec.get("topologies")):
        levels: Path = ("spec", "topologies", name, "levels")
        yield from _repeated(document, topology.get("levels"), levels, "level")
    default = spec.get("topology")
    if isinstance(default, dict):
        path = ("spec", "topology", "levels")
        yield from _repeated(document, default.get("levels"), path, "level")
    for name, check in _mappings(spec.get("admissionChecks")):
        keys = ("provisioningRequest", "multiKueue", "controllerName")
        yield from one_of(document, check, ("spec", "admissionChecks", name), keys, True)
    yield from one_of(document, spec, ("spec",), ("nodes", "nodesFrom"), False)
    yield from _selector(document, spec)


def _below(document: Document, spec: dict[str, object], path: Path) -> Iterator[Diagnostic]:
    """What a team, one cluster of it, a cohort or a platform may repeat."""
    for key in _PLAIN_LISTS:
        if key in spec:
            yield from _repeated(document, spec[key], (*path, key), "item")
    for key in _NAMED_LISTS:
        if key in spec:
            yield from _repeated(document, spec[key], (*path, key), "name")
    yield from _resource_groups(document, spec.get("resourceGroups"), (*path, "resourceGroups"))
    for index, gang in dicts(spec.get("gangs")):
        yield from check_gang(document, gang, (*path, "gangs", index))


def check_gang(document: Document, gang: dict[str, object], path: Path) -> Iterator[Diagnostic]:
    """What the podSets and the topology of a gang may repeat or contradict."""
    yield from _repeated(document, gang.get("podSets"), (*path, "podSets"), "name")
    for number, pod_set in dicts(gang.get("podSets")):
        yield from _min_count(document, pod_set, (*path, "podSets", number))
    topology = gang.get("topology")
    if isinstance(topology, dict):
        keys = ("required", "preferred", "unconstrained")
        at = (*path, "topology")
        yield from one_of(document, topology, at, keys, "slice" not in topology)


def _repeated(document: Document, items: object, path: Path, noun: str) -> Iterator[Diagnostic]:
    first: dict[str, Path] = {}
    for index, item in enumerate(items if isinstance(items, list) else ()):
        at: Path = (*path, index)
        name = item
        if isinstance(item, dict):
            name, at = item.get("name"), (*at, "name")
        if not isinstance(name, str):
            continue
        if name in first:
            headline = f"{path[-1]}: the {noun} {shown(name)} stands twice"
            span = document.span_of(at)
            yield duplicate_item(span, document.span_of(first[name]), headline)
        else:
            first[str(name)] = at


def _resource_groups(document: Document, groups: object, path: Path) -> Iterator[Diagnostic]:
    first: dict[str, Path] = {}
    for number, group in enumerate(groups if isinstance(groups, list) else ()):
        for index, resource in enumerate(group if isinstance(group, list) else ()):
            at = (*path, number, index)
            if isinstance(resource, str) and resource in first:
                headline = f"resourceGroups: the resource {shown(resource)} stands twice"
                yield duplicate_item(
                    document.span_of(at), document.span_of(first[resource]), headline
                )
            elif isinstance(resource, str):
                first[str(resource)] = at


def one_of(
    document: Document, mapping: dict[str, object], path: Path, keys: tuple[str, ...], needed: bool
) -> Iterator[Diagnostic]:
    """A finding when two of the keys are there, or none although one is needed."""
    present = [key for key in keys if key in mapping]
    if len(present) > 1:
        yield finding(
            errors.CONFLICTING_KEYS,
            document.key_span_of((*path, present[1])),
            f"{present[1]} stands beside {present[0]}, only one of them can count",
            others=(Label(document.key_span_of((*path, present[0])), "the other one"),),
            help="remove one of them",
        )
    elif needed and not present:
        yield finding(
            errors.CONFLICTING_KEYS,
            document.key_span_of(path),
            f"{subject(path)} says neither {', '.join(keys[:-1])} nor {keys[-1]}",
            help=f"add one of {', '.join(keys)}",
        )


def _min_count(document: Document, pod_set: dict[str, object], path: Path) -> Iterator[Diagnostic]:
    """A minCount above the count, which nothing could reach."""
    count, least = pod_set.get("count"), pod_set.get("minCount")
    if not (isinstance(count, Plain) and isinstance(least, Plain)):
        return
    if count.isdecimal() and least.isdecimal() and len(count) < 10 and int(least) > int(count):
        yield finding(
            errors.OUT_OF_RANGE,
            document.span_of((*path, "minCount")),
            f"minCount {least[:20]} is more than the count {count}",
            others=(Label(document.span_of((*path, "count")), "the count"),),
            help=f"write {count} or less",
        )


def _selector(document: Document, spec: dict[str, object]) -> Iterator[Diagnostic]:
    """Conditions of the namespace selector whose operator does not go with their values."""
    path: Path = ("spec", "kueueConfiguration")
    configuration = spec.get("kueueConfiguration")
    if not isinstance(configuration, dict):
        return
    selector = configuration.get("managedJobsNamespaceSelector")
    path = (*path, "managedJobsNamespaceSelector", "matchExpressions")
    conditions = selector.get("matchExpressions") if isinstance(selector, dict) else None
    for index, condition in dicts(conditions):
        operator, values = condition.get("operator"), condition.get("values")
        if operator in ("In", "NotIn") and not values:
            yield finding(
                errors.MISSING_KEY,
                document.span_of((*path, index, "operator")),
                f"the operator {operator} lacks values",
                help="add values",
            )
        elif operator in ("Exists", "DoesNotExist") and values:
            yield finding(
                errors.CONFLICTING_KEYS,
                document.key_span_of((*path, index, "values")),
                f"values stand beside the operator {operator}, which takes none",
                others=(Label(document.span_of((*path, index, "operator")), "the operator"),),
                help="remove values",
            )


def _mappings(value: object) -> Iterator[tuple[str, dict[str, object]]]:
    if isinstance(value, dict):
        for key, below in value.items():
            if isinstance(below, dict):
                yield str(key), below


def dicts(value: object) -> Iterator[tuple[int, dict[str, object]]]:
    """The mappings of a list, with their positions."""
    if isinstance(value, list):
        for index, item in enumerate(value):
            if isinstance(item, dict):
                yield index, item
