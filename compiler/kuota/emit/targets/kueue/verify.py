"""Whether the cluster takes the compiled objects, and whether they come to work."""

from collections.abc import Callable, Iterable, Iterator, Sequence

from kuota.diag.model import Diagnostic
from kuota.emit import errors
from kuota.emit.artifact import EmittedObject
from kuota.emit.targets.kueue.objects import ObjectFile
from kuota.emit.targets.kueue.release_gaps import unsupported_level
from kuota.kueue.activity import inactive
from kuota.kueue.validate import validate
from kuota.kueue.violation import Violation
from kuota.policy.cluster import Cluster
from kuota.source.span import Path, Span, pointer
from kuota.validity import inactivity
from kuota.validity import refusals as worded

_NATIVE = ("Namespace",)
_NAMES = {"ClusterQueue": ("namespaceSelector",), "LocalQueue": ("clusterQueue",)}
"""Parts of the objects of teams that hold names only, which are valid by their type."""

_WRITTEN_AS = {"cohortName": "cohort", "parentName": "parent"}
_STOPPED = "Stopped"  # what its owner asked for


def refusals(cluster: Cluster, files: Sequence[ObjectFile]) -> Iterator[Diagnostic]:
    """What the release refuses, then what it accepts and never activates, at its source."""
    objects = [each for file in files for each in file.objects if each.data["kind"] not in _NATIVE]
    refused = False
    accepted: set[str] = set()
    for each in objects:
        yield from _lost(cluster, each, each.lost)
        shape = _shape(each)
        if shape in accepted:
            continue
        violations = validate(each.data, cluster.release)
        if violations:
            refused = True
            yield from _refused(cluster, each, violations)
        elif shape:
            accepted.add(shape)
    if not refused:
        yield from _inactive(cluster, objects)


def _shape(each: EmittedObject) -> str:
    """All of a team's object but its names; empty for objects that are judged one by one.

    Most teams differ in names only: objects of one shape are accepted together.
    """
    kind, spec = str(each.data["kind"]), each.data.get("spec")
    if kind not in _NAMES or not isinstance(spec, dict):
        return ""
    names = _NAMES[kind]
    return kind + repr([entry for entry in spec.items() if entry[0] not in names])


def _refused(
    cluster: Cluster, each: EmittedObject, violations: Sequence[Violation]
) -> Iterator[Diagnostic]:
    """A field that the release lacks is a gap of the target; all else is an invalid object."""
    for violation in violations:
        if violation.kind == "unknown" and violation.pointer[:1] == ("spec",):
            yield from _lost(cluster, each, (violation.pointer,))
        else:
            for finding in worded((violation,), _locate(each), each.reference):
                yield finding._replace(help=_as_written(finding.help))


def _lost(cluster: Cluster, each: EmittedObject, paths: Iterable[Path]) -> Iterator[Diagnostic]:
    """Fields that the release, or its API version, does not have."""
    level = unsupported_level(cluster)
    if level is not None:
        version = cluster.api_version.value.rpartition("/")[2]
        release = f"{version} of Kueue {cluster.release.name}"
        for path in paths:
            field = pointer(path).lstrip("/").replace("/", ".")
            span = each.origin_of(path)
            yield errors.field_not_in_release(field, each.reference, span, release, level)


def _as_written(help_line: str) -> str:
    """``help_line`` with the keys of team files in place of those of the object."""
    for key, written in _WRITTEN_AS.items():
        help_line = help_line.replace(key, written)
    return help_line


def _inactive(cluster: Cluster, objects: Sequence[EmittedObject]) -> Iterator[Diagnostic]:
    for state in inactive([each.data for each in objects], cluster.release):
        if state.because is not None or state.reason == _STOPPED:
            continue
        each = objects[state.index]
        yield inactivity(state, _locate(each), each.reference)


def _locate(each: EmittedObject) -> Callable[[Path, bool], Span]:
    return lambda path, _at_key: each.origin_of(path)
