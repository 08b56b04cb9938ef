"""Whether amounts make sense for their resource: whole devices and whole bytes.

This looks at the plain values and not at the models, so that a document with other mistakes is
checked as well.
"""

from collections.abc import Iterator

from kuota.diag.model import Diagnostic
from kuota.quantity import CPU, Quantity
from kuota.source.node import Document
from kuota.source.span import Path
from kuota.syntax import errors
from kuota.syntax.measures import cached_quantity
from kuota.syntax.names import shown
from kuota.syntax.wording import finding

_QUOTAS = ("nominalQuota", "borrowingLimit", "lendingLimit")
_BYTES = ("memory", "ephemeral-storage", "storage")


def check_amounts(document: Document, root: dict[str, object]) -> Iterator[Diagnostic]:
    """A finding for each amount that cannot be meant."""
    for path, resource, value in _amounts(root.get("spec")):
        if isinstance(value, str):
            quantity = cached_quantity(str(value))
            if quantity is not None and quantity.nanos > 0:
                yield from _check(document, path, resource, str(value), quantity)


def _check(
    document: Document, path: Path, resource: str, text: str, quantity: Quantity
) -> Iterator[Diagnostic]:
    if resource == CPU:
        if quantity.nanos % 10**6:
            yield finding(
                errors.FRACTIONAL_QUANTITY,
                document.span_of(path),
                f"{shown(text)} of cpu is finer than a thousandth",
                note="Kubernetes counts cpu in thousandths",
                help=f"write {quantity.milli_value()}m",
            )
        return
    is_bytes = resource in _BYTES or resource.startswith("hugepages-")
    if not quantity.is_whole():
        unit = "bytes" if is_bytes else "units"
        up = quantity.value()
        yield finding(
            errors.FRACTIONAL_QUANTITY,
            document.span_of(path),
            f"{shown(text)} of {shown(resource)} is not a whole number of {unit}",
            note=f"Kueue would count it as {up}",
            help="the suffix m belongs to cpu; write Mi or Gi"
            if is_bytes
            else f"write {up - 1} or {up}",
        )


def _amounts(spec: object) -> Iterator[tuple[Path, str, object]]:
    """Every amount of a document with its path and resource, whatever else is wrong with it."""
    if not isinstance(spec, dict):
        return
    yield from _team(spec, ("spec",))
    for name, cluster in _entries(spec.get("clusters")):
        if isinstance(cluster, dict):
            yield from _team(cluster, ("spec", "clusters", name))
    for name, cohort in _entries(spec.get("cohorts")):
        if isinstance(cohort, dict):
            yield from _quota(cohort.get("quota"), ("spec", "cohorts", name, "quota"))
    for index, group in _items(spec.get("nodes")):
        for key in ("allocatable", "reserve"):
            yield from _table(group.get(key), ("spec", "nodes", index, key))


def _team(spec: dict[str, object], path: Path) -> Iterator[tuple[Path, str, object]]:
    yield from _quota(spec.get("quota"), (*path, "quota"))
    for index, grant in _items(spec.get("grants")):
        yield from _quota(grant.get("quota"), (*path, "grants", index, "quota"))
    for index, gang in _items(spec.get("gangs")):
        for number, pod_set in _items(gang.get("podSets")):
            below = (*path, "gangs", index, "podSets", number, "requests")
            yield from _table(pod_set.get("requests"), below)


def _quota(flavors: object, path: Path) -> Iterator[tuple[Path, str, object]]:
    for flavor, resources in _entries(flavors):
        for resource, value in _entries(resources):
            if isinstance(value, dict):
                for key in _QUOTAS:
                    yield (*path, flavor, resource, key), resource, value.get(key)
            else:
                yield (*path, flavor, resource), resource, value


def _table(resources: object, path: Path) -> Iterator[tuple[Path, str, object]]:
    for resource, value in _entries(resources):
        yield (*path, resource), resource, value


def _entries(value: object) -> Iterator[tuple[str, object]]:
    if isinstance(value, dict):
        for key, below in value.items():
            yield str(key), below


def _items(value: object) -> Iterator[tuple[int, dict[str, object]]]:
    if isinstance(value, list):
        for index, item in enumerate(value):
            if isinstance(item, dict):
                yield index, item
