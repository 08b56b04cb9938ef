"""The output formats there are: the sorted listing of ``formats/``."""

from importlib import import_module
from pkgutil import iter_modules

from kuota.report import formats
from kuota.report.model import Format


def format_names() -> tuple[str, ...]:
    """The names that ``--output`` knows, without importing one of them."""
    return tuple(sorted(module.name for module in iter_modules(formats.__path__)))


def load_format(name: str) -> Format:
    """The format called ``name``, one of ``format_names``."""
    found: Format = import_module(f"{formats.__name__}.{name}").FORMAT
    return found
