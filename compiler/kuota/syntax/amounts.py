"""Whether amounts make sense for their resource: whole devices and whole bytes.

This looks at the plain values and not at the models, so that a document with other mistakes is
checked as well.
"""

from collections.abc import Iterator
from functools import lru_cache

from kuota.diag.model import Diagnostic
from kuota.diag.shown import shown
from kuota.quantity import CPU, Quantity
from kuota.source.node import Document
from kuota.source.span import Path
from kuota.syntax import errors
from kuota.syntax.measures import cached_quantity
from kuota.syntax.wording import finding

_QUOTAS = ("nominalQuota", "borrowingLimit", "lendingLimit")
_BYTES = ("memory", "ephemeral-storage", "storage")


def check_amounts(document: Document, root: dict[str, object]) -> Iterator[Diagnostic]:
    """A finding for each amount that cannot be meant."""
    for path, table in _tables(root.get("spec")):
        for resource, value in table.items():
            if isinstance(value, str):
                if not _is_sound(resource, value):
                    yield _fraction(document, (*path, resource), resource, str(value))
            elif isinstance(value, dict):
                for key in _QUOTAS:
                    amount = value.get(key)
                    if isinstance(amount, str) and not _is_sound(resource, amount):
                        below = (*path, resource, key)
                        yield _fraction(document, below, resource, str(amount))


@lru_cache(maxsize=1 << 13)
def _is_sound(resource: str, text: str) -> bool:
    """Whether ``text`` is a number of units that the resource can be divided into.

    What is no quantity at all is told by the model.
    """
    quantity = cached_quantity(text)
    if quantity is None or quantity.nanos <= 0:
        return True
    return quantity.nanos % 10**6 == 0 if resource == CPU else quantity.is_whole()


def _fraction(document: Document, path: Path, resource: str, text: str) -> Diagnostic:
    quantity = cached_quantity(text)
    assert quantity is not None
    headline, note, advice = _words(resource, text, quantity)
    span = document.span_of(path)
    return finding(errors.FRACTIONAL_QUANTITY, span, headline, note=note, help=advice)


def _words(resource: str, text: str, quantity: Quantity) -> tuple[str, str, str]:
    """Headline, note and help about an amount with a fraction."""
    if resource == CPU:
        return (
            f"{shown(text)} of cpu is finer than a thousandth",
            "Kubernetes counts cpu in thousandths",
            f"write {quantity.milli_value()}m",
        )
    up = quantity.value()
    note = f"Kueue would count it as {up}"
    if resource in _BYTES or resource.startswith("hugepages-"):
        headline = f"{shown(text)} of {shown(resource)} is not a whole number of bytes"
        return headline, note, "the suffix m belongs to cpu; write Mi or Gi"
    headline = f"{shown(text)} of {shown(resource)} is not a whole number of units"
    return headline, note, f"write {up - 1} or {up}"


def _tables(spec: object) -> Iterator[tuple[Path, dict[str, object]]]:
    """Every table of amounts by resource in a document, whatever else is wrong with it."""
    if not isinstance(spec, dict):
        return
    yield from _team(spec, ("spec",))
    for key in ("clusters", "cohorts"):
        for name, part in _mappings(spec, key):
            yield from _team(part, ("spec", key, name))
    for index, group in _items(spec, "nodes"):
        for key in ("allocatable", "reserve"):
            table = group.get(key)
            if isinstance(table, dict):
                yield ("spec", "nodes", index, key), table


def _team(spec: dict[str, object], path: Path) -> Iterator[tuple[Path, dict[str, object]]]:
    yield from _quota(spec, path)
    for index, grant in _items(spec, "grants"):
        yield from _quota(grant, (*path, "grants", index))
    for key in ("gangs", "running", "arrivals"):
        for index, gang in _items(spec, key):
            for number, pod_set in _items(gang, "podSets"):
                table = pod_set.get("requests")
                if isinstance(table, dict):
                    yield (*path, key, index, "podSets", number, "requests"), table


def _quota(mapping: dict[str, object], path: Path) -> Iterator[tuple[Path, dict[str, object]]]:
    for flavor, resources in _mappings(mapping, "quota"):
        yield (*path, "quota", flavor), resources


def _mappings(mapping: dict[str, object], key: str) -> Iterator[tuple[str, dict[str, object]]]:
    value = mapping.get(key)
    if isinstance(value, dict):
        for name, below in value.items():
            if isinstance(below, dict):
                yield name, below


def _items(mapping: dict[str, object], key: str) -> Iterator[tuple[int, dict[str, object]]]:
    value = mapping.get(key)
    if isinstance(value, list):
        for index, item in enumerate(value):
            if isinstance(item, dict):
                yield index, item
