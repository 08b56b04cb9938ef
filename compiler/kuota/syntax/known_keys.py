"""Which keys the formats know at a path, read off the models."""

import types
from typing import Any, Union, get_args, get_origin

from kuota.source.span import Path
from kuota.syntax.shape import Shape


def keys_of(shape: type[Shape]) -> tuple[str, ...]:
    """The keys of one model, as files spell them."""
    return tuple(field.alias or name for name, field in shape.model_fields.items())


def shape_at(root: type[Shape], path: Path) -> type[Shape] | None:
    """The model that reads the mapping at ``path``; None where there is none."""
    found: Any = root
    for part in path:
        found = _step(found, part)
    return found if isinstance(found, type) and issubclass(found, Shape) else None


def place_of(root: type[Shape], key: str) -> str:
    """Where ``key`` is known when only one place knows it: ``spec.fairSharing``; else empty."""
    places: list[tuple[str, ...]] = []
    _collect(root, key, (), places)
    return ".".join(places[0]) if len(places) == 1 else ""


def _collect(shape: Any, key: str, path: tuple[str, ...], places: list[tuple[str, ...]]) -> None:
    if not (isinstance(shape, type) and issubclass(shape, Shape)):
        return
    for name, field in shape.model_fields.items():
        alias = field.alias or name
        if alias == key:
            places.append(path)
        annotation = _bare(field.annotation)
        if get_origin(annotation) is None:
            _collect(annotation, key, (*path, alias), places)


def _step(annotation: Any, part: str | int) -> Any:
    annotation = _bare(annotation)
    if isinstance(annotation, type) and issubclass(annotation, Shape):
        for name, field in annotation.model_fields.items():
            if (field.alias or name) == part:
                return field.annotation
        return None
    arguments = get_args(annotation)
    if get_origin(annotation) is dict:
        return _bare(arguments[1])
    if get_origin(annotation) is tuple:
        return _bare(arguments[0])
    return None


def _bare(annotation: Any) -> Any:
    """``annotation`` without ``None`` and what ``Annotated`` adds."""
    while True:
        if hasattr(annotation, "__metadata__"):
            annotation = annotation.__origin__
        elif get_origin(annotation) in (Union, types.UnionType):
            (annotation, *_) = (a for a in get_args(annotation) if a is not type(None))
        else:
            return annotation
