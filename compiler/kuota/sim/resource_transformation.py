"""Resources that Kueue is configured to leave out, or to turn into others, before it counts.

Source: pkg/workload/workload.go (dropExcludedResources, applyResourceTransformations),
apis/config/v1beta2/configuration_types.go (Resources), v0.19.2.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from kuota.sim.model import Requests
from kuota.sim.pod_requests import nanos_of, ordered_requests, pod_request_nanos, whole_amount

_NANO = 10**9


@dataclass(frozen=True, slots=True)
class ResourceTransformation:
    """What one resource turns into.

    ``outputs`` are amounts for each unit of ``source``, multiplied by the amount of
    ``multiply_by`` where the pod asks for it. Without ``replace`` the pod keeps what it asked.
    """

    source: str
    replace: bool
    multiply_by: str
    outputs: tuple[tuple[str, Fraction], ...]


@dataclass(frozen=True, slots=True)
class ResourceRules:
    """The resources that count, and as what."""

    excluded_prefixes: tuple[str, ...] = ()
    transformations: tuple[ResourceTransformation, ...] = ()

    def apply(self, spec: Mapping[str, Any]) -> Requests:
        """The requests of one pod with this specification, as they count against quota."""
        asked = {
            name: Fraction(nanos, _NANO)
            for name, nanos in pod_request_nanos(spec).items()
            if not name.startswith(self.excluded_prefixes)
        }
        counted = _transformed(asked, self.transformations)
        return ordered_requests(
            {name: whole_amount(name, _ceiling(value * _NANO)) for name, value in counted.items()}
        )


def resource_rules_from(resources: Mapping[str, Any] | None) -> ResourceRules | None:
    """The rules in the ``resources`` section of Kueue's Configuration; None when there are none."""
    raw = resources or {}
    excluded = tuple(raw.get("excludeResourcePrefixes") or ())
    transformations = tuple(
        ResourceTransformation(
            source=item["input"],
            replace=item.get("strategy") == "Replace",
            multiply_by=item.get("multiplyBy") or "",
            outputs=tuple(
                (name, Fraction(nanos_of(str(text)), _NANO))
                for name, text in (item.get("outputs") or {}).items()
            ),
        )
        for item in raw.get("transformations") or ()
    )
    return ResourceRules(excluded, transformations) if excluded or transformations else None


def _transformed(
    asked: dict[str, Fraction], transformations: Sequence[ResourceTransformation]
) -> dict[str, Fraction]:
    """What remains of the requests, and what they turn into.

    Outputs may be negative and make up for each other, but not for what the pod itself asks.
    """
    by_source = {transformation.source: transformation for transformation in transformations}
    kept: dict[str, Fraction] = {}
    generated: dict[str, Fraction] = {}
    for name, value in asked.items():
        transformation = by_source.get(name)
        if transformation is None:
            kept[name] = value
            continue
        units = value * asked.get(transformation.multiply_by, Fraction(1))
        for output, factor in transformation.outputs:
            generated[output] = generated.get(output, Fraction(0)) + units * factor
        if not transformation.replace:
            kept[name] = value
    for name, value in generated.items():
        kept[name] = kept.get(name, Fraction(0)) + max(value, Fraction(0))
    return kept


def _ceiling(value: Fraction) -> int:
    """The value rounded away from zero."""
    whole = -(-abs(value.numerator) // value.denominator)
    return whole if value >= 0 else -whole
