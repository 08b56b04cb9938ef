"""Layers of settings: a team's section for one cluster, its spec, the platform's defaults."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeVar

from kuota.policy.origin import Origin, Setting, Source
from kuota.policy.place import Place

if TYPE_CHECKING:
    from kuota.syntax.shape import Shape

T = TypeVar("T")


@dataclass(slots=True)
class Layer:
    """What one file says; the first layer that says something decides."""

    source: Source
    model: Shape
    place: Place


@dataclass(slots=True)
class Written:
    """A value that a layer has for a key, and where."""

    value: Any
    layer: Layer
    place: Place


def written(layers: Sequence[Layer], key: str, attribute: str) -> Written | None:
    """What the most specific layer that has ``key`` says of it."""
    for layer in layers:
        value = getattr(layer.model, attribute, None)
        if value is not None:
            return Written(value, layer, layer.place.at(key))
    return None


def within(layers: Sequence[Layer], key: str, attribute: str) -> Sequence[Layer]:
    """The layers that have ``key``, narrowed to its value: its own keys are decided one by one."""
    return [
        Layer(layer.source, value, layer.place.at(key))
        for layer in layers
        if (value := getattr(layer.model, attribute, None)) is not None
    ]


def setting(
    layers: Sequence[Layer],
    key: str,
    attribute: str,
    default: Setting[T],
    read: Callable[[Any], T] | None = None,
) -> Setting[T]:
    """The value of ``key`` with its origin; ``default`` where no layer has it."""
    for layer in layers:
        value = getattr(layer.model, attribute, None)
        if value is not None:
            origin = Origin(layer.source, layer.place.anchor_at(key))
            return Setting(value if read is None else read(value), origin)
    return default


def optional(layers: Sequence[Layer], key: str, attribute: str) -> Setting[Any] | None:
    """The value of ``key`` with its origin, if any layer has it."""
    for layer in layers:
        value = getattr(layer.model, attribute, None)
        if value is not None:
            return Setting(value, Origin(layer.source, layer.place.anchor_at(key)))
    return None
