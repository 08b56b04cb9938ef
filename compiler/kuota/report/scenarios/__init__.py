"""How scenarios came out, in the formats of ``kuota test``."""

from importlib import import_module
from pkgutil import iter_modules

from kuota.report.model import Presentation
from kuota.report.scenarios.model import Tests

_SHARED = ("model", "schema")


def format_names() -> tuple[str, ...]:
    """The names that ``--output`` of ``kuota test`` knows."""
    return tuple(sorted(m.name for m in iter_modules(__path__) if m.name not in _SHARED))


def render(tests: Tests, name: str, presentation: Presentation) -> str:
    """The results in the format ``name``, one of ``format_names``."""
    text: str = import_module(f"{__name__}.{name}").render(tests, presentation)
    return text
