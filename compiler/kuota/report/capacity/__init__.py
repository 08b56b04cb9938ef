"""What each team can reach and which gangs fit, in the formats of ``kuota capacity``."""

from __future__ import annotations

from importlib import import_module
from pkgutil import iter_modules
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from kuota.capacity.engine import Capacity

_SHARED = ("cells", "wording")


def format_names() -> tuple[str, ...]:
    """The names that ``--format`` knows."""
    return tuple(m.name for m in iter_modules(__path__) if m.name not in _SHARED)


def render(capacity: Capacity, name: str) -> str:
    """The capacity in the format ``name``, one of ``format_names``."""
    text: str = import_module(f"{__name__}.{name}").render(capacity)
    return text
